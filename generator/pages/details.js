// Everything about the field that was chosen.
"use strict";

class Details {
  constructor(box, model, actions) {
    this.box = box;
    this.model = model;
    this.actions = actions;
    this.box.replaceChildren(make("p", {class: "hint"},
      "Choose a field or a byte. The arrow keys move through fields and bytes, ", make("kbd", {}, "/"), " searches."));
  }

  show(field) {
    const {model} = this;
    const sort = model.sortOf(field);
    const array = model.arrayOf(field);
    this.box.replaceChildren(
      make("h3", {}, pathText(field)),
      sort?.doc ? make("p", {}, printable(sort.doc)) : "",
      ...field.violations.map((violation) => make("p", {class: "violation"}, `${violation.message} `, make("code", {}, `[${violation.rule}]`))),
      make("dl", {}, ...this.facts(field, sort)),
      ...(array ? arrayParts(array) : []),
      ...(field.content ? this.contentParts(field.content) : []));
  }

  facts(field, sort) {
    const {model} = this;
    const facts = [];
    const add = (name, ...texts) => facts.push(make("dt", {}, name), make("dd", {}, ...texts));
    const begin = model.beginOf(field);
    if (begin !== null) add("Offset", `${digits.format(begin)} `, make("span", {class: "soft"}, `0x${hexOf(begin)}`));
    if (begin !== null && !field.array) add("Size", this.sizeText(field));
    if (sort?.type) add("Type", printable(sort.type));
    else if (sort && sort.kind !== Kind.field) add("Kind", KIND_NAMES[sort.kind]);
    if (model.arrayOf(field)?.order) add("Order", "by columns: the first dimension is the fastest");
    if (!sort && field.children.length) add("Parts", this.partsText(field));
    const value = model.valueOf(field);
    if (field.array) add("Stored", this.storedText(field, value));
    else if (sort && value !== undefined && value !== null && sort.kind !== Kind.cut) add("Value", ...this.value(value, sort));
    if (sort?.relation) add("Follows from", printable(sort.relation));
    const target = model.targetOf(field);
    if (target) {
      const go = (event) => {
        event.preventDefault();
        this.actions.follow(field);
      };
      add("Points at", make("a", {href: `#${target.path}`, onclick: go}, printable(target.path)), ` at ${digits.format(target.offset)}`);
    }
    for (const part of model.arraysOver(field)) add("Part of", this.linkTo(part.field), `, piece ${digits.format(part.number)}`);
    const bytes = this.bytesText(field);
    if (bytes) add("Bytes", make("code", {}, bytes));
    return facts;
  }

  linkTo(field) {
    const go = (event) => {
      event.preventDefault();
      this.actions.choose(field, "link");
    };
    return make("a", {href: `#${field.path}`, onclick: go}, printable(field.path));
  }

  storedText(field, value) {
    const shown = field.pieces.length;
    return shown && shown < field.pieceCount ? `${value}, of which the first ${digits.format(shown)} are marked` : value;
  }

  sizeText(field) {
    const own = this.model.bytesOf(field);
    const size = own ? own.end - own.begin : field.size;
    return own && field.size !== size ? `${counted(size, "byte")}, with its parts ${digits.format(field.size)}` : counted(size, "byte");
  }

  partsText(field) {
    const isList = typeof field.children[0].name === "number";
    return counted(isList ? elementCount(this.model, field) : field.children.length, isList ? "element" : "part");
  }

  value(value, sort) {
    const text = ownText(value, sort);
    if (typeof value !== "number" || !Number.isInteger(value) || value < 10) return [text];
    return [`${text} `, make("span", {class: "soft"}, `0x${hexOf(value)}`)];
  }

  bytesText(field) {
    const own = this.model.bytesOf(field);
    if (!own || own.end === own.begin) return "";
    const most = 32;
    const bytes = this.model.bytesFrom(own.begin, Math.min(own.end, own.begin + most));
    const text = [...bytes].map((byte) => hexOf(byte, 2)).join(" ");
    return own.end - own.begin > most ? `${text} …` : text;
  }

  // ---- what is after a codec ----

  contentParts({codec, size, text, hex, problem}) {
    const title = codec === "none" ? "Text" : `Content after ${codec}`;
    if (problem) return [make("h4", {}, title), make("p", {class: "odd"}, `Not shown: it ${problem}.`)];
    const lines = text === undefined ? hexLines(hex) : laidOut(text, size);
    const shown = text === undefined ? hex.length / 2 : new TextEncoder().encode(text).length;
    const note = shown < size ? `The first ${digits.format(shown)} of ${counted(size, "byte")}.` : `${counted(size, "byte")}.`;
    return [make("details", {class: "content", open: ""}, make("summary", {}, title),
      make("p", {class: "soft"}, note),
      make("pre", {tabindex: "0", role: "region", "aria-label": title}, lines))];
  }
}
