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

# Types of the language as NumPy has them; the others are compared by their bytes.
NUMPY_TYPES = {
    "bool8": "?", "i8": "<i1", "i16": "<i2", "i32": "<i4", "i64": "<i8",
    "u8": "<u1", "u16": "<u2", "u32": "<u4", "u64": "<u8",
    "f16": "<f2", "f32": "<f4", "f64": "<f8", "c64": "<c8", "c128": "<c16",
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
