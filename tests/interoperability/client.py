"""What the tests of real clients share: the command, and the arrays of what it decodes."""
import base64
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy

SCHEMAC = os.environ["SCHEMAC"]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VECTORS = ROOT / "tests" / "data" / "vectors"

# Types of the language as NumPy has them; the others are compared by their bytes. It has no bf16,
# which is the upper half of an f32: arrays of these bits stand for it.
NUMPY_TYPES = {
    "bool8": "?", "i8": "<i1", "i16": "<i2", "i32": "<i4", "i64": "<i8",
    "u8": "<u1", "u16": "<u2", "u32": "<u4", "u64": "<u8",
    "f16": "<f2", "f32": "<f4", "f64": "<f8", "c64": "<c8", "c128": "<c16", "bf16": "<u2",
}


class ClientTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def schemac(self, *arguments):
        """Runs the command, which has to succeed: its output."""
        done = subprocess.run([SCHEMAC, *map(str, arguments)], capture_output=True, timeout=120)
        self.assertEqual(done.returncode, 0, (arguments, done.stdout[-500:], done.stderr[-500:]))
        return done.stdout

    def decode(self, file, schema=None):
        return json.loads(self.schemac("decode", "--json", "--full", *self._schema(schema), file))

    def encode(self, document, schema=None, name="encoded"):
        """The file that the command makes of a decoded document."""
        values, result = self.folder / "values.json", self.folder / name
        values.write_text(json.dumps(document))
        self.schemac("encode", *self._schema(schema), values, "-o", result)
        return result

    def assert_same_after_encode(self, file, schema=None):
        again = self.encode(self.decode(file, schema), schema)
        self.assertEqual(again.read_bytes(), pathlib.Path(file).read_bytes())

    def assert_valid(self, file, schema=None):
        self.schemac("validate", *self._schema(schema), file)

    def violations(self, file, schema=None):
        """Path and class of what validate finds in a file, without mere remarks."""
        done = subprocess.run([SCHEMAC, "validate", "--json", "--most", "0", *self._schema(schema), str(file)],
                              capture_output=True, timeout=120)
        return [(each["path"], each["rule"]) for each in json.loads(done.stdout)["violations"]
                if each["level"] in ("error", "rule")]

    def assert_array(self, shown, expected):
        """An array as decode --full shows it: its bytes, and the numbers that it shows of them."""
        dtype = shown["dtype"]
        numpy.testing.assert_array_equal(as_array(shown), expected)
        self.assertEqual(stored_bytes(shown), expected.astype(NUMPY_TYPES[dtype]).tobytes())
        numbers = numbers_of(expected, dtype)
        told = [complex(*each) if isinstance(each, list) else each for each in shown["preview"]]
        self.assertEqual(len(told), min(8, numbers.size))
        numpy.testing.assert_array_equal(numpy.array(told, numbers.dtype), numbers[:8])

    @staticmethod
    def _schema(schema):
        return ["--schema", schema] if schema else []


def stored_bytes(payload):
    """The bytes of an array as decode --full shows it."""
    return base64.b64decode(payload["data"])


def as_array(payload, order="C"):
    """An array as decode --full shows it, of NumPy."""
    flat = numpy.frombuffer(stored_bytes(payload), NUMPY_TYPES[payload["dtype"]])
    return flat.reshape(payload["dims"], order=order)


def payload_of(array, dtype):
    """An array for encode."""
    data = numpy.asarray(array, NUMPY_TYPES[dtype])
    return {"dtype": dtype, "dims": list(data.shape),
            "data": base64.b64encode(data.tobytes(order="C")).decode()}


def numbers_of(array, dtype):
    """The elements one after the other, as numbers: of bf16 not its bits."""
    flat = numpy.ascontiguousarray(array, NUMPY_TYPES[dtype]).reshape(-1)
    return (flat.astype("u4") << 16).view("f4") if dtype == "bf16" else flat


def values_of(array, dtype):
    """An array for encode, by its numbers."""
    numbers = numbers_of(array, dtype).tolist()
    if dtype in ("c64", "c128"):
        numbers = [[each.real, each.imag] for each in numbers]
    return {"dtype": dtype, "dims": list(numpy.shape(array)), "values": numbers}


def made_up(random, dtype, dims):
    """An array of any numbers of the type: both booleans, all of a type's range, both parts."""
    kind = numpy.dtype(NUMPY_TYPES[dtype])
    if dtype == "bool8":
        return random.integers(0, 2, dims).astype(kind)
    if dtype == "bf16":
        return (random.normal(size=dims).astype("f4").view("u4") >> 16).astype(kind)
    if kind.kind in "iu":
        limits = numpy.iinfo(kind)
        return random.integers(limits.min, limits.max, dims, kind, endpoint=True)
    array = random.normal(size=dims) * 100
    return (array + 1j * random.normal(size=dims) if kind.kind == "c" else array).astype(kind)
