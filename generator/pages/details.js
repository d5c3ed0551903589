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
      ...(array ? this.arrayParts(array) : []),
      ...(field.content ? this.contentParts(field.content) : []));
  }

  facts(field, sort) {
    const {model} = this;
    const facts = [];
    const add = (name, ...texts) => facts.push(make("dt", {}, name), make("dd", {}, ...texts));
    const begin = model.beginOf(field);
    if (begin !== null) add("Offset", `${digits.format(begin)} `, make("span", {class: "soft"}, `0x${hexOf(begin)}`));
    if (begin !== null) add("Size", this.sizeText(field));
    if (sort?.type) add("Type", printable(sort.type));
    else if (sort && sort.kind !== Kind.field) add("Kind", KIND_NAMES[sort.kind]);
    if (!sort && field.children.length) add("Parts", this.partsText(field));
    const value = model.valueOf(field);
    if (field.array) add("Stored", value);
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
    const bytes = this.bytesText(field);
    if (bytes) add("Bytes", make("code", {}, bytes));
    return facts;
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

  // ---- what is behind a codec ----

  contentParts({codec, size, text, hex, problem}) {
    const title = codec === "none" ? "Text" : `Content behind ${codec}`;
    if (problem) return [make("h4", {}, title), make("p", {class: "odd"}, `Not shown: it ${problem}.`)];
    const lines = text === undefined ? hexLines(hex) : laidOut(text, size);
    const shown = text === undefined ? hex.length / 2 : new TextEncoder().encode(text).length;
    const note = shown < size ? `The first ${digits.format(shown)} of ${counted(size, "byte")}.` : `${counted(size, "byte")}.`;
    return [make("details", {class: "content", open: ""}, make("summary", {}, title),
      make("p", {class: "soft"}, note),
      make("pre", {tabindex: "0", role: "region", "aria-label": title}, lines))];
  }

  // ---- arrays ----

  arrayParts(array) {
    const parts = [];
    if (array.problem) parts.push(make("p", {class: "odd"}, `No statistics: ${array.problem}.`));
    if (array.statistics) {
      const facts = Object.entries(array.statistics).flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]);
      parts.push(make("h4", {}, "Statistics"), make("dl", {class: "numbers"}, ...facts));
    }
    for (const [name, count] of Object.entries(array.odd ?? {})) parts.push(make("p", {class: "odd"}, `${digits.format(count)} of ${counted(array.count, "element")}: ${name}`));
    if (array.histogram) parts.push(this.histogram(array.histogram));
    if (array.picture) parts.push(make("h4", {}, "Picture"), this.picture(array));
    if (array.values.length) parts.push(make("h4", {}, this.valuesTitle(array)), this.values(array));
    return parts;
  }

  valuesTitle(array) {
    return array.values.length === array.count ? "Values" : `First values of ${digits.format(array.count)}`;
  }

  histogram(bins) {
    const width = 280;
    const height = 90;
    const most = Math.max(...bins.map(([, , count]) => count));
    const step = width / bins.length;
    const picture = draw("svg", {viewBox: `0 0 ${width} ${height + 16}`, class: "histogram", role: "img"});
    const label = bins.map(([begin, end, count]) => `${begin === end ? begin : `${begin} to ${end}`}: ${count}`).join("; ");
    picture.append(draw("title", {}, `Histogram. ${label}`));
    bins.forEach(([begin, end, count], i) => {
      const tall = count === 0 ? 0 : Math.max(1, (height * count) / most);
      picture.append(draw("rect", {x: i * step + 1, y: height - tall, width: Math.max(1, step - 2), height: tall},
        draw("title", {}, `${begin === end ? begin : `${begin} to ${end}`}: ${digits.format(count)}`)));
    });
    picture.append(draw("path", {d: `M0 ${height + 0.5}H${width}`}),
      draw("text", {x: 0, y: height + 13}, bins[0][0]),
      draw("text", {x: width, y: height + 13, "text-anchor": "end"}, bins.at(-1)[1]));
    return picture;
  }

  // Black for the least value, white for the greatest.
  picture(array) {
    const {rows, columns, pixels} = array.picture;
    const label = `${rows} rows by ${columns} columns, black for ${array.statistics.min}, white for ${array.statistics.max}`;
    const canvas = make("canvas", {width: columns, height: rows, role: "img", "aria-label": label});
    const scale = Math.max(1, Math.min(Math.floor(280 / columns), Math.floor(280 / rows), 24));
    canvas.style.width = `${columns * scale}px`;
    const context = canvas.getContext("2d");
    const image = context.createImageData(columns, rows);
    const shades = atob(pixels);
    for (let i = 0; i < shades.length; ++i) image.data.set([shades.charCodeAt(i), shades.charCodeAt(i), shades.charCodeAt(i), 255], 4 * i);
    context.putImageData(image, 0, 0);
    return make("figure", {}, canvas, make("figcaption", {}, label));
  }

  values(array) {
    const texts = array.values.map((value) => (typeof value === "string" ? value : valueText(value, true)));
    const longest = Math.max(...texts.map((text) => text.length));
    const columns = array.columns ?? Math.max(1, Math.min(4, Math.floor(43 / (longest + 2))));
    const rows = [];
    for (let i = 0; i < texts.length; i += columns) rows.push(make("tr", {}, ...texts.slice(i, i + columns).map((text) => make("td", {}, text))));
    return make("div", {class: "values", tabindex: "0", role: "region", "aria-label": "First values"}, make("table", {}, make("tbody", {}, ...rows)));
  }
}
