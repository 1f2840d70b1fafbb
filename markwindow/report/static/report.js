"use strict";
// Draws a page's view (markwindow/report/view.py): windows, text, two methods side by side, curves.

class MarkwindowReport {
  /**
   * @param root the element to fill
   * @param view the page's view
   * @param hooks {method, onMethod(name), decorateWindow(number, head), decorateLine(number, element)}
   */
  constructor(root, view, hooks = {}) {
    this.root = root;
    this.view = view;
    this.hooks = hooks;
    this.pattern = titlePattern(view.title_words);
    this.firstLine = firstLines(view);
    this.names = view.methods.map((method) => method.name);
    this.method = Math.max(0, this.names.indexOf(hooks.method ?? "default"));
    this.pair = this.firstPair();
    this.drawn = new Set();
    this.build();
    this.choose(this.method);
    this.open("windows");
  }

  firstPair() {
    const one = Math.max(0, this.names.indexOf("title"));
    const other = this.names.indexOf("density");
    return [one, other >= 0 ? other : Math.min(1, this.names.length - 1)];
  }

  // ---------------------------------------------------------------- frame

  build() {
    const { view } = this;
    const language = view.facts.language || "zh-Hans";
    this.language = language;
    this.why = make("p", { class: "note", hidden: true, role: "status" });
    this.windowsPanel = make("section", { id: "panel-windows", role: "tabpanel", "aria-labelledby": "tab-windows" });
    this.comparePanel = make("section", { id: "panel-compare", role: "tabpanel", "aria-labelledby": "tab-compare" });
    this.curvesPanel = make("section", { id: "panel-curves", role: "tabpanel", "aria-labelledby": "tab-curves" });
    this.textPanel = make("aside", { id: "panel-text", class: "beside", "aria-label": "Extracted text" });
    this.root.replaceChildren(
      make("header", {}, this.heading(), this.facts(), this.why),
      make("div", { class: "bar" }, this.methodChoice(), this.tabs()),
      make("div", { class: "body" },
        make("div", {}, this.windowsPanel, this.comparePanel, this.curvesPanel), this.textPanel),
      make("p", { class: "keys" },
        make("kbd", {}, "j"), " and ", make("kbd", {}, "k"), " go to the next and the previous window, ",
        make("kbd", {}, "n"), " to the next one on which the compared methods differ; arrow keys change method and view."),
    );
    this.root.onkeydown = (event) => this.key(event);
  }

  heading() {
    const { facts } = this.view;
    const title = make("h1", { class: "text", lang: this.language });
    if (facts.title) title.append(...this.marked(facts.title));
    else title.append("(no title)");
    return title;
  }

  facts() {
    const { facts, label } = this.view;
    const list = make("dl", { class: "facts" });
    const told = [
      ["page", label],
      ["address", facts.url],
      ["title from", facts.title_source],
      ["title words", this.view.title_words.join(" · ")],
      ["encoding", `${facts.encoding} (${facts.encoding_source}${facts.declared ? `; declared ${facts.declared}` : ""}`
        + `${facts.misfits ? `; ${facts.misfits} places do not fit` : ""})`],
      ["language", facts.language],
      ["kind", facts.kind && make("details", {}, make("summary", {}, facts.kind),
        make("ul", {}, ...facts.kind_reasons.map((reason) => make("li", {}, reason))))],
      ["size", facts.bytes === null ? null : `${facts.bytes.toLocaleString("en")} bytes`],
      ["text from", facts.text_source === "displayed" ? null : facts.text_source],
      ["date", facts.date],
      ["author", facts.author],
      ["source", facts.source],
      ["site", facts.site],
      ["policy", this.view.policy],
    ];
    for (const [name, value] of told) {
      if (value) list.append(make("div", {}, make("dt", {}, name), make("dd", {}, typeof value === "object" ? value : String(value))));
    }
    return list;
  }

  methodChoice() {
    const group = make("fieldset", { class: "choices" }, make("legend", {}, "Method"));
    this.radios = this.names.map((name, number) => {
      const radio = make("input", {
        type: "radio", name: "method", value: name, onchange: () => {
          this.choose(number);
          this.hooks.onMethod?.(name);
        },
      });
      group.append(make("label", {}, radio, name));
      return radio;
    });
    return group;
  }

  tabs() {
    const list = make("div", { class: "tabs", role: "tablist", "aria-label": "View" });
    this.tabButtons = {};
    for (const [name, label] of [["windows", "Windows"], ["compare", "Compare"], ["curves", "Curves"], ["text", "Text"]]) {
      const button = make("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
        class: name === "text" ? "only-narrow" : null, onclick: () => this.open(name),
      }, label);
      this.tabButtons[name] = button;
      list.append(button);
    }
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const shown = Object.values(this.tabButtons).filter((button) => button.offsetParent !== null);
      const next = shown[(shown.indexOf(document.activeElement) + step + shown.length) % shown.length];
      next.focus();
      next.click();
      event.preventDefault();
    });
    return list;
  }

  open(name) {
    this.tab = name;
    this.root.dataset.tab = name;
    for (const [own, button] of Object.entries(this.tabButtons)) {
      button.setAttribute("aria-selected", String(own === name));
      button.tabIndex = own === name ? 0 : -1;
    }
    this.windowsPanel.hidden = name !== "windows";
    this.comparePanel.hidden = name !== "compare";
    this.curvesPanel.hidden = name !== "curves";
    if (!this.drawn.has(name)) {
      this.drawn.add(name);
      if (name === "windows") this.drawWindows();
      if (name === "compare") this.drawCompare();
    }
    if (name === "curves") this.drawCurves();
  }

  choose(number) {
    this.method = number;
    this.radios[number].checked = true;
    const method = this.view.methods[number];
    this.why.hidden = !method.reason;
    this.why.textContent = method.reason ? `${method.name}: ${method.reason}` : "";
    this.drawText();
    if (this.drawn.has("windows")) this.updateWindows();
    if (this.tab === "curves") this.drawCurves();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      && event.target.type !== "radio") return;
    const step = { j: 1, k: -1 }[event.key];
    if (!step && event.key !== "n") return;
    this.open("windows");
    const here = this.sections.indexOf(document.activeElement.closest?.(".window"));
    let next = here + (step ?? 1);
    if (!step) while (next < this.sections.length && !this.differs(next)) next += 1;
    const section = this.sections[Math.max(0, next)];
    if (section) {
      section.focus();
      section.scrollIntoView({ block: "nearest" });
    }
    event.preventDefault();
  }

  differs(number) {
    const [one, other] = this.pair.map((index) => this.view.methods[index].kept);
    const first = this.firstLine[number];
    const end = first + this.view.windows[number].lines;
    return one.slice(first, end) !== other.slice(first, end);
  }

  // ---------------------------------------------------------------- windows

  marked(text) {
    if (!this.pattern) return [text];
    const nodes = [];
    let from = 0;
    for (const found of text.matchAll(this.pattern)) {
      if (found.index > from) nodes.push(text.slice(from, found.index));
      nodes.push(make("mark", {}, found[0]));
      from = found.index + found[0].length;
    }
    if (from < text.length) nodes.push(text.slice(from));
    return nodes;
  }

  drawWindows() {
    const legend = make("div", { class: "legend" },
      ...[["kept", "kept"], ["part", "kept in part"], ["dropped", "dropped"], ["left", "left out before any comparison"]]
        .map(([kind, label]) => make("span", { class: `is-${kind}` }, label)),
      make("span", { class: "is-mark" }, "title word marked"));
    legend.lastChild.replaceChildren(make("mark", {}, "title word"));
    legend.lastChild.className = "";
    this.lineNodes = [];
    this.sections = [];
    this.windowsPanel.replaceChildren(legend);
    if (!this.view.windows.length) this.windowsPanel.append(make("p", {}, "The page has no tag window."));
    this.drawMore();
  }

  /** Windows in portions: the first is on the screen while a large page's others are made. */
  drawMore() {
    const from = this.sections.length;
    const more = this.view.windows.slice(from, from + PORTION)
      .map((window, index) => this.windowSection(window, from + index));
    this.sections.push(...more);
    this.windowsPanel.append(portion(more, 90));
    this.updateWindows(from);
    if (from) this.hooks.onMore?.();
    if (this.sections.length < this.view.windows.length) setTimeout(() => this.drawMore());
    else this.root.dataset.drawn = "all";
  }

  windowSection(window, number) {
    const first = this.firstLine[number];
    const lines = this.view.lines.slice(first, first + window.lines);
    const head = make("div", { class: "told" }, make("span", { class: "verdict" }), make("span", { class: "why" }));
    const distance = window.distance === null ? "–" : window.distance;
    const copy = make("button", { type: "button" }, "Copy");
    copy.addEventListener("click", () => copyText(lines.join("\n"), copy));
    const section = make("section", { class: "window", tabindex: "-1", "data-window": number },
      head,
      make("div", { class: "figures" },
        make("span", { title: "Levenshtein distance to the title / words of the window" },
          `distance/length ${distance}/${window.length}`),
        make("span", { title: "text characters / source characters" }, `density ${window.density.toFixed(2)}`),
        make("span", { title: "share of the characters that are link text" },
          `links ${Math.round(100 * window.link_share)} %`),
        make("span", { title: "characters of the decoded page, mark-up included" }, `source ${window.source_length}`),
        make("span", { class: "path" }, window.path),
        copy));
    lines.forEach((line, index) => {
      const node = make("p", { class: "line text", lang: this.language }, ...this.marked(line));
      this.lineNodes.push(node);
      section.append(node);
      this.hooks.decorateLine?.(first + index, node);
    });
    this.hooks.decorateWindow?.(number, head);
    return section;
  }

  updateWindows(from = 0) {
    const method = this.view.methods[this.method];
    this.sections.slice(from).forEach((section, index) => {
      const number = from + index;
      const window = this.view.windows[number];
      const first = this.firstLine[number];
      const kept = method.kept.slice(first, first + window.lines);
      const reason = this.view.reasons[method.reasons[number]];
      const [state, verdict] = !kept.includes("1")
        ? (reason.startsWith("left out") ? ["left", "left out"] : ["dropped", "dropped"])
        : kept.includes("0") ? ["part", "kept in part"] : ["kept", "kept"];
      section.className = `window is-${state}`;
      section.dataset.state = state;
      const [said, why] = section.firstChild.children;
      said.textContent = `${number + 1} ${verdict}`;
      why.textContent = reason.startsWith(`${verdict}: `) ? reason.slice(verdict.length + 2) : reason;
      for (let line = 0; line < window.lines; line += 1) {
        this.lineNodes[first + line].classList.toggle("out", kept[line] === "0");
      }
    });
  }

  // ---------------------------------------------------------------- text

  textOf(number) {
    const method = this.view.methods[number];
    return method.text ?? this.view.lines.filter((_, line) => method.kept[line] === "1").join("\n");
  }

  drawText() {
    const method = this.view.methods[this.method];
    const text = this.textOf(this.method);
    const copy = make("button", { type: "button", id: "copy-text" }, "Copy text");
    copy.addEventListener("click", () => copyText(text, copy));
    const distance = method.relevance === null ? "" : `, distance to the title ${method.relevance.toFixed(2)}`;
    this.textPanel.replaceChildren(
      make("div", { class: "head" }, make("h2", {}, `Text by ${method.name}`), copy),
      make("p", { class: "soft" }, `${method.chars.toLocaleString("en")} characters${distance}`),
      make("div", { class: "paragraphs", lang: this.language },
        ...(text ? portions(text.split("\n").map((line) => make("p", { class: "text" }, line)), 60)
          : [make("p", { class: "soft" }, "No text.")])),
    );
  }

  // ---------------------------------------------------------------- two methods

  drawCompare() {
    const select = (place, label) => make("label", { class: place ? "other-head" : "one-head" }, `${label} `,
      make("select", {
        id: place ? "other" : "one",
        onchange: (event) => {
          this.pair[place] = event.target.selectedIndex;
          this.drawRows();
        },
      }, ...this.names.map((name, number) => make("option", { selected: number === this.pair[place] }, name))));
    this.sums = make("table", { class: "sums" });
    this.rows = make("div", { lang: this.language });
    this.sideBySide = make("input", { type: "checkbox", id: "side-by-side", onchange: () => this.drawRows() });
    this.withNeither = make("input", { type: "checkbox", id: "with-neither", onchange: () => this.drawRows() });
    this.comparePanel.replaceChildren(
      make("div", { class: "pair" }, select(0, "One"), select(1, "Other"),
        make("label", {}, this.sideBySide, " side by side"),
        make("label", {}, this.withNeither, " lines that neither keeps")),
      this.sums, this.rows);
    this.drawRows();
  }

  drawRows() {
    const [one, other] = this.pair.map((number) => this.view.methods[number]);
    const sums = { both: 0, one: 0, other: 0, none: 0 };
    const isSideBySide = this.sideBySide.checked;
    const told = { both: "both", one: `only ${one.name}`, other: `only ${other.name}`, none: "neither" };
    this.rows.className = isSideBySide ? "sides" : "";
    this.rows.replaceChildren(make("div", { class: "sides-head" },
      make("span", { class: "one-head" }, one.name), make("span", { class: "other-head" }, other.name)));
    const rows = [];
    this.view.lines.forEach((line, number) => {
      const key = [["none", "other"], ["one", "both"]][one.kept[number]][other.kept[number]];
      sums[key] += sizeOf(line);
      if (key === "none" && !this.withNeither.checked) return;
      const row = make("div", { class: `row of-${key}`, "data-line": number },
        make("span", { class: "who" }, told[key]), make("div", { class: "text" }, ...this.marked(line)));
      rows.push(row);
      if (isSideBySide && (key === "both" || key === "none")) row.append(make("div", { class: "text", "aria-hidden": "true" }, line));
    });
    this.rows.append(...portions(rows, 50));
    const union = sums.both + sums.one + sums.other;
    this.sums.replaceChildren(...[
      [`kept by both`, sums.both],
      [told.one, sums.one],
      [told.other, sums.other],
      ["overlap (both / either)", union ? percent(sums.both / union) : "–"],
    ].map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, String(value)))));
  }

  // ---------------------------------------------------------------- curves

  drawCurves() {
    const method = this.view.methods[this.method];
    this.curvesPanel.replaceChildren(
      make("p", { class: "soft" }, `Shaded: what ${method.name} keeps.`),
      ...this.view.curves.map((curve) => drawCurve(curve, method, this.view, this.curvesPanel.clientWidth)));
  }
}
