// The workbench around the report: what page, read how, marked how. The service answers; nothing leaves it.

const settings = JSON.parse(document.getElementById("settings").textContent);
const byId = (id) => document.getElementById(id);

class Workbench {
  constructor() {
    this.page = null;      // id of the page that the service holds
    this.given = null;     // what was sent, to send it again when it is not held any more
    this.view = null;
    this.report = null;
    this.method = "default";
    this.touched = new Map(); // line number -> whether a person calls it main text
    this.waiting = null;
    this.build();
  }

  build() {
    for (const policy of settings.policies) {
      byId("policies").append(make("label", {},
        make("input", { type: "radio", name: "policy", value: policy, checked: policy === "balanced", onchange: () => this.look() }), policy));
    }
    byId("kind").append(...settings.kinds.map((kind) => make("option", {}, kind)));
    byId("give").addEventListener("submit", (event) => {
      event.preventDefault();
      this.give();
    });
    byId("file").addEventListener("change", (event) => this.giveFile(event.target.files[0]));
    for (const id of ["title", "stop-words"]) byId(id).addEventListener("input", () => this.lookSoon());
    byId("reset").addEventListener("click", () => {
      this.touched.clear();
      this.showMarks();
    });
    byId("save").addEventListener("click", () => this.save());
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      this.giveFile(event.dataTransfer.files[0]);
    });
  }

  // ---------------------------------------------------------------- the page

  give() {
    const html = byId("html").value;
    const url = byId("url").value.trim();
    if (html.trim()) this.start(url ? { html, url } : { html });
    else if (url) this.start({ url });
    else this.tell("Paste HTML, choose a file, or give an address first.", true);
  }

  async giveFile(file) {
    if (!file) return;
    if (file.size > settings.most_bytes * 0.7) {
      this.tell(`${file.name} is larger than this service takes.`, true);
      return;
    }
    const url = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(file);
    });
    this.start({ html_base64: url.slice(url.indexOf(",") + 1) });
  }

  start(given) {
    this.given = given;
    this.page = null;
    this.touched.clear();
    byId("title").value = "";
    this.look();
  }

  lookSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), 200);
  }

  /** Ask for the view with the present choices; a newer question makes an older one pointless. */
  async look() {
    if (!this.given) return;
    this.waiting?.abort();
    const waiting = this.waiting = new AbortController();
    this.tell("Reading …");
    const began = performance.now();
    try {
      const view = await this.ask("/view", this.choices(), waiting.signal);
      this.page = view.page;
      this.show(view);
      this.tell(`Read in ${Math.round(performance.now() - began)} ms.`);
    } catch (error) {
      if (error.name !== "AbortError") this.tell(error.message, true);
    }
  }

  choices() {
    const words = byId("stop-words").value.split(/[\s,，、;；]+/).filter(Boolean);
    return {
      policy: document.querySelector("input[name=policy]:checked").value,
      title: byId("title").value.trim() || null,
      stop_words: words,
    };
  }

  async ask(path, choices, signal) {
    const send = (page) => fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...page, ...choices }),
      signal,
    });
    let answer = await send(this.page ? { page: this.page } : this.given);
    if (answer.status === 410) answer = await send(this.given);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    return told;
  }

  show(view) {
    this.view = view;
    this.firstLine = firstLines(view);
    byId("how").hidden = false;
    byId("marking").hidden = false;
    this.checks = [];
    this.buttons = [];
    const tab = this.report?.tab;
    this.report = new MarkwindowReport(byId("report"), view, {
      method: this.method,
      onMethod: (name) => {
        this.method = name;
        this.showMarks();
      },
      onMore: () => this.showMarks(),
      decorateWindow: (number, head) => this.markWindow(number, head),
      decorateLine: (line, node) => this.markLine(line, node),
    });
    if (tab) this.report.open(tab);
    this.showMarks();
  }

  tell(sentence, isProblem = false) {
    byId("status").textContent = sentence;
    byId("status").className = isProblem ? "problem" : "soft";
  }

  // ---------------------------------------------------------------- marks

  isKept(line) {
    return this.view.methods[this.report.method].kept[line] === "1";
  }

  isMain(line) {
    return this.touched.get(line) ?? this.isKept(line);
  }

  markWindow(number, head) {
    const first = this.firstLine[number];
    const lines = Array.from({ length: this.view.windows[number].lines }, (_, index) => first + index);
    const press = (isRight) => {
      const anyKept = lines.some((line) => this.isKept(line));
      for (const line of lines) this.touched.set(line, isRight ? this.isKept(line) : !anyKept);
      this.showMarks();
    };
    const button = (label, isRight) => make("button", {
      type: "button", "aria-pressed": "false", class: `mark-${label.toLowerCase()}`, onclick: () => press(isRight),
    }, label);
    const right = button("Right", true);
    const wrong = button("Wrong", false);
    head.append(make("span", { class: "marks" }, right, wrong));
    this.buttons.push({ lines, right, wrong });
  }

  markLine(line, node) {
    const check = make("input", {
      type: "checkbox", "aria-label": `line ${line + 1} is main text`,
      onchange: () => {
        this.touched.set(line, check.checked);
        this.showMarks();
      },
    });
    node.classList.add("with-mark");
    const text = make("span", { class: "text" });
    text.append(...node.childNodes);
    node.append(check, text);
    this.checks[line] = { check, node };
  }

  showMarks() {
    this.checks.forEach(({ check, node }, line) => {
      check.checked = this.isMain(line);
      node.classList.toggle("touched", this.touched.has(line));
    });
    for (const { lines, right, wrong } of this.buttons) {
      const isMarked = lines.every((line) => this.touched.has(line));
      const asDecided = lines.every((line) => this.isMain(line) === this.isKept(line));
      right.setAttribute("aria-pressed", String(isMarked && asDecided));
      wrong.setAttribute("aria-pressed", String(isMarked && !asDecided));
    }
    const main = this.mainLines().length;
    byId("marked").textContent = `${main} of ${this.view.lines.length} lines are main text, ${this.touched.size} by your mark.`;
  }

  mainLines() {
    return this.view.lines.flatMap((_, line) => (this.isMain(line) ? [line] : []));
  }

  async save() {
    byId("save").disabled = true;
    try {
      const saved = await this.ask("/gold", { lines: this.mainLines(), kind: byId("kind").value });
      this.tell(`Saved as ${saved.id} in ${saved.folder}: markwindow evaluate ${saved.folder}`);
    } catch (error) {
      this.tell(error.message, true);
    }
    byId("save").disabled = false;
  }
}

new Workbench();
