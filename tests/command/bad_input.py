#!/usr/bin/env python3
"""What isn't there, isn't a file, isn't text, or is far too much: a clear error and its exit code.

  bad_input.py SCHEMAC
"""
import json
import os
import resource
import signal
import subprocess
import time
import unittest

from program import IS_SANITIZED, SCHEMAC, VALID, InFolder, content, run

# Not optimised and with red zones, a function takes ten times the stack.
if IS_SANITIZED:
    resource.setrlimit(resource.RLIMIT_STACK, (64 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))

# Sanitizers look at each byte that is compared.
LARGE = 64 << 20 if IS_SANITIZED else 1 << 30
# Each as far as the file; `{page}` is a page to be written.
READING = (["validate"], ["validate", "--json"], ["decode"], ["decode", "--json"], ["explain"],
           ["explain", "--json"], ["explain", "-o", "{page}"], ["stats"])
# Each call compiles the known schemas, which takes a second under sanitizers.
LOOKING = (["validate", "--json"], ["explain", "-o", "{page}"]) if IS_SANITIZED else READING
COMPILING = (["check"], ["check", "--dump", "plan"], ["gen", "-o", "{out}"], ["doc", "-o", "{out}"], ["test"])
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
# Elements of one byte: of one size, or of a size that each of them states.
ONE = """schema: one
root: File
types:
  File: {fields: [{name: items, type: One, repeat: eos}]}
  One: {fields: [{name: x, type: %s}]}
"""


def schema_of(name, fields):
    return f"schema: {name}\nroot: File\ntypes:\n  File:\n    fields:\n" + "".join(
        f"      - {field}\n" for field in fields)


class BadInput(InFolder):
    def zeros(self, size=LARGE):
        path = self.path(f"zeros{size}")
        with open(path, "wb") as file:
            file.truncate(size)
        return path

    def holds(self, args, code, *parts, stdin=None):
        """The exit code, and one short message that holds all parts."""
        args = [arg.format(page=self.path("page.html"), out=self.path("out")) for arg in args]
        found, out, errors = run(*args, stdin=stdin)  # which is UTF-8, or decoding it fails
        self.assertEqual(found, code, (args, out[-500:], errors[-500:]))
        for part in parts:
            self.assertIn(part, out[:5000] + out[-5000:] + errors[-5000:], args)
        self.assertNotIn("internal error", errors)
        self.assertLess(len(errors), 5000, args)
        return out

    def few_files(self):
        """No temporary files are left after."""
        return [name for name in os.listdir(self.folder.name) if name.startswith((".", "out."))]

    # ---- schemas ----

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
            for verb in COMPILING:
                self.holds([*verb, path], code, message)
        for path in (self.path("missing.yaml"), self.folder.name, self.path("empty.yaml"), self.path("latin1.yaml")):
            self.holds(["validate", "--schema", path, VALID], 2)
        self.assertFalse(os.path.exists(self.path("out")))

    def test_deep_schemas(self):
        maps = "".join(" " * i + "types:\n" for i in range(1, 1000))
        lists = "schema: " + "[" * 100_000 + "]" * 100_000
        sum_ = "(" * 1000 + "n" + ")" * 1000
        fields = ["{name: n, type: u8}", f"{{name: x, type: u8, repeat: '{sum_}'}}"]
        cases = {
            self.path("maps.yaml", "schema: deep\ntypes:\n" + maps): "nested more than 100 levels deep",
            self.path("lists.yaml", lists): "nested more than 100 levels deep",
            self.path("sum.yaml", schema_of("sum", fields)): "this expression is nested too deeply",
        }
        for path, message in cases.items():
            for verb in COMPILING:
                self.holds([*verb, path], 1, message)
        most = 249 if IS_SANITIZED else 999
        types = "schema: nest\nroot: T0\ntypes:\n" + "".join(
            f"  T{i}: {{fields: [{{name: a, type: T{i + 1}}}]}}\n" for i in range(most))
        path = self.path("types.yaml", types + f"  T{most}: {{fields: [{{name: a, type: u8}}]}}\n")
        self.holds(["check", path], 0, "nest is fine")
        self.holds(["gen", path, "-o", self.folder.name], 0)
        one = self.path("one", b"1")
        self.holds(["validate", "--schema", path, one], 0, "valid (nest)")
        self.holds(["explain", "--schema", path, one], 0, "a.a.a.a")
        values = self.holds(["decode", "--json", "--schema", path, one], 0)
        self.holds(["encode", "-", "--schema", path, "-o", self.path("again")], 0, stdin=values)
        self.assertEqual(content(self.path("again")), b"1")

    def test_schemas_of_many_fields(self):
        count = 2_000 if IS_SANITIZED else 100_000
        fields = [f"{{name: f{i}, type: u8}}" for i in range(count)]
        path = self.path("many.yaml", schema_of("many", fields))
        self.holds(["check", path], 0, "many is fine")
        self.holds(["gen", path, "-o", self.folder.name], 0)
        self.assertIn(b"f%d" % (count - 1), content(self.path("many.h")))
        again = self.path("again.yaml", schema_of("again", [*fields, "{name: F0, type: u8}"]))
        self.holds(["check", again], 1, "'f0' and 'F0' become the same C++ name", f":{count + 6}:")
        count //= 10
        some = self.path("some.yaml", schema_of("some", fields[:count]))
        self.holds(["doc", some, "--format", "md", "-o", self.folder.name], 0)
        self.assertIn(b"f%d" % (count - 1), content(self.path("some.md")))

    def test_schemas_of_many_types(self):
        count = 100 if IS_SANITIZED else 1_000
        cases = "{1: {alternative: a, type: u8}, 2: {alternative: b, type: u32}}"
        types = "".join(f"  T{i}:\n    fields:\n      - {{name: tag, type: u8}}\n"
                        f"      - {{name: body, switch: tag, cases: {cases}}}\n"
                        f"      - {{name: next, type: T{i + 1}}}\n" for i in range(count - 1))
        path = self.path("unions.yaml", "schema: unions\nroot: T0\ntypes:\n" + types +
                         f"  T{count - 1}: {{fields: [{{name: a, type: u8}}]}}\n")
        self.holds(["check", path], 0, "unions is fine")
        self.holds(["gen", path, "-o", self.folder.name], 0)
        self.assertIn(b"class T%dBodyView" % (count - 2), content(self.path("unions.h")))

    def test_files_of_many_fields(self):
        count = 2_000 if IS_SANITIZED else 20_000
        path = self.path("many.yaml", schema_of("many", [f"{{name: f{i}, type: u8}}" for i in range(count)]))
        self.holds(["validate", "--schema", path, self.zeros(count - 1)], 1, "[truncated]")
        self.holds(["explain", "--schema", path, self.zeros(count)], 0, f"f{count - 1}")
        self.holds(["diff", "--schema", path, self.zeros(count), self.zeros(count)], 0, "bytes are equal")
        values = self.holds(["decode", "--json", "--schema", path, self.zeros(count)], 0)
        self.assertEqual(len(json.loads(values)["values"]), count)
        self.holds(["encode", "-", "--schema", path, "-o", self.path("many")], 0, stdin=values)
        self.assertEqual(content(self.path("many")), bytes(count))

    # ---- files ----

    def test_files(self):
        for verb in LOOKING:
            self.holds([*verb, self.path("missing")], 2, "No such file")
            self.holds([*verb, self.folder.name], 2, "a directory")
            for name, data in {"empty": b"", "latin1": b"caf\xe9"}.items():
                self.holds([*verb, self.path(name, data)], 2, name + ": of no known format (")
            self.holds([*verb, self.zeros()], 2, "of no known format (")
        for verb in (["validate"], ["decode"], ["decode", "--json"], ["stats"]):
            self.holds([*verb, "--schema", "oinf", self.path("empty")], 1, "5 bytes needed, 0 left")
            self.holds([*verb, "--schema", "oinf", self.path("latin1")], 1, "[bad-magic]")
            self.holds([*verb, "--schema", "oinf", self.zeros()], 1, "[bad-magic]")
        self.holds(["explain", "--schema", "oinf", self.zeros()], 0, str(LARGE))
        for other in ("missing", ".", "empty", "latin1"):
            self.holds(["diff", "--schema", "oinf", VALID, self.path(other)], 2)
            self.holds(["diff", self.path(other), VALID], 2)

    def test_pipes_and_devices(self):
        pipe = os.path.join(self.folder.name, "pipe")
        os.mkfifo(pipe)
        # Nobody writes to it, and nobody waits for that.
        self.holds(["validate", pipe], 2, "nobody writes to this pipe")
        self.holds(["explain", "-o", "{page}", pipe], 2, "nobody writes to this pipe")
        self.holds(["diff", VALID, pipe], 2, "nobody writes to this pipe")
        self.holds(["encode", pipe, "-o", "{out}"], 2, "nobody writes to this pipe")
        for verb in COMPILING:
            self.holds([*verb, pipe], 2, "is a named pipe")
        for verb in READING:
            self.holds([*verb, "/dev/zero"], 2, "it is a device")
        # Late, but then at last, and not at once.
        writer = subprocess.Popen(["sh", "-c", 'sleep 0.2; (sleep 0.2; cat "$0") >"$1"', VALID, pipe])
        self.holds(["validate", pipe], 0, "valid (oinf)")
        self.assertEqual(writer.wait(), 0)
        self.holds(["validate", "/dev/stdin"], 2, "of no known format", stdin="")

    @unittest.skipIf(IS_SANITIZED, "takes gigabytes")
    def test_a_gigabyte_that_a_format_accepts(self):
        for name, field in ANY_BYTES.items():
            schema = self.path(name + ".yaml", schema_of(name, [field]))
            for verb in (["validate"], ["explain"], ["explain", "--json"], ["stats"]):
                self.holds([*verb, "--schema", schema, self.zeros()], 0)
            self.holds(["decode", "--schema", schema, self.zeros()], 0, "more" if name != "raw" else "...")
        schema = self.path("elements.yaml")
        out = self.holds(["decode", "--json", "--most", "5", "--schema", schema, self.zeros()], 0,
                         "has more than 5 values; 1,073,741,819 elements of lists are left out")
        self.assertEqual(json.loads(out)["values"]["items"], [0] * 5)
        self.holds(["decode", "--json", "--schema", self.path("text.yaml"), self.zeros()], 2,
                   "its texts have 1,073,741,824 bytes, of which JSON shows at most 67,108,864")

    @unittest.skipIf(IS_SANITIZED, "takes gigabytes")
    def test_millions_of_records(self):
        size = 2_000_000
        many = self.zeros(size)
        schema = self.path("one.yaml", ONE % "u8")
        self.holds(["validate", "--schema", schema, many], 0)
        self.holds(["stats", "--schema", schema, many], 0, "no arrays")
        self.holds(["decode", "--schema", schema, many], 0, "... (1500000 more)",
                   "has more than 1,000,000 values; 1,500,000 elements of lists are left out; --most 0")
        out = self.holds(["decode", "--json", "--most", "100", "--schema", schema, many], 0, "--most 0 shows all")
        document = json.loads(out)
        self.assertEqual((len(document["values"]["items"]), document["left_out"]), (50, size - 50))
        self.holds(["encode", "-", "--schema", schema, "-o", self.path("x")], 1, "only some of the values", stdin=out)
        self.holds(["decode", "--json", "--full", "--schema", schema, many], 2, "--most 0")
        self.holds(["explain", "-o", "{page}", "--schema", schema, many], 0)
        self.assertLess(os.path.getsize(self.path("page.html")), 5_000_000)
        # Elements between the first ones and the last one, whether the last one's place is known or not.
        for kind in ("u8", "str, prefix: u8"):
            schema = self.path("kinds.yaml", ONE % kind)
            self.holds(["explain", "--schema", schema, many], 0, "items[2].x", "items[3..1999998]", "items[1999999].x")
        self.holds(["explain", "--path", "items[1000000]", "--json", "--schema", schema, many], 0,
                   '"path":"items[1000000].x.length","offset":1000000')
        out = self.holds(["explain", "--json", "--most", "100", "--schema", schema, many], 0,
                         "has more than 100 fields; elements of lists after these are folded; --most 0")
        rows = json.loads(out)["fields"]
        self.assertEqual(len(rows), 101)
        self.assertEqual((rows[-1]["kind"], rows[-1]["value"]), ("folded", [100, size - 1]))

    @unittest.skipIf(IS_SANITIZED, "takes gigabytes")
    def test_messages_of_many_fields(self):
        self.path("whole.proto", 'syntax = "proto2"; message Item { optional uint32 x = 1; }'
                                 "message Whole { repeated Item items = 1; }")
        schema = self.path("whole.yaml", "schema: whole\nroot: File\nprotos: [whole.proto]\n"
                                         "types: {File: {message: Whole}}\n")
        for name, field in (("items", b"\x0a\x02\x08\x01"), ("unknown", b"\x18\x01")):
            file = self.path(name, field * 200_000)
            self.holds(["validate", "--schema", schema, file], 0)
            self.holds(["decode", "--most", "1000", "--schema", schema, file], 0)
            self.holds(["explain", "--schema", schema, file], 0, "199,996 elements" if name == "items" else "unknown_fields")
            out = self.holds(["explain", "--json", "--most", "1000", "--schema", schema, file], 0, "more than 1,000 fields")
            self.assertLess(len(json.loads(out)["fields"][0]["children"]), 3000)

    @unittest.skipIf(IS_SANITIZED, "takes gigabytes")
    def test_millions_of_records_compared(self):
        schema = self.path("one.yaml", ONE % "u8")
        a, b = self.zeros(600_000), self.zeros(610_000)
        first = ["--schema", schema, "--most", "1000"]
        self.holds(["diff", *first, a, a], 0, "only the first 1,000 values of each file are compared", "bytes are equal")
        self.holds(["diff", *first, a, b], 1, "600000 elements", "610000 elements")
        with open(self.path("c"), "wb") as file:
            file.write(bytes(500_000) + b"\1" + bytes(99_999))
        self.holds(["diff", *first, a, self.path("c")], 2, "no difference in what was compared")
        out = self.holds(["diff", "--json", *first, a, self.path("c")], 2)
        self.assertIsNone(json.loads(out)["same"])

    @unittest.skipIf(IS_SANITIZED, "takes memory of its own")
    def test_memory_is_bounded(self):
        schema = self.path("one.yaml", ONE % "u8")
        many = self.zeros(2_000_000)
        few = ["--most", "100000"]
        for most, verb in ((64, ["decode", *few]), (96, ["decode", "--json", *few]), (160, ["explain", "--json", *few]),
                           (64, ["explain"]), (128, ["explain", "-o", self.path("page.html")])):
            limit = (resource.RLIMIT_DATA, (most << 20, most << 20))
            done = subprocess.run([SCHEMAC, *verb, "--schema", schema, many], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=60, preexec_fn=lambda: resource.setrlimit(*limit))
            self.assertEqual(done.returncode, 0, (verb, done.stderr))

    def test_deep_files(self):
        schema = self.path("tree.yaml", TREE)
        deep = self.path("deep", b"\1" * 1000 + b"\0")
        for verb in ("validate", "decode"):
            self.holds([verb, "--schema", schema, deep], 1, "[nesting-limit]")
        self.holds(["explain", "--schema", schema, deep], 0, "unknown")
        self.holds(["diff", "--schema", schema, deep, deep], 2, "[nesting-limit]")
        self.holds(["decode", "--json", "--keep-going", "--schema", schema, deep], 1, "[nesting-limit]")

    def test_names_and_bytes_that_are_no_text(self):
        words = "{name: words, type: str, prefix: u8, encoding: ascii}"
        schema = self.path("words.yaml", schema_of("words", [words]))
        odd = os.fsencode(self.folder.name) + b"/caf\xe9\x1b[2J"
        with open(odd, "wb") as file:
            file.write(b"\3a\xe9\x1b")
        for verb, code in ((["validate"], 1), (["validate", "--json"], 1), (["decode"], 1), (["decode", "--keep-going"], 1),
                           (["explain"], 0), (["explain", "--json"], 0), (["stats"], 1), (["explain", "-o", "{page}"], 0)):
            out = self.holds([*verb, "--schema", schema, odd.decode(errors="surrogateescape")], code)
            self.assertNotIn("\x1b", out)
        self.assertIn(r"caf\xe9", content(self.path("page.html")).decode())
        for verb in (["diff", VALID], ["check"], ["gen", "-o", "{out}"], ["encode", "-o", "{out}"]):
            name = odd.decode(errors="surrogateescape")
            found, out, errors = run(*[arg.format(out=self.path("out")) for arg in verb], name)
            self.assertNotEqual(found, 0)
            self.assertIn(r"caf\xe9", out + errors)
            self.assertNotIn("\x1b", out + errors)
        self.holds(["frobnicate", "caf\udce9"], 2)

    # ---- what is written ----

    def test_what_is_encoded(self):
        schema = self.path("tree.yaml", TREE)
        out = self.path("out", "precious")
        count = 2_000 if IS_SANITIZED else 100_000
        deep = '{"nodes": [' * 2000 + '{"nodes": []}' + "]}" * 2000
        wrong = "{" + ", ".join(f'"f{i}": 1' for i in range(count)) + "}"
        cases = {
            self.path("missing.json"): (2, "No such file"),
            self.folder.name: (2, "Is a directory"),
            self.path("empty.json", ""): (1, "is not JSON"),
            self.zeros(): (1, "is not JSON"),
            self.path("latin1.json", b'{"caf\xe9": 1}'): (1, "is not JSON"),
            self.path("open.json", '{"' + "a" * 100_000): (1, "is not JSON"),
            self.path("lists.json", "[" * 100_000 + "]" * 100_000): (1, "[nesting-limit]"),
            self.path("deep.json", deep): (1, "is deeper than 1000 records"),
            self.path("limit.json", '{"nodes": [' * 500 + '{"nodes": []}' + "]}" * 500): (1, "nesting-limit"),
            self.path("wrong.json", wrong): (1, f"f{count - 1}: there is no such member in Node"),
        }
        for path, (code, message) in cases.items():
            found, _, errors = run("encode", path, "--schema", schema, "-o", out)
            self.assertEqual(found, code, path)
            self.assertIn(message, errors)
            self.assertEqual(content(out), b"precious")
        self.holds(["encode", "-", "--schema", schema, "-o", self.folder.name], 2, "s a directory",
                   stdin='{"nodes": []}')
        self.assertEqual(self.few_files(), [])

    def test_values_of_one_of_several_formats(self):
        one = "schema: %s\nendian: le\nroot: File\ntypes: {File: {fields: [{name: x, type: %s}]}}\n"
        schema = self.path("both.yaml", one % ("narrow", "u8") + "---\n" + one % ("wide", "u16"))
        values = self.path("values.json", '{"schema": "wide", "values": {"x": 5}}')
        out = self.path("five", "")
        self.holds(["encode", values, "--schema", schema, "-o", out], 0)
        self.assertEqual(content(out), b"\5\0")
        values = self.path("values.json", '{"schema": "other", "values": {"x": 5}}')
        self.holds(["encode", values, "--schema", schema, "-o", out], 2, "of 'other', but --schema has narrow, wide")

    def test_deep_values_of_no_type(self):
        file = "schema: open\nendian: le\nroot: File\ntypes:\n  File: {%s}\n"
        head = "fields: [{name: x, type: Head, size: eos}]}\n  Head: {wire: json, fields: [{name: x, type: any}]"
        cases = {
            "msgpack": (file % "wire: msgpack, fields: [{name: x, type: any}]", '{"x": %s}'),
            "json": (file % "fields: [{name: x, type: json, size: eos}]", '{"x": %s}'),
            "typed": (file % head, '{"x": {"x": %s}}'),
        }
        for name, (schema, values) in cases.items():
            path = self.path(name + ".yaml", schema)
            for depth in (200, 4000, 20_000):
                given = self.path("deep.json", values % ("[" * depth + "]" * depth))
                self.holds(["encode", given, "--schema", path, "-o", "{out}"], 1, "[nesting-limit]")

    def test_what_fails_leaves_files_alone(self):
        out = self.path("out.oinf", content(VALID))
        values = json.loads(run("decode", "--json", "--full", VALID)[1])
        values["values"]["tensors"][0]["name"] = "no/slash"
        self.holds(["encode", self.path("values.json", json.dumps(values)), "-o", out], 1, "tensors[0].name")
        self.assertEqual(content(out), content(VALID))
        header = self.path("oinf.h", "precious")
        self.holds(["gen", self.path("bad.yaml", "schema: oinf\n"), "-o", self.folder.name], 1, "[missing-root]")
        self.assertEqual(content(header), b"precious")

    def test_where_nothing_can_be_written(self):
        values = self.path("values.json", run("decode", "--json", "--full", VALID)[1])
        held = self.path("held", "precious")
        for path, message in ((held + "/out", "Not a directory"), ("/proc/out", "cannot"), ("/dev/full", "cannot replace")):
            self.holds(["encode", values, "-o", path], 2, message)
            self.holds(["explain", VALID, "-o", path], 2, message)
        self.assertEqual(content(held), b"precious")
        self.assertFalse(os.path.isfile("/dev/full"))
        with open("/dev/full", "w") as full:
            done = subprocess.run([SCHEMAC, "decode", "--json", VALID], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)

    def encode_in_trouble(self, out, *, size=64 << 20, **how):
        """`encode` of a file of that size over `out`, which is worth something."""
        with open(self.path("weights.bin"), "wb") as file:
            file.truncate(size)
        tensor = {"name": "w", "dtype": "U8", "dims": [size], "data": {"file": "weights.bin"}}
        values = self.path("values.json", json.dumps(
            {"schema": "oinf", "values": {"sizevars": [], "metadata": [], "tensors": [tensor]}}))
        return subprocess.Popen([SCHEMAC, "encode", values, "-o", out], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **how)

    @unittest.skipIf(IS_SANITIZED, "writes a report of its own")
    def test_no_room(self):
        out = self.path("out", "precious")
        limit = (resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        # As an error of the system, and as the signal that ends whoever doesn't ask for the error.
        for restores in (False, True):
            process = self.encode_in_trouble(out, restore_signals=restores,
                                             preexec_fn=lambda: resource.setrlimit(*limit))
            _, errors = process.communicate(timeout=60)
            if not restores:
                self.assertEqual(process.returncode, 2, errors)
                self.assertIn(b"cannot make room for", errors)
                self.assertEqual(self.few_files(), [])
            self.assertNotEqual(process.returncode, 0)
            self.assertEqual(content(out), b"precious")

    def test_interrupted(self):
        out = self.path("out", "precious")
        for delay in (0.005, 0.02, 0.05):
            process = self.encode_in_trouble(out)
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            if process.returncode == 0:  # it was done before
                self.assertGreater(os.path.getsize(out), 64 << 20)
                break
            self.assertEqual(content(out), b"precious")


if __name__ == "__main__":
    unittest.main(verbosity=1)
