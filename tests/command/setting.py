#!/usr/bin/env python3
"""Files with other values: setting.py SCHEMAC

What is written is held to bytes that are put together here.
"""
import json
import os
import struct
import subprocess
import unittest
import zlib

from program import HERE, SCHEMAC, VALID, VECTORS, InFolder, content, run

FORMATS = os.path.join(HERE, "..", "..", "examples", "formats")
SCHEMA = """schema: sets
endian: le
root: File
types:
  Item:
    fields:
      - {name: name, type: str, prefix: u8}
      - {name: dims, type: u16, repeat: 2}
      - {name: grid, ndarray: {dtype: u16, dims: dims, order: row}}
      - {name: sum, digest: {by: crc32, over: [name, grid]}}
  Note: {fields: [{name: text, type: str, prefix: u8}]}
  File:
    fields:
      - {name: n, type: u8}
      - {name: items, type: Item, repeat: n, unique: name}
      - {name: m, type: u8}
      - {name: levels, type: i16, repeat: m}
      - {name: kind, type: u8}
      - {name: tail, switch: kind, cases: {1: {type: Note, alternative: note}, 2: {type: u32, alternative: number}}}
"""


def item(name, rows):
    data = b"".join(struct.pack(f"<{len(row)}H", *row) for row in rows)
    text = bytes([len(name)]) + name.encode()
    return text + struct.pack("<HH", len(rows), len(rows[0])) + data + struct.pack("<I", zlib.crc32(text + data))


def whole(items, levels=(5, -6), tail=b"\1\2hi"):
    return (bytes([len(items)]) + b"".join(item(*each) for each in items) +
            bytes([len(levels)]) + struct.pack(f"<{len(levels)}h", *levels) + tail)


def npy(descr, shape, data):
    head = repr({"descr": descr, "fortran_order": False, "shape": shape}) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + data


A, B, C = ("a", [[1, 2]]), ("b", [[3], [4]]), ("c", [[5, 6, 7]])


class Setting(InFolder):
    def setUp(self):
        super().setUp()
        self.schema = self.path("sets.yaml", SCHEMA)
        self.file = self.path("x.sets", whole([A, B]))

    def set(self, *args):
        out = self.path("out.sets")
        code, text, err = run("set", self.file, *args, "--schema", self.schema, "-o", out)
        self.assertEqual((code, text, err), (0, "", ""))
        return content(out)

    def test_values(self):
        for args, wanted in (
                (['items["a"].name', "apple"], whole([("apple", A[1]), B])),
                (["items[1].name", "7"], whole([A, ("7", B[1])])),
                (["items[0].grid", "[[9, 8, 7], [6, 5, 4]]"], whole([("a", [[9, 8, 7], [6, 5, 4]]), B])),
                (["items[*].grid", "[[1]]"], whole([("a", [[1]]), ("b", [[1]])])),
                (["levels", "[1, 2, 3]"], whole([A, B], [1, 2, 3])),
                (["levels[-1]", "7"], whole([A, B], [5, 7])),
                (["levels[0]", "-1", "tail.text", "ho"], whole([A, B], [-1, -6], b"\1\2ho")),
                (["tail", '{"number": 258}'], whole([A, B], tail=b"\2" + struct.pack("<I", 258))),
                (["items", "[]"], whole([]))):
            with self.subTest(args):
                self.assertEqual(self.set(*args), wanted)

    def test_arrays_of_files(self):
        big = self.path("w.npy", npy("<u2", (3, 2), struct.pack("<6H", *range(6))))
        self.assertEqual(self.set('items["b"].grid', "@" + big), whole([A, ("b", [[0, 1], [2, 3], [4, 5]])]))

    def test_lists(self):
        new = '{"name": "c", "dims": [1, 3], "grid": [[5, 6, 7]]}'
        for args, wanted in (
                (["--add", "items", new], whole([A, B, C])),
                (["--add", "items[0]", new], whole([C, A, B])),
                (["--add", 'items["b"]', new], whole([A, C, B])),
                (["--remove", "items[-1]"], whole([A])),
                (["--remove", "items[*]"], whole([])),
                (["--remove", 'items["a"]', "--remove", "levels[0]"], whole([B], [-6])),
                (["--add", "levels", "9", "--add", "levels[0]", "8"], whole([A, B], [8, 5, -6, 9])),
                (["--rename", 'items["a"]', "x"], whole([("x", A[1]), B])),
                (["--rename", 'items["a"]', "x", 'items["x"].grid', "[[0]]", "--add", "items", new, "--remove", 'items["b"]'],
                 whole([("x", [[0]]), C]))):
            with self.subTest(args):
                self.assertEqual(self.set(*args), wanted)

    def test_what_is_refused(self):
        out = self.path("out.sets", b"mine")
        for args, code, words in (
                (["items[0].nam", "x", "-o", out], 1, "nothing that the file has"),
                (["items[7].name", "x", "-o", out], 1, "nothing that the file has"),
                (["items[", "x", "-o", out], 1, "is not a path"),
                (["items[0].name", "b", "-o", out], 1, "duplicate-name"),
                (["levels[0]", "40000", "-o", out], 1, "levels"),
                (["n", "3", "-o", out], 1, "nothing that the file has"),
                (["--remove", "levels", "-o", out], 1, "can't be removed"),
                (["--rename", "levels", "x", "-o", out], 1, "has no key"),
                (["items[0].grid", "@nothing.npy", "-o", out], 1, "nothing.npy"),
                (["levels", "-o", out], 2, "has no value"),
                (["-o", out], 2, "nothing is to be changed"),
                (["levels", "[]"], 2, "--in-place"),
                (["levels", "[]", "-o", out, "--in-place"], 2, "")):
            with self.subTest(args):
                found, _, err = run("set", self.file, *args, "--schema", self.schema)
                self.assertEqual(found, code, err)
                self.assertIn(words, err)
        self.assertEqual((content(out), content(self.file)), (b"mine", whole([A, B])))

    def test_in_place_and_in_pipes(self):
        code, _, err = run("set", self.file, "--remove", "items[0]", "--in-place", "--schema", self.schema)
        self.assertEqual((code, err, content(self.file)), (0, "", whole([B])))
        done = subprocess.run([SCHEMAC, "set", "-", "levels", "[]", "-o", "-", "--schema", self.schema],
                              input=content(self.file), capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, whole([B], [])))

    def test_known_files_come_back(self):
        """What isn't changed is as it was, in files of the shipped formats."""
        out = self.path("out")
        for file, path in ((VALID, "metadata"), (os.path.join(VECTORS, "..", "bloscpack", "ndarray_f32_fortran.blp"), "chunks")):
            values = json.loads(run("decode", "--json", "--full", file)[1])["values"]
            name = path if path in values else next(iter(values))
            code, _, err = run("set", file, name, json.dumps(values[name]), "-o", out)
            self.assertEqual((code, err), (0, ""), file)
            self.assertEqual(content(out), content(file))

    def test_places_in_texts_follow(self):
        """A header in JSON, and parts of shared bytes; what was spelled otherwise is spelled anew."""
        header = b'{"a": {"dtype":"U8","shape":[2],"data_offsets":[0,2]}, "b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}}'
        file = self.path("x.safetensors", struct.pack("<Q", len(header)) + header + b"xyz")
        out = self.path("y.safetensors")
        schema = ["--schema", os.path.join(FORMATS, "safetensors.yaml")]
        code, _, err = run("set", file, 'header.tensors["a"].value.data', '{"hex": "010203"}',
                           'header.tensors["a"].value.shape', "[3]", "--rename", 'header.tensors["b"]', "c", "-o", out, *schema)
        self.assertEqual((code, err), (0, ""))
        made = content(out)
        size = struct.unpack("<Q", made[:8])[0]
        self.assertEqual(json.loads(made[8:8 + size]), {"a": {"dtype": "U8", "shape": [3], "data_offsets": [0, 3]},
                                                        "c": {"dtype": "U8", "shape": [1], "data_offsets": [3, 4]}})
        self.assertEqual(made[8 + size:], b"\1\2\3z")
        array = self.path("w.npy", npy("<f4", (1, 2), struct.pack("<2f", 0.5, -1)))
        code, _, err = run("set", out, 'header.tensors["a"].value.data', "@" + array, "-o", file, *schema)
        self.assertEqual((code, err), (0, ""))
        made = content(file)
        size = struct.unpack("<Q", made[:8])[0]
        self.assertEqual(json.loads(made[8:8 + size])["a"], {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]})
        self.assertEqual(made[8 + size:], struct.pack("<2f", 0.5, -1) + b"z")
        code, _, err = run("set", out, 'header.tensors["a"].value.data', "@" + self.path("v.npy", npy(">f4", (1,), bytes(4))),
                           "-o", file, *schema)
        self.assertEqual((code, content(file)), (1, made))
        self.assertIn("readers would see another type or order", err)


if __name__ == "__main__":
    unittest.main()
