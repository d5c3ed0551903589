#!/usr/bin/env python3
"""The examples do what they say: run.py FOLDER SCHEMAC

FOLDER holds the built examples. Expected files and texts are those of the format's real tools.
"""
import hashlib
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

SCHEMAC = pathlib.Path(sys.argv.pop(2)).resolve()
EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
VECTORS = DATA / "vectors" / "oinf"


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, timeout=60)
    return done.returncode, done.stdout, done.stderr.decode()


class Verify(unittest.TestCase):
    def test_prints_what_the_real_verifier_prints(self):
        for version, least in ((1, 7), (2, 10)):
            texts = sorted(VECTORS.glob(f"v{version}_*.verify.txt"))
            self.assertGreaterEqual(len(texts), least)
            for text in texts:
                with self.subTest(text.name):
                    file = VECTORS / text.name.replace(".verify.txt", ".oinf")
                    code, out, errors = run(EXAMPLES / "example_oinf_verify", file)
                    self.assertEqual((code, errors), (0, ""))
                    self.assertEqual(out.decode(), text.read_text())

    def test_numbers_that_are_all_the_same(self):
        """As the format's documents print them: whole numbers by themselves, reals as an interval."""
        with tempfile.TemporaryDirectory() as folder:
            values, file = pathlib.Path(folder) / "model.json", pathlib.Path(folder) / "model.oinf"
            values.write_text(json.dumps({"tensors": {
                "real": {"dtype": "f32", "data": [0.5, 0.5]}, "whole": {"dtype": "i64", "data": [1000000] * 4},
                "yes": {"dtype": "bool", "data": [True, True, True]}}}))
            self.assertEqual(run(EXAMPLES / "example_oinf_pack", values, file)[0], 0)
            code, out, _ = run(EXAMPLES / "example_oinf_verify", file)
        self.assertEqual(code, 0)
        self.assertEqual([part.split("\n")[1] for part in out.decode().split("- hist:")[1:]],
                         ["\t[0.5]=2", "\t1000000:4", "\t0:0 1:3"])

    def test_says_what_is_wrong(self):
        broken = VECTORS / "invalid" / "tensor_overlap.oinf"
        code, out, errors = run(EXAMPLES / "example_oinf_verify", broken)
        self.assertEqual((code, out), (1, b""))
        self.assertIn("tensors[2].data_offset", errors)
        self.assertEqual(run(EXAMPLES / "example_oinf_verify", VECTORS / "missing.oinf")[0], 1)
        self.assertEqual(run(EXAMPLES / "example_oinf_verify")[0], 2)


class Pack(unittest.TestCase):
    def test_tensors_get_their_places(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "two.safetensors"
            code, out, errors = run(EXAMPLES / "example_pack", file)
            data = file.read_bytes()
        self.assertEqual((code, out, errors), (0, b"weight, 24 bytes\nbias, 8 bytes\n", ""))
        size, = struct.unpack_from("<Q", data)
        self.assertEqual(json.loads(data[8:8 + size]),
                         {"weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
                          "bias": {"dtype": "F32", "shape": [2], "data_offsets": [24, 32]}})
        self.assertEqual(data[8 + size:], struct.pack("<8f", 0.5, 1, 1.5, 2, 2.5, 3, -1, 1))


class Guide(unittest.TestCase):
    def test_prints_what_its_page_says(self):
        with tempfile.TemporaryDirectory() as folder:
            code, out, errors = run(EXAMPLES / "example_guide", pathlib.Path(folder) / "hills.svy")
        self.assertEqual((code, errors), (0, ""))
        lines = out.decode().splitlines()
        # 11 bytes of the header, 14 and 15 of stations beside 72 readings, 4 of the digest.
        self.assertEqual(lines[1:6], ["hill, raw", "shore, checked", "2 dimensions, 48 elements, 11.25 last", "11.25 first",
                                      f"{int(lines[0].split()[0]) - 11 - 14 - 15 - 72 * 4 - 4} bytes hold 10000"])
        self.assertEqual(lines[6:8], [".", "summit, raw"])
        page = (ROOT / "docs" / "cpp.md").read_text()
        for sentence in lines[9:11]:
            self.assertIn(f"`{sentence}`", page)
        self.assertIn("[resource-limit]", lines[11])


class Chunks(unittest.TestCase):
    def test_an_array_is_written_and_read_by_range(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "numbers.blpk"
            code, out, errors = run(EXAMPLES / "example_chunks", file)
            self.assertEqual((code, errors), (0, ""))
            # 1,000,000 numbers of 8 bytes in pieces of 65,536 bytes, 8,192 numbers each. In front of
            # them the header and metadata, no table of offsets.
            lines = out.decode().splitlines()
            data = file.read_bytes()
            stored = len(data) - 32 - int.from_bytes(data[24:28], "little")
            self.assertEqual(data[5] & 1, 0)
            self.assertEqual(lines[0], f"123 chunks, 8000000 bytes in {stored}")
            self.assertEqual(lines[1:],
                             ["f64, 1000000 elements in 123 pieces", "8191.25 8192.25 8193.25", "999999 last"])
            self.assertEqual(run(SCHEMAC, "validate", file)[0], 0)
            code, out, _ = run(SCHEMAC, "decode", "--json", file)
        array = json.loads(out)["values"]["array"]
        numbers = struct.pack("<1000000d", *(i + 0.25 for i in range(1_000_000)))
        self.assertEqual((array["dims"], array["sha256"]), ([1_000_000], hashlib.sha256(numbers).hexdigest()))


class OinfPack(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def pack(self, model):
        """(bytes or None, what was complained about)"""
        values, out = self.folder / "model.json", self.folder / "model.oinf"
        values.write_text(model if isinstance(model, str) else json.dumps(model))
        code, _, errors = run(EXAMPLES / "example_oinf_pack", values, out)
        self.assertEqual(code, 0 if out.exists() else 1)
        data = out.read_bytes() if out.exists() else None
        out.unlink(missing_ok=True)
        return data, errors

    def test_example_models_are_the_files_of_the_real_tool(self):
        for name in ("minimal", "simple"):
            with self.subTest(name):
                data, errors = self.pack((DATA / "models" / f"{name}.json").read_text())
                self.assertEqual(errors, "")
                self.assertEqual(data, (VECTORS / f"v1_{name}_model.oinf").read_bytes())

    def test_new_names_do_not_change_the_order(self):
        data, _ = self.pack({"tensors": {
            "c": {"name": "cc", "data": [0, 1, 2, 3, 4], "dtype": "i64"},
            "a": {"name": "zz", "data": [0, 1, 2], "dtype": "f32"},
            "b": {"name": "mm.0", "data": [0, 1, 2, 3], "dtype": "u8"}}})
        self.assertEqual(data, (VECTORS / "v1_renamed_out_of_order.oinf").read_bytes())

    def test_types_are_inferred_as_the_real_tool_infers_them(self):
        # Entries of v1_all_metadata_types that the tool was given as plain Python values.
        given = {"i8": -5, "i16": -300, "i32": -70000, "i64": -5000000000, "u8": 7, "u16": 300, "u32": 70000,
                 "u64": 5000000000, "single": -2.75, "true": True, "false": False, "str": "Clamp_up-1",
                 "nd.list": [1, 2, 3], "nd.neg": [-1, 200], "nd.floats": [[1.5, 2.5], [3.5, -4.5]],
                 "nd.bool": [True, False, True]}
        data, errors = self.pack({"metadata": given})
        self.assertEqual(errors, "")
        (self.folder / "packed").write_bytes(data)
        packed = self.metadata_of(self.folder / "packed")
        real = self.metadata_of(VECTORS / "v1_all_metadata_types.oinf")
        self.assertEqual(packed, {key: real[key] for key in sorted(given)})

    def test_types_may_be_said(self):
        data, errors = self.pack({"metadata": {
            "bits": {"bits": "1001001001001"}, "dbl": {"dtype": "f64", "value": 0.1},
            "half": {"dtype": "f16", "value": 1.001}, "nd": {"dtype": "u16", "value": [[1], [2]]}}})
        self.assertEqual(errors, "")
        (self.folder / "packed").write_bytes(data)
        packed = self.metadata_of(self.folder / "packed")
        real = self.metadata_of(VECTORS / "v1_all_metadata_types.oinf")
        self.assertEqual(packed["dbl"], real["dbl"])
        self.assertEqual(packed["half"], real["half"])
        self.assertEqual(packed["bits"], {"BITSET": {"bits": "1001001001001"}})
        self.assertEqual(packed["nd"]["NDARRAY"]["dims"], [2, 1])

    def metadata_of(self, file):
        code, out, _ = run(SCHEMAC, "decode", "--json", "--full", "--schema", "oinf", file)
        self.assertEqual(code, 0)
        return {entry["key"]: entry["value"] for entry in json.loads(out)["values"]["metadata"]}

    def test_data_of_a_file_is_taken_as_it_is(self):
        (self.folder / "w.bin").write_bytes(bytes(range(12)))
        tensor = {"dtype": "u16", "shape": [2, 3], "file": "w.bin"}
        data, errors = self.pack({"tensors": {"w": tensor}})
        self.assertEqual(errors, "")
        self.assertIn(bytes(range(12)), data)
        self.assertIsNone(self.pack({"tensors": {"w": tensor | {"shape": [7]}}})[0])

    def test_what_cannot_be_packed_is_named(self):
        for model, said in (
                ({"sizevars": {"B": -1}}, "sizevars.B: -1 is not a size"),
                ({"metadata": {"list": [[1, 2], [3]]}}, "metadata.list: has no even shape"),
                ({"metadata": {"n": {"dtype": "u8", "value": 256}}}, "metadata.n: 256 is not of type u8"),
                ({"metadata": {"n": {"dtype": "u4", "value": 1}}}, "'U4' is not a type"),
                ({"metadata": {"big": [2**63]}}, "no type holds all"),
                ({"metadata": {"empty": ""}}, "metadata[0].value"),
                ({"tensors": {"a b": {"dtype": "i8", "shape": []}}}, "tensors[0].name"),
                ({"tensors": {"w": {"dtype": "i8", "shape": [1], "file": "none"}}}, "cannot open"),
                ("{", "parse error")):
            with self.subTest(said):
                data, errors = self.pack(model)
                self.assertIsNone(data)
                self.assertIn(said, errors)


if __name__ == "__main__":
    unittest.main()
