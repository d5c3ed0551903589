"""Arrays lie in the file: no copy, read-only, kept alive; pieces are decoded as far as they are touched."""
import gc
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

OINF = vectors.DATA / "vectors" / "oinf"
BLOSCPACK = vectors.DATA / "vectors" / "bloscpack"
GRID = """
schema: grid
root: File
endian: {endian}
types:
  File:
    fields:
      - {{name: rows, type: u32}}
      - {{name: columns, type: u32}}
      - {{name: cells, ndarray: {{dtype: {dtype}, dims: [rows, columns], order: {order}}}}}
      - {{name: n, type: u8}}
      - {{name: ticks, type: u16, repeat: n}}
"""


class Folder(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def schema(self, **words):
        path = self.folder / ("_".join(words.values()) + ".yaml")
        path.write_text(GRID.format(**words))
        return path


class InPlace(Folder):
    def grid(self, endian="le", dtype="f64", order="row", rows=300, columns=200):
        """A file written by NumPy alone, and what is in it."""
        numbers = np.arange(rows * columns).reshape(rows, columns)
        sign = "<" if endian == "le" else ">"
        code = {"f64": "f8", "i16": "i2", "bf16": None}[dtype]
        kind = np.dtype(ml_dtypes.bfloat16) if code is None else np.dtype(sign + code)
        cells = numbers.astype(kind)
        if code is None and endian == "be":
            cells = cells.view("<u2").byteswap().view(kind)
        path = self.folder / "file.grid"
        path.write_bytes(np.array([rows, columns], sign + "u4").tobytes()
                         + cells.tobytes(order="F" if order == "column" else "C")
                         + b"\x03" + np.array([1, 2, 515], sign + "u2").tobytes())
        return path, numbers.astype(kind)

    def test_elements_dims_byte_order_and_storage_order(self):
        for endian in ("le", "be"):
            for order in ("row", "column"):
                for dtype in ("f64", "i16"):
                    with self.subTest(endian=endian, order=order, dtype=dtype):
                        path, cells = self.grid(endian, dtype, order)
                        file = schemac.open(path, self.schema(endian=endian, dtype=dtype, order=order))
                        np.testing.assert_array_equal(file.cells, cells)
                        self.assertEqual(file.cells.dtype, cells.dtype)
                        self.assertEqual(file.cells.flags.f_contiguous, order == "column")
                        np.testing.assert_array_equal(file.ticks, [1, 2, 515])

    def test_nothing_is_copied_and_nothing_can_be_changed(self):
        path, _ = self.grid()
        file = schemac.open(path, self.schema(endian="le", dtype="f64", order="row"))
        self.assertTrue(file._tree.is_mapped)
        cells = file.cells
        self.assertFalse(cells.flags.writeable)
        self.assertFalse(cells.flags.owndata)
        with self.assertRaises(ValueError):
            cells[0, 0] = 1
        with self.assertRaises(ValueError):
            cells.flags.writeable = True
        mapped = [line for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if line.rstrip().endswith(str(path))]
        begin, end = (int(part, 16) for part in mapped[0].split()[0].split("-"))
        self.assertTrue(begin <= cells.__array_interface__["data"][0] < end)

    def test_an_array_keeps_the_mapping_alive(self):
        path, expected = self.grid()
        cells = schemac.open(path, self.schema(endian="le", dtype="f64", order="row")).cells
        path.unlink()
        gc.collect()
        np.testing.assert_array_equal(cells, expected)
        self.assertTrue(any("file.grid" in line for line in pathlib.Path("/proc/self/maps").read_text().splitlines()))
        del cells
        gc.collect()
        self.assertFalse(any("file.grid" in line for line in pathlib.Path("/proc/self/maps").read_text().splitlines()))

    def test_views_may_outlive_the_interpreter(self):
        path, _ = self.grid()
        schema = self.schema(endian="le", dtype="f64", order="row")
        program = ("import builtins, schemac, sys; builtins.kept = schemac.open(*sys.argv[1:]); "
                   "builtins.also = builtins.kept.cells[3:, ::2]; print(builtins.also.shape)")
        done = subprocess.run([sys.executable, "-c", program, path, schema], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "(297, 100)\n", ""))

    def test_forks_read_on(self):
        path, expected = self.grid()
        file = schemac.open(path, self.schema(endian="le", dtype="f64", order="row"))
        child = os.fork()
        if child == 0:
            os._exit(0 if np.array_equal(file.cells, expected) else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_other_libraries_take_them(self):
        path, expected = self.grid()
        cells = schemac.open(path, self.schema(endian="le", dtype="f64", order="row")).cells
        self.assertEqual(memoryview(cells).format, "d")
        self.assertTrue(memoryview(cells).readonly)
        np.testing.assert_array_equal(np.from_dlpack(cells), expected)

    def test_bfloat16_and_f8_are_those_of_ml_dtypes(self):
        path, expected = self.grid(dtype="bf16")
        cells = schemac.open(path, self.schema(endian="le", dtype="bf16", order="row")).cells
        self.assertEqual(cells.dtype, np.dtype(ml_dtypes.bfloat16))
        np.testing.assert_array_equal(cells.astype(np.float32), expected.astype(np.float32))
        tensors = schemac.open(OINF / "v2_packed_dtypes.oinf").tensors
        kinds = {tensor.data.dtype for tensor in tensors if isinstance(tensor.data, np.ndarray)}
        self.assertIn(np.dtype(ml_dtypes.float8_e5m2), kinds)

    def test_a_file_that_became_shorter_is_an_error(self):
        path, _ = self.grid()
        schema = self.schema(endian="le", dtype="f64", order="row")
        file, safe = schemac.open(path, schema), schemac.open(path, schema, mapped=False)
        os.truncate(path, 5000)
        with self.assertRaisesRegex(OSError, "has become shorter since it was opened"):
            file.cells
        self.assertEqual(float(safe.cells[-1, -1]), 59999)


class Packed(unittest.TestCase):
    """Elements of less than a byte, against the manifest."""

    def test_elements_are_those_of_the_manifest(self):
        seen = set()
        for path, entry in vectors.files("oinf"):
            file = schemac.open(path)
            for expected in entry["decoded"]["tensors"]:
                if expected["name"] not in {tensor.name for tensor in file.tensors}:
                    continue
                data = file.tensors[expected["name"]].data
                if isinstance(data, schemac.PackedArray):
                    unpacked = np.asarray(data)
                    self.assertEqual(unpacked.shape, tuple(expected["shape"]))
                    self.assertEqual(unpacked.reshape(-1)[:3].tolist(), expected["first3"], (path.name, expected["name"]))
                    self.assertEqual(unpacked.reshape(-1)[-3:].tolist(), expected["last3"])
                    seen.add(data.dtype)
        self.assertEqual(seen, {"i4", "i2", "i1", "u4", "u2", "u1", "t2", "t1"})

    def test_packing_is_the_inverse(self):
        numbers = {"u1": [0, 1], "u2": range(4), "u4": range(16), "i1": [-1, 0], "i2": range(-2, 2), "i4": range(-8, 8),
                   "t1": [-1, 1], "t2": [-1, 0, 1]}
        random = np.random.default_rng(1)
        for dtype, all_of_it in numbers.items():
            elements = random.choice(list(all_of_it), (3, 7))
            packed = schemac.pack(elements, dtype)
            np.testing.assert_array_equal(packed.unpack(), elements)
            with self.assertRaises(ValueError):
                schemac.pack([99], dtype)


class Pieces(Folder):
    """Arrays over chunks slice as NumPy's do."""

    def test_every_slice_is_that_of_the_whole(self):
        cases = [BLOSCPACK / "ndarray_f64_2d.blp", BLOSCPACK / "ndarray_f32_fortran.blp", BLOSCPACK / "ndarray_struct.blp"]
        keys = [0, -1, slice(None), slice(3, 9), slice(None, None, 3), slice(9, 2, -2), slice(-3, None), slice(5, 5), Ellipsis]
        for path in cases:
            array = schemac.open(path).array
            whole = np.asarray(array)
            self.assertEqual((array.shape, array.dtype), (whole.shape, whole.dtype))
            for first in keys:
                np.testing.assert_array_equal(array[first], whole[first], f"{path.name} {first}")
                for second in keys if whole.ndim > 1 and first is not Ellipsis else []:
                    with self.subTest(path.name, key=(first, second)):
                        np.testing.assert_array_equal(array[first, second], whole[first, second])
            np.testing.assert_array_equal(array[whole.shape[0] - 1], whole[-1])
            np.testing.assert_array_equal(array[np.arange(3)], whole[:3])
            with self.assertRaises(IndexError):
                array[whole.shape[0]]
            with self.assertRaises(IndexError):
                array[(0,) * (whole.ndim + 1)]

    def test_only_what_is_touched_is_decoded(self):
        numbers = np.arange(100_000, dtype=np.int64)
        path = self.folder / "numbers.blp"
        schemac.write(path, {"checksum": "none", "typesize": 8, "chunk_size": 80_000, "options": {}, "stale": b"",
                             "array": numbers.view(np.uint8)}, "bloscpack")
        broken = bytearray(path.read_bytes())
        file = schemac.open(path)
        self.assertEqual(file.array.chunks, (80_000,) * 10)
        # The fifth chunk says another size now: only those who touch it are told.
        stored = bytes(file.chunks[4].content.stored)
        at = bytes(broken).index(stored)
        broken[at + 16 + 4] ^= 0xff
        path.write_bytes(broken)
        array = schemac.open(path).array
        np.testing.assert_array_equal(array[:320_000], numbers.view(np.uint8)[:320_000])
        np.testing.assert_array_equal(array[400_000:], numbers.view(np.uint8)[400_000:])

    def test_pieces_that_follow_each_other_are_looked_at_in_place(self):
        numbers = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
        path = self.folder / "numbers.npy"
        for array in (numbers, np.asfortranarray(numbers), numbers.astype(">i2")):
            np.save(path, array)
            found = schemac.open(path, vectors.ROOT / "examples/formats/npy.yaml").array
            whole = np.asarray(found)
            np.testing.assert_array_equal(whole, array)
            self.assertEqual((whole.dtype, whole.flags.owndata, whole.flags.writeable), (array.dtype, False, False))
            np.testing.assert_array_equal(found[1:, 2, ::-2], array[1:, 2, ::-2])


    def test_threads_give_the_same(self):
        for path, _ in vectors.files("bloscpack"):
            array = schemac.open(path).array
            np.testing.assert_array_equal(array.read(0, array.size, threads=4), array.read(0, array.size, threads=1))


if __name__ == "__main__":
    unittest.main()
