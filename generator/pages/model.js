// The fields of the file as a tree, and the bytes that each of them takes.
//
// The data has one row for each stretch of bytes, in order of offset, so that offsets are the sum of
// the sizes before. `sorts` says what rows have in common; `shapes` are [sort, size, sort, size, ...];
// `runs` are [shape, index, ...]: rows of that shape, whose paths are the patterns of their sorts
// ("items[].name") with the indices filled in. `values` has one for each row; lists and objects in it
// are [n], an index into `composites`.
"use strict";

const Kind = {field: 0, payload: 1, padding: 2, slack: 3, unknown: 4, cut: 5};
const KIND_NAMES = ["field", "payload", "padding", "room kept", "unknown", "left out"];
const FILLS = 6; // colours of neighbouring fields

// "items[].name" as ["items", null, "name"]: null is a place for an index.
function segmentsOf(pattern) {
  return [...pattern.matchAll(/\[\]|[^.[]+|\[[^\]]*\]/g)].map(([part]) => (part === "[]" ? null : part));
}

// "items[3].name" as ["items", 3, "name"]
function partsOf(path) {
  return [...path.matchAll(/\[(\d+)\]|[^.[]+|\[[^\]]*\]/g)].map(([part, index]) =>
    index === undefined ? part : Number(index));
}

// A field, an element, a part of one; or a list, a record, a section, which have parts only.
class Field {
  constructor(parent, name) {
    this.parent = parent;
    this.name = name; // a number for elements
    this.children = [];
    this.byName = null; // for many children
    this.row = -1; // the row whose bytes these are
    this.first = -1; // the first row of this or its parts
    this.size = 0; // bytes of this and its parts
    this.own = null; // {sort, offset, size, value} of a part of a row
    this.isOpen = false;
    this.violations = [];
    this.faults = 0; // violations of this and its parts
    this.array = null; // of an array over pieces
    this.pieces = []; // [{begin, end}] of it, where they are
    this.content = null; // what is after its codec
    this.isMissing = false; // no byte of it is in the file
    this.position = 0; // among its parent's children, from 1
  }

  get depth() {
    let depth = 0;
    for (let field = this.parent; field; field = field.parent) ++depth;
    return depth;
  }

  get path() {
    if (!this.parent) return "";
    if (typeof this.name === "number") return `${this.parent.path}[${this.name}]`;
    const above = this.parent.path;
    return above && !this.name.startsWith("[") ? `${above}.${this.name}` : above + this.name;
  }

  child(name) {
    if (this.byName) return this.byName.get(name);
    return this.children.find((child) => child.name === name);
  }

  add(name) {
    const child = new Field(this, name);
    this.children.push(child);
    child.position = this.children.length;
    if (this.byName) this.byName.set(name, child);
    else if (this.children.length > 16) this.byName = new Map(this.children.map((c) => [c.name, c]));
    return child;
  }

  isWithin(other) {
    for (let field = this; field; field = field.parent) if (field === other) return true;
    return false;
  }
}

class Model {
  constructor(data) {
    this.data = data;
    this.size = data.file_size;
    this.sorts = data.sorts.map((sort) => this.readSort(sort));
    this.links = new Map(data.links);
    this.root = new Field(null, "");
    this.root.isOpen = true;
    const count = data.values.length;
    this.sortOfRow = new Array(count);
    this.fieldOfRow = new Array(count);
    this.offsets = new Float64Array(count + 1);
    this.plant();
    this.plantDecoded();
    this.readBytes();
    this.placeViolations();
  }

  readSort([pattern, kind, type, doc, relation, element, target]) {
    const text = (number) => (number === undefined ? "" : this.data.texts[number]);
    const sort = {kind, type: text(type), doc: text(doc), relation: text(relation)};
    sort.segments = segmentsOf(text(pattern));
    sort.elementType = element ? text(element) : "";
    sort.target = target === undefined ? null : segmentsOf(text(target));
    sort.fill = this.fillOf(kind, pattern);
    return sort;
  }

  // Fields that follow each other differ; the same field of other elements looks the same.
  fillOf(kind, pattern) {
    if (kind >= Kind.padding) return 0;
    this.fills ??= new Map();
    if (!this.fills.has(pattern)) this.fills.set(pattern, 1 + (this.fills.size % FILLS));
    return this.fills.get(pattern);
  }

  // ---- the tree ----

  plant() {
    let row = 0;
    for (const [shapeNumber, ...indices] of this.data.runs) {
      const shape = this.data.shapes[shapeNumber];
      for (let i = 0; i < shape.length; i += 2) {
        this.sortOfRow[row] = this.sorts[shape[i]];
        this.offsets[row + 1] = this.offsets[row] + shape[i + 1];
        this.plantRow(row++, indices);
      }
    }
    this.putInOrder(this.root);
  }

  plantRow(row, indices) {
    const sort = this.sortOfRow[row];
    const isCut = sort.kind === Kind.cut;
    const segments = isCut ? [...sort.segments, "…"] : sort.segments;
    const size = this.offsets[row + 1] - this.offsets[row];
    let nth = 0;
    let field = this.root;
    for (let i = 0; i < segments.length; ++i) {
      const name = segments[i] ?? indices[nth++];
      const known = field.child(name);
      const isTaken = known && i === segments.length - 1 && known.row >= 0 && !isCut;
      field = known && !isTaken ? known : field.add(name);
      if (field.first < 0) field.first = row;
      field.size += size;
    }
    if (segments.length === 0) {
      field = this.root.add(KIND_NAMES[sort.kind]); // bytes of which nothing is known
      field.first = row;
      field.size = size;
    }
    if (field.row < 0) field.row = row;
    this.fieldOfRow[row] = field;
  }

  // Arrays over pieces have the bytes of these, which are other fields, too; what is after a codec
  // belongs to stored bytes.
  plantDecoded() {
    this.joined = [];
    for (const {path, type, doc, size, pieces, places, array} of this.data.joined) {
      const field = this.grow(path);
      const value = `${counted(size, "byte")} in ${counted(pieces, "piece")}`;
      const sort = {kind: Kind.field, type, doc, segments: [], relation: "", elementType: "", target: null, fill: 0};
      field.own = {sort, offset: null, size: 0, value};
      field.array = array;
      field.pieceCount = pieces;
      for (let i = 0; i < places.length; i += 2) field.pieces.push({begin: places[i], end: places[i] + places[i + 1]});
      field.piecesInOrder = [...field.pieces].sort((a, b) => a.begin - b.begin);
      this.joined.push(field);
    }
    for (const content of this.data.contents) {
      const field = this.find(content.path);
      if (field) field.content = content;
    }
  }

  // The field of that path, which is made where there is none.
  grow(path) {
    return partsOf(path).reduce((field, part) => field.child(part) ?? field.add(part), this.root);
  }

  // Elements whose payloads lie in another order than their table.
  putInOrder(field) {
    const {children} = field;
    let isSorted = true;
    for (let i = 0; i < children.length; ++i) {
      if (children[i].children.length) this.putInOrder(children[i]);
      isSorted &&= i === 0 || (children[i - 1].name !== "…" && !(children[i - 1].name > children[i].name));
    }
    if (isSorted || !children.every((child) => typeof child.name === "number" || child.name === "…")) return;
    const key = (child) => (typeof child.name === "number" ? child.name : this.valueOf(child)[0] - 0.5);
    children.sort((a, b) => key(a) - key(b));
    children.forEach((child, i) => (child.position = i + 1));
  }

  // The parts of a field. Elements of a list of numbers and rows within a row are made when they are
  // asked for.
  partsOf(field) {
    if (field.row >= 0 && !field.hasParts) {
      field.hasParts = true;
      const sort = this.sortOf(field);
      if (sort.elementType) this.addElements(field, sort);
      const inner = this.data.inner[field.row];
      if (inner) this.addInner(field, inner);
    }
    return field.children;
  }

  hasParts(field) {
    if (field.children.length) return true;
    return field.row >= 0 && (this.sortOf(field).elementType !== "" || this.data.inner[field.row] !== undefined);
  }

  addElements(field, sort) {
    const value = this.valueOf(field);
    const list = Array.isArray(value) ? value : value.$a;
    const count = Array.isArray(value) ? value.length : value.of;
    const size = (this.offsets[field.row + 1] - this.offsets[field.row]) / count;
    const common = {...sort, type: sort.elementType, elementType: "", relation: "", target: null, doc: ""};
    list.forEach((element, i) => {
      const child = field.add(i);
      child.first = field.row;
      child.size = size;
      child.own = {sort: common, offset: this.offsets[field.row] + i * size, size, value: element};
    });
  }

  addInner(field, entries) {
    for (const entry of entries) {
      if (!Array.isArray(entry)) {
        field.add(`${entry} more`).isMissing = true;
        continue;
      }
      const [sort, indices, offset, size, value, inner] = entry;
      let nth = 0;
      const name = this.sorts[sort].segments.reduce((path, segment) =>
        segment === null ? `${path}[${indices[nth++]}]` : path ? `${path}.${segment}` : segment, "");
      const child = field.add(name || KIND_NAMES[this.sorts[sort].kind]);
      child.first = field.row;
      child.size = size;
      child.own = {sort: this.sorts[sort], offset, size, value: this.unfolded(value)};
      if (inner) this.addInner(child, inner);
    }
  }

  // ---- what is known of a field ----

  sortOf(field) {
    return field.own ? field.own.sort : field.row >= 0 ? this.sortOfRow[field.row] : null;
  }

  unfolded(value) {
    return Array.isArray(value) ? this.data.composites[value[0]] : value;
  }

  valueOf(field) {
    if (field.own) return field.own.value;
    return field.row >= 0 ? this.unfolded(this.data.values[field.row]) : undefined;
  }

  // {begin, end} of its own bytes, or null.
  bytesOf(field) {
    if (field.own) return field.own.offset === null ? null : {begin: field.own.offset, end: field.own.offset + field.own.size};
    if (field.row < 0) return null;
    return {begin: this.offsets[field.row], end: this.offsets[field.row + 1]};
  }

  // Where it begins: its own bytes, or the first of its parts or pieces.
  beginOf(field) {
    return this.bytesOf(field)?.begin ?? (field.first >= 0 ? this.offsets[field.first] : field.pieces[0]?.begin ?? null);
  }

  // Whether the byte, which is `other`'s, is one of this field, too.
  holds(field, other, offset) {
    return other.isWithin(field) || (field.pieces.length > 0 && this.pieceAt(field, offset) !== null);
  }

  // The piece of an array that the byte is in, or null.
  pieceAt(field, offset) {
    const pieces = field.piecesInOrder;
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle].end <= offset) low = middle + 1;
      else high = middle;
    }
    return low < pieces.length && pieces[low].begin <= offset ? pieces[low] : null;
  }

  // The arrays that the field is a piece of, or of a piece: [{field, number}], counted from 1.
  arraysOver(field) {
    const begin = this.beginOf(field);
    if (begin === null || field.array) return [];
    const end = this.bytesOf(field)?.end ?? begin + field.size;
    return this.joined.flatMap((array) => {
      const piece = this.pieceAt(array, begin);
      return piece && end <= piece.end ? [{field: array, number: array.pieces.indexOf(piece) + 1}] : [];
    });
  }

  arrayOf(field) {
    return field.array ?? this.arrayOfRow(field);
  }

  arrayOfRow(field) {
    return field.row >= 0 && !field.own ? this.data.arrays[field.row] : undefined;
  }

  // {field, offset, path} of what a field's value points at, or null.
  targetOf(field) {
    const sort = this.sortOf(field);
    if (!sort?.target || field.own) return null;
    const offset = this.links.get(field.row) ?? Number(this.valueOf(field));
    const indices = partsOf(field.path).filter((part) => typeof part === "number");
    let nth = 0;
    let target = this.root;
    let path = "";
    for (const segment of sort.target) {
      const name = segment ?? indices[nth++];
      target = target?.child(name);
      path += typeof name === "number" ? `[${name}]` : path ? `.${name}` : name;
    }
    const begins = target?.first >= 0 && this.offsets[target.first] === offset;
    if (!begins) target = this.fieldAt(offset) ?? target;
    return {field: target, offset, path};
  }

  // ---- finding ----

  rowAt(offset) {
    let low = 0;
    let high = this.fieldOfRow.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.offsets[middle + 1] <= offset) low = middle + 1;
      else high = middle;
    }
    return low < this.fieldOfRow.length && offset >= 0 ? low : -1;
  }

  // The smallest field that holds the byte.
  fieldAt(offset) {
    const row = this.rowAt(offset);
    if (row < 0) return null;
    let field = this.fieldOfRow[row];
    for (;;) {
      const part = this.partsOf(field).find((child) =>
        child.own && child.own.offset !== null && child.own.offset <= offset && offset < child.own.offset + child.own.size);
      if (!part) return field;
      field = part;
    }
  }

  // The field of that path, or null.
  find(path) {
    let field = this.root;
    for (const part of partsOf(path)) {
      this.partsOf(field);
      field = field.child(part);
      if (!field) return null;
    }
    return field;
  }

  // ---- violations ----

  placeViolations() {
    this.data.violations.forEach((violation) => {
      let field = this.root;
      for (const part of partsOf(violation.path)) {
        this.partsOf(field);
        let child = field.child(part);
        if (!child) {
          child = field.add(part);
          child.isMissing = true;
        }
        field = child;
      }
      field.violations.push(violation);
      for (let above = field; above; above = above.parent) ++above.faults;
    });
    this.faultyOffsets = new Set(this.data.violations.map((violation) => violation.offset));
  }

  // ---- bytes ----

  // Stretches of bytes that the page has, with the folds between them.
  readBytes() {
    this.stretches = [];
    let reached = 0;
    const fold = (end) => {
      if (reached < end) this.stretches.push({begin: reached, end, bytes: null});
      reached = end;
    };
    for (const [offset, base64] of this.data.bytes) {
      fold(offset);
      const bytes = Uint8Array.from(atob(base64), (ch) => ch.charCodeAt(0));
      this.stretches.push({begin: offset, end: offset + bytes.length, bytes});
      reached = offset + bytes.length;
    }
    fold(this.size);
  }

  // As many bytes from `begin` on as the page has, at most up to `end`.
  bytesFrom(begin, end) {
    const stretch = this.stretches.find((each) => each.begin <= begin && begin < each.end);
    return stretch?.bytes ? stretch.bytes.subarray(begin - stretch.begin, end - stretch.begin) : new Uint8Array(0);
  }
}
