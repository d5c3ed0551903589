"""NumPy reads the arrays that `extract` takes out of files: elements of each type in both byte orders,
of any shape, in either order, over compressed chunks, and those that only NumPy knows.
"""
import collections
import collections.abc
import csv
import json
import struct

import numpy
import safetensors.numpy

collections.MutableMapping = collections.abc.MutableMapping  # which bloscpack still looks for
import bloscpack  # noqa: E402

from client import NUMPY_TYPES, ROOT, ClientTest, made_up  # noqa: E402

NPY = str(ROOT / "examples" / "formats" / "npy.yaml")
PACKED = {"u1": [0, 1], "u2": range(4), "u4": range(16),
          "i1": [0, -1], "i2": [0, 1, -2, -1], "i4": [*range(8), *range(-8, 0)], "t1": [-1, 1]}
TYPES = [name for name in NUMPY_TYPES if name != "bf16"]
OTHERS = ["bf16", "f8e5m2"]

SCHEMA = """
schema: made
endian: le
root: File
enums:
  Type:
    type: u8
    attributes: {{dtype: dtype}}
    members: {{{members}}}
types:
  File:
    fields:
      - {{name: n, type: u8}}
      - {{name: items, type: Item, repeat: n, unique: name}}
  Item:
    fields:
      - {{name: name, type: str, prefix: u8}}
      - {{name: type, type: Type}}
      - {{name: ndim, type: u8}}
      - {{name: dims, type: u32, repeat: ndim}}
      - {{name: data, ndarray: {{dtype: type.dtype, dims: dims, order: {order}}}, endian: {endian}}}
"""
NAMES = [*TYPES, *OTHERS, *PACKED]
MEMBERS = ", ".join(f"as_{name}: {{value: {NAMES.index(name)}, dtype: {name}}}" for name in NAMES)


class Extracted(ClientTest):
    def schema(self, order="row", endian="le"):
        file = self.folder / f"{order}_{endian}.yaml"
        file.write_text(SCHEMA.format(members=MEMBERS, order=order, endian=endian))
        return file

    def stored(self, arrays):
        """A file of (name, element type, dims, bytes)."""
        data = bytes([len(arrays)])
        for name, dtype, dims, content in arrays:
            data += bytes([len(name)]) + name.encode()
            data += bytes([NAMES.index(dtype), len(dims)]) + struct.pack(f"<{len(dims)}I", *dims) + content
        file = self.folder / "made.file"
        file.write_bytes(data)
        return file

    def extract(self, file, name, *paths, schema=None):
        out = self.folder / name
        self.schemac("extract", file, *paths, *self._schema(schema), "-o", out)
        return out

    def assert_is(self, found, wanted):
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        self.assertEqual(found.tobytes(), wanted.tobytes())

    def test_every_type_shape_and_order(self):
        random = numpy.random.default_rng(7)
        shapes = [(), (0,), (1,), (7,), (0, 3), (2, 0, 5), (2, 3), (2, 3, 4), (1,) * 12]
        for endian, sign in (("le", "<"), ("be", ">")):
            for order, numpys in (("row", "C"), ("column", "F")):
                arrays, wanted = [], {}
                for dtype in TYPES:
                    kind = numpy.dtype(NUMPY_TYPES[dtype]).newbyteorder(sign)
                    for shape in shapes:
                        name = f"{dtype}_{'x'.join(map(str, shape))}"
                        array = made_up(random, dtype, shape)
                        wanted[name] = numpy.asarray(array, order=numpys).astype(kind)
                        arrays.append((name, dtype, shape, wanted[name].tobytes(numpys)))
                schema, file = self.schema(order, endian), self.stored(arrays)
                with numpy.load(self.extract(file, "all.npz", schema=schema)) as archive:
                    self.assertEqual(sorted(archive.files), sorted(wanted))
                    for name, array in wanted.items():
                        with self.subTest(name, endian=endian, order=order):
                            self.assert_is(archive[name], array)
                for name in ("f32_2x3x4", "c128_", "i64_0x3", "bool8_7"):
                    found = numpy.load(self.extract(file, "one.npy", name, schema=schema))
                    self.assert_is(found, wanted[name])
                    self.assertEqual(found.flags.fnc, order == "column" and name == "f32_2x3x4")

    def test_elements_of_less_than_a_byte(self):
        arrays = []
        for dtype, values in PACKED.items():
            bits = int(dtype[1])
            stored = [0, 1] if dtype == "t1" else [value % (1 << bits) for value in values]
            packed = sum(value << i * bits for i, value in enumerate(stored))
            arrays.append((dtype, dtype, [len(values)], packed.to_bytes((len(values) * bits + 7) // 8, "little")))
        file = self.stored(arrays)
        with numpy.load(self.extract(file, "packed.npz", schema=self.schema())) as archive:
            for dtype, values in PACKED.items():
                self.assertEqual(archive[dtype].tolist(), list(values), dtype)
                self.assertEqual(archive[dtype].dtype, "u1" if dtype.startswith("u") else "i1")

    def test_types_that_it_has_not(self):
        file = self.stored([("half", "bf16", [2, 3], bytes(range(12))), ("short", "f8e5m2", [5], bytes(range(5)))])
        for name, dtype, shape in (("half", "V2", (2, 3)), ("short", "V1", (5,))):
            found = numpy.load(self.extract(file, f"{name}.npy", name, schema=self.schema()))
            self.assertEqual((found.dtype, found.shape), (numpy.dtype(dtype), shape))
            self.assertEqual(found.tobytes(), bytes(range(found.nbytes)))

    def test_what_it_saved_comes_out_as_it_was(self):
        arrays = {
            "fortran": numpy.asfortranarray(numpy.arange(24, dtype=">u2").reshape(2, 3, 4)),
            "texts": numpy.array(["é", "日本"]),
            "bytes": numpy.array([b"a", b"bcd"]),
            "times": numpy.array(["2020-01-01", "NaT"], "<M8[ns]"),
            "records": numpy.array([(1, 2.5, b"x"), (-1, 0, b"yz")], [("id", "<i4"), ("at", ">f8"), ("tag", "S2")]),
            "nested": numpy.zeros(2, [("it's", [("a", "<u2", (2, 3)), ("b", "?")]), (("a title", "c"), "<f4")]),
        }
        for name, array in arrays.items():
            file = self.folder / f"{name}.npy"
            numpy.save(file, array)
            with self.subTest(name):
                found = numpy.load(self.extract(file, "again.npy", "array", schema=NPY))
                self.assert_is(found, array)
                self.assertEqual(found.flags.fnc, array.flags.fnc)

    def test_arrays_over_compressed_chunks(self):
        random = numpy.random.default_rng(1)
        for dtype in ("f8", "<f4", ">i2", "u8", "?"):
            for order in "CF":
                array = numpy.asarray((random.random((7, 11, 3)) * 2).astype(dtype), order=order)
                file = self.folder / f"{dtype.strip('<>?')}{order}.blp"
                bloscpack.pack_ndarray_to_file(array, str(file), chunk_size=256)
                with self.subTest(dtype=dtype, order=order):
                    found = numpy.load(self.extract(file, "whole.npy"))
                    self.assert_is(found, array)
                    self.assertEqual(found.flags.fnc, order == "F")

    def test_tensors_of_models(self):
        random = numpy.random.default_rng(2)
        tensors = {f"{dtype} größe": made_up(random, dtype, (2, 3))
                   for dtype in TYPES if dtype not in ("c128",)}
        tensors |= {"none": numpy.zeros((0, 4), "<f2"), "single": numpy.array(-3, "<i8")}
        file = self.folder / "model.safetensors"
        safetensors.numpy.save_file(tensors, file)
        with numpy.load(self.extract(file, "all.npz")) as archive:
            self.assertEqual(sorted(archive.files), sorted(tensors))
            for name, array in tensors.items():
                with self.subTest(name):
                    self.assert_is(archive[name], array)
        self.assert_is(numpy.load(self.extract(file, "one.npy", "f32 größe")), tensors["f32 größe"])

    def test_texts_of_arrays(self):
        random = numpy.random.default_rng(3)
        for dtype in ("f16", "f32", "f64", "u64", "i64", "bool8"):
            array = made_up(random, dtype, (5, 4))
            file = self.stored([("x", dtype, array.shape, array.tobytes())])
            with self.subTest(dtype):
                listed = json.loads(self.extract(file, "x.json", "x", schema=self.schema()).read_bytes())
                self.assert_is(numpy.array(listed, array.dtype), array)
                with open(self.extract(file, "x.csv", "x", schema=self.schema()), newline="") as lines:
                    rows = list(csv.reader(lines))
                if dtype != "bool8":
                    self.assert_is(numpy.array(rows).astype(array.dtype), array)
