#!/usr/bin/env python3
"""Files that are recognised by an index of schemas, beside the same files without one.

  known.py SCHEMAC

The program is linked into an installed tree of its own, whose schemas a test may change.
"""
import json
import os
import shutil
import subprocess
import unittest

from program import HERE, METADATA, SCHEMAC, VALID, InFolder, content, run

SCHEMAS = os.path.join(HERE, "..", "..", "schemas")
OF_FORMATS = [os.path.join(HERE, "..", "data", "vectors", *path) for path in (
    ("primitiv", "shape_scalar.primitiv"), ("paddle", "lod_int64_lod1.lodtensor"))]


class Known(InFolder):
    def setUp(self):
        super().setUp()
        self.schemas = self.path("share/schemac/schemas")
        self.index = self.path("share/schemac/known.json")
        self.program = self.path("bin/schemac")
        os.makedirs(os.path.dirname(self.program))
        shutil.copytree(SCHEMAS, self.schemas)
        os.link(SCHEMAC, self.program) if self.can_link() else shutil.copy(SCHEMAC, self.program)
        self.make_index()

    def can_link(self):
        return os.stat(SCHEMAC).st_dev == os.stat(self.folder.name).st_dev

    def make_index(self):
        code, out, err = run("list", "--index", self.schemas)
        self.assertEqual((code, err), (0, ""))
        with open(self.index, "w") as file:
            file.write(out)

    def run_installed(self, *args):
        done = subprocess.run([self.program, *args], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def verdict(self, path, *args):
        """The same with an index and without one."""
        found = self.run_installed("validate", "--json", *args, path)
        os.rename(self.index, self.index + ".away")
        self.assertEqual(self.run_installed("validate", "--json", *args, path), found)
        os.rename(self.index + ".away", self.index)
        return found

    def test_index_names_what_lies_beside_it(self):
        with open(self.index) as file:
            index = json.load(file)
        self.assertNotIn(self.folder.name, json.dumps(index))
        self.assertEqual({s["path"] for s in index["schemas"]},
                         {name for name in os.listdir(SCHEMAS) if name.endswith(".yaml")})
        self.assertIn({"format": "oinf", "beginnings": [b"OINF\0".hex()], "extensions": ["oinf"]},
                      [root for s in index["schemas"] for root in s["roots"]])
        sizes = {s["path"]: s["size"] for s in index["sources"]}
        self.assertEqual(sizes["oinf.yaml"], len(content(os.path.join(SCHEMAS, "oinf.yaml"))))
        self.assertIn("proto/framework.proto", sizes)

    def test_files_are_of_the_format_that_they_would_be_of(self):
        for path in [VALID, METADATA, *OF_FORMATS]:
            code, out, err = self.verdict(path)
            self.assertEqual((code, err), (0, ""))
        # By bytes where the name says nothing, by name where bytes don't, and of no format at all.
        nameless = self.path("nameless", content(VALID))
        self.assertEqual(json.loads(self.verdict(nameless)[1])["schema"], "oinf")
        blosc = self.path("x.blp", b"blpk" + bytes(60))
        self.assertEqual(json.loads(self.verdict(blosc)[1])["schema"], "bloscpack")
        self.assertEqual(self.verdict(self.path("x.bin", b"\x01\x02"))[0], 2)
        self.assertEqual(self.verdict(self.path("x.png", b"\x89PNG"))[0], 2)
        self.assertEqual(self.verdict(VALID, "--schema", "oinf")[0], 0)
        self.assertEqual(self.verdict(VALID, "--schema", "nothing")[0], 2)

    def test_schemas_that_changed_count(self):
        schema = os.path.join(self.schemas, "oinf.yaml")
        changed = content(schema).replace(b"schema: oinf", b"schema: fnio")
        self.assertNotEqual(changed, content(schema))
        with open(schema, "wb") as file:
            file.write(changed)
        code, out, err = self.run_installed("validate", "--json", VALID)
        self.assertEqual((code, json.loads(out)["schema"], err), (0, "fnio", ""))

    def test_schemas_that_were_added_count(self):
        with open(os.path.join(self.schemas, "new.yaml"), "w") as file:
            file.write('schema: new\nroot: File\ntypes: {File: {fields: [{name: magic, const: NEWF}]}}\n')
        code, out, err = self.run_installed("validate", "--json", self.path("x", b"NEWF"))
        self.assertEqual((code, json.loads(out)["schema"], err), (0, "new", ""))

    def test_two_schemas_of_one_name(self):
        text = 'schema: twice\nroot: File\ntypes: {File: {fields: [{name: magic, const: TWC%d}]}}\n'
        first = self.path("first/twice.yaml"), self.path("second/two.yaml")
        for i, path in enumerate(first):
            os.makedirs(os.path.dirname(path))
            with open(path, "w") as file:
                file.write(text % i)
        paths = {"SCHEMAC_PATH": ":".join(map(os.path.dirname, first))}
        said = f"schemac: {first[1]}: its format 'twice' counts for nothing, since {first[0]} has one of that name\n"
        code, out, err = run("validate", "--json", self.path("x", b"TWC0"), env=paths)
        self.assertEqual((code, json.loads(out)["schema"], err), (0, "twice", said))
        code, out, err = run("list", env=paths)
        self.assertEqual((code, err), (0, said))
        self.assertIn(f"{first[1]}  isn't used: {first[0]} has the format 'twice', too", out)
        # One folder twice is one schema, and who has a schema of ours wants that one.
        own = {"SCHEMAC_PATH": ":".join([os.path.dirname(first[0]), os.path.dirname(first[0]), self.schemas])}
        code, out, err = run("validate", VALID, env=own)
        self.assertEqual((code, err), (0, ""))

    def test_formats_of_others_are_known(self):
        """In the build tree as once installed."""
        png = b"\x89PNG\r\n\x1a\n"
        for name, start, schema in (("x.gguf", b"GGUF", "gguf"), ("x", png, "png"), ("x.wav", b"RIFF", "wav"),
                                    ("x", b"!<arch>\n", "ar"), ("x", b"BM", "bmp"), ("x", b"LASF", "las"), ("x", b"\0asm", "wasm"),
                                    ("x", b"\xd4\xc3\xb2\xa1", "pcap"),
                                    ("x", b"\x4d\x3c\xb2\xa1", "pcap"),
                                    ("x", b"\xa1\xb2\xc3\xd4", "pcap"),
                                    ("x", b"\x93NUMPY\1\0", "npy"), ("m.safetensors", b"\2" + bytes(7) + b"{}", "safetensors")):
            report = json.loads(run("validate", "--json", self.path(name, start))[1])
            self.assertEqual(report["schema"], schema)

    def test_a_python_literal_is_called_so(self):
        head = b"{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }\n"
        file = self.path("x.npy", b"\x93NUMPY\1\0" + bytes([len(head), 0]) + head + bytes(4))
        rows = json.loads(run("explain", "--json", file)[1])["fields"]
        self.assertEqual([row["type"] for row in rows if row["path"] == "header"], ["python"])
        header = b'{"__metadata__":{"a":"b"}}'
        rows = json.loads(run("explain", "--json", self.path("x.safetensors", bytes([len(header)]) + bytes(7) + header))[1])["fields"]
        self.assertEqual([row["type"] for row in rows if row["path"] == "header"], ["json"])

    def test_what_is_no_index_counts_for_nothing(self):
        for text in ["", "{", "[]", "{}", '{"sources": [1], "schemas": []}', '{"sources": [], "schemas": [{}]}',
                     '{"sources": [{"path": "oinf.yaml", "size": -1, "crc32": 4}], "schemas": []}']:
            with open(self.index, "w") as file:
                file.write(text)
            self.assertEqual(self.verdict(VALID)[0], 0, text)


if __name__ == "__main__":
    unittest.main()
