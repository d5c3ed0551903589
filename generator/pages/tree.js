// The tree of fields: a line for each field in sight, and one for each violation after its field.
"use strict";

const LINE = 24; // pixels, as in the style
const INDENT = 14;

class TreeView {
  constructor(box, model, actions) {
    this.box = box;
    this.model = model;
    this.actions = actions;
    this.chosen = null;
    this.pointed = null;
    this.lines = []; // {field} or {field, violation}
    this.list = new LineList(box, {
      count: () => this.lines.length,
      height: (i) => this.heightOf(this.lines[i]),
      make: (i) => this.makeLine(i),
    });
    box.addEventListener("click", (event) => this.onClick(event));
    box.addEventListener("pointerover", (event) => actions.point(this.fieldOf(event), "tree"));
    box.addEventListener("pointerleave", () => actions.point(null, "tree"));
    box.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.onWidth()).observe(box);
  }

  // ---- which lines there are ----

  refresh() {
    this.lines = [];
    this.addLines(this.model.root);
    this.lineOf = new Map();
    this.lines.forEach((line, i) => line.violation || this.lineOf.set(line.field, i));
    this.list.refresh();
    this.mark();
  }

  addLines(field) {
    if (field.parent) this.lines.push({field});
    for (const violation of field.violations) this.lines.push({field, violation});
    if (field.isOpen) for (const part of this.model.partsOf(field)) this.addLines(part);
  }

  heightOf({field, violation}) {
    if (!violation) return LINE;
    const room = this.box.clientWidth - this.indentOf(field) - 40;
    const perLine = Math.max(10, Math.floor(room / 7)); // characters, at most
    return 8 + 18 * Math.ceil((violation.message.length + violation.rule.length + 3) / perLine);
  }

  onWidth() {
    if (this.width === this.box.clientWidth) return;
    this.width = this.box.clientWidth;
    if (this.lines.some((line) => line.violation)) this.list.refresh();
  }

  indentOf(field) {
    return Math.max(0, Math.min(field.depth - 1, 12)) * INDENT;
  }

  // ---- lines ----

  makeLine(i) {
    const {field, violation} = this.lines[i];
    const line = violation ? this.makeViolation(field, violation) : this.makeField(field);
    line.lineNumber = i;
    this.markLine(line, field);
    return line;
  }

  makeViolation(field, violation) {
    const level = violation.level === "error" || violation.level === "rule" ? "error" : "warn";
    const line = make("div", {class: `line broken ${level}`, role: "note"},
      make("span", {}, `${violation.message} `, make("code", {}, `[${violation.rule}]`)));
    line.style.paddingInlineStart = `${this.indentOf(field) + 22}px`;
    return line;
  }

  makeField(field) {
    const sort = this.model.sortOf(field);
    const hasParts = this.model.hasParts(field);
    const begin = this.model.beginOf(field);
    const target = this.model.targetOf(field);
    const key = keyText(this.model, field);
    const line = make("div", {
        class: `line${field.isMissing ? " missing" : ""}${field.faults ? " faulty" : ""}`, role: "treeitem",
        id: this.idOf(field), "aria-level": field.depth, "aria-posinset": field.position,
        "aria-setsize": field.parent.children.length, "aria-expanded": hasParts ? String(field.isOpen) : null},
      make("span", {class: "fold", "aria-hidden": "true"}, hasParts ? (field.isOpen ? "▾" : "▸") : ""),
      make("span", {class: `chip fill-${sort ? sort.fill : "group"}`, "aria-hidden": "true"}),
      make("span", {class: "name"}, nameText(field)),
      make("span", {class: "value"}, ...this.valueParts(field, sort, key)),
      target && make("a", {class: "target", href: `#${target.path}`, tabindex: "-1"}, `→ ${printable(target.path)}`),
      make("span", {class: "type"}, sort && sort.kind !== Kind.cut ? printable(sort.type) : ""),
      make("span", {class: "at"}, begin === null ? "" : digits.format(begin)));
    line.style.paddingInlineStart = `${this.indentOf(field) + 4}px`;
    return line;
  }

  valueParts(field, sort, key) {
    const faults = field.faults && !field.isOpen && !field.violations.length;
    const parts = [];
    if (faults) parts.push(make("span", {class: "badge"}, counted(field.faults, "violation")), " ");
    if (sort?.kind === Kind.cut) {
      const [from, to] = this.model.valueOf(field);
      parts.push(`elements ${digits.format(from)} to ${digits.format(to)} are not on this page`);
    } else {
      parts.push(key || fieldText(this.model, field));
    }
    return parts;
  }

  idOf(field) {
    field.id ??= `field-${TreeView.count++}`;
    return field.id;
  }

  // ---- marks ----

  // The field itself, or what of it can be seen.
  visible(field) {
    while (field && field.parent && !this.lineOf.has(field)) field = field.parent;
    return field?.parent ? field : null;
  }

  mark() {
    for (const [i, line] of this.list.shown) this.markLine(line, this.lines[i].field);
    if (this.chosen) this.box.setAttribute("aria-activedescendant", this.idOf(this.chosen));
  }

  markLine(line, field) {
    if (line.classList.contains("broken")) return;
    line.classList.toggle("chosen", field === this.chosen);
    line.classList.toggle("pointed", field === this.visible(this.pointed));
    line.setAttribute("aria-selected", String(field === this.chosen));
  }

  point(field) {
    this.pointed = field;
    this.mark();
  }

  choose(field) {
    this.chosen = field;
    let hasOpened = false;
    for (let above = field.parent; above; above = above.parent) {
      hasOpened ||= !above.isOpen;
      above.isOpen = true;
    }
    if (hasOpened || !this.lineOf.has(field)) this.refresh();
    if (this.lineOf.has(field)) this.list.reveal(this.lineOf.get(field));
    this.mark();
  }

  // ---- folding ----

  setOpen(field, isOpen) {
    if (field.isOpen === isOpen || !this.model.hasParts(field)) return;
    field.isOpen = isOpen;
    if (!isOpen && this.chosen && this.chosen !== field && this.chosen.isWithin(field)) this.actions.choose(field, "tree");
    this.refresh();
  }

  // Lists and records down to `depth`, but no list of more than `most`; with `isFull` also the parts
  // of what says everything in its own line.
  unfold(depth, most, isFull) {
    const open = (field, level) => {
      const isWanted = level === 0 || (this.model.partsOf(field).length <= most && (isFull || field.row < 0));
      field.isOpen = level < depth && isWanted;
      for (const part of field.children) open(part, level + 1);
    };
    open(this.model.root, 0);
    for (let field = this.chosen?.parent; field; field = field.parent) field.isOpen = true;
    this.refresh();
  }

  openTo(field) {
    for (let above = field.parent; above; above = above.parent) above.isOpen = true;
  }

  // ---- events ----

  fieldOf(event) {
    const line = event.target.closest?.(".line");
    return line ? this.lines[line.lineNumber].field : null;
  }

  onClick(event) {
    const field = this.fieldOf(event);
    if (!field) return;
    if (event.target.closest(".target")) {
      event.preventDefault();
      this.actions.follow(field);
    } else if (event.target.closest(".fold")) {
      this.setOpen(field, !field.isOpen);
    } else if (field.parent) {
      if (event.detail === 2) this.setOpen(field, !field.isOpen);
      this.actions.choose(field, "tree");
    }
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = this.chosen;
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: this.list.page, PageUp: -this.list.page, Home: -Infinity, End: Infinity}[event.key];
    if (step !== undefined) this.move(step);
    else if (!field) return;
    else if (event.key === "ArrowRight" && field.isOpen && this.model.partsOf(field).length) this.actions.choose(field.children[0], "tree");
    else if (event.key === "ArrowRight") this.setOpen(field, true);
    else if (event.key === "ArrowLeft" && field.isOpen && this.model.hasParts(field)) this.setOpen(field, false);
    else if (event.key === "ArrowLeft" && field.parent?.parent) this.actions.choose(field.parent, "tree");
    else if (event.key === "Enter" && this.model.targetOf(field)) this.actions.follow(field);
    else if (event.key === " ") this.setOpen(field, !field.isOpen);
    else if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
  }

  move(step) {
    const last = this.lines.length - 1;
    const at = this.chosen ? this.lineOf.get(this.chosen) ?? -1 : step > 0 ? -1 : last + 1;
    let next = Math.max(0, Math.min(last, at + step));
    const direction = step > 0 ? 1 : -1;
    while (next >= 0 && next <= last && this.lines[next].violation) next += direction;
    if (next < 0 || next > last) return;
    this.actions.choose(this.lines[next].field, "tree");
  }
}
TreeView.count = 0;
