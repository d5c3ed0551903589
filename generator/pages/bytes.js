// The bytes of the file: offset, hex and characters, a line for eight or sixteen of them.
"use strict";

const BYTE_LINE = 22; // pixels, as in the style

class BytesView {
  constructor(box, model, actions) {
    this.box = box;
    this.model = model;
    this.actions = actions;
    this.chosen = null; // a field
    this.pointed = null;
    this.cursor = null; // an offset
    this.width = hexOf(Math.max(0, model.size - 1)).length;
    this.width += this.width % 2;
    this.list = new LineList(box, {
      count: () => this.lineCount,
      height: () => BYTE_LINE,
      make: (i) => this.makeLine(i),
    });
    box.addEventListener("click", (event) => this.onClick(event));
    box.addEventListener("pointerover", (event) => this.onPoint(event));
    box.addEventListener("pointerleave", () => actions.point(null, "bytes"));
    box.addEventListener("keydown", (event) => this.onKey(event));
    this.setPerLine(16);
  }

  // ---- lines: those of each stretch, one for each fold, and the end ----

  setPerLine(perLine) {
    if (this.perLine === perLine) return;
    this.perLine = perLine;
    let line = 0;
    this.blocks = this.model.stretches.map((stretch) => {
      const block = {...stretch, line};
      line += stretch.bytes ? Math.ceil((stretch.end - stretch.begin) / perLine) : 1;
      return block;
    });
    this.lineCount = line + 1;
    this.box.style.setProperty("--per-line", perLine);
    this.box.style.setProperty("--offset-digits", this.width);
    this.box.setAttribute("aria-rowcount", String(this.lineCount));
    this.box.setAttribute("aria-colcount", String(perLine + 1));
    this.list.refresh();
  }

  last(isBefore) {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isBefore(this.blocks[middle])) low = middle;
      else high = middle - 1;
    }
    return this.blocks[low];
  }

  lineAt(offset) {
    const block = this.last((each) => each.begin <= offset);
    if (!block || offset >= this.model.size) return this.lineCount - 1;
    return block.line + (block.bytes ? Math.floor((offset - block.begin) / this.perLine) : 0);
  }

  makeLine(i) {
    if (i === this.lineCount - 1) return this.makeEnd(i);
    const block = this.last((each) => each.line <= i);
    return block.bytes ? this.makeBytes(i, block) : this.makeFold(i, block);
  }

  row(i, name, ...children) {
    return make("div", {class: `line ${name}`, role: "row", "aria-rowindex": i + 1}, ...children);
  }

  makeEnd(i) {
    const text = this.model.size === 0 ? "The file is empty." : `end of the file at ${digits.format(this.model.size)}`;
    const isBroken = this.model.faultyOffsets.has(this.model.size);
    return this.row(i, isBroken ? "end bad" : "end", make("span", {role: "gridcell"}, text));
  }

  makeFold(i, block) {
    const row = this.model.rowAt(block.begin);
    const field = this.model.fieldOfRow[row];
    const line = this.row(i, "folded", make("span", {role: "gridcell"},
      `⋯ ${counted(block.end - block.begin, "byte")} of ${pathText(field).replace(/\.?…$/, "")}`));
    line.field = field;
    line.offset = block.begin;
    this.markFold(line);
    return line;
  }

  makeBytes(i, block) {
    const begin = block.begin + (i - block.line) * this.perLine;
    const end = Math.min(block.end, begin + this.perLine);
    const hex = make("span", {class: "hex", role: "presentation"});
    const text = make("span", {class: "text", "aria-hidden": "true"});
    let field = null;
    for (let offset = begin; offset < end; ++offset) {
      if (!field || offset >= this.fieldEnd) field = this.fieldAt(offset);
      const byte = block.bytes[offset - block.begin];
      const isPrintable = byte >= 0x20 && byte < 0x7f;
      const name = this.classOf(field, offset);
      hex.append(this.cell("gridcell", offset, field, name, hexOf(byte, 2)));
      text.append(this.cell(null, offset, field, isPrintable ? name : `${name} dull`, isPrintable ? String.fromCharCode(byte) : "·"));
    }
    const line = this.row(i, "bytes", make("span", {class: "offset", role: "rowheader", title: digits.format(begin)}, hexOf(begin, this.width)), hex, text);
    for (const cell of [...hex.children, ...text.children]) this.markCell(cell);
    return line;
  }

  // The field of a byte; `fieldEnd` is where another one may begin.
  fieldAt(offset) {
    const field = this.model.fieldAt(offset);
    const bytes = this.model.bytesOf(field);
    this.fieldEnd = this.model.hasParts(field) ? offset + 1 : bytes.end;
    return field;
  }

  classOf(field, offset) {
    const sort = this.model.sortOf(field);
    const bad = this.model.faultyOffsets.has(offset) ? " bad" : "";
    return `fill-${sort.fill}${sort.kind === Kind.unknown ? " unknown" : ""}${bad}`;
  }

  cell(role, offset, field, name, text) {
    const cell = make("span", {class: name, role, id: role ? `byte-${offset}` : null}, text);
    cell.offset = offset;
    cell.field = field;
    return cell;
  }

  // ---- marks ----

  isOf(field, place) {
    return field !== null && this.model.holds(field, place.field, place.offset);
  }

  markCell(cell) {
    cell.classList.toggle("chosen", this.isOf(this.chosen, cell));
    cell.classList.toggle("pointed", this.isOf(this.pointed, cell));
    cell.classList.toggle("cursor", cell.offset === this.cursor);
  }

  markFold(line) {
    line.classList.toggle("chosen", this.isOf(this.chosen, line));
    line.classList.toggle("pointed", this.isOf(this.pointed, line));
  }

  mark() {
    for (const line of this.list.shown.values()) {
      for (const cell of line.querySelectorAll(".hex > span, .text > span")) this.markCell(cell);
      if (line.classList.contains("folded")) this.markFold(line);
    }
    if (this.cursor !== null) this.box.setAttribute("aria-activedescendant", `byte-${this.cursor}`);
  }

  point(field) {
    this.pointed = field;
    this.mark();
  }

  choose(field, offset) {
    this.chosen = field;
    this.cursor = offset;
    if (offset !== null) this.list.reveal(this.lineAt(offset));
    this.mark();
  }

  // ---- events ----

  onPoint(event) {
    const cell = event.target;
    this.actions.point(cell.field ?? event.target.closest?.(".folded")?.field ?? null, "bytes", cell.offset);
  }

  onClick(event) {
    const cell = event.target.field ? event.target : event.target.closest(".folded");
    if (cell) this.actions.choose(cell.field, "bytes", cell.offset);
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.model.size === 0) return;
    const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.perLine, ArrowUp: -this.perLine,
      PageDown: this.list.page * this.perLine, PageUp: -this.list.page * this.perLine,
      Home: -Infinity, End: Infinity}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = this.cursor ?? (step > 0 ? -step : 0);
    let offset = Math.max(0, Math.min(this.model.size - 1, from + step));
    const block = this.last((each) => each.begin <= offset);
    if (!block.bytes) offset = step > 0 ? Math.min(block.end, this.model.size - 1) : Math.max(block.begin - 1, 0);
    this.actions.choose(this.model.fieldAt(offset), "bytes", offset);
  }
}
