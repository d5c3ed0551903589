"""The package msgpack reads files that hold MessagePack, and writes the parts of some."""
import struct

import msgpack
import numpy

from client import VECTORS, ClientTest, as_array, payload_of

SHAPE, MODEL, OPTIMIZER = 0x000, 0x300, 0x400


def objects_of(file):
    """All MessagePack objects of a file, as the library makes them."""
    unpacker = msgpack.Unpacker(raw=True, strict_map_key=False)
    unpacker.feed(file.read_bytes())
    return list(unpacker)


def u32(value):
    """A number in the one form that the format takes; the library would write a shorter one."""
    return b"\xce" + struct.pack(">I", value)


def packed(value):
    return msgpack.packb(value, use_bin_type=True, use_single_float=True)


def tensor_of(shape, batch, data):
    """A tensor in NumPy's order of three objects that the library has read."""
    assert batch == 1
    return numpy.frombuffer(data, "<f4").reshape(shape, order="F")


class MessagePack(ClientTest):
    def parameters_of(self, file):
        """The parameters of a model as the library reads it: {key: array}."""
        minor, major, kind, count, *rest = objects_of(file)
        self.assertEqual((minor, major, kind), (0, 1, MODEL))
        found = {}
        while rest:
            (key, shape, batch, data, stats), rest = rest[:5], rest[5:]
            found[tuple(key)] = tensor_of(shape, batch, data)
            rest = rest[4 * stats:]  # name, shape, batch, data of each
        self.assertEqual(len(found), count)
        return found

    def test_the_library_reads_models_as_we_do(self):
        for name in ("model_flat", "model_nested", "model_nested_momentum", "model_deep_key18"):
            with self.subTest(name):
                file = VECTORS / "primitiv" / f"{name}.primitiv"
                params = self.decode(file)["values"]["data"]["MODEL"]["params"]
                ours = {tuple(k.encode() for k in p["key"]): as_array(p["value"]["value"]["data"], "F")
                        for p in params}
                theirs = self.parameters_of(file)
                self.assertEqual(list(ours), list(theirs))
                for key, array in theirs.items():
                    numpy.testing.assert_array_equal(ours[key], array)

    def test_the_library_reads_a_model_that_we_write(self):
        random = numpy.random.default_rng(7)
        arrays = {("m", *(str(part) for part in range(i))): random.random((i + 1, 3), "f4")
                  for i in range(40)}
        params = [{"key": list(key),
                   "value": {"value": {"shape": {"dims": list(array.shape), "batch": 1},
                                       "data": payload_of(array.T, "f32") | {"dims": list(array.shape)}},
                             "stats": []}}
                  for key, array in arrays.items()]
        file = self.encode({"schema": "primitiv", "values": {"data": {"MODEL": {"params": params}}}})
        self.assert_valid(file)
        theirs = self.parameters_of(file)
        expected = {tuple(part.encode() for part in key): array for key, array in arrays.items()}
        self.assertEqual(list(theirs), sorted(expected))
        for key, array in expected.items():
            numpy.testing.assert_array_equal(theirs[key], array)

    def test_we_read_what_the_library_packs(self):
        whole = {f"w{i}" * (i * 9): i * 1000 for i in range(1, 30)}  # keys of 2 to 900 bytes
        real = {f"r{i}": i / 8 for i in range(70)}
        file = self.folder / "optimizer.primitiv"
        file.write_bytes(
            u32(0) + u32(1) + u32(OPTIMIZER)
            + msgpack.Packer().pack_map_header(len(whole))
            + b"".join(packed(key) + u32(value) for key, value in whole.items())
            + packed(real))
        self.assert_valid(file)
        values = self.decode(file)["values"]["data"]["OPTIMIZER"]
        self.assertEqual({c["key"]: c["value"] for c in values["uint_configs"]}, whole)
        self.assertEqual({c["key"]: c["value"] for c in values["float_configs"]}, real)
        self.assert_same_after_encode(file)

    def test_shapes(self):
        for dims in ([], [3], [2, 70000, 4], [9] * 8):
            file = self.encode({"schema": "primitiv",
                                "values": {"data": {"SHAPE": {"dims": dims, "batch": 5}}}})
            self.assertEqual(objects_of(file), [0, 1, SHAPE, dims, 5])
