// Numbers, bytes and values as people read them.
"use strict";

const digits = new Intl.NumberFormat("en");

function counted(count, word) {
  return `${digits.format(count)} ${word}${count === 1 ? "" : "s"}`;
}

function hexOf(number, width = 0) {
  return number.toString(16).padStart(width, "0");
}

// What can't be seen, or changes how the rest is seen, as an escape.
function printable(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, (ch) => `\\u{${ch.codePointAt(0).toString(16)}}`);
}

function quoted(text) {
  return `"${printable(text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'))}"`;
}

// {flag: true, other: 2} as "flag, other = 2"; flags that aren't set are left out.
function flagsText(flags) {
  const set = Object.entries(flags).filter(([, value]) => value !== false && value !== 0);
  return set.length ? set.map(([name, value]) => (value === true ? name : `${name} = ${valueText(value)}`)).join(", ") : "none";
}

function isFlags(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  if ("$n" in value || "$s" in value || "$a" in value) return false;
  return Object.keys(value).length !== 1 || typeof value.hex !== "string";
}

function elementText(value, isNumeric) {
  if (isNumeric && typeof value === "string") return value;
  return isFlags(value) ? `{${flagsText(value)}}` : valueText(value);
}

function listText(list, count, isNumeric) {
  const texts = list.map((value) => elementText(value, isNumeric));
  return `[${texts.join(", ")}${count > list.length ? ", …" : ""}]`;
}

// A value of the data as text; a list of an array's numbers has texts for those that JSON can't say.
function valueText(value, isNumeric = false) {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return listText(value, value.length, isNumeric);
  if (typeof value !== "object") return String(value);
  if ("$n" in value) return value.$n;
  if ("$s" in value) return `${quoted(value.$s)}… (${counted(value.of, "byte")})`;
  if ("$a" in value) return listText(value.$a, value.of, isNumeric);
  if (Object.keys(value).length === 1 && typeof value.hex === "string") return pairs(value.hex);
  return flagsText(value);
}

// The value of a field in one line, for the tree.
function fieldText(model, field) {
  const sort = model.sortOf(field);
  if (field.isMissing) return field.violations.some((v) => v.rule === "truncated") ? "missing" : "";
  if (!sort) {
    const parts = field.children;
    const isList = parts.length > 0 && typeof parts[0].name === "number";
    return isList ? counted(elementCount(model, field), "element") : "";
  }
  if (sort.kind === Kind.cut) return "";
  if (sort.kind !== Kind.field && sort.kind !== Kind.payload) return sizeText(model, field);
  if (field.array) return field.own.value;
  const array = model.arrayOf(field);
  if (array) return listText(array.values.slice(0, 8).map(String), array.count, true);
  return ownText(model.valueOf(field), sort);
}

function pairs(hex) {
  return hex.replace(/..(?=.)/g, "$& ");
}

// Members of enumerations and numbers of arrays aren't quoted; what has no meaning is in hex.
function ownText(value, sort) {
  if (typeof value === "string" && sort.kind === Kind.payload) return pairs(value);
  const isText = sort.type === "str" || sort.type === "bytes";
  return typeof value === "string" && !isText ? printable(value) : valueText(value, sort.type.includes("["));
}

// Sixteen bytes a line, with their offsets.
function hexLines(hex) {
  const lines = [];
  for (let i = 0; i < hex.length; i += 32) lines.push(`${hexOf(i / 2, 4)}  ${pairs(hex.slice(i, i + 32))}`);
  return lines.join("\n");
}

// A whole JSON text with a line for each part; other texts as they are. Numbers stay as they are
// written: JavaScript would round some.
function laidOut(text, size) {
  let shown = text;
  if (/^\s*[[{]/.test(text) && new TextEncoder().encode(text).length === size) {
    try {
      JSON.parse(text);
      shown = jsonLines(text);
    } catch {
      // No JSON, then.
    }
  }
  return shown.split(/\r?\n/).map((line) => line.split("\t").map(printable).join("\t")).join("\n");
}

// What holds no other lists and is short stays in one line.
function jsonLines(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g);
  const short = /^(?:[{[][^{}[\]]{0,60}[}\]])$/;
  let depth = 0;
  let lines = "";
  for (let i = 0; i < tokens.length; ++i) {
    const token = tokens[i];
    const isBegin = token === "{" || token === "[";
    if (isBegin) {
      const end = tokens.findIndex((each, j) => j > i && "{}[]".includes(each));
      const whole = tokens.slice(i, end + 1).map((each) => (each === "," || each === ":" ? `${each} ` : each)).join("");
      if (short.test(whole) && depth > 0) {
        lines += whole;
        i = end;
        continue;
      }
    }
    if (token === "}" || token === "]") lines += `\n${"  ".repeat(--depth)}${token}`;
    else if (isBegin) lines += `${token}\n${"  ".repeat(++depth)}`;
    else if (token === ",") lines += `,\n${"  ".repeat(depth)}`;
    else lines += token === ":" ? ": " : token;
  }
  return lines;
}

function sizeText(model, field) {
  const own = model.bytesOf(field);
  return counted(own ? own.end - own.begin : field.size, "byte");
}

// Elements of a list, those left out included.
function elementCount(model, field) {
  const cut = field.children.findLast((child) => child.name === "…");
  const shown = field.children.filter((child) => typeof child.name === "number").length;
  if (!cut) return shown;
  const [from, to] = model.valueOf(cut);
  return shown + to - from + 1;
}

// What distinguishes an element from its neighbours: its first text.
function keyText(model, field) {
  if (typeof field.name !== "number" || field.row >= 0) return "";
  for (const child of field.children) {
    const sort = model.sortOf(child);
    if (sort?.kind === Kind.field && sort.type === "str") return valueText(model.valueOf(child));
  }
  return "";
}

function nameText(field) {
  if (!field.parent) return "file";
  return typeof field.name === "number" ? `[${field.name}]` : printable(field.name);
}

function pathText(field) {
  return field.parent ? printable(field.path) : "file";
}
