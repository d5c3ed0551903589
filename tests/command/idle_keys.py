#!/usr/bin/env python3
"""Given is obeyed: a key that `check` accepts beside something changes what is generated for it.

Each key of a field is put beside each kind of field, and each key of a type beside each kind of type. `schemac gen` then
refuses it, or makes another header than without it. What may change nothing is listed here with the reason.

    idle_keys.py SCHEMAC
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

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
KEYS = {
    "valid": "{min: 1}", "default": "1", "unknown": "1", "choice": "true", "encoding": "ascii", "charset": '"[a-z]+"', "terminator": "0",
    "min": "1", "max": "2", "unique": "_", "order": "{by: a}", "each": '{expr: "_ < 3"}', "pad": "4", "align": "4", "slack": "spare",
    "optional": "true", "key": "other", "as": "list", "unnamed": "keep", "style": "{indent: 2}", "inside": "Pair", "stream": "append",
    "if": "b", "since": "2", "size": "4", "prefix": "u8", "in": "s", "at": "n", "is": "n", "const": "1", "flags": "{on: 0}",
    "enum": "{e: 0}", "repeat": "2", "codec": "{by: zlib}", "params": "{p: u8}", "rules": "[{name: r, expr: n > 1}]", "wire": "json",
    "message": "x", "parts": "{of: z, begin: f, end: t}", "map": "{key: str, value: u8}",
}
# Each is heard elsewhere, or says what is so without it.
MAY_BE_IDLE = {
    ("constant", "encoding"): "characters of a constant are ASCII",
    ("optional", "default"): "what encode takes where the values leave the member out",
    ("number of a type", "wire"): "of what holds it",
}


def schema_of(field: str, holder: str = "") -> str:
    return f"""schema: idle
root: File
enums: {{Kind: {{type: u8, members: {{a: 1, b: 2}}}}}}
types:
  Pair: {{fields: [{{name: a, type: u8}}]}}
{holder}  File:
    fields:
      - {{name: n, type: u8, given: true}}
      - {{name: b, type: bool, given: true}}
      - {{name: f, {field}}}
"""


def header_of(program: str, text: str) -> str | None:
    """None: it was refused."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "idle.yaml").write_text(text)
        done = subprocess.run([program, "gen", "idle.yaml", "-o", "."], cwd=folder, capture_output=True)  # headers name the path
        return (pathlib.Path(folder) / "idle.h").read_text() if done.returncode == 0 else None


def main() -> int:
    program = str(pathlib.Path(sys.argv[1]).resolve())
    tries: list[tuple[str, str, str, str]] = []  # what, key, without, with
    for kind, words in KINDS.items():
        keys = [key for key in KEYS if key + ":" not in words]
        tries += [(kind, key, schema_of(words), schema_of(f"{words}, {key}: {KEYS[key]}")) for key in keys]
    for kind, words in TYPES.items():
        def held(more: str, words: str = words) -> str:
            return schema_of("type: Held", f"  Held: {{{words}{more}}}\n")
        keys = [key for key in KEYS if key + ":" not in words]
        tries += [(kind + " of a type", key, held(""), held(f", {key}: {KEYS[key]}")) for key in keys]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        plain = dict(zip({each[2] for each in tries}, pool.map(lambda text: header_of(program, text), {each[2] for each in tries})))
        made = list(pool.map(lambda each: header_of(program, each[3]), tries))
    broken = [kind for kind, _, without, _ in tries if plain[without] is None]
    idle = [(kind, key) for (kind, key, without, _), header in zip(tries, made) if header is not None and header == plain[without]]
    for kind in sorted(set(broken)):
        print(f"{kind}: refused without any other key")
    for kind, key in idle:
        if (kind, key) not in MAY_BE_IDLE:
            print(f"{kind}: '{key}' is accepted and changes nothing")
    for kind, key in MAY_BE_IDLE:
        if (kind, key) not in idle:
            print(f"{kind}: '{key}' isn't idle any more")
    print(f"{len(tries)} keys beside {len(KINDS) + len(TYPES)} kinds: {made.count(None)} refused, {len(idle)} may be idle")
    return 1 if broken or set(idle) != set(MAY_BE_IDLE) else 0


if __name__ == "__main__":
    sys.exit(main())
