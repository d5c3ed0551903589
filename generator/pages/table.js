// The arrays of the file, a line each: at the head of the page, folded where there are many.
"use strict";

class ArrayTable {
  constructor(model, actions) {
    this.model = model;
    this.actions = actions;
    const order = new Intl.Collator("en", {numeric: true});
    this.arrays = model.data.table.map(([path, type, size, offset, name]) => {
      const field = model.find(path);
      return {path, type, size, offset, field: field?.path === path ? field : null, name: name ?? this.nameOf(field, path)};
    }).sort((a, b) => order.compare(a.name, b.name));
  }

  // The key of the element that has it; else its path.
  nameOf(field, path) {
    for (; field; field = field.parent) {
      const key = keyText(this.model, field);
      if (key) return key.replace(/^"(.*)"$/, "$1");
    }
    return path;
  }

  // Nothing without arrays.
  parts() {
    const {arrays} = this;
    if (!arrays.length) return [];
    const heads = ["Name", "Type", "Bytes", "Offset", "Path"].map((name, i) =>
      make("th", {scope: "col", class: i === 2 || i === 3 ? "number" : null}, name));
    const leftOut = this.model.data.table_left_out;
    this.body = make("tbody");
    const isOpen = arrays.length <= 3;
    if (isOpen) this.fill();
    return [make("details", {class: "arrays", open: isOpen, ontoggle: () => this.fill()},
      make("summary", {}, counted(arrays.length + leftOut, "array")),
      arrays.length > 10 ? this.filter() : null,
      make("div", {class: "table", role: "region", "aria-label": "Arrays", tabindex: "0"},
        make("table", {}, make("thead", {}, make("tr", {}, ...heads)), this.body)),
      leftOut ? make("p", {}, `${digits.format(leftOut)} more are not on this page; `, make("code", {}, "schemac ls"), " lists all.") : null)];
  }

  // Once it is opened.
  fill() {
    if (this.lines) return;
    this.lines = this.arrays.map((array) => this.makeLine(array));
    this.body.append(...this.lines);
  }

  makeLine({name, path, type, size, offset, field}) {
    const go = (event) => {
      event.preventDefault();
      this.actions.choose(field, "link");
    };
    const link = field ? make("a", {href: `#${path}`, onclick: go}, printable(name)) : printable(name);
    return make("tr", {},
      make("th", {scope: "row"}, link),
      make("td", {}, printable(type)),
      make("td", {class: "number"}, digits.format(size)),
      make("td", {class: "number"}, offset === null ? "" : digits.format(offset)),
      make("td", {class: "soft"}, name === path ? "" : printable(path)));
  }

  filter() {
    const input = make("input", {type: "search", placeholder: "Filter by name, type or path", "aria-label": "Filter arrays", spellcheck: "false"});
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/);
      this.arrays.forEach(({name, path, type}, i) => {
        const text = `${name} ${path} ${type}`.toLowerCase();
        this.lines[i].hidden = !words.every((word) => text.includes(word));
      });
      const count = this.lines.filter((line) => !line.hidden).length;
      this.actions.say(`${counted(count, "array")} found`);
    });
    return input;
  }
}
