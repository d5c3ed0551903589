"""Formats that nobody thought of when the language was made, as the schemas of examples/formats
describe them: Pillow's pictures, the models of gguf and safetensors, the sound of Python's own
library, the arrays of NumPy.
"""

import json
import os
import pathlib
import struct
import subprocess
import tokenize
import unittest
import wave
import zlib

import gguf
import numpy
import safetensors.numpy
from PIL import Image, PngImagePlugin

from client import ROOT, ClientTest, stored_bytes

FORMATS = ROOT / "examples" / "formats"
GGUF, NPY, PNG, SAFETENSORS, WAV = (str(FORMATS / f"{name}.yaml")
                                    for name in ("gguf", "npy", "png", "safetensors", "wav"))

def bytes_of(shown):
    """Bytes as decode --full shows them: few in hex, many as an array."""
    return bytes.fromhex(shown["hex"]) if "hex" in shown else stored_bytes(shown)

class Png(ClientTest):
    def picture(self, mode, **options):
        random = numpy.random.default_rng(5)
        shape = (13, 17) if mode in ("L", "P") else (13, 17, {"RGB": 3, "RGBA": 4}[mode])
        image = Image.fromarray(random.integers(0, 256, shape, "u1"))
        if mode == "P":
            image = image.convert("P", palette=Image.Palette.ADAPTIVE)
        file = self.folder / f"{mode}.png"
        image.save(file, **options)
        return file

    def test_we_read_pictures(self):
        words = PngImagePlugin.PngInfo()
        words.add_text("Title", "A test")
        for mode, color in (("L", "gray"), ("RGB", "rgb"), ("RGBA", "rgba"), ("P", "palette")):
            file = self.picture(mode, pnginfo=words, dpi=(254, 254))
            with self.subTest(mode):
                self.assert_valid(file, PNG)
                chunks = self.decode(file, PNG)["values"]["chunks"]
                header = chunks[0]["body"]["IHDR"]
                self.assertEqual((header["width"], header["height"], header["color"]), (17, 13, color))
                bodies = [chunk["body"] for chunk in chunks]
                self.assertIn({"text": {"keyword": "Title", "text": "A test"}}, bodies)
                self.assertIn({"pixel_size": {"across": 10000, "down": 10000, "unit": "meter"}}, bodies)
                self.assertEqual(any("PLTE" in body for body in bodies), mode == "P")
                self.assert_same_after_encode(file, PNG)

    def test_it_opens_pictures_that_we_write(self):
        rows = numpy.arange(4 * 6 * 3, dtype="u1").reshape(4, 6, 3)
        pixels = zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows))
        header = {"width": 6, "height": 4, "depth": 8, "color": "rgb", "interlace": "none"}
        chunks = [{"kind": "IHDR", "body": {"IHDR": header}},
                  {"kind": "text", "body": {"text": {"keyword": "Author", "text": "us"}}},
                  {"kind": "IDAT", "body": {"other": {"hex": pixels[:20].hex()}}},
                  {"kind": "IDAT", "body": {"other": {"hex": pixels[20:].hex()}}},
                  {"kind": "IEND", "body": {"other": {"hex": ""}}}]
        file = self.encode({"schema": "png", "values": {"chunks": chunks}}, PNG)
        self.assert_valid(file, PNG)
        image = Image.open(file)
        numpy.testing.assert_array_equal(numpy.asarray(image), rows)
        self.assertEqual(image.text, {"Author": "us"})

    def test_a_flipped_bit_is_found(self):
        file = self.picture("RGB")
        broken = bytearray(file.read_bytes())
        broken[60] ^= 1  # of the pixels
        file.write_bytes(bytes(broken))
        with self.assertRaises((OSError, SyntaxError)):
            Image.open(file).load()
        with self.assertRaisesRegex(AssertionError, "bad-checksum"):
            self.assert_valid(file, PNG)

class Wav(ClientTest):
    def test_sound_there_and_back(self):
        for channels, width, frames in ((1, 1, 10), (2, 2, 33), (1, 3, 8)):
            sound = bytes(range(channels * width * frames))
            file = self.folder / "sound.wav"
            with wave.open(str(file), "wb") as target:
                target.setnchannels(channels)
                target.setsampwidth(width)
                target.setframerate(8000)
                target.writeframes(sound)
            with self.subTest(channels=channels, width=width):
                self.assert_valid(file, WAV)
                chunks = self.decode(file, WAV)["values"]["content"]["chunks"]
                stored = chunks[0]["body"]["format"]
                self.assertEqual((stored["channels"], stored["rate"], stored["bits"]),
                                 (channels, 8000, 8 * width))
                self.assertEqual(bytes_of(chunks[1]["body"]["other"]), sound)
                self.assert_same_after_encode(file, WAV)

    def test_it_reads_sound_that_we_write(self):
        content = {"chunks": [
            {"kind": "list", "body": {"other": {"hex": b"odd".hex()}}},  # filled up after it
            {"kind": "format", "body": {"format": {"encoding": "pcm", "channels": 2, "rate": 44100,
                                                   "bits": 16, "more": {"hex": ""}}}},
            {"kind": "data", "body": {"other": {"hex": bytes(range(24)).hex()}}}]}
        file = self.encode({"schema": "wav", "values": {"content": content}}, WAV)
        with wave.open(str(file)) as sound:
            self.assertEqual(sound.getparams()[:4], (2, 2, 44100, 6))
            self.assertEqual(sound.readframes(6), bytes(range(24)))

class Gguf(ClientTest):
    def test_we_read_models(self):
        tensors = {"blk.0.weight": numpy.arange(12, dtype="f4").reshape(3, 4),
                   "blk.0.bias": numpy.arange(5, dtype="f2")}
        file = self.folder / "model.gguf"
        writer = gguf.GGUFWriter(str(file), "llama")
        writer.add_name("a model")
        writer.add_uint64("general.large", 2**63)
        writer.add_float32("general.scale", 0.5)
        writer.add_bool("general.works", True)
        writer.add_array("tokenizer.tokens", ["a", "é", ""])
        for name, tensor in tensors.items():
            writer.add_tensor(name, tensor)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()

        self.assert_valid(file, GGUF)
        values = self.decode(file, GGUF)["values"]
        pairs = {pair["key"]: pair["value"] for pair in values["pairs"]}
        self.assertEqual(pairs["general.name"], {"STRING": "a model"})
        self.assertEqual(pairs["general.large"], {"UINT64": 2**63})
        self.assertEqual(pairs["general.scale"], {"FLOAT32": 0.5})
        self.assertEqual(pairs["general.works"], {"BOOL": True})
        self.assertEqual(pairs["tokenizer.tokens"]["ARRAY"]["values"],
                         [{"STRING": "a"}, {"STRING": "é"}, {"STRING": ""}])
        data = bytes_of(values["data"])
        for shown in values["tensors"]:
            tensor = tensors[shown["name"]]
            self.assertEqual(shown["dims"], list(reversed(tensor.shape)))
            begin = shown["offset"]
            self.assertEqual(data[begin:begin + tensor.nbytes], tensor.tobytes())
        self.assert_same_after_encode(file, GGUF)

    def test_it_reads_a_model_that_we_write(self):
        weights = numpy.arange(6, dtype="f4")
        values = {
            "pairs": [{"key": "general.architecture", "value": {"STRING": "llama"}},
                      {"key": "empty", "value": {"ARRAY": {"type": "INT32", "values": []}}},
                      {"key": "sizes", "value": {"ARRAY": {
                          "type": "UINT16", "values": [{"UINT16": 7}, {"UINT16": 65535}]}}}],
            "tensors": [{"name": "w", "dims": [3, 2], "type": "F32", "offset": 0}],
            "data": {"hex": weights.tobytes().hex()}}
        reader = gguf.GGUFReader(self.encode({"schema": "gguf", "values": values}, GGUF))
        self.assertEqual(reader.get_field("general.architecture").contents(), "llama")
        self.assertEqual(reader.get_field("sizes").contents(), [7, 65535])
        (tensor,) = reader.tensors
        numpy.testing.assert_array_equal(tensor.data, weights.reshape(2, 3))

class Safetensors(ClientTest):
    """What the library writes, and what it takes: its own rules are Rust, wrapped for Python."""

    TENSORS = {"weight": numpy.arange(6, dtype="<f4").reshape(2, 3),
               "größe": numpy.array(-3, "<i8"),
               "none": numpy.zeros((0, 4), "<f2"),
               "is \"open\"": numpy.array([True, False, True]),
               "small": numpy.arange(5, dtype="u1")}

    def decoded(self, file):
        """The tensors that we find in a file, as arrays of NumPy."""
        values = self.decode(file, SAFETENSORS)["values"]
        types = {"bool": "?", "f16": "<f2", "f32": "<f4", "i64": "<i8", "u8": "u1"}
        found = {}
        for pair in values["header"]["tensors"]:
            flat = numpy.frombuffer(bytes_of(pair["value"]["data"]), types[pair["value"]["dtype"]])
            found[pair["key"]] = flat.reshape(pair["value"]["shape"])
        return found

    def stored(self, header, data=b"", size=None):
        text = header if isinstance(header, bytes) else json.dumps(header).encode()
        file = self.folder / "made.safetensors"
        file.write_bytes(struct.pack("<Q", len(text) if size is None else size) + text + data)
        return file

    @staticmethod
    def tensor(dtype, shape, begin, end):
        return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}

    def assert_equal_tensors(self, found, wanted):
        self.assertEqual(sorted(found), sorted(wanted))
        for name, array in wanted.items():
            self.assertEqual((found[name].dtype, found[name].shape), (array.dtype, array.shape))
            numpy.testing.assert_array_equal(found[name], array)

    def test_we_read_what_it_writes(self):
        file = self.folder / "model.safetensors"
        for metadata in (None, {}, {"format": "pt", "note": "é \" \\ \n"}):
            safetensors.numpy.save_file(self.TENSORS, file, metadata)
            with self.subTest(metadata=metadata):
                self.assert_valid(file, SAFETENSORS)
                self.assert_equal_tensors(self.decoded(file), self.TENSORS)
                pairs = self.decode(file, SAFETENSORS)["values"]["header"]["metadata"]
                self.assertEqual({pair["key"]: pair["value"] for pair in pairs}, metadata or {})
                self.assert_same_after_encode(file, SAFETENSORS)

    def test_it_reads_what_we_write(self):
        names = {"float32": "f32", "int64": "i64", "float16": "f16", "bool": "bool", "uint8": "u8"}
        tensors = []
        for name, array in self.TENSORS.items():
            tensors.append({"key": name, "value": {"dtype": names[array.dtype.name],
                                                   "shape": list(array.shape),
                                                   "data": {"hex": array.tobytes().hex()}}})
        values = {"header": {"metadata": [{"key": "by", "value": "us"}], "tensors": tensors}}
        file = self.encode({"schema": "safetensors", "values": values}, SAFETENSORS)
        self.assert_valid(file, SAFETENSORS)
        self.assert_equal_tensors(safetensors.numpy.load_file(file), self.TENSORS)
        with safetensors.safe_open(file, "numpy") as opened:
            self.assertEqual(opened.metadata(), {"by": "us"})
        size = int.from_bytes(file.read_bytes()[:8], "little")
        self.assertEqual(size % 8, 0)  # the elements are aligned

    def test_it_reads_an_empty_file_that_we_write(self):
        values = {"header": {"tensors": []}}
        file = self.encode({"schema": "safetensors", "values": values}, SAFETENSORS)
        self.assertEqual(file.read_bytes()[8:], b"{}      ")
        self.assertEqual(safetensors.numpy.load_file(file), {})

    def test_both_refuse_the_same(self):
        one = self.tensor("F32", [1], 0, 4)
        large = 1 << 40
        for rule, header, data in (
                ("bad-json", b'{"x":', b""),
                ("bad-json", b'{"\xff":1}', b""),
                ("bad-json", {"x": {"shape": [1], "data_offsets": [0, 4]}}, bytes(4)),
                ("bad-json", {"x": {"dtype": "F32", "shape": [1]}}, bytes(4)),
                ("bad-count", {"x": {"dtype": "F32", "shape": [1], "data_offsets": []}}, bytes(4)),
                ("bad-json", {"x": {"dtype": "F32", "data_offsets": [0, 4]}}, bytes(4)),
                ("bad-type", {"x": self.tensor("F33", [1], 0, 4)}, bytes(4)),
                ("bad-type", {"x": self.tensor("F32", [1.5], 0, 4)}, bytes(4)),
                ("bad-type", {"x": 1}, b""),
                ("bad-type", {"__metadata__": {"a": 1}, "x": one}, bytes(4)),
                ("bad-value", {"x": self.tensor("F32", [-1], 0, 4)}, bytes(4)),
                ("bad-count", {"x": {"dtype": "F32", "shape": [1], "data_offsets": [0]}}, bytes(4)),
                ("size-mismatch", {"x": self.tensor("F32", [2], 0, 4)}, bytes(4)),
                ("size-mismatch", {"x": self.tensor("F32", [1], 4, 0)}, bytes(4)),
                ("size-mismatch", {"x": self.tensor("F32", [large, large], 0, 0)}, b""),
                ("out-of-bounds", {"x": one}, bytes(3)),
                ("size-mismatch", {"x": one}, bytes(5)),
                ("size-mismatch", {"x": one, "y": self.tensor("F32", [1], 5, 9)}, bytes(9)),
                ("overlap", {"x": one, "y": self.tensor("F32", [1], 2, 6)}, bytes(6)),
                ("overlap", {"x": one, "y": self.tensor("F32", [0], 2, 2)}, bytes(4))):
            file = self.stored(header, data)
            with self.subTest(header=header):
                with self.assertRaises(safetensors.SafetensorError):
                    safetensors.numpy.load_file(file)
                with self.assertRaisesRegex(AssertionError, rule):
                    self.assert_valid(file, SAFETENSORS)
        for rule, size in (("resource-limit", 1000), ("bad-value", 100_000_001)):
            file = self.stored({"x": one}, bytes(4), size)
            with self.assertRaises(safetensors.SafetensorError):
                safetensors.numpy.load_file(file)
            with self.assertRaisesRegex(AssertionError, rule):
                self.assert_valid(file, SAFETENSORS)

    def test_both_read_any_order(self):
        header = {"x": self.tensor("U8", [2], 1, 3), "y": self.tensor("U8", [], 0, 1),
                  "z": self.tensor("U8", [0], 1, 1), "__metadata__": {}}
        file = self.stored(header, b"abc")
        self.assert_valid(file, SAFETENSORS)
        self.assert_equal_tensors(self.decoded(file), safetensors.numpy.load_file(file))
        again = self.encode(self.decode(file, SAFETENSORS), SAFETENSORS)
        self.assert_equal_tensors(safetensors.numpy.load_file(again),
                                  safetensors.numpy.load_file(file))
        self.assertEqual(again.read_bytes()[-3:], b"bca")  # in the order of the names

    @unittest.skipUnless(os.environ.get("EXAMPLES"), "no built examples")
    def test_it_reads_what_a_program_writes(self):
        file = self.folder / "packed.safetensors"
        done = subprocess.run([pathlib.Path(os.environ["EXAMPLES"]) / "example_pack", file],
                              capture_output=True, check=True, timeout=60)
        self.assertEqual(done.stdout, b"weight, 24 bytes\nbias, 8 bytes\n")
        self.assert_valid(file, SAFETENSORS)
        wanted = {"weight": numpy.array([[0.5, 1, 1.5], [2, 2.5, 3]], "<f4"),
                  "bias": numpy.array([-1, 1], "<f4")}
        self.assert_equal_tensors(safetensors.numpy.load_file(file), wanted)

    def test_what_it_forbids_but_reads(self):
        text = json.dumps(self.tensor("F32", [1], 0, 4))
        file = self.stored(b'{"x":%b,"x":%b}' % (text.encode(), text.encode()), bytes(4))
        safetensors.numpy.load_file(file)
        with self.assertRaisesRegex(AssertionError, "duplicate-name"):
            self.assert_valid(file, SAFETENSORS)

class Npy(ClientTest):
    """What numpy.save writes, and what numpy.load takes."""

    ARRAYS = {
        "plain": numpy.arange(12, dtype="<f8").reshape(3, 4),
        "scalar": numpy.array(-3, "<i8"),
        "empty": numpy.zeros((0, 4), "<f2"),
        "long": numpy.arange(1000, dtype="u1"),
        "big-endian": numpy.arange(6, dtype=">i4").reshape(1, 2, 3),
        "fortran": numpy.asfortranarray(numpy.arange(24, dtype="<u2").reshape(2, 3, 4)),
        "bools": numpy.array([True, False, True]),
        "complex": numpy.array([1 + 2j, -0.5j], "<c16"),
        "bytes": numpy.array([b"a", b"bcd"]),
        "texts": numpy.array(["é", "日本"]),
        "times": numpy.array(["2020-01-01", "NaT"], "<M8[ns]"),
        "many": numpy.zeros((1,) * 20, "i1"),
        "records": numpy.array([(1, 2.5, b"x"), (-1, 0, b"yz")],
                               [("id", "<i4"), ("at", ">f8"), ("tag", "S2")]),
        "nested": numpy.zeros(2, [("it's", [("a", "<u2", (2, 3)), ("b", "?")]),
                                  (("a title", "c"), "<f4")]),
        "other names": numpy.zeros(1, [("日本", "<f4")]),
    }

    def saved(self, array, version=None):
        file = self.folder / "array.npy"
        with file.open("wb") as target:
            numpy.lib.format.write_array(target, array, version)
        return file

    def stored(self, header, data=b"", version=(1, 0)):
        text = header if isinstance(header, bytes) else header.encode()
        size = struct.pack("<H" if version[0] == 1 else "<I", len(text))
        file = self.folder / "made.npy"
        file.write_bytes(b"\x93NUMPY" + bytes(version) + size + text + data)
        return file

    def assert_equal_arrays(self, found, wanted):
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        self.assertEqual(found.tobytes(), wanted.tobytes())

    def decoded(self, file):
        """The array that we find in a file, and its version."""
        values = self.decode(file, NPY)["values"]
        shown = values["array"]
        flat = numpy.frombuffer(bytes_of(values["data"]), self.dtype(values["header"]["descr"]))
        order = "F" if shown.get("order") == "column" else "C"
        return flat.reshape(shown["dims"], order=order), values["version"]

    def dtype(self, shown):
        return numpy.dtype(numpy.lib.format.descr_to_dtype(self.python(shown)))

    def python(self, shown):
        """A value of no type as Python has it."""
        if isinstance(shown, dict):
            return tuple(self.python(each) for each in shown["tuple"])
        return [self.python(each) for each in shown] if isinstance(shown, list) else shown

    def shown(self, value):
        """The other way round."""
        if isinstance(value, tuple):
            return {"tuple": [self.shown(each) for each in value]}
        return [self.shown(each) for each in value] if isinstance(value, list) else value

    def test_we_read_what_it_writes(self):
        for name, array in self.ARRAYS.items():
            for version in (1, 2, 3):
                if version < 3 and name == "other names":
                    continue  # Latin-1 has no characters for them
                file = self.saved(array, (version, 0))
                with self.subTest(name, version=version):
                    self.assert_valid(file, NPY)
                    found, major = self.decoded(file)
                    self.assertEqual(major, version)
                    self.assert_equal_arrays(found, array)
                    self.assert_same_after_encode(file, NPY)

    def test_what_it_writes_is_what_we_write(self):
        """Nothing is kept of how a usual header is spelled: ours is the same."""
        for name in ("plain", "scalar", "long", "big-endian", "bools", "complex", "bytes"):
            with self.subTest(name):
                header = self.decode(self.saved(self.ARRAYS[name]), NPY)["values"]["header"]
                self.assertNotIn("choices", header)

    def test_it_reads_what_we_write(self):
        for name, array in self.ARRAYS.items():
            header = {"descr": self.shown(numpy.lib.format.dtype_to_descr(array.dtype)),
                      "fortran_order": array.flags.fnc, "shape": list(array.shape)}
            data = array.tobytes("A" if array.flags.fnc else "C")
            for version in (1, 2, 3):
                values = {"version": version, "header": header, "data": {"hex": data.hex()}}
                with self.subTest(name, version=version):
                    file = self.encode({"schema": "npy", "values": values}, NPY)
                    self.assert_valid(file, NPY)
                    self.assert_equal_arrays(numpy.load(file), array)
                    self.assertEqual((file.stat().st_size - array.nbytes) % 64, 0)  # aligned

    def test_we_write_an_array_by_its_elements(self):
        header = {"descr": ">i2", "fortran_order": True, "shape": [2, 3]}
        elements = {"dtype": "i16", "dims": [2, 3], "order": "column", "endian": "be",
                    "values": [1, 2, 3, 4, 5, 6]}
        file = self.encode({"schema": "npy", "values": {"header": header, "array": elements}}, NPY)
        self.assert_equal_arrays(numpy.load(file), numpy.array([[1, 3, 5], [2, 4, 6]], ">i2"))

    def test_headers_in_other_words(self):
        array = numpy.arange(3, dtype="<i4")
        for header in ("{'descr': '<i4', 'fortran_order': False, 'shape': (3,)}",
                       "{\"shape\": (3,), \"fortran_order\": False, \"descr\": \"<i4\"}\n\n",
                       "{'shape':(0x3 ,),'descr':'<' 'i4','fortran_order':False,}"):
            file = self.stored(header, array.tobytes())
            with self.subTest(header):
                self.assert_equal_arrays(numpy.load(file), array)
                self.assert_valid(file, NPY)
                self.assert_equal_arrays(self.decoded(file)[0], array)
                self.assert_same_after_encode(file, NPY)

    def test_both_refuse_the_same(self):
        fine = "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }\n"
        for rule, header, version in (
                ("bad-python", fine.replace("}", ""), (1, 0)),
                ("bad-python", fine.replace("False", "false"), (1, 0)),
                ("bad-python", fine.replace("'descr': '<i4', ", ""), (1, 0)),
                ("bad-python", fine.replace("'shape': (1,), ", ""), (1, 0)),
                ("bad-python", fine.replace("<i4", "\N{LATIN SMALL LETTER E WITH ACUTE}")
                 .encode("latin-1"), (3, 0)),
                ("bad-type", fine.replace("(1,)", "[1]"), (1, 0)),
                ("bad-type", fine.replace("(1,)", "(1)"), (1, 0)),
                ("bad-type", fine.replace("(1,)", "(1.0,)"), (1, 0)),
                ("bad-value", fine.replace("(1,)", "(-1,)"), (1, 0)),
                ("bad-type", fine.replace("False", "0"), (1, 0)),
                ("bad-type", "[]", (1, 0)),
                ("bad-value", fine.replace("}", "'more': 1}"), (1, 0)),
                ("bad-version", fine, (4, 0)),
                ("bad-version", fine, (1, 1)),
                ("size-mismatch", fine.replace("(1,)", "(2,)"), (1, 0)),
                ("size-mismatch", fine.replace("(1,)", f"({1 << 40}, {1 << 40})"), (1, 0))):
            file = self.stored(header, bytes(4), version)
            with self.subTest(header=header, version=version):
                with self.assertRaises((ValueError, tokenize.TokenError)):
                    numpy.load(file)
                with self.assertRaisesRegex(AssertionError, rule):
                    self.assert_valid(file, NPY)
        whole = self.stored(fine, bytes(4)).read_bytes()
        for size in range(len(whole)):
            file = self.folder / "short.npy"
            file.write_bytes(whole[:size])
            with self.assertRaises((ValueError, EOFError)):
                numpy.load(file)
            with self.assertRaises(AssertionError):
                self.assert_valid(file, NPY)
