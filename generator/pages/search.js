// Finds fields by name, path, text value, and bytes by offset.
"use strict";

const MOST_FOUND = 100;

class Search {
  constructor(input, box, model, actions) {
    this.input = input;
    this.box = box;
    this.model = model;
    this.actions = actions;
    this.found = [];
    this.active = -1;
    input.addEventListener("input", () => this.later());
    input.addEventListener("keydown", (event) => this.onKey(event));
    input.addEventListener("focus", () => this.found.length && this.open(true));
    input.addEventListener("blur", () => this.open(false));
    box.addEventListener("pointerdown", (event) => this.onPress(event));
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), 80);
  }

  // ---- finding ----

  search() {
    const text = this.input.value.trim();
    this.found = [];
    this.count = 0;
    if (text) {
      const offset = this.offsetOf(text);
      if (offset !== null) this.found.push({offset, field: this.model.fieldAt(offset)});
      const exact = this.model.find(text);
      if (exact?.parent) this.found.push({field: exact});
      this.count = this.found.length;
      this.visit(this.model.root, "", text.toLowerCase(), exact);
    }
    this.active = this.found.length ? 0 : -1;
    this.show(text);
  }

  // "276" or "0x114", if the file has that byte.
  offsetOf(text) {
    if (!/^(\d+|0x[0-9a-f]+)$/i.test(text.replaceAll(",", ""))) return null;
    const offset = Number(text.replaceAll(",", ""));
    return offset < this.model.size ? offset : null;
  }

  visit(field, path, text, exact) {
    for (const child of field.children) {
      const own = typeof child.name === "number" ? `${path}[${child.name}]` : path ? `${path}.${child.name}` : child.name;
      const isLeaf = child.row >= 0 || child.children.length === 0;
      if (child !== exact && (this.isNamed(child, own, text) || (isLeaf && this.holds(child, text)))) {
        ++this.count;
        if (this.found.length < MOST_FOUND) this.found.push({field: child});
      }
      this.visit(child, own, text, exact);
    }
  }

  // A part of its own name; with dots or brackets, of its path.
  isNamed(field, path, text) {
    if (/[.[]/.test(text)) return path.toLowerCase().includes(text);
    return typeof field.name === "string" && field.name.toLowerCase().includes(text);
  }

  holds(field, text) {
    const value = this.model.valueOf(field);
    const content = typeof value === "string" ? value : value?.$s;
    return content !== undefined && content.toLowerCase().includes(text);
  }

  // ---- the list ----

  show(text) {
    const options = this.found.map((found, i) => this.option(found, i));
    if (!options.length && text) options.push(make("div", {class: "none"}, "Nothing found"));
    if (this.count > this.found.length) options.push(make("div", {class: "none"}, `${digits.format(this.count - this.found.length)} more`));
    this.box.replaceChildren(...options);
    this.open(Boolean(text));
    this.actions.say(text ? `${digits.format(this.count)} found` : "");
    this.mark();
  }

  option({field, offset}, i) {
    const value = offset === undefined ? fieldText(this.model, field) || keyText(this.model, field) : `byte ${digits.format(offset)}`;
    return make("div", {role: "option", id: `found-${i}`}, make("span", {class: "path"}, pathText(field)), " ", make("span", {class: "soft"}, value));
  }

  mark() {
    [...this.box.children].forEach((option, i) => option.role === "option" && option.setAttribute("aria-selected", String(i === this.active)));
    if (this.active >= 0) this.input.setAttribute("aria-activedescendant", `found-${this.active}`);
    else this.input.removeAttribute("aria-activedescendant");
    this.box.children[this.active]?.scrollIntoView({block: "nearest"});
  }

  open(isOpen) {
    this.box.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
  }

  take(i) {
    const {field, offset} = this.found[i];
    this.active = i;
    this.mark();
    this.actions.choose(field, "search", offset);
  }

  // ---- events ----

  onKey(event) {
    if (event.key === "Escape") {
      this.open(false);
    } else if (event.key === "Enter") {
      clearTimeout(this.timer);
      const isNew = this.text !== this.input.value;
      if (isNew) this.search();
      this.text = this.input.value;
      if (this.found.length === 0) return;
      // Again: the next one.
      if (!isNew) this.active = (this.active + (event.shiftKey ? this.found.length - 1 : 1)) % this.found.length;
      this.take(this.active);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.found.length === 0) return;
      this.open(true);
      this.active = (this.active + (event.key === "ArrowUp" ? this.found.length - 1 : 1)) % this.found.length;
      this.text = undefined;
      this.mark();
    } else {
      return;
    }
    event.preventDefault();
  }

  onPress(event) {
    event.preventDefault(); // the input keeps the focus
    const option = event.target.closest("[role=option]");
    if (!option) return;
    this.take([...this.box.children].indexOf(option));
    this.open(false);
  }
}
