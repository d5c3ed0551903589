"""The package protobuf reads and writes the messages inside of tensor files.

Its classes are made by the protocol compiler of the package grpcio-tools.
"""
import struct
import sys
import tempfile

import numpy
from grpc_tools import protoc

from client import NUMPY_TYPES, ROOT, VECTORS, ClientTest, made_up, payload_of, values_of


def compiled(proto):
    """The module that the protocol compiler makes of a .proto file."""
    folder = tempfile.mkdtemp()
    failed = protoc.main(["protoc", f"-I{proto.parent}", f"--python_out={folder}", str(proto)])
    assert not failed
    sys.path.insert(0, folder)
    return __import__(f"{proto.stem}_pb2")


framework = compiled(ROOT / "schemas" / "proto" / "framework.proto")
TensorDesc = framework.VarType.TensorDesc
DTYPES = {"BOOL": "bool8", "INT8": "i8", "INT16": "i16", "INT32": "i32", "INT64": "i64", "UINT8": "u8",
          "FP16": "f16", "FP32": "f32", "FP64": "f64", "COMPLEX64": "c64", "COMPLEX128": "c128",
          "BF16": "bf16", "SIZE_T": "u64"}


def record(desc, data, levels=(), length="<i"):
    """The bytes of a tensor in the framework's own order."""
    lod = struct.pack("<Q", len(levels)) + b"".join(
        struct.pack("<Q", 8 * len(level)) + struct.pack(f"<{len(level)}Q", *level) for level in levels)
    return (struct.pack("<I", 0) + lod + struct.pack("<I", 0) + struct.pack(length, len(desc)) + desc
            + data)


def read_record(data, position=0):
    """(description as the library reads it, data, levels, end) of a record in that order."""
    def take(form):
        nonlocal position
        values = struct.unpack_from("<" + form, data, position)
        position += struct.calcsize("<" + form)
        return values
    (version, count) = take("IQ")
    levels = [take(f"{take('Q')[0] // 8}Q") for _ in range(count)]
    (tensor_version, length) = take("Ii")
    assert (version, tensor_version) == (0, 0)
    desc = TensorDesc.FromString(data[position:position + length])
    position += length
    dtype = numpy.dtype(NUMPY_TYPES[DTYPES[framework.VarType.Type.Name(desc.data_type)]])
    size = dtype.itemsize * int(numpy.prod(desc.dims, dtype="i8"))
    array = numpy.frombuffer(data[position:position + size], dtype).reshape(desc.dims)
    return desc, array, levels, position + size


class Protobuf(ClientTest):
    def test_the_library_reads_descriptions_that_we_write(self):
        random = numpy.random.default_rng(3)
        tensors = []
        for i, (name, dtype) in enumerate(DTYPES.items()):
            dims = [int(d) for d in random.integers(1, 5, 1 + i % 4)] + ([300] if i % 3 == 0 else [])
            array = made_up(random, dtype, dims)
            tensors.append((name, dtype, array))
        file = self.encode({"schema": "paddle:combined", "values": {"records": [
            {"levels": [], "desc": {"data_type": name, "dims": list(array.shape)},
             "data": (values_of if array.size < 100 else payload_of)(array, dtype)}
            for name, dtype, array in tensors]}})
        self.assert_valid(file, "paddle:combined")
        data, position = file.read_bytes(), 0
        for name, _, expected in tensors:
            desc, array, levels, position = read_record(data, position)
            self.assertEqual((framework.VarType.Type.Name(desc.data_type), levels), (name, []))
            self.assertEqual(list(desc.dims), list(expected.shape))
            numpy.testing.assert_array_equal(array, expected)
        self.assertEqual(position, len(data))

    def test_we_read_descriptions_that_the_library_writes(self):
        random = numpy.random.default_rng(4)
        for name, dtype in DTYPES.items():
            array = made_up(random, dtype, (3, 1, 200))
            desc = TensorDesc(data_type=name, dims=array.shape)
            file = self.folder / "tensor"
            file.write_bytes(record(desc.SerializeToString(), array.tobytes(), [(0, 2, 3)]))
            with self.subTest(name):
                self.assert_valid(file, "paddle:stream")
                values = self.decode(file, "paddle:stream")["values"]
                self.assertEqual(values["desc"], {"data_type": name, "dims": [3, 1, 200]})
                self.assertEqual(values["levels"], [{"offsets": [0, 2, 3]}])
                self.assert_array(values["data"], array)
                self.assert_same_after_encode(file, "paddle:stream")

    def test_what_the_library_does_not_know_is_kept(self):
        file = VECTORS / "paddle" / "doc_unknown_field_noncanonical.doctensor"
        again = self.encode(self.decode(file, "paddle:document")).read_bytes()
        (length,) = struct.unpack_from("<I", again, 4)
        (known,) = struct.unpack_from("<I", file.read_bytes(), 4)
        ours = TensorDesc.FromString(again[8:8 + length])
        theirs = TensorDesc.FromString(file.read_bytes()[8:8 + known])
        self.assertEqual(ours.SerializeToString(deterministic=True),
                         theirs.SerializeToString(deterministic=True))
        self.assertGreater(length, len(TensorDesc(data_type=ours.data_type, dims=ours.dims)
                                       .SerializeToString()))
