"""The package openinfer-oinf: its encoder and verifier, which are of version 1."""
import contextlib
import dataclasses
import io
import os
import pathlib
import subprocess
import unittest

import numpy

import dataclass_to_oinf
import oinf_verify
from client import NUMPY_TYPES, ClientTest, made_up, payload_of, values_of
from dataclass_to_oinf import Bitset, ScalarValue

# Types of the format by ours; the package has the names of the format in small letters.
TYPES = {"I8": "i8", "I16": "i16", "I32": "i32", "I64": "i64", "U8": "u8", "U16": "u16", "U32": "u32",
         "U64": "u64", "F16": "f16", "F32": "f32", "F64": "f64", "BOOL": "bool8"}


@dataclasses.dataclass
class Model:
    sizevars: dict
    metadata: dict
    tensors: dict


def made_up_model(seed):
    """A model with names, shapes, types and values of its own; BOOL has one dimension, since the
    verifier fails at more."""
    random = numpy.random.default_rng(seed)

    def names(prefix):
        return [f"{prefix}.{i}_{random.integers(1 << 30):x}" for i in range(random.integers(1, 13))]

    def array():
        kind = random.choice(list(TYPES.values()))
        return made_up(random, kind, random.integers(1, 6, 1 if kind == "bool8" else random.integers(1, 4)))

    def scalar():
        kind = random.choice(list(TYPES))
        return ScalarValue(made_up(random, TYPES[kind], ()).item(), kind.lower())

    kinds = [lambda: int(random.integers(-1 << 40, 1 << 40)), lambda: bool(random.integers(2)),
             lambda: float(random.random()), lambda: f"text-{random.integers(1000)}", array, scalar,
             lambda: Bitset(random.integers(0, 2, random.integers(0, 40)))]
    tensors = {name: array() for name in names("tensor")}
    tensors["later"] = dataclass_to_oinf.UninitializedTensor("f32", (3, 5))
    return Model(sizevars={name: int(random.integers(1 << 62)) for name in names("size")},
                 metadata={name: kinds[i % len(kinds)]() for i, name in enumerate(names("meta"))},
                 tensors=tensors)


def type_of(number):
    """The type that the encoder has for a number of Python."""
    if isinstance(number, bool):
        return "bool8"
    if isinstance(number, float):
        return "f32"
    kinds = ("u8", "u16", "u32", "u64") if number >= 0 else ("i8", "i16", "i32", "i64")
    return next(kind for kind in kinds
                if numpy.iinfo(NUMPY_TYPES[kind]).min <= number <= numpy.iinfo(NUMPY_TYPES[kind]).max)


def bits_of(bitset):
    """The bits as the encoder packs them, as a text."""
    packed = numpy.frombuffer(bitset.to_packed(), "u1")
    return "".join(map(str, numpy.unpackbits(packed, count=bitset.bit_count, bitorder="little")))


def verified(file):
    """What the real verifier prints; it throws at what it doesn't accept."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        oinf_verify.parse_file(str(file))
    return text.getvalue()


class Oinf(ClientTest):
    def made(self, model, name="made.oinf"):
        """The file that the real encoder makes of a model."""
        file = self.folder / name
        dataclass_to_oinf.write_oinf(model, str(file))
        return file

    def assert_metadata(self, shown, given):
        """A value as decode shows it is the one that the encoder was given."""
        if isinstance(given, str):
            self.assertEqual(shown, {"STRING": given})
        elif isinstance(given, Bitset):
            self.assertEqual(shown, {"BITSET": {"bits": bits_of(given)}})
        elif isinstance(given, numpy.ndarray):
            self.assertEqual(TYPES[shown["NDARRAY"]["element_type"]], shown["NDARRAY"]["data"]["dtype"])
            self.assertEqual(shown["NDARRAY"]["dims"], list(given.shape))
            self.assertEqual(numpy.dtype(NUMPY_TYPES[shown["NDARRAY"]["data"]["dtype"]]), given.dtype)
            self.assert_array(shown["NDARRAY"]["data"], given)
        else:
            number = given.value if isinstance(given, ScalarValue) else given
            dtype = TYPES[given.dtype.upper()] if isinstance(given, ScalarValue) else type_of(given)
            self.assertEqual(shown["numeric"]["dtype"], dtype)
            exact = numpy.dtype(NUMPY_TYPES[dtype]).type
            self.assertEqual(exact(shown["numeric"]["value"]), exact(number))

    def test_we_read_what_the_real_encoder_writes(self):
        for seed in range(40):
            model = made_up_model(seed)
            file = self.made(model)
            with self.subTest(seed):
                self.assert_valid(file)
                values = self.decode(file)["values"]
                self.assertEqual({v["name"]: v["value"] for v in values["sizevars"]}, model.sizevars)
                self.assertEqual([m["key"] for m in values["metadata"]], sorted(model.metadata))
                for entry in values["metadata"]:
                    self.assert_metadata(entry["value"], model.metadata[entry["key"]])
                tensors = {t["name"]: t["data"] for t in values["tensors"]}
                self.assertEqual(list(tensors), sorted(model.tensors))
                self.assertIsNone(tensors.pop("later"))
                for name, shown in tensors.items():
                    self.assertEqual(numpy.dtype(NUMPY_TYPES[shown["dtype"]]), model.tensors[name].dtype)
                    self.assert_array(shown, model.tensors[name])

    def test_our_file_of_the_same_values_is_the_same(self):
        for seed in range(40, 50):
            with self.subTest(seed):
                self.assert_same_after_encode(self.made(made_up_model(seed)))

    def test_the_real_verifier_accepts_what_we_write(self):
        """Every type as a tensor, a number and an array of the metadata, given by numbers; the file
        is the one that the real encoder makes of the same."""
        random = numpy.random.default_rng(7)
        arrays = {name: made_up(random, kind, (12,) if name == "BOOL" else (3, 4))
                  for name, kind in TYPES.items()}
        bits = random.integers(0, 2, 13)
        model = Model(sizevars={"batch": 2**64 - 1},
                      metadata={"author": "nobody", "bits": Bitset(bits)}, tensors={})
        metadata = {"author": {"STRING": "nobody"}, "bits": {"BITSET": {"bits": "".join(map(str, bits))}}}
        tensors = {}
        for name, array in arrays.items():
            values = values_of(array, TYPES[name])
            model.metadata[f"array.{name}"] = array
            model.metadata[f"number.{name}"] = ScalarValue(array.reshape(-1)[0].item(), name.lower())
            model.tensors[f"t.{name}"] = array
            metadata[f"array.{name}"] = {"NDARRAY": {
                "element_type": name, "dims": values["dims"], "data": values}}
            metadata[f"number.{name}"] = {"numeric": {
                "dtype": TYPES[name], "value": values["values"][0]}}
            tensors[f"t.{name}"] = {"dtype": name, "dims": values["dims"], "data": values}
        model.tensors["declared"] = dataclass_to_oinf.UninitializedTensor("f32", (7,))
        tensors["declared"] = {"dtype": "F32", "dims": [7], "data": None}

        ours = self.encode({"schema": "oinf", "values": {
            "version": 1, "sizevars": [{"name": "batch", "value": 2**64 - 1}],
            "metadata": [{"key": key, "value": metadata[key]} for key in sorted(metadata)],
            "tensors": [{"name": name, **tensors[name]} for name in sorted(tensors)]}})
        text = verified(ours)
        self.assertEqual(text, verified(self.made(model)))
        self.assertEqual(ours.read_bytes(), self.made(model).read_bytes())
        self.assertIn(f"batch := {2**64 - 1}\n", text)
        self.assertIn('author: str = "nobody"\n', text)
        self.assertIn("declared: f32[7] -- uninitialized\n", text)
        for name, array in arrays.items():
            head = f"t.{name}: {name.lower()}[{', '.join(map(str, array.shape))}] = "
            self.assertIn(head, text)
            told = text[text.index(head):].split("- hist")[0]
            self.assertIn(f"min: {float(array.min()):.6g}, max: {float(array.max()):.6g}, "
                          f"mean: {array.astype('f8').mean():.6g}", told)

    def test_it_accepts_models_that_we_change(self):
        for seed in range(50, 60):
            file = self.made(made_up_model(seed))
            document = self.decode(file)
            added = numpy.arange(5, dtype="f4") + seed
            document["values"]["tensors"].insert(0, {
                "name": "added", "dtype": "F32", "dims": [5], "data": payload_of(added, "f32")})
            document["values"]["metadata"].insert(0, {"key": "first", "value": {"BITSET": {"bits": "101"}}})
            with self.subTest(seed):
                lines = list(filter(None, verified(self.encode(document)).splitlines()))
                self.assertIn(f"added: f32[5] = {{ {', '.join(f'{v:g}' for v in added)} }}", lines)
                self.assertIn("first: bitset[3] = 05", lines)
                before = list(filter(None, verified(file).splitlines()))
                self.assertEqual([line for line in lines if line in before], before)

    @unittest.skipUnless(os.environ.get("EXAMPLES"), "no built examples")
    def test_our_verifier_prints_of_version_2_what_the_real_one_prints(self):
        """The package prints as the tools of version 2 do, but of files of version 1."""
        app = pathlib.Path(os.environ["EXAMPLES"]) / "example_oinf_verify"
        same = Model({}, {}, {"true": numpy.ones(3, "?"), "false": numpy.zeros(4, "?"),
                              "whole": numpy.array([10**6, 10**6 + 3]), "one": numpy.full(4, 10**6),
                              "real": numpy.full((2, 2), 1e6, "f4"), "near": numpy.arange(21, dtype="u1"),
                              "far": numpy.arange(22, dtype="u1")})
        for model in (same, *map(made_up_model, range(60, 80))):
            file = self.made(model)
            document = self.decode(file)
            document["values"]["version"] = 2
            done = subprocess.run([app, self.encode(document)], capture_output=True, check=True, timeout=60)
            self.assertEqual(done.stdout.decode(), verified(file))
