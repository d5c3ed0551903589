"""Places of a schema that take keys, for idle_keys.py: a schema with the hole `@`, the keys that are there, and what is
tried. A key that is there is tried with another value, any other with values that aren't what is so without it."""
import dataclasses

# Beside the schema.
FILES = {
    "units.yaml": "schema: units\ntypes: {Metre: {type: u16}}\n",
    "p.proto": 'syntax = "proto2";\npackage p;\nenum E { A = 0; B = 1; }\n'
               "message D { optional E e = 1; repeated int64 dims = 2; optional int64 n = 3; }\n",
}


@dataclasses.dataclass
class Place:
    name: str
    context: str  # as in generator/syntax/key_table.cpp
    there: str  # a map in one line
    tries: dict[str, tuple[str, ...]]
    schema: str

    def text(self, key: str = "", value: str = "") -> str:
        words = {**entries_of(self.there), **({key: value} if key else {})}
        if self.context == "schema":
            return "".join(f"{name}: {text}\n" for name, text in words.items()) + self.schema
        return self.schema.replace("@", "{" + ", ".join(f"{name}: {text}" for name, text in words.items()) + "}")


def entries_of(words: str) -> dict[str, str]:
    """Of `a: 1, b: {c: 2, d: 3}`."""
    parts, depth, is_quoted = [""], 0, False
    for letter in words:
        is_quoted ^= letter in "'\""
        depth += 0 if is_quoted else (letter in "{[(") - (letter in ")]}")
        if letter == "," and depth == 0 and not is_quoted:
            parts.append("")
        else:
            parts[-1] += letter
    pairs = (part.split(":", 1) for part in parts if part.strip())
    return {key.strip(): value.strip() for key, value in pairs}


# --- schemas around places ------------------------------------------------------------------------------------------

PAIR = "{fields: [{name: a, type: u8}, {name: b, type: u16}, {name: t, type: str, prefix: u8}]}"


def file_of(*fields: str, types: str = "", enums: str = "", of_file: str = "", top: str = "") -> str:
    """A record after numbers that are given."""
    members = "a: {value: 1, packing: zlib, sum: md5, dtype: u16}, b: 2"
    numbers = (f"name: {name}, type: {kind}, given: true" for name, kind in (("version", "u8"), ("n", "u8"), ("m", "u8"), ("kind", "Kind")))
    listed = "".join(f"      - {{{field}}}\n" for field in (*numbers, *fields))
    return (f"schema: idle\nroot: File\nversion: File.version\n{top}"
            f"enums:\n  Kind: {{type: u8, attributes: {{packing: codec, sum: digest, dtype: dtype}}, members: {{{members}}}}}\n{enums and '  ' + enums}\n"
            f"types:\n  Pair: {PAIR}\n{types and '  ' + types}\n  File:\n    fields:\n{listed}{of_file and '    ' + of_file}\n")


def text_of(form: str, fields: str = "[{name: a, type: u8}]") -> str:
    return file_of("name: x, type: Text, size: n", types=f"Text: {{{form}, fields: {fields}}}")


def sections(fields: str, *listed: str, types: str = "") -> str:
    numbers = "".join(f"      - {{name: {name}, type: u16}}\n" for name in ("n", "first", "second", "third"))
    return (f"schema: idle\nendian: le\nroot: File\ntypes:\n{types}  File:\n    fields:\n{numbers}{fields}    sections:\n"
            + "".join(f"      - {section}\n" for section in listed))


def directory(entry: str = "", of_directory: str = "", keys: str = "{list: head.names, by: text}") -> str:
    return f"""schema: idle
endian: le
root: All
types:
  Part: {{fields: [{{name: n, type: u8, given: true}}, {{name: items, type: u16, repeat: n}}, {{name: data, type: bytes, size: 4}}]}}
  Name: {{fields: [{{name: text, type: str, prefix: u8}}, {{name: other, type: str, prefix: u8}}, {{name: size, type: u8}}]}}
  Head: {{fields: [{{name: total, type: u8}}, {{name: names, type: Name, repeat: eos}}]}}
  Lines: {{fields: [{{name: n, type: u8}}, {{name: lines, type: Part, repeat: n}}]}}
  Inner: {{directory: [{{name: only, file: only.bin, type: Part}}]}}
  All:
    keys: {{names: {keys}, others: {{list: head.names, by: other}}}}
    directory:
      - {{name: head, file: head.bin, type: Head}}
      - {{name: perhaps, file: perhaps.bin, type: Part, optional: true}}
{entry and '      - ' + entry}
{of_directory and '    ' + of_directory}
"""


TREE = f"""schema: idle
root: Set
types:
  Kind: {{wire: json, as: one-of, fields: [{{name: size, type: u8}}, {{name: parts, type: str}}]}}
  Head: {{fields: [{{name: kind, type: Kind, size: eos}}]}}
  Part: {PAIR}
  Tree: {{params: {{kind: Kind, other: Kind}}, directory: @}}
  Set: {{directory: [{{name: head, file: head.json, type: Head}}, {{name: tree, dir: tree, type: "Tree(head.kind, head.kind)"}}]}}
"""

# --- what is tried ---------------------------------------------------------------------------------------------------

DOC = {"doc": ("words",)}
DOCS = {**DOC, "doc-ref": ("page 3",)}
VERSIONS = {"since": ("2",), "until": ("2",)}
CHECK = {"message": ("words",), "class": ("bad-count", "bad-type"), "level": ("canonical", "warn"), "name": ("other",)}
RULE = {**DOCS, **VERSIONS, **CHECK, "expr": ("n > 2",), "at": ("n",)}
RULE_OF_EACH = {**RULE, "expr": ("_.a > 2",), "at": ("a",)}
RULE_OF_FILES = {**RULE, "expr": ("_.n > 2",), "at": ("_.n",)}
BOUNDS = {"expr": ("_ < 9",), "any-of": ("[1, 2]",), "min": ("2",), "max": ("7",)}
VALID = {**DOC, **CHECK, **BOUNDS, "at": ("n",)}
EACH = {**CHECK, **BOUNDS, "at": ("n", "a"), "align": ("4",), "is": ('"offset(pairs[_index])"',)}
SECTION = {**DOCS, "name": ("other",), "begin": ("second",), "gaps": ("error", "ignore"), "overlap": ("error", "ignore"), "order": ("any",),
           "each": ("{align: 4}",), "align": ("4",), "pad": ("4",)}
ORDER = {"by": ("b",), "level": ("rule", "warn")}
DIGEST = {"by": ("adler32",), "over": ("[n, version]", "{from: version, to: n}"), "endian": ("be",), "own": ("0",)}
CODEC = {"by": ("none", "zlib"), "level": ("1", "n"), "element": ("4",), "size": ("20", "n")}
NDARRAY = {"endian": ("be",), "dtype": ("f64",), "dims": ("[n]",), "order": ("column",)}
SLACK = {**DOC, "name": ("other",), "until": ('"places[_index + 1]"',)}
ENUMERATION = {**DOCS, "unknown": ("keep",), "attributes": ("{width: u8}",), "endian": ("be",)}
MEMBER = {**DOC, **VERSIONS, "value": ("7",), "text": ("other",)}
BIT = {**DOC, **VERSIONS, "bit": ("3",), "bits": ("[3, 4]",)}
ARRAY = {**DOCS, "name": ("other",), "codec": ("{by: zlib}",), "join": ("whole", "pieces.content"), "split": ("m",), "ndarray": ("{dtype: u16}",)}
FORM = {"endian": ("be",), "dtype": ("u32",), "dims": ("dims",), "order": ("column",), "if": ("meta.a == 'F'",)}
STYLE = {"separators": ('[",", ":"]',), "ascii": ("true",), "indent": ("2",), "pad": ("16",), "from": ("file",), "trailing": ('", "',), "end": ('"\\n"',)}
ENTRY = {**DOC, "name": ("other",), "file": ("x.bin", '"x_{_index}.bin"'), "dir": ("d",), "type": ("Lines", "All"), "optional": ("true",), "keyed": ("names", "others"),
         "elements": ("lines",), "instead-of": ("perhaps",), "each": ("[{name: r, expr: _.n > 1}]",), "first": ("1",)}
KEY_LIST = {"list": ("perhaps.items",), "by": ("other",), "if": ("size > 0",), "order": ("ascending",)}
SAMPLE = {**DOC, "root": ("Pair", "Nobody"), "name": ("other",), "file": ("x.bin",), "hex": ("'010202'",), "values": ("{n: 9}",), "refused": ("truncated",)}
TOP = {**DOCS, "schema": ("other",), "title": ("Words",), "extensions": ("[idl]",), "endian": ("be",), "imports": ("[units]",), "root": ("Other",),
       "roots": ("{file: File, other: Other}",), "version": ("File.m",), "trailing": ("error", "ignore"), "enums": ("{Kind: {type: u8, members: {a: 1}}}",),
       "types": ("{File: {fields: [{name: n, type: u8}]}, Other: {fields: [{name: a, type: u8}]}}",), "samples": ("[{hex: 01 02 03, refused: truncated}]",),
       "wire": ("msgpack",), "attach": ("{p.E: {attributes: {w: u8}, members: {A: {w: 1}}}}",), "protos": ("[p.proto]",)}
# Of a type: those that idle_keys.py doesn't try beside each kind.
TYPE = {**DOCS, "extensions": ("[idl]",), "endian": ("be",), "trailing": ("error", "ignore"), "types": ("{Q: {type: u8}}",), "enums": ("{E: {type: u8, members: {a: 1}}}",),
        "params": ("{p: u8}",), "let": ("{p: 3}",), "sections": ("[{name: s}]",), "arrays": ("[{name: j, join: c}]",), "class": ("bad-count",), "level": ("warn",),
        "unknown-fields": ("drop",), "text-form": ("[txt]",), "directory": ("[{name: x, file: x, type: Pair}]",), "keys": ("{k: {list: x.l, by: t}}",), "commit": ("[x]",),
        "fields": ("[{name: other, type: u8}]",), "type": ("u32",), "ndarray": ("{dtype: u8, dims: [2]}",), "digest": ("{by: crc32, over: n}",),
        "switch": ("n, cases: {1: {type: u8, alternative: one}}",), "message": ("p.D",)}

DIGITS = {"base": ("10", "16"), "size": ("9",), "terminator": ('":"', "[13, 10]"), "pad-left": ("0x20",), "pad-right": ("0x20", "0")}

# --- the places ------------------------------------------------------------------------------------------------------

HEAD = "  Head: {fields: [{name: at, type: u32}, {name: content, type: bytes, size: 3, in: s, at: at}]}\n"
HEADS = "      - {name: heads, type: Head, repeat: n, in: t}\n"
TABLE = "{name: t, begin: first}"
INLINE = "      - {name: heads, type: u8, repeat: n, in: s}\n"
MORE = "{name: more, begin: second}"
PIECES = ("name: meta_size, type: u8", "name: meta, type: json, size: meta_size", "name: count, type: u8, given: true", "name: dims, type: u8, repeat: count",
          "name: k, type: u8", "name: pieces, type: Piece, repeat: k", "name: whole, type: bytes, size: eos")
PIECE = "Piece: {fields: [{name: size, type: u8}, {name: content, type: bytes, size: size}]}"
PAIRS = "name: pairs, type: Pair, repeat: n"
RECORD = "fields: [{name: n, type: u8}, {name: m, type: u16}, {name: c, type: bytes, size: 3}]"
BUFFER = ("Buffer: {fields: [{name: head, type: u32}, {name: nbytes, type: u32}, {name: blocksize, type: u32}, {name: ctbytes, type: u32}, "
          "{name: data, type: bytes, size: ctbytes - 16}]}")
FILE_TYPES = "{File: {fields: [{name: n, type: u8}, {name: m, type: u8, valid: {max: 3}}, {name: k, type: u16, since: 2}]}, Other: {fields: [{name: a, type: u8}]}}"
PROTOS = "protos: [p.proto]\n"
ROOT = f"schema: idle\nroot: File\n{PROTOS}types:\n  Pair: {PAIR}\n  Pairs: {{fields: [{{name: k, type: u8}}, {{name: l, type: Pair, repeat: k}}]}}\n  File: @\n"

PLACES = [
    Place("section of payloads", "section", "name: s, begin: third", SECTION, sections(HEADS, TABLE, "@", types=HEAD)),
    Place("section of payloads between", "section", "name: s, begin: second", {**SECTION, "begin": ("n",)},
          sections(HEADS, TABLE, "@", "{name: more, begin: third}", types=HEAD)),
    Place("section of fields", "section", "name: s, begin: first", SECTION, sections(INLINE, "@", MORE)),
    Place("section without a start", "section", "name: s", SECTION, sections(INLINE, "@", MORE)),
    Place("section of nothing", "section", "name: s, begin: first", SECTION, sections("", "@", MORE)),
    Place("each payload", "section_each", "", {"align": ("4",)}, sections(HEADS, TABLE, "{name: s, begin: second, each: @}", types=HEAD)),

    Place("rule", "rule", "name: r, expr: n > 1", RULE, file_of(of_file="rules: [@]")),
    Place("rule of an inner record", "rule", "name: r, expr: q > 1", {**RULE, "expr": ("q > 2",), "at": ("q",)},
          file_of("name: x, fields: [{name: q, type: u8}], rules: [@]")),
    Place("rule of a message", "rule", "name: r, expr: n > 1", RULE, file_of("name: x, type: Held", types="Held: {message: p.D, rules: [@]}", top=PROTOS)),
    Place("rule of elements", "rule", "name: r, expr: _.a > 1", RULE_OF_EACH, file_of("name: x, type: Pair, repeat: n, each: [@]")),
    Place("rule of numbers", "rule", "name: r, expr: _ > 1", {**RULE, "expr": ("_ > 2",)}, file_of("name: x, type: u8, repeat: n, each: [@]")),
    Place("rule across files", "rule", "name: r, expr: head.total > 1", {**RULE, "expr": ("head.total > 2",), "at": ("head.total",)},
          directory(of_directory="rules: [@]")),
    Place("rule of files", "rule", "name: r, expr: _.n > 1", RULE_OF_FILES, directory('{name: x, file: "x_{_index}.bin", type: Part, each: [@]}')),

    *(Place(f"valid of {what}", "valid", there, VALID, file_of(f"name: x, {field}, valid: @")) for what, field, there in (
        ("a number", "type: u8", "expr: _ > 1"), ("an enumeration", "type: Kind", "any-of: [a]"), ("a text", "type: str, prefix: u8", "expr: len(_) > 1"),
        ("bytes", "type: bytes, size: 4", "expr: size(x) > 1"), ("an optional", "type: u8, if: version > 1", "min: 1"), ("a derived", "type: u8, is: n + 1", "min: 1"),
        ("a constant", "type: u8, const: 3", "min: 1"))),
    Place("valid of a type", "valid", "expr: _ > 1", VALID, file_of("name: x, type: Held", types="Held: {type: u8, valid: @}")),
    *(Place(f"each of {what}", "each", there, EACH, file_of(f"name: x, {field}, repeat: n, each: @", PAIRS)) for what, field, there in (
        ("numbers", "type: u16", "expr: _ > 1"), ("records", "type: Pair", "expr: _.a > 1"), ("enumerations", "type: Kind", "any-of: [a]"),
        ("starts", "type: u16", 'is: "offset(pairs[_index])"'))),
    Place("each of a message", "valid", "min: 1", {**VALID, "at": ("n",)}, file_of("name: x, type: Held", types="Held: {message: p.D, each: {dims: @}}", top=PROTOS)),
    Place("repeat until", "repetition", "until: _ == 0", {"until": ("_ == 1",)}, file_of("name: x, type: u8, repeat: @")),
    Place("repeat with a count before", "repetition", "prefix: u8", {"prefix": ("u16",)}, file_of("name: x, type: u8, repeat: @")),
    Place("order", "order", "by: a", ORDER, file_of("name: x, type: Pair, repeat: n, order: @")),
    Place("order of unique ones", "order", "by: t", ORDER, file_of("name: x, type: Pair, repeat: n, unique: t, order: @")),

    *(Place(f"digest by {by}", "digest", f"by: {by}, over: n", DIGEST, file_of("name: x, digest: @")) for by in ("crc32", "md5", "kind.sum")),
    *(Place(f"digits {what}", "number_form", words, DIGITS, file_of("name: x, type: u32, form: @")) for what, words in (
        ("of a size", "base: 8, size: 8"), ("up to an end", "base: 8, terminator: 0"))),
    Place("span", "span", "from: version, to: n", {"from": ("n",), "to": ("version",)}, file_of("name: x, digest: {by: md5, over: @}")),
    *(Place(f"codec by {by}", "codec", f"by: {by}", CODEC, file_of("name: x, type: bytes, size: n, codec: @")) for by in ("zlib", "blosc", "none", "kind.packing")),
    Place("codec of a text", "codec", "by: zlib", CODEC, file_of("name: x, type: json, size: n, codec: @")),
    Place("codec inside", "codec", "by: blosc", CODEC, file_of("name: x, codec: @, inside: Buffer", types=BUFFER)),
    *(Place(f"ndarray of {what}", "ndarray", f"dtype: {dtype}, dims: {dims}", NDARRAY, file_of("name: x, ndarray: @")) for what, dtype, dims in (
        ("numbers", "u16", '"[n, n]"'), ("a type of the file", "kind.dtype", "[4, 2]"), ("no dimension", "u16", "[]"))),

    Place("slack", "slack", "name: spare", SLACK,
          file_of("name: places, type: u8, repeat: k, each: {is: 'offset(x[_index])'}", "name: x, type: Pair, repeat: k, slack: @").replace("name: m,", "name: k,")),
    Place("parts", "parts", "of: x, begin: f, end: t", {"of": ("z",), "begin": ("u",), "end": ("u",), "as": ("part",), "ndarray": ("{dtype: u16}",)},
          file_of("name: x, type: Cut, repeat: n", "name: z, type: Other, repeat: n", "name: y, type: bytes, size: eos, parts: @",
                  types="Cut: {fields: [{name: f, type: u8}, {name: t, type: u8}, {name: u, type: u8}]}\n  Other: {fields: [{name: f, type: u8}, {name: t, type: u8}]}")),
    Place("parts that are members", "parts", "of: x, begin: f, end: t, as: part", {"ndarray": ("{dtype: u16}",)},
          file_of("name: x, type: Cut, repeat: n", "name: z, type: Other, repeat: n", "name: y, type: bytes, size: eos, parts: @",
                  types="Cut: {fields: [{name: f, type: u8}, {name: t, type: u8}, {name: u, type: u8}]}\n  Other: {fields: [{name: f, type: u8}, {name: t, type: u8}]}")),
    Place("map", "map", "key: str, value: u8", {"key": ("{type: str, max: 8}",), "value": ("str",)}, text_of("wire: json", "[{name: m, map: @}]")),

    Place("enumeration", "enumeration", "type: u8, members: {a: 1, b: 2}", {**ENUMERATION, "type": ("u16",), "members": ("{a: 1, b: 3}",)},
          file_of("name: x, type: E", enums="E: @")),
    Place("enumeration of words", "enumeration", "type: u16, members: {a: 1, b: 2}", {"endian": ("be",)}, file_of("name: x, type: E", enums="E: @")),
    Place("enumeration of texts", "enumeration", "type: str, members: {a: {}, b: {text: B}}", {**ENUMERATION, "type": ("u8",), "members": ("{a: {}}",)},
          text_of("wire: json", "[{name: e, type: E}]").replace("types:", "  E: @\ntypes:")),
    Place("member", "member", "value: 2", {**MEMBER, "width": ("3",)},
          file_of("name: x, type: E", "name: y, type: u8, if: has(x.width)", enums="E: {type: u8, attributes: {width: u8}, members: {a: 1, b: @}}")),
    Place("member beside a field", "member", "value: 2", MEMBER, file_of("name: x, type: u8, enum: {a: 1, b: @}")),
    Place("member that is a text", "member", "", MEMBER,
          text_of("wire: json", "[{name: e, type: E}]").replace("types:", "  E: {type: str, members: {a: {}, b: @}}\ntypes:")),
    *(Place(what, "bit", there, BIT, file_of("name: x, type: u8, flags: {a: 0, b: @}")) for what, there in (("bit", "bit: 2"), ("bits", "bits: [2, 4]"))),
    Place("bit of a condition", "bit", "bit: 2", BIT, file_of("name: x, type: u8, flags: {a: 0, b: @}", "name: y, type: u8, if: x.b")),
    Place("attributes elsewhere", "attach", "attributes: {width: u8}, members: {A: {width: 1}}",
          {**DOC, "attributes": ("{width: u8, more: bool}",), "members": ("{A: {width: 2}}",)},
          file_of("name: x, type: Held", types="Held: {message: p.D, rules: [{name: r, expr: not has(e.width) or e.width > 1}]}", top=PROTOS + "attach: {p.E: @}\n")),

    Place("array", "array", "name: j, join: pieces.content", ARRAY, file_of(*PIECES, types=PIECE, of_file="arrays: [@]")),
    Place("array of a field", "array", "name: j, join: whole", ARRAY, file_of(*PIECES, types=PIECE, of_file="arrays: [@]")),
    Place("array across files", "array", "name: j, join: x.lines.data", {**ARRAY, "join": ("perhaps.data",), "split": ("head.total",)},
          directory('{name: x, file: "x_{_index}.bin", type: Lines}', "arrays: [@]")),
    Place("form", "array_form", "dtype: u16", FORM, file_of(*PIECES, types=PIECE, of_file="arrays: [{name: j, join: pieces.content, ndarray: @}]")),
    Place("form that may not be", "array_form", "dtype: u16", FORM,
          file_of(*PIECES, types=PIECE, of_file="arrays: [{name: j, join: pieces.content, ndarray: [@, {dtype: u8}]}]")),

    Place("style of JSON", "style", "", STYLE, text_of("wire: json, style: @")),
    Place("style of JSON with blanks", "style", "pad: 8", STYLE, text_of("wire: json, style: @")),
    Place("style of a list", "style", "", STYLE, text_of("wire: json, as: list, style: @")),
    Place("style of Python", "style", "", STYLE, text_of("wire: python, style: @")),
    Place("style of a tuple", "style", "", STYLE, text_of("wire: python, as: tuple, style: @")),
    *(Place(f"style of free {wire}", "style", "", STYLE, file_of(f"name: x, type: {wire}, size: n, style: @")) for wire in ("json", "python")),
    Place("style of an encoded text", "style", "", STYLE, file_of("name: x, type: json, size: n, codec: {by: zlib}, style: @")),
    Place("style of a text in a text", "style", "", STYLE,
          text_of("wire: json", "[{name: i, type: Inner}]").replace("  Text:", "  Inner: {wire: json, style: @, fields: [{name: a, type: u8}]}\n  Text:")),

    Place("file", "directory_entry", "name: x, file: y.bin, type: Part", ENTRY, directory("@")),
    Place("optional file", "directory_entry", "name: x, file: y.bin, type: Part, optional: true", ENTRY, directory("@")),
    Place("numbered files", "directory_entry", 'name: x, file: "y_{_index}.bin", type: Part', ENTRY, directory("@")),
    Place("keyed files", "directory_entry", 'name: x, file: "y_{_key}.bin", type: Part, keyed: names', ENTRY, directory("@")),
    Place("keyed elements", "directory_entry", "name: x, file: y.bin, type: Lines, keyed: names, elements: lines", ENTRY, directory("@")),
    Place("directory in it", "directory_entry", "name: x, dir: y, type: Inner", ENTRY, directory("@")),
    Place("keys", "key_list", "list: head.names, by: text", KEY_LIST, directory('{name: x, file: "x_{_key}.bin", type: Part, keyed: names}', keys="@")),
    Place("entries by a switch", "directory_switch", "switch: kind, cases: {size: [{name: x, file: x, type: Part}], parts: [{name: y, file: y, type: Part}]}",
          {"switch": ("other",), "cases": ("{size: [{name: x, file: z, type: Part}]}",)},
          TREE),

    Place("top", "schema", f"schema: idle, root: File, version: File.n, types: {FILE_TYPES}", TOP, ""),
    Place("top of several roots", "schema", f"schema: idle, version: File.n, roots: {{file: File, other: Other}}, types: {FILE_TYPES}", TOP, ""),
    Place("top with messages", "schema", "schema: idle, root: File, protos: [p.proto], types: {File: {fields: [{name: k, type: u16}, {name: x, type: p.D}]}}", TOP, ""),
    Place("sample", "sample", "hex: '01 02 03 01'", SAMPLE, file_of(top="samples: [@]\n")),

    Place("field with a check", "field", "name: x, type: u16, valid: {min: 1}", {"name": ("other",), "class": ("bad-count",), "level": ("warn",), "endian": ("be",)},
          file_of("@").replace("{@}", "@")),
    Place("count", "field", "name: k, type: u8", {"given": ("true",)}, file_of("@", "name: x, type: u8, repeat: k").replace("{@}", "@")),
    *(Place(f"{what} that is given", "field", f"name: x, {words}", {"given": ("true",), "absent": ("7",)}, file_of("@").replace("{@}", "@")) for what, words in (
        ("derived", "type: u8, is: n + 1"), ("constant", "type: u16, const: 3"), ("digest", "digest: {by: crc32, over: n}"))),
    Place("size of what may be absent", "field", "name: k, type: u8", {"absent": ("7",)},
          file_of("@", "name: x, type: str, size: k, if: version > 1").replace("{@}", "@")),
    Place("field with names", "field", "name: x, let: {p: 3}, fields: [{name: q, type: u8, if: p == 3}]", {"let": ("{p: 4}",)}, file_of("@").replace("{@}", "@")),
    Place("case of a number", "case_body", "type: u16, alternative: one", {"alternative": ("other",), "endian": ("be",)}, file_of("name: x, switch: n, cases: {1: @}")),
    Place("case with a check", "case_body", "type: Kind, alternative: one", {"class": ("bad-count",), "level": ("warn",)}, file_of("name: x, switch: n, cases: {1: @}")),
    Place("case with names", "case_body", "let: {p: 3}, fields: [{name: q, type: u8, if: p == 3}], alternative: one", {"let": ("{p: 4}",)},
          file_of("name: x, switch: n, cases: {1: @}")),

    Place("root", "type", RECORD, TYPE, ROOT),
    Place("record", "type", RECORD, TYPE, file_of("name: x, type: Held", types="Held: @", top=PROTOS)),
    Place("record with parameters", "type", "params: {p: u8}, fields: [{name: d, type: u8, repeat: p}]", {"params": ("{p: i16}",)},
          file_of('name: x, type: "Held(n)"', types="Held: @")),
    *(Place(f"name for {what}", "type", there, TYPE, file_of("name: x, type: Held", types="Held: @", top=PROTOS)) for what, there in (
        ("a number", "type: u16, valid: {min: 1}"), ("a text", "type: str, prefix: u16"), ("bytes", "type: bytes, size: 4"), ("a list", "type: u16, repeat: 3"))),
    Place("message", "type", "message: p.D, rules: [{name: r, expr: n > 1}]", TYPE, file_of("name: x, type: Held", types="Held: @", top=PROTOS)),
    Place("directory", "type", "directory: [{name: x, file: x, type: Pairs}, {name: y, file: y, type: Pair}]", TYPE, ROOT),
]

# --- what changes nothing --------------------------------------------------------------------------------------------


def listed(*rows: tuple[str, str, str]) -> dict[tuple[str, str], str]:
    """Keys, places, and why."""
    return {(place, key): why for keys, places, why in rows for place in places.split(", ") for key in keys.split()}


NAMES = "name for a number, name for a text, name for bytes, name for a list"
CASES = ", ".join("case that is " + kind for kind in ("array", "constant", "enumeration", "list", "number", "record inline", "records", "text"))
NO_PAYLOADS = "section of fields, section without a start, section of nothing"
OTHER_RULES = "rule of elements, rule of numbers, rule across files, rule of files"
MAY_BE_IDLE = listed(
    ("let types", f"root, record, {NAMES}", "names that nothing asks for"),
    ("types", "directory", "names that nothing asks for"),
    ("imports", "top, top of several roots, top with messages", "names that nothing asks for"),
    ("endian", "name for bytes, directory, message", "of types that are declared inside"),
    ("order", "ndarray of no dimension", "one element is in every order"),
    ("until", "slack", "nothing else can be meant"),
    ("ndarray", "parts that are members", "tools show them as arrays, and a value holds bytes"),
    ("separators ascii indent pad end", "style of an encoded text", "the command makes such texts, not the code"),
)
# What should be refused, or obeyed.
IDLE_YET = listed(
    ("absent", "derived that is given, constant that is given", "nothing asks for it"),
    ("doc", "attributes elsewhere, each of a message", "in no document"),
    ("from", "style of an encoded text", "its text is in no file"),
    ("separators ascii indent pad from end", "style of a text in a text", "the style of the outer text counts"),
)
