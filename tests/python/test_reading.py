"""Values of reference files are what independent readers found in them."""
import json
import pickle
import subprocess
import sys
import tempfile
import pathlib
import threading
import unittest

import numpy as np

import schemac
import vectors

OINF = vectors.DATA / "vectors" / "oinf"
LOGS = """
schema: days
root: File
endian: le
extensions: [day]
enums:
  Level: {type: u8, unknown: keep, members: {low: 1, high: 2}}
types:
  File:
    fields:
      - {name: magic, const: DAYS}
      - {name: options, type: u8, flags: {wide: {bit: 0}, mode: {bits: [1, 3]}}}
      - {name: n, type: u32}
      - {name: entries, type: Entry, repeat: n, unique: name}
  Entry:
    doc: One line.
    fields:
      - {name: level, type: Level, doc: How loud it is.}
      - {name: count, type: i64}
      - {name: ratio, type: f32}
      - {name: has_note, type: bool}
      - {name: note, type: str, prefix: u8, if: has_note}
      - {name: name, type: str, prefix: u8}
"""


class Manifests(unittest.TestCase):
    def test_every_array_has_the_shape_and_the_bytes_of_its_manifest(self):
        for name in vectors.FORMATS:
            for path, entry in vectors.files(name):
                with self.subTest(path.name):
                    found = {vectors.fingerprint(array) for array in vectors.arrays(schemac.open(path))}
                    for expected in entry["decoded"]["tensors"]:
                        if expected["sha256"] is not None:  # an uninitialised tensor has no bytes
                            self.assertTrue((tuple(expected["shape"]), expected["sha256"]) in found, expected["name"])

    def test_directories_are_read_as_one(self):
        for path, entry in vectors.folders("blaze_chunked"):
            with self.subTest(path.name):
                file = schemac.open(path)
                self.assertEqual(schemac.validate(path), [])
                found = {vectors.fingerprint(array) for array in schemac.arrays(file).values()}
                expected = {(tuple(each["shape"]), each["sha256"]) for each in entry["decoded"]["tensors"]}
                self.assertEqual(found, expected)
                command = [sys.executable, "-m", "schemac", "decode", "--json", path]
                said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
                compare(self, file, said["values"])

    def test_tensors_are_found_by_name_and_have_their_types(self):
        codes = {"i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8",
                 "f16": "f2", "f32": "f4", "f64": "f8", "bool": "b1"}
        seen = 0
        for path, entry in vectors.files("oinf"):
            file = schemac.open(path)
            for expected in entry["decoded"]["tensors"]:
                is_tensor = not expected["name"].startswith("metadata:") and expected["sha256"] is not None
                if not is_tensor or expected["dtype"] not in codes:
                    continue
                data = file.tensors[expected["name"]].data
                self.assertEqual(data.dtype, np.dtype(codes[expected["dtype"]]), (path.name, expected["name"]))
                self.assertEqual(vectors.listed(data.reshape(-1)[:3]), expected["first3"])
                self.assertEqual(vectors.listed(data.reshape(-1)[-3:]), expected["last3"])
                seen += 1
        self.assertGreater(seen, 40)

    def test_a_header_says_what_its_manifest_says(self):
        for path, entry in vectors.files("oinf"):
            file, header = schemac.open(path), entry["decoded"]["header"]
            self.assertEqual(file.version, header["version"])
            self.assertEqual(len(file.sizevars), header["n_sizevars"])
            self.assertEqual(len(file.tensors), header["n_tensors"])
            sizes = {each["name"]: each["value"] for each in entry["decoded"]["index"] if each["table"] == "sizevars"}
            self.assertEqual({each.name: each.value for each in file.sizevars}, sizes)

    def test_values_are_those_of_the_command(self):
        """What `decode --json` prints, member by member."""
        for name in vectors.FORMATS:
            for path, _ in vectors.files(name):
                with self.subTest(path.name):
                    command = [sys.executable, "-m", "schemac", "decode", "--json", path]
                    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
                    compare(self, schemac.open(path), said["values"])


def compare(test, value, said):
    """Whether a value is what its JSON says, as far as JSON says it."""
    if isinstance(value, schemac.Record):
        test.assertEqual(list(value), [name for name in said if name != "choices"])
        for name in value:
            compare(test, value[name], said[name])
    elif isinstance(value, schemac.List):
        test.assertEqual(len(value), len(said))
        for each, json_of_it in zip(value, said):
            compare(test, each, json_of_it)
    elif isinstance(value, schemac.Union):
        test.assertEqual([value.name], list(said))
        compare(test, value.value, said[value.name])
    elif isinstance(value, schemac.EnumValue):
        test.assertEqual(int(value) if value.name is None else value.name, said)
    elif isinstance(value, (bool, int, str)) or value is None:
        test.assertEqual(value, said)
    elif isinstance(value, schemac.Encoded):
        test.assertEqual(len(value), said["nbytes"] if "nbytes" in said else len(bytes.fromhex(said["hex"])))
    elif isinstance(said, dict) and "dims" in said:
        test.assertEqual(list(np.shape(value)), said["dims"])


class Values(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.schema = pathlib.Path(cls.folder.name) / "days.yaml"
        cls.schema.write_text(LOGS)
        cls.path = pathlib.Path(cls.folder.name) / "one.day"
        # Written by hand: magic, options 1 | 5 << 1, two entries.
        cls.path.write_bytes(
            b"DAYS" + bytes([0b1011]) + b"\x02\0\0\0"
            + b"\x02" + (-7).to_bytes(8, "little", signed=True) + np.float32(0.25).tobytes() + b"\x01\x02hi" + b"\x01a"
            + b"\x09" + (2**40).to_bytes(8, "little") + np.float32("inf").tobytes() + b"\x00" + b"\x02\xffb")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open(self, **arguments):
        return schemac.open(self.path, self.schema, **arguments)

    def test_numbers_texts_flags_and_enumerations(self):
        file = self.open()
        self.assertEqual(list(file), ["options", "entries"])
        self.assertIs(file.options.wide, True)
        self.assertEqual(file.options.mode, 5)
        first, second = file.entries
        self.assertEqual((first.level, first.level.name, first.count, first.ratio), (2, "high", -7, 0.25))
        self.assertEqual((second.level, second.level.name, second.count, second.ratio), (9, None, 2**40, float("inf")))
        self.assertEqual((first.note, second.note), ("hi", None))
        self.assertEqual(second.name, "\udcffb")  # not UTF-8: as Python has it in names of files

    def test_lists_by_index_slice_key_and_iteration(self):
        entries = self.open().entries
        self.assertEqual(len(entries), 2)
        self.assertEqual(entries[-1].count, 2**40)
        self.assertEqual([each.name for each in entries[::-1]], ["\udcffb", "a"])
        self.assertEqual(entries["a"].count, -7)
        self.assertEqual(entries.keys(), ["a", "\udcffb"])
        self.assertIn("a", entries)
        self.assertNotIn("b", entries)
        with self.assertRaises(IndexError):
            entries[2]
        with self.assertRaises(KeyError):
            entries["b"]

    def test_names_documents_and_what_is_missing(self):
        file = self.open()
        first = file.entries[0]
        self.assertEqual(type(first).__name__, "Entry")
        self.assertEqual(type(first).__doc__, "One line.")
        self.assertEqual(type(first).level.__doc__, "How loud it is.")
        self.assertIn("count", dir(first))
        with self.assertRaisesRegex(AttributeError, "'counts'.*level, count"):
            first.counts
        with self.assertRaises(KeyError):
            first["counts"]
        self.assertEqual(schemac.names(first), list(first))
        self.assertIn("note", first)

    def test_records_compare_by_their_members(self):
        first, again = self.open().entries[0], self.open().entries[0]
        self.assertEqual(first, again)
        self.assertNotEqual(first, self.open().entries[1])
        self.assertEqual(schemac.asdict(first)["count"], -7)

    def test_a_file_is_pickled_as_its_place(self):
        file = pickle.loads(pickle.dumps(self.open()))
        self.assertEqual(file.entries["a"].count, -7)
        value = pickle.loads(pickle.dumps(file.entries[0].level))
        self.assertEqual((value, value.name), (2, "high"))
        with self.assertRaises(TypeError):
            pickle.dumps(file.entries[0])

    def test_threads_read_one_file(self):
        file, found = self.open(), []
        threads = [threading.Thread(target=lambda: found.append([each.count for each in file.entries])) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [[-7, 2**40]] * 8)

    def test_formats_are_found_as_the_command_finds_them(self):
        with self.assertRaisesRegex(schemac.UnknownFormat, "of no known format .*schema="):
            schemac.open(self.path)
        self.assertEqual(len(schemac.open(self.path, schemas=[self.folder.name]).entries), 2)
        with self.assertRaisesRegex(schemac.UnknownFormat, "no format 'nights' is known"):
            schemac.open(self.path, "nights")
        broken = pathlib.Path(self.folder.name) / "broken.txt"
        broken.write_text(LOGS.replace("type: i64", "type: i63"))
        with self.assertRaisesRegex(schemac.SchemaError, r"broken.txt:\d+:\d+: error: "):
            schemac.open(self.path, broken)
        with self.assertRaises(FileNotFoundError):
            schemac.open("there-is-no-such-file")

    def test_known_formats_come_with_the_package(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "one.npy"
            np.save(path, np.arange(6, dtype="<i2").reshape(2, 3))
            self.assertEqual(np.asarray(schemac.open(path).array).tolist(), [[0, 1, 2], [3, 4, 5]])

    def test_parts_of_bytes_are_arrays_where_their_elements_say_so(self):
        tensors = {"a": np.arange(6, dtype="<f4").reshape(2, 3), "b": np.arange(4, dtype="<u2"), "none": np.zeros((0, 2), "<i8"),
                   "one": np.array(7, dtype="<i4")}  # fmt: skip
        names, head, content = {"<f4": "F32", "<u2": "U16", "<i8": "I64", "<i4": "I32"}, {}, b""
        for name, array in tensors.items():
            end = len(content) + array.nbytes
            head[name] = {"dtype": names[array.dtype.str], "shape": array.shape, "data_offsets": [len(content), end]}
            content += array.tobytes()
        head["other"] = {"dtype": "F8_E4M3", "shape": [3], "data_offsets": [len(content), len(content) + 3]}
        text = json.dumps(head).encode()
        with tempfile.TemporaryDirectory() as folder:
            path, copy = pathlib.Path(folder) / "model.safetensors", pathlib.Path(folder) / "copy.safetensors"
            path.write_bytes(len(text).to_bytes(8, "little") + text + content + b"abc")
            file = schemac.open(path)
            found = {each.key: each.value.data for each in file.header.tensors}
            for name, array in tensors.items():
                self.assertEqual((found[name].dtype, found[name].shape), (array.dtype, array.shape))
                np.testing.assert_array_equal(found[name], array)
                np.testing.assert_array_equal(schemac.arrays(file)[name], array)
                self.assertFalse(found[name].flags.owndata or found[name].flags.writeable)
            self.assertEqual(bytes(found["other"]), b"abc")
            schemac.write(copy, file.replace())
            self.assertEqual(copy.read_bytes(), path.read_bytes())
            schemac.write(copy, schemac.asdict(file), "safetensors")
            np.testing.assert_array_equal(schemac.arrays(schemac.open(copy))["a"], tensors["a"])

    def test_the_package_is_the_command(self):
        command = [sys.executable, "-m", "schemac", "validate", "--schema", self.schema, self.path]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.path}: valid (days)\n"))


if __name__ == "__main__":
    unittest.main()
