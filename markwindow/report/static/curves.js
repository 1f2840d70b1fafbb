"use strict";
// Curves over a page as SVG: axes with names and units, thresholds, what a method keeps shaded.

/** A figure of one curve of the view; what the method keeps is shaded. `available` is the width in pixels. */
function drawCurve(curve, method, view, available) {
  const [width, height] = available < 520 ? [360, 270] : [760, 290];
  const edge = { left: 42, right: 12, top: 30, bottom: 46 };
  const count = Math.max(1, ...curve.series.map((series) => series.values.length));
  const values = [...curve.series.flatMap((series) => series.values), ...curve.thresholds.map((one) => one.value)];
  const largest = values.reduce((most, value) => (value === null ? most : Math.max(most, value)), 0);
  const top = curve.most === null ? largest * 1.08 || 1 : Math.min(curve.most, Math.max(largest * 1.08, curve.most / 3));
  const x = (place) => edge.left + ((place + 0.5) / count) * (width - edge.left - edge.right);
  const y = (value) => height - edge.bottom - (Math.min(value, top) / top) * (height - edge.top - edge.bottom);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${curve.title}: ${curve.y} over ${curve.x}` });
  shadeKept(curve, method, view, svg, x, count, edge, height);
  for (const value of ticks(top)) {
    svg.append(draw("line", { class: "grid", x1: edge.left, x2: width - edge.right, y1: y(value), y2: y(value) }));
    svg.append(draw("text", { x: edge.left - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)));
  }
  for (const value of ticks(count).filter((tick) => tick >= 1 && Number.isInteger(tick))) {
    svg.append(draw("text", { x: x(value - 1), y: height - edge.bottom + 16, "text-anchor": "middle" }, String(value)));
  }
  svg.append(draw("text", { x: (edge.left + width - edge.right) / 2, y: height - 8, "text-anchor": "middle" }, curve.x));
  svg.append(draw("text", { x: 6, y: 18 }, curve.y));
  curve.series.forEach((series, number) => {
    const isMain = number === curve.series.length - 1;
    svg.append(draw("path", { class: `series${isMain ? " first" : ""}`, d: path(series.values, x, y) }));
    if (isMain && count <= 200) {
      series.values.forEach((value, place) => {
        if (value !== null) svg.append(draw("circle", { class: "dot", cx: x(place), cy: y(value), r: 2 }));
      });
    }
  });
  curve.thresholds.forEach((threshold, number) => {
    svg.append(draw("line", {
      class: `threshold${number ? " second" : ""}`, x1: edge.left, x2: width - edge.right, y1: y(threshold.value), y2: y(threshold.value),
    }));
  });
  const cut = values.some((value) => value !== null && value > top);
  return make("figure", { class: "curve", "data-curve": curve.id },
    make("figcaption", {}, make("h3", {}, curve.title), curveLegend(curve)), svg,
    cut ? make("p", { class: "soft" }, `Values over ${top} are drawn at the upper edge.`) : null);
}

function curveLegend(curve) {
  const legend = make("div", { class: "legend lines" });
  curve.series.forEach((series, number) => {
    legend.append(make("span", { class: number === curve.series.length - 1 ? "key-first" : "key-raw" }, series.name));
  });
  curve.thresholds.forEach((threshold, number) => {
    legend.append(make("span", { class: number ? "key-second" : "key-threshold" }, threshold.name));
  });
  return legend;
}

function shadeKept(curve, method, view, svg, x, count, edge, height) {
  const firstLine = firstLines(view);
  const keptRows = new Set((curve.rows ?? []).filter((_, line) => method.kept[line] === "1"));
  const isKept = curve.over === "lines" ? (place) => method.kept[place] === "1"
    : curve.over === "rows" ? (place) => keptRows.has(place)
    : (place) => method.kept.slice(firstLine[place], firstLine[place] + view.windows[place].lines).includes("1");
  const half = (x(1) - x(0)) / 2;
  for (let place = 0; place < count; place += 1) {
    if (!isKept(place)) continue;
    let end = place;
    while (end + 1 < count && isKept(end + 1)) end += 1;
    svg.append(draw("rect", {
      class: "kept-band", x: x(place) - half, y: edge.top, width: x(end) - x(place) + 2 * half, height: height - edge.top - edge.bottom,
    }));
    place = end;
  }
}

/** A path through the values; gaps for null. Of thousands of values each stretch keeps its least and most. */
function path(values, x, y) {
  const step = Math.max(1, Math.floor(values.length / 2000));
  let told = "";
  let isDown = false;
  for (let place = 0; place < values.length; place += step) {
    const stretch = values.slice(place, place + step).filter((value) => value !== null);
    if (!stretch.length) {
      isDown = false;
      continue;
    }
    const ends = step === 1 ? stretch : [Math.min(...stretch), Math.max(...stretch)];
    for (const value of ends) {
      told += `${isDown ? "L" : "M"}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
      isDown = true;
    }
  }
  return told;
}

/** About five round numbers from 0 to the top. */
function ticks(top) {
  const rough = top / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const found = [];
  for (let value = 0; value <= top * 1.0001; value += step) found.push(Number(value.toPrecision(6)));
  return found;
}
