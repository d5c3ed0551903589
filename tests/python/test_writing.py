"""What is written is valid, comes back, and is refused as C++ refuses it."""
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import ml_dtypes
import numpy as np

import schemac
import vectors
from test_reading import LOGS


class Folder(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)
        self.path = self.folder / "file"

    def command(self, *arguments):
        return subprocess.run([sys.executable, "-m", "schemac", *arguments], capture_output=True, text=True)


class Vectors(Folder):
    def test_every_canonical_file_comes_back_bit_by_bit(self):
        for name in vectors.FORMATS:
            for path, entry in vectors.files(name):
                if not entry["canonical"]:
                    continue
                with self.subTest(path.name):
                    file = schemac.open(path)
                    schemac.write(self.path, file)
                    self.assertEqual(self.path.read_bytes(), path.read_bytes())
                    schemac.write(self.path, file.replace())
                    self.assertEqual(self.path.read_bytes(), path.read_bytes())

    def test_a_dictionary_of_a_file_makes_a_file_of_the_same_values(self):
        for path, _ in vectors.files("oinf"):
            with self.subTest(path.name):
                file = schemac.open(path)
                schemac.write(self.path, schemac.asdict(file), "oinf")
                self.assertEqual(schemac.open(self.path), file)
                self.assertEqual(schemac.validate(self.path, "oinf"), [])


class Models(Folder):
    """The example of the README: a model of NumPy's arrays."""

    def values(self, **more):
        return {"version": 2, "sizevars": [{"name": "D", "value": 4}],
                "metadata": [{"key": "mode", "value_type": "STRING", "value": {"STRING": "fast"}}],
                "tensors": [], **more}

    def test_tensors_of_every_type_come_back(self):
        random = np.random.default_rng(7)
        arrays = {
            "F32": random.normal(size=(3, 4)).astype("<f4"), "F16": random.normal(size=(5,)).astype("<f2"),
            "I64": random.integers(-9, 9, (2, 2, 2)), "BOOL": random.integers(0, 2, 7).astype(bool),
            "BF16": random.normal(size=(2, 3)).astype(ml_dtypes.bfloat16),
            "F8": random.normal(size=6).astype(ml_dtypes.float8_e5m2),
            "U4": schemac.pack(random.integers(0, 16, (3, 3)), "u4"),
            "F64": random.normal(size=(4, 6)).astype(">f8")[::2, ::-1],  # neither its order nor its bytes are the file's
            "I32": np.asfortranarray(random.integers(-9, 9, (3, 4)).astype("<i4")),
        }
        template = schemac.open(vectors.DATA / "vectors/oinf/v2_all_tensor_dtypes.oinf")
        one = schemac.asdict(template.tensors[0])
        tensors = [{**one, "name": name, "dtype": name, "dims": array.shape, "data": array} for name, array in arrays.items()]
        schemac.write(self.path, template.replace(tensors=tensors))
        file = schemac.open(self.path)
        self.assertEqual([tensor.name for tensor in file.tensors], list(arrays))
        for name, array in arrays.items():
            with self.subTest(name):
                found = np.asarray(file.tensors[name].data)
                self.assertEqual(found.dtype.newbyteorder("="), np.asarray(array).dtype.newbyteorder("="))
                np.testing.assert_array_equal(found, np.asarray(array))
        self.assertEqual(self.command("validate", self.path, "--schema", "oinf").returncode, 0)

    def test_one_member_is_replaced_and_the_others_are_kept(self):
        for path, entry in vectors.files("oinf"):
            file = schemac.open(path)
            if not len(file.sizevars):
                continue
            schemac.write(self.path, file.replace({"sizevars[0].value": 77}))
            changed = schemac.open(self.path)
            self.assertEqual(changed.sizevars[0].value, 77)
            self.assertEqual(changed.sizevars[0].name, file.sizevars[0].name)
            self.assertEqual(changed.tensors, file.tensors)
            self.assertEqual(changed.metadata, file.metadata)
            difference = [x != y for x, y in zip(self.path.read_bytes(), path.read_bytes())]
            self.assertLessEqual(sum(difference), 8)
        with self.assertRaises(KeyError):
            schemac.write(self.path, file.replace({"sizevars[99].value": 1}))
        with self.assertRaisesRegex(schemac.InvalidValues, "there is no such member in File"):
            schemac.write(self.path, file.replace(tensor=[]))


class Refusals(Folder):
    def setUp(self):
        super().setUp()
        self.schema = self.folder / "days.yaml"
        self.schema.write_text(LOGS)

    def entry(self, **changes):
        return {"level": "high", "count": -7, "ratio": 0.25, "note": "hi", "name": "a", **changes}

    def values(self, *entries):
        return {"options": {"wide": True, "mode": 5}, "entries": list(entries)}

    def test_values_become_the_bytes_of_the_schema(self):
        entries = [self.entry(), self.entry(level=9, count=2**40, ratio=float("inf"), note=None, name="\udcffb")]
        self.assertEqual(
            schemac.encode(self.values(*entries), self.schema),
            b"DAYS" + bytes([0b1011]) + b"\x02\0\0\0"
            + b"\x02" + (-7).to_bytes(8, "little", signed=True) + np.float32(0.25).tobytes() + b"\x01\x02hi" + b"\x01a"
            + b"\x09" + (2**40).to_bytes(8, "little") + np.float32("inf").tobytes() + b"\x00" + b"\x02\xffb")

    def test_dataclasses_and_numbers_of_numpy_are_values(self):
        @dataclasses.dataclass
        class Entry:
            level: int
            count: object
            ratio: object
            note: str
            name: str

        made = schemac.encode(self.values(Entry(2, np.int64(-7), np.float32(0.25), "hi", "a")), self.schema)
        self.assertEqual(made, schemac.encode(self.values(self.entry()), self.schema))

    def test_refusals_are_those_of_the_command(self):
        for changes in ({"count": 2**63}, {"level": "loud"}, {"note": 3}, {"name": "x" * 300}, {"ratio": "much"}, {"colour": 1}):
            with self.subTest(changes):
                values = self.values(self.entry(**changes))
                said = self.folder / "values.json"
                said.write_text(json.dumps(values))
                done = self.command("encode", said, "--schema", self.schema, "-o", self.folder / "out")
                self.assertEqual(done.returncode, 1)
                with self.assertRaises(schemac.InvalidValues) as caught:
                    schemac.write(self.path, values, self.schema)
                lines = [line.removeprefix(f"schemac: {said}: ") for line in done.stderr.splitlines()]
                self.assertEqual([str(each) for each in caught.exception.problems], lines)
                self.assertFalse(self.path.exists())

    def test_an_array_over_pieces_in_another_order_is_refused(self):
        array = np.arange(6, dtype="<f4").reshape(2, 3)
        values = {"version": 1, "header": {"descr": "<f4", "fortran_order": False, "shape": [2, 3]}}
        for other in np.asfortranarray(array), array.astype(">f4"):
            with self.assertRaisesRegex(schemac.InvalidValues, "array: is stored in another order than its type has"):
                schemac.write(self.path, {**values, "array": other}, "npy")
            schemac.write(self.path, {**values, "array": np.asarray(other, "<f4", "C")}, "npy")
            with open(self.path, "rb") as file:
                np.testing.assert_array_equal(np.load(file), array)

    def test_whatever_is_raised_the_old_file_is_unharmed(self):
        self.path.write_bytes(b"old")
        before = set(os.listdir(self.folder))
        for values in (self.values(self.entry(count=2**63)), self.values(self.entry(count=object())), {"entries": 3}):
            with self.assertRaises((schemac.InvalidValues, TypeError)):
                schemac.write(self.path, values, self.schema)
            self.assertEqual(self.path.read_bytes(), b"old")
            self.assertEqual(set(os.listdir(self.folder)), before)

    def test_a_part_of_another_format_is_refused_or_taken_by_its_members(self):
        schemac.write(self.path, self.values(self.entry()), self.schema)
        first = schemac.open(self.path, self.schema).entries[0]
        other = self.folder / "again.yaml"
        other.write_text(LOGS)
        self.assertEqual(schemac.encode(self.values(first), other), schemac.encode(self.values(self.entry()), self.schema))
        with self.assertRaisesRegex(schemac.InvalidValues, "there is no such member|is missing"):
            schemac.encode({"sizevars": [first], "metadata": [], "tensors": []}, "oinf")

    def test_a_deep_value_and_one_that_holds_itself_are_errors(self):
        endless = []
        endless.append(endless)
        with self.assertRaises(schemac.InvalidValues):
            schemac.encode({"entries": endless}, self.schema)


if __name__ == "__main__":
    unittest.main()
