"use strict";
// What the report, its curves and the workbench share. Text only ever becomes text nodes: nothing of a page is
// read as mark-up here.

/** Windows or paragraphs that are made at a time, and that the browser may leave out together while unseen. */
const PORTION = 100;
const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; strings become text. */
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function draw(tag, attributes = {}, text = null) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== null) node.textContent = text;
  return node;
}

/** Characters without blanks, as `markwindow compare` counts them. */
function sizeOf(text) {
  return [...text.replace(/\s+/gu, "")].length;
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** One expression that finds all title words; null without any. Latin words are found as whole words. */
function titlePattern(words) {
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\\-/]/g, "\\$&"))
    .map((word) => (/^[\w.+#%-]+$/.test(word) ? `(?<![\\w])${word}(?![\\w])` : word));
  return escaped.length ? new RegExp(escaped.join("|"), "giu") : null;
}

/** Elements of about `height` pixels each as one part of the page that is laid out only when it is near. */
function portion(elements, height) {
  const part = make("div", { class: "portion" }, ...elements);
  part.style.containIntrinsicSize = `auto ${height * elements.length}px`;
  return part;
}

function portions(elements, height) {
  const parts = [];
  for (let from = 0; from < elements.length; from += PORTION) parts.push(portion(elements.slice(from, from + PORTION), height));
  return parts;
}

async function copyText(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages opened from a file may not have the clipboard: the old way works there.
    const area = make("textarea", { class: "quiet" });
    area.value = text;
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
  }
  const before = button.dataset.label ?? (button.dataset.label = button.textContent);
  button.textContent = done ? "Copied" : "Copying failed";
  setTimeout(() => { button.textContent = before; }, 1500);
}

/** For each window of a view the number of its first line. */
function firstLines(view) {
  let line = 0;
  return view.windows.map((window) => {
    line += window.lines;
    return line - window.lines;
  });
}
