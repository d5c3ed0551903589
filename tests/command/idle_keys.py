#!/usr/bin/env python3
"""Given is obeyed: a key that `check` accepts changes what is generated.

Each key of a field is put beside each kind of field, each key of a type beside each kind of type, each key of a case into
kinds of cases, and the keys of all other maps into the places of idle_places.py. `schemac gen` then refuses it, or makes
other code than without it; comments don't count. Keys for readers change the document, or what `schemac test` says. What
may change nothing is listed with the reason, here and there; so is what should be refused, or obeyed, and isn't yet.

    idle_keys.py SCHEMAC
"""
import concurrent.futures
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

import idle_places

KINDS = {
    "number": "type: u8", "text": "type: str, prefix: u8", "bytes": "type: bytes, size: 4", "list": "type: u16, repeat: 3",
    "rest": "type: u8, repeat: eos", "record": "type: Pair", "records": "type: Pair, repeat: n", "array": "ndarray: {dtype: u8, dims: [2]}",
    "union": "switch: n, cases: {1: {type: u8, alternative: x}, 2: {type: u16, alternative: y}}", "region": "type: Pair, size: 8",
    "json": "type: json, size: 5", "constant": "const: AB", "constant number": "type: u16, const: 3", "placed": "type: u16, at: n",
    "digest": "digest: {by: crc32, over: n}", "encoded": "type: bytes, size: 9, codec: {by: zlib}", "record inline": "fields: [{name: q, type: u8}]",
    "enumeration": "type: Kind", "flags": "type: u8, flags: {on: 0}", "derived": "type: u8, is: n", "optional": "type: u8, if: b",
}
TYPES = {
    "record": "fields: [{name: a, type: u8}]", "number": "type: u8", "text": "type: str, prefix: u8", "bytes": "type: bytes, size: 4",
}
CASES = ("number", "text", "list", "records", "array", "constant", "enumeration", "record inline")
KEYS = {
    "valid": "{min: 1}", "default": "1", "unknown": "1", "choice": "true", "encoding": "ascii", "charset": '"[a-z]+"', "terminator": "0",
    "min": "1", "max": "2", "unique": "_", "order": "{by: a}", "each": '{expr: "_ < 3"}', "pad": "4", "align": "4", "slack": "spare",
    "optional": "true", "key": "other", "as": "list", "unnamed": "keep", "style": "{indent: 2}", "form": "leb128", "inside": "Pair", "stream": "append",
    "if": "b", "since": "2", "until": "2", "size": "4", "prefix": "u8", "in": "s", "at": "n", "is": "n", "const": "1", "flags": "{on: 0}",
    "enum": "{e: 0}", "repeat": "2", "codec": "{by: zlib}", "params": "{p: u8}", "rules": "[{name: r, expr: n > 1}]", "wire": "json",
    "message": "x", "parts": "{of: z, begin: f, end: t}", "map": "{key: str, value: u8}", "doc": "words", "doc-ref": "page 3",
    "type": "u32", "fields": "[{name: w, type: u8}]", "ndarray": "{dtype: u8, dims: [3]}", "digest": "{by: md5, over: n}",
    "switch": "n, cases: {1: {type: u32, alternative: w}}", "pad-right": "0",
}
# Each is heard elsewhere, or says what is so without it.
MAY_BE_IDLE = {
    ("constant", "encoding"): "characters of a constant are ASCII",
    ("case that is constant", "encoding"): "as above",
    ("optional", "default"): "what encode takes where the values leave the member out",
    ("number of a type", "wire"): "of what holds it",
}
FOR_READERS = {"title", "doc", "doc-ref", "extensions", "samples"}


def schema_of(field: str, holder: str = "") -> str:
    return f"""schema: idle
root: File
version: File.n
enums: {{Kind: {{type: u8, members: {{a: 1, b: 2}}}}}}
types:
  Pair: {{fields: [{{name: a, type: u8}}]}}
{holder}  File:
    fields:
      - {{name: n, type: u8, given: true}}
      - {{name: b, type: bool, given: true}}
      - {{name: f, {field}}}
"""


@functools.cache
def keys_by_context() -> dict[str, set[str]]:
    """Of the key table: those that aren't refused everywhere."""
    syntax = pathlib.Path(__file__).parents[2] / "generator/syntax"
    table = "".join((syntax / name).read_text() for name in ("key_table.cpp", "encoding_keys.cpp"))
    result: dict[str, set[str]] = {}
    for name, contexts, status in re.findall(r'\{"([\w-]+)",\s*(\{[^}]*\}|bodies),.*?\b(executed|planned|reserved),', table, re.S):
        for context in re.findall(r"\w+", contexts.replace("bodies", "type, field, case_body")):
            result.setdefault(context, set()).update([name] if status == "executed" else [])
    return result


class Try:
    def __init__(self, what: str, context: str, key: str, without: str, text: str):
        self.what, self.context, self.key, self.without, self.text = what, context, key, without, text
        self.is_for_readers = key in FOR_READERS or context == "sample"


def tries_of_kinds() -> list[Try]:
    tries = []

    def add(what: str, context: str, words: str, around) -> None:
        for key in sorted((KEYS.keys() & keys_by_context()[context]) - idle_places.entries_of(words).keys()):
            tries.append(Try(what, context, key, around(words), around(f"{words}, {key}: {KEYS[key]}")))

    for kind, words in KINDS.items():
        add(kind, "field", words, schema_of)
    for kind, words in TYPES.items():
        add(kind + " of a type", "type", words, lambda words: schema_of("type: Held", f"  Held: {{{words}}}\n"))
    for kind in CASES:
        add("case that is " + kind, "case_body", KINDS[kind] + ", alternative: one",
            lambda words: schema_of(f"switch: n, cases: {{1: {{{words}}}, else: {{type: u64, alternative: two}}}}"))
    return tries


def tries_of_places() -> list[Try]:
    return [Try(place.name, place.context, key, place.text(), place.text(key, value)) for place in idle_places.PLACES
            for key, values in place.tries.items() for value in values if idle_places.entries_of(place.there).get(key) != value]


def made_of(program: str, text: str, is_for_readers: bool = False) -> str | None:
    """The code, or what readers get; None: it was refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, content in {"idle.yaml": text, **idle_places.FILES}.items():
            (folder / file).write_text(content)

        def run(*words: str) -> subprocess.CompletedProcess:
            return subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)  # headers name the path

        if is_for_readers:
            run("doc", "idle.yaml", "-o", ".")
            return (folder / "idle.html").read_text() + run("test", "idle.yaml").stdout
        if status := run("gen", "idle.yaml", "-o", ".").returncode:
            assert status == 1, text  # it fell
            return None
        code = "\n".join(path.read_text() for path in sorted(folder.glob("*.h")))
        return re.sub(r"(?m)(^|\s+)//.*$|^\s*\n", "", code)


def main() -> int:
    program = str(pathlib.Path(sys.argv[1]).resolve())
    tries = tries_of_kinds() + tries_of_places()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        texts = list(dict.fromkeys(text for each in tries for text in (each.without, each.text)))
        code = dict(zip(texts, pool.map(lambda text: made_of(program, text), texts)))
        alike = [each for each in tries if code[each.text] is not None and code[each.text] == code[each.without]]
        shown = [each for each in alike if each.is_for_readers]
        texts = list({text for each in shown for text in (each.without, each.text)})
        pages = dict(zip(texts, pool.map(lambda text: made_of(program, text, True), texts)))
    idle = {(each.what, each.key) for each in alike if not each.is_for_readers or pages[each.text] == pages[each.without]}

    problems = [f"{what}: refused without any other key" for what in sorted({each.what for each in tries if code[each.without] is None})]
    known = [*MAY_BE_IDLE, *idle_places.MAY_BE_IDLE, *idle_places.IDLE_YET]
    problems += [f"{what}: '{key}' is accepted and changes nothing" for what, key in sorted(idle - set(known))]
    problems += [f"{what}: '{key}' isn't idle any more" for what, key in known if (what, key) not in idle]
    for context in sorted({each.context for each in tries}):
        tried = {key for each in tries if each.context == context for key in (each.key, *(["cases"] if each.key == "switch" else []))}
        problems += [f"{context}: '{key}' is tried nowhere" for key in sorted(keys_by_context()[context] - tried)]
    missing = {context for context, keys in keys_by_context().items() if keys} - {each.context for each in tries}
    problems += [f"{context}: its keys are tried nowhere" for context in sorted(missing)]
    print(*problems, sep="\n", end="\n" if problems else "")
    refused = sum(code[each.text] is None for each in tries)
    print(f"{len(tries)} keys in {len({each.what for each in tries})} places: {refused} refused, {len(idle)} idle, {len(idle_places.IDLE_YET)} of them to mend")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
