#!/usr/bin/env python3
"""The files that docs/language shows are what it says: documented.py SCHEMAC

A page shows files in a block of `text` after the schema they are of. Such a block has one of three forms:

    03 05 06 00     {"x": 5, "y": 6}                    each line is a file, with its values
    04              bit 2 has no name: bad-value at x   or with all violations: class, level, path

    02 68 69 00     label, and a zero                   one file: all lines, with remarks
    05              style

    {"label": "hi"}                                     and its values after an empty line

    logs/head.bin   02                                  a directory: the file of each line
    logs/1.bin      01 05

    {"head": {"total": 2}, "parts": [{"items": [5]}]}   and its values

Bytes are in hexadecimal, or texts in quotes. `encode` has to make the file of its values. If a
writer would lay it out otherwise, `validate` reports that, and `decode` gives the same values.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PART = r"""(?:[0-9a-f]{2}(?!\S)|'[^']*'|"[^"]*")"""
LINE = re.compile(rf"({PART}(?: +{PART})*)(?:  +(\S.*))?")
ROOT_NAME = re.compile(r"a file of (\w+:\w+) +(.*)")
VIOLATION = re.compile(r"(?:: | and )([a-z][a-z-]+)(?: \((\w+)\))? at ([\w.\[\]]+)")


class Wrong(Exception):
    """An example isn't what the page says."""


def examples(page):
    """Each schema of a page, by the names of its files, with the block of text after it and its line."""
    schema, protos = None, {}
    text = page.read_text()
    for block in re.finditer(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if block[1] == "yaml" and block[2].startswith("schema:"):
            schema = block[2]
        elif block[1] == "proto":
            protos[block[2].split()[1]] = block[2]  # "// tensor.proto"
        elif block[1] == "text" and schema:
            yield {f"{schema.split()[1]}.yaml": schema, **protos}, block[2], text.count("\n", 0, block.start()) + 1


IN_DIRECTORY = re.compile(rf"([\w.]+/[\w./]+) +({PART}(?: +{PART})*)")


def to_bytes(parts):
    return b"".join(part[1:-1].encode() if part[0] in "'\"" else bytes.fromhex(part) for part in re.findall(PART, parts))


def files(text):
    """(bytes, remark or values) of each file in a block; of a directory {name: bytes}."""
    head, _, values = text.partition("\n\n")
    if IN_DIRECTORY.match(head):
        found = map(IN_DIRECTORY.fullmatch, head.splitlines())
        return [({line[1].partition("/")[2]: to_bytes(line[2]) for line in found}, " ".join(values.split("\n")).strip())]
    lines = []
    for line in head.splitlines():
        found = LINE.fullmatch(line)
        if not found:
            raise Wrong(f"not a line of bytes: {line}")
        lines.append((to_bytes(found[1]), found[2] or ""))
    if values:
        return [(b"".join(data for data, _ in lines), " ".join(values.split("\n")).strip())]
    return lines


class Command:
    """The command, with a schema in a folder of its own."""

    def __init__(self, program, folder, schema):
        self._program, self._folder = program, folder
        self.format = next(iter(schema)).removesuffix(".yaml")
        for name, text in schema.items():
            (folder / name).write_text(text)

    def run(self, *arguments):
        return subprocess.run([self._program, *arguments, "--schemas", self._folder, "--schema", self.format],
                              capture_output=True, text=True, cwd=self._folder, check=False)

    def _put(self, data):
        if isinstance(data, bytes):
            (self._folder / "x.bin").write_bytes(data)
            return
        for name, part in data.items():
            file = self._folder / "x.bin" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(part)

    def _get(self, name):
        made = self._folder / name
        if made.is_file():
            return made.read_bytes()
        return {file.relative_to(made).as_posix(): file.read_bytes() for file in made.rglob("*") if file.is_file()}

    def violations(self, data):
        self._put(data)
        done = self.run("validate", "--json", "x.bin")
        if not done.stdout:
            raise Wrong(f"validate: {done.stderr}")
        return json.loads(done.stdout.splitlines()[0])["violations"]

    def values(self, data):
        self._put(data)
        done = self.run("decode", "--json", "--full", "x.bin")
        if done.returncode:
            raise Wrong(f"decode: {done.stderr}")
        return json.loads(done.stdout)["values"]

    def file(self, values):
        (self._folder / "values.json").write_text(json.dumps(values))
        done = self.run("encode", "values.json", "-o", "made.bin")
        if done.returncode:
            raise Wrong(f"encode: {done.stderr}")
        return self._get("made.bin")


def check_values(command, data, shown):
    found = command.violations(data)
    if any(v["level"] in ("error", "rule") for v in found):
        raise Wrong(f"isn't valid: {found}")
    made = command.file(shown)
    if made == data:
        return
    if not found:
        raise Wrong(f"of these values, encode makes {made.hex(' ') if isinstance(made, bytes) else made}")
    if command.values(made) != command.values(data):
        raise Wrong(f"has the values {json.dumps(command.values(data))}")


def check(command, data, remark):
    if found := ROOT_NAME.fullmatch(remark):
        command.format, remark = found[1], found[2]
    if remark.startswith("{"):
        shown, end = json.JSONDecoder().raw_decode(remark)
        if remark[end:].strip():
            raise Wrong(f"not values: {remark}")
        check_values(command, data, shown)
        return
    wanted = [{"rule": rule, "level": level or "error", "path": path} for rule, level, path in VIOLATION.findall(remark)]
    if not wanted:
        raise Wrong(f"says neither values nor a violation: {remark}")
    reported = [{key: violation[key] for key in wanted[0]} for violation in command.violations(data)]
    if wanted != reported:
        raise Wrong(f"{remark}: has {reported}")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    count, failures = 0, 0
    for page in sorted((ROOT / "docs/language").glob("*.md")):
        for schema, text, line in examples(page):
            try:
                for data, remark in files(text):
                    with tempfile.TemporaryDirectory() as folder:
                        check(Command(program, pathlib.Path(folder), schema), data, remark)
                    count += 1
            except Wrong as wrong:
                failures += 1
                print(f"{page.relative_to(ROOT)}:{line}: {wrong}")
    print(f"{count} files of examples, {failures} wrong")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
