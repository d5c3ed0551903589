#!/usr/bin/env python3
"""What isn't there, isn't a file, isn't text, or is far too much: a clear error and its exit code.

  bad_input.py SCHEMAC
"""
import json
import os
import unittest

from program import IS_SANITIZED, VALID, InFolder, content, run

GIGABYTE = 1 << 30
READING = ["validate", "decode", "explain", "stats"]
# Formats that accept any bytes: one element, list or text takes the whole file.
ANY_BYTES = {
    "elements": "{name: items, type: u8, repeat: eos}",
    "text": "{name: words, type: str, size: eos}",
    "raw": "{name: rest, type: bytes, size: eos}",
}
TREE = """schema: tree
root: Node
types:
  Node:
    fields:
      - {name: n, type: u8}
      - {name: nodes, type: Node, repeat: n}
"""


def schema_of(name, fields):
    return f"schema: {name}\nroot: File\ntypes:\n  File:\n    fields:\n" + "".join(
        f"      - {field}\n" for field in fields)


class BadInput(InFolder):
    def zeros(self, size=GIGABYTE):
        path = self.path(f"zeros{size}")
        with open(path, "wb") as file:
            file.truncate(size)
        return path

    def holds(self, args, code, *parts, stdin=None):
        """The exit code, and one short message that holds all parts."""
        found, out, errors = run(*args, stdin=stdin)
        self.assertEqual(found, code, (args, out[-500:], errors[-500:]))
        for part in parts:
            self.assertIn(part, out[-5000:] + errors[-5000:], args)
        self.assertNotIn("internal error", errors)
        self.assertLess(len(errors), 5000, args)

    def test_schemas(self):
        cases = {
            self.path("missing.yaml"): (2, "no such file"),
            self.folder.name: (2, "is a directory"),
            self.path("empty.yaml", ""): (1, "there is no schema in this file"),
            self.zeros(): (2, "is larger than 16 MiB"),
            self.zeros(1 << 20): (1, "byte 0x00 is a control character"),
            self.path("latin1.yaml", b"schema: caf\xe9\n"): (1, "1:12: error: byte 0xe9 is not UTF-8"),
        }
        for path, (code, message) in cases.items():
            for verb in (["check"], ["check", "--dump", "plan"], ["gen", "-o", self.path("out")], ["test"]):
                self.holds([*verb, path], code, message)
        self.assertFalse(os.path.exists(self.path("out")))

    def test_deep_schemas(self):
        maps = "".join(" " * i + "types:\n" for i in range(1, 1000))
        self.holds(["check", self.path("maps.yaml", "schema: deep\ntypes:\n" + maps)], 1,
                   "more than 100 levels of nesting")
        lists = "schema: " + "[" * 100_000 + "]" * 100_000
        self.holds(["check", self.path("lists.yaml", lists)], 1, "more than 100 levels of nesting")
        sum_ = "(" * 1000 + "n" + ")" * 1000
        fields = ["{name: n, type: u8}", f"{{name: x, type: u8, repeat: '{sum_}'}}"]
        self.holds(["check", self.path("sum.yaml", schema_of("sum", fields))], 1,
                   "this expression is nested too deeply")
        types = "schema: nest\nroot: T0\ntypes:\n" + "".join(
            f"  T{i}: {{fields: [{{name: a, type: T{i + 1}}}]}}\n" for i in range(1000))
        path = self.path("types.yaml", types + "  T1000: {fields: [{name: a, type: u8}]}\n")
        self.holds(["check", path], 0, "nest is fine")
        self.holds(["validate", "--schema", path, self.path("one", b"1")], 0, "valid (nest)")

    def test_schemas_of_many_fields(self):
        count = 2_000 if IS_SANITIZED else 100_000
        fields = [f"{{name: f{i}, type: u8}}" for i in range(count)]
        path = self.path("many.yaml", schema_of("many", fields))
        self.holds(["check", path], 0, "many is fine")
        self.holds(["gen", path, "-o", self.folder.name], 0)
        self.assertIn(b"f%d" % (count - 1), content(self.path("many.h")))
        self.holds(["validate", "--schema", path, self.zeros(count)], 0, "valid (many)")
        self.holds(["validate", "--schema", path, self.zeros(count - 1)], 1, "[truncated]")
        again = self.path("again.yaml", schema_of("again", [*fields, "{name: F0, type: u8}"]))
        self.holds(["check", again], 1, "'f0' and 'F0' become the same C++ name", f":{count + 6}:")

    def test_files(self):
        for verb in READING:
            self.holds([verb, self.path("missing")], 2, "No such file")
            self.holds([verb, self.folder.name], 2, "Is a directory")
            for name, data in {"empty": b"", "latin1": b"caf\xe9"}.items():
                self.holds([verb, self.path(name, data)], 2, name + ": of no known format (oinf)")
            self.holds([verb, self.zeros()], 2, "of no known format (oinf)")
        for verb in ("validate", "decode", "stats"):
            self.holds([verb, "--schema", "oinf", self.path("empty")], 1, "5 bytes needed, 0 left")
            self.holds([verb, "--schema", "oinf", self.path("latin1")], 1, "[truncated]")
            self.holds([verb, "--schema", "oinf", self.zeros()], 1, "[bad-magic]")
        self.holds(["explain", "--schema", "oinf", self.zeros()], 0, str(GIGABYTE))

    def test_a_gigabyte_that_a_format_accepts(self):
        for name, field in ANY_BYTES.items():
            schema = self.path(name + ".yaml", schema_of(name, [field]))
            for verb in ("validate", "explain"):
                self.holds([verb, "--schema", schema, self.zeros()], 0)
            self.holds(["decode", "--schema", schema, self.zeros()], 0, "more" if name != "raw" else "...")
            if name != "raw":
                self.holds(["decode", "--json", "--schema", schema, self.zeros()], 2, "too long for JSON")

    @unittest.skipIf(IS_SANITIZED, "takes gigabytes")
    def test_records_of_one_byte(self):
        schema = self.path("one.yaml", schema_of("one", ["{name: items, type: One, repeat: eos}"]) +
                           "  One: {fields: [{name: x, type: u8}]}\n")
        many = self.zeros(20_000_000)
        self.holds(["validate", "--schema", schema, many], 0)
        self.holds(["decode", "--schema", schema, many], 1, "more values than memory is allowed for")
        self.holds(["explain", "--schema", schema, many], 0, "items[19999999].x")
        self.holds(["explain", "--json", "--schema", schema, many], 0,
                   "There are more than 8388608 fields")

    def test_deep_files(self):
        schema = self.path("tree.yaml", TREE)
        deep = self.path("deep", b"\1" * 1000 + b"\0")
        for verb in ("validate", "decode"):
            self.holds([verb, "--schema", schema, deep], 1, "[nesting-limit]")
        self.holds(["explain", "--schema", schema, deep], 0, "unknown")

    def test_what_is_encoded(self):
        schema = self.path("tree.yaml", TREE)
        out = self.path("out", "precious")
        deep = '{"nodes": [' * 1000 + '{"nodes": []}' + "]}" * 1000
        wrong = "{" + ", ".join(f'"f{i}": 1' for i in range(2000)) + "}"
        cases = {
            self.path("missing.json"): (2, "No such file"),
            self.folder.name: (2, "Is a directory"),
            self.path("empty.json", ""): (1, "is no JSON"),
            self.zeros(): (1, "is no JSON"),
            self.path("latin1.json", b'{"caf\xe9": 1}'): (1, "is no JSON"),
            self.path("lists.json", "[" * 100_000 + "]" * 100_000): (1, "is no JSON object"),
            self.path("deep.json", deep): (1, "lies deeper than 100 records"),
            self.path("wrong.json", wrong): (1, "f1999: there is no such member in Node"),
        }
        for path, (code, message) in cases.items():
            found, _, errors = run("encode", path, "--schema", schema, "-o", out)
            self.assertEqual(found, code, path)
            self.assertIn(message, errors)
            self.assertEqual(content(out), b"precious")
        self.holds(["encode", "-", "--schema", schema, "-o", self.folder.name], 2, "s a directory",
                   stdin='{"nodes": []}')
        self.assertFalse([name for name in os.listdir(self.folder.name) if name.startswith((".", "out."))])

    def test_what_fails_leaves_files_alone(self):
        out = self.path("out.oinf", content(VALID))
        values = json.loads(run("decode", "--json", "--full", VALID)[1])
        values["values"]["tensors"][0]["name"] = "no/slash"
        self.holds(["encode", self.path("values.json", json.dumps(values)), "-o", out], 1, "tensors[0].name")
        self.assertEqual(content(out), content(VALID))
        header = self.path("oinf.h", "precious")
        self.holds(["gen", self.path("bad.yaml", "schema: oinf\n"), "-o", self.folder.name], 1, "[missing-root]")
        self.assertEqual(content(header), b"precious")


if __name__ == "__main__":
    unittest.main(verbosity=1)
