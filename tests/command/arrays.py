#!/usr/bin/env python3
"""Parts of a file by their paths, and arrays that are listed and taken out.

  arrays.py SCHEMAC

Files are put together here, byte by byte, and what comes out is read with the standard library.
"""
import ast
import csv
import io
import json
import os
import struct
import subprocess
import unittest
import zipfile
import zlib

from program import HERE, SCHEMAC, VALID, VECTORS, InFolder, content, run

CHUNKED = os.path.join(VECTORS, "..", "bloscpack")

SCHEMA = """schema: sets
endian: le
root: File
types:
  Set:
    fields:
      - {name: id, type: u8}
      - {name: items, type: Item, repeat: 2, unique: name}
  Item:
    fields:
      - {name: name, type: str, prefix: u8}
      - {name: dims, type: u16, repeat: 2}
      - {name: grid, ndarray: {dtype: u16, dims: dims, order: row}, endian: be}
  File:
    fields:
      - {name: n, type: u8}
      - {name: sets, type: Set, repeat: n, unique: id}
"""
GRID = [[1, 2, 3], [40000, 5, 6]]


def item(name, first):
    grid = [[first] + GRID[0][1:], GRID[1]]
    return (bytes([len(name)]) + name.encode() + struct.pack("<HH", 2, 3) +
            b"".join(struct.pack(">3H", *row) for row in grid))


def npy(data):
    """What an array file says: type, order, shape, bytes of the elements."""
    assert data[:8] == b"\x93NUMPY\1\0", data[:8]
    size = struct.unpack("<H", data[8:10])[0]
    assert (10 + size) % 64 == 0
    head = ast.literal_eval(data[10:10 + size].decode())
    return head["descr"], head["fortran_order"], head["shape"], data[10 + size:]


def png_samples(data):
    """Width, height, bits, colour type, and rows without filters."""
    at, parts = 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        parts[kind] = parts.get(kind, b"") + data[at + 8:at + 8 + size]
        at += 12 + size
    width, height, bits, colour = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    samples = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    pixel, line = samples * bits // 8, samples * bits // 8 * width
    packed, before, rows = zlib.decompress(parts[b"IDAT"]), bytes(line), b""
    for y in range(height):
        kind, row = packed[y * (line + 1)], bytearray(packed[y * (line + 1) + 1:(y + 1) * (line + 1)])
        for i in range(line):
            left, above, corner = (row[i - pixel], before[i], before[i - pixel]) if i >= pixel else (0, before[i], 0)
            paeth = min((left, above, corner), key=lambda value: abs(left + above - corner - value))
            row[i] = row[i] + (0, left, above, (left + above) // 2, paeth)[kind] & 0xff
        before, rows = bytes(row), rows + bytes(row)
    return width, height, bits, colour, rows


class Arrays(InFolder):
    def setUp(self):
        super().setUp()
        self.schema = self.path("sets.yaml", SCHEMA)
        self.file = self.path("a.sets", bytes([2]) + bytes([7]) + item("W.0", 1) + item("b]", 9) +
                              bytes([3]) + item("b]", 11) + item("3", 13))

    def sets(self, verb, *args):
        return run(verb, self.file, "--schema", self.schema, *args)

    def decoded(self, path):
        code, out, err = self.sets("decode", "--json", "--path", path)
        self.assertEqual((code, err), (0, ""), path)
        return json.loads(out)["values"]

    def test_paths(self):
        name = 'sets[0].items[0].name'
        for path, expected in (
                (name, {name: "W.0"}),
                ('sets[0].items["W.0"].name', {name: "W.0"}),
                ("sets[0].items[W.0].name", {name: "W.0"}),
                ("sets[id: 7].items[name: \"W.0\"].name", {name: "W.0"}),
                ('sets["7"].items[-2].name', {name: "W.0"}),
                ("sets[0..0].items[:1].name", {name: "W.0"}),
                ('sets[*].items["b]"].name', {"sets[0].items[1].name": "b]",
                                              "sets[1].items[0].name": "b]"}),
                ('sets[-1].items["3"].name', {"sets[1].items[1].name": "3"}),
                ("sets[::2].id", {"sets[0].id": 7}),
                ("sets[1].items[0].dims[1]", {"sets[1].items[0].dims[1]": 3}),
                ("sets[1].*", None)):
            with self.subTest(path):
                values = self.decoded(path)
                if expected is None:
                    self.assertEqual(list(values), ["sets[1].id", "sets[1].items"])
                else:
                    self.assertEqual(values, expected)

    def test_all_commands_take_what_they_print(self):
        other = self.path("b.sets", content(self.file)[:-12] + struct.pack(">6H", 14, 2, 3, 4, 5, 6))
        code, out, _ = run("diff", "--json", self.file, other, "--schema", self.schema)
        self.assertEqual(code, 1)
        path = json.loads(out)["differences"][0]["path"]
        self.assertEqual(list(self.decoded(path)), ["sets[1].items[1].grid"])
        rows = json.loads(self.sets("explain", "--json", "--path", path)[1])["fields"]
        self.assertEqual([row["path"] for row in rows], ["sets[1].items[1].grid"])
        arrays = json.loads(self.sets("stats", "--json")[1])["arrays"]
        self.assertEqual([a["path"] for a in arrays],
                         [f"sets[{i}].items[{j}].grid" for i in (0, 1) for j in (0, 1)])
        for array in arrays:
            for path in array["path"], array["name"]:
                found = json.loads(self.sets("stats", "--json", "--path", path)[1])["arrays"]
                self.assertIn(array, found)

    def test_what_is_wrong_with_a_part(self):
        self.path("c.sets", content(self.file)[:-1])
        broken = self.path("c.sets")
        validate = lambda path: run("validate", "--json", broken, "--schema", self.schema, "--path", path)
        self.assertEqual(json.loads(validate("sets[0]")[1])["violations"], [])
        code, out, _ = validate("sets[-1].items[1]")
        self.assertEqual((code, json.loads(out)["violations"][0]["path"]), (1, "sets[1].items[1].grid"))

    def test_paths_that_lead_nowhere(self):
        for path, words in (("sets[0].items[", "at character 15"), ("sets[", "at character 6"),
                            ("sets[0]x", "at character 8"), ("sets[::0]", "has to be 1 or more"),
                            ("sets[]", "an index or a key is missing"),
                            ('sets[0].items["W.1"]', "did you mean 'W.0'?"),
                            ('sets["W', 'has to end in "]'), ("sets[9].id", "no")):
            for verb in "decode", "explain", "stats":
                with self.subTest(path=path, verb=verb):
                    code, out, err = self.sets(verb, "--path", path)
                    self.assertEqual((code, out), (2, ""), err)
                    self.assertIn(words, err)

    def test_ls(self):
        code, out, _ = self.sets("ls")
        self.assertEqual(code, 0)
        self.assertEqual(out.splitlines()[0].split(), ["3", "u16", "[2,", "3]", "12", "at", "67"])
        array = json.loads(self.sets("ls", "--json")[1])["arrays"][0]
        self.assertEqual(array, {"name": "3", "path": "sets[1].items[1].grid", "dtype": "u16", "dims": [2, 3],
                                 "order": "row", "nbytes": 12, "offset": 67})
        names = [line.split()[0] for line in run("ls", VALID)[1].splitlines()]
        self.assertEqual(names, ["W.0", "a", "kernel", "x", "y"])

    def extract(self, name, *paths):
        out = self.path(name)
        code, _, err = self.sets("extract", *paths, "-o", out)
        self.assertEqual((code, err), (0, ""))
        return content(out)

    def test_extract(self):
        path = 'sets[0].items["W.0"]'
        raw = struct.pack(">6H", *GRID[0], *GRID[1])
        self.assertEqual(npy(self.extract("x.npy", path)), (">u2", False, (2, 3), raw))
        self.assertEqual(self.extract("x.bin", path), raw)
        self.assertEqual(json.loads(self.extract("x.json", path)), GRID)
        rows = list(csv.reader(io.StringIO(self.extract("x.csv", path).decode())))
        self.assertEqual([[int(cell) for cell in row] for row in rows], GRID)
        self.assertEqual(png_samples(self.extract("x.png", path)),
                         (3, 2, 16, 0, raw))
        archive = zipfile.ZipFile(io.BytesIO(self.extract("x.npz")))
        self.assertIsNone(archive.testzip())
        self.assertEqual(archive.namelist(), ["W.0.npy", "b].npy", "b]_2.npy", "3.npy"])
        self.assertEqual(npy(archive.read("b].npy"))[3], struct.pack(">H", 9) + raw[2:])
        self.assertEqual(npy(self.extract("dims.npy", "sets[0].items[0].dims")),
                         ("<u2", False, (2,), struct.pack("<HH", 2, 3)))
        self.assertEqual(self.extract("name.bin", "sets[0].items[0].name"), b"W.0")

    def test_extract_to_stdout(self):
        done = subprocess.run([SCHEMAC, "extract", self.file, "--schema", self.schema, "sets[0].items[0].grid",
                               "--format", "raw", "-o", "-"], capture_output=True, timeout=60, check=True)
        self.assertEqual(done.stdout, struct.pack(">6H", *GRID[0], *GRID[1]))

    def test_standard_input_and_output(self):
        with open(VALID, "rb") as file:
            decoded = subprocess.run([SCHEMAC, "decode", "--json", "--full", "-"], stdin=file, capture_output=True,
                                     timeout=60, check=True).stdout
        encoded = subprocess.run([SCHEMAC, "encode", "-", "-o", "-"], input=decoded, capture_output=True,
                                 cwd=self.folder.name, timeout=60, check=True).stdout
        self.assertEqual(encoded, content(VALID))
        self.assertFalse(os.path.exists(self.path("-")))
        for verb in ("validate", "stats", "explain", "ls"):
            done = subprocess.run([SCHEMAC, verb, "-"], input=encoded, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
        page = subprocess.run([SCHEMAC, "explain", "-", "-o", "-"], input=encoded, capture_output=True, timeout=60)
        self.assertTrue(page.stdout.startswith(b"<!DOCTYPE html>"), page.stdout[:40])

    def test_verbs_that_are_misspelled(self):
        code, _, err = run("stat", VALID)
        self.assertEqual(code, 2)
        self.assertIn("did you mean 'schemac stats'?", err)

    def test_parts_that_are_arrays(self):
        with open(os.path.join(HERE, "..", "language", "parts_arrays.case")) as case:
            schema = self.path("parts.yaml", case.read().split("--- schema\n")[1].split("--- bytes")[0])
        items = [("a", 1, [3]), ("column", 2, [2, 1]), ("b", 4, [9]), ("c", 3, [16])]
        content_of = {"a": b"\7\x08\x09", "column": struct.pack("<2f", 1, -2), "b": b"\1\2\3\4", "c": b"\xff\0"}
        head, data = bytes([len(items)]), b""
        for name, kind, dims in items:
            end = len(data) + len(content_of[name])
            head += bytes([len(name)]) + name.encode() + bytes([kind, len(dims), *dims, len(data), end])
            data += content_of[name]
        file = self.path("x.parts", head + data)
        arrays = json.loads(run("ls", "--json", "--schema", schema, file)[1])["arrays"]
        shape = lambda a: (a["name"], a["path"], a["dtype"], a["dims"], a["order"], a["offset"])
        at = len(head)
        self.assertEqual([shape(a) for a in arrays],
                         [("a", "tensors[0].data", "u8", [3], "row", at), ("b", "tensors[2].data", "u16", [2], "row", at + 11),
                          ("c", "tensors[3].data", "u16", [1], "row", at + 15),
                          ("column", "tensors[1].data", "f32", [2, 1], "column", at + 3)])
        self.assertFalse(any("pieces" in a for a in arrays))
        for path in "column", "tensors[1].data", 'tensors["column"].data', 'tensors[name: "column"]':
            out = self.path("x.npy")
            self.assertEqual(run("extract", "--schema", schema, file, path, "-o", out)[0], 0, path)
            self.assertEqual(npy(content(out)), ("<f4", True, (2, 1), content_of["column"]))
            (found,) = json.loads(run("stats", "--json", "--schema", schema, file, "--path", path)[1])["arrays"]
            self.assertEqual((found["name"], found["min"], found["max"]), ("column", -2, 1))

    def test_extract_refuses(self):
        out = self.path("x.npy", b"mine")
        for args, code, words in ((["-o", out], 2, "4 arrays"), (["sets[0].id", "-o", out], 2, "no array"),
                                  (["sets[0].items[0]", "-o", self.path("x.what")], 2, "doesn't say what"),
                                  (["sets[0].items[0].dims", "-o", self.path("x.png")], 1, "[height, width]")):
            found, _, err = self.sets("extract", *args)
            self.assertEqual(found, code, err)
            self.assertIn(words, err)
        self.assertEqual(content(out), b"mine")

    def test_over_chunks(self):
        file = os.path.join(CHUNKED, "ndarray_f32_fortran.blp")
        array = json.loads(run("ls", "--json", file)[1])["arrays"][0]
        self.assertEqual((array["dtype"], array["order"]), ("f32", "column"))
        out = self.path("x.npy")
        self.assertEqual(run("extract", file, "-o", out)[0], 0)
        descr, is_fortran, shape, data = npy(content(out))
        self.assertEqual((descr, is_fortran, list(shape), len(data)), ("<f4", True, array["dims"], array["nbytes"]))
        self.assertEqual(run("extract", file, "-o", self.path("x.csv"))[0], 0)
        rows = list(csv.reader(io.StringIO(content(self.path("x.csv")).decode())))
        values = struct.unpack(f"<{len(data) // 4}f", data)
        height, width, depth = shape
        expected = [[values[i + height * (j + width * k)] for k in range(depth)]
                    for i in range(height) for j in range(width)]
        self.assertEqual([[struct.pack("<f", float(cell)) for cell in row] for row in rows],
                         [[struct.pack("<f", value) for value in row] for row in expected])


if __name__ == "__main__":
    unittest.main()
