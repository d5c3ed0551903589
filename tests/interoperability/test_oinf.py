"""The package openinfer-oinf: its encoder and verifier, which are of version 1."""
import contextlib
import dataclasses
import io

import numpy

import dataclass_to_oinf
import oinf_verify
from client import ClientTest, as_array, payload_of, stored_bytes

TYPES = {"I8": "i1", "I16": "i2", "I32": "i4", "I64": "i8", "U8": "u1", "U16": "u2", "U32": "u4",
         "U64": "u8", "F16": "f2", "F32": "f4", "F64": "f8", "BOOL": "?"}


@dataclasses.dataclass
class Model:
    sizevars: dict
    metadata: dict
    tensors: dict


def made_up(seed):
    """A model with names, shapes, types and values of its own; BOOL has one dimension, since the
    verifier fails at more."""
    random = numpy.random.default_rng(seed)

    def names(prefix):
        return [f"{prefix}.{i}_{random.integers(1 << 30):x}" for i in range(random.integers(1, 9))]

    def array():
        kind = random.choice(list(TYPES.values()))
        dims = random.integers(1, 6, 1 if kind == "?" else random.integers(1, 4))
        return (random.random(dims) * 200).astype(kind)

    kinds = [lambda: int(random.integers(-1 << 40, 1 << 40)), lambda: bool(random.integers(2)),
             lambda: float(random.random()), lambda: f"text-{random.integers(1000)}", array,
             lambda: dataclass_to_oinf.Bitset(random.integers(0, 2, random.integers(0, 40)))]
    tensors = {name: array() for name in names("tensor")}
    tensors["later"] = dataclass_to_oinf.UninitializedTensor("f32", (3, 5))
    return Model(sizevars={name: int(random.integers(1 << 62)) for name in names("size")},
                 metadata={name: kinds[i % len(kinds)]() for i, name in enumerate(names("meta"))},
                 tensors=tensors)


def verified(file):
    """What the real verifier prints; it throws at what it doesn't accept."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        oinf_verify.parse_file(str(file))
    return text.getvalue()


class Oinf(ClientTest):
    def test_we_read_what_the_real_encoder_writes(self):
        for seed in range(40):
            model = made_up(seed)
            file = self.folder / f"{seed}.oinf"
            dataclass_to_oinf.write_oinf(model, str(file))
            with self.subTest(seed):
                self.assert_valid(file)
                values = self.decode(file)["values"]
                self.assertEqual({v["name"]: v["value"] for v in values["sizevars"]}, model.sizevars)
                self.assertEqual([m["key"] for m in values["metadata"]], sorted(model.metadata))
                tensors = {t["name"]: t["data"] for t in values["tensors"]}
                self.assertEqual(list(tensors), sorted(model.tensors))
                self.assertIsNone(tensors.pop("later"))
                for name, shown in tensors.items():
                    expected = model.tensors[name]
                    numpy.testing.assert_array_equal(as_array(shown), expected)
                    self.assertEqual(stored_bytes(shown), expected.tobytes())

    def test_our_file_of_the_same_values_is_the_same(self):
        for seed in range(40, 50):
            file = self.folder / f"{seed}.oinf"
            dataclass_to_oinf.write_oinf(made_up(seed), str(file))
            with self.subTest(seed):
                self.assert_same_after_encode(file)

    def test_the_real_verifier_accepts_what_we_write(self):
        tensors, expected = [], {}
        for i, (name, kind) in enumerate(TYPES.items()):
            array = (numpy.arange(12) % 2 if kind == "?" else numpy.arange(12) + i).reshape(3, 4)
            dtype = "bool8" if name == "BOOL" else name.lower()
            flat = array.reshape(-1) if name == "BOOL" else array
            tensors.append({"name": f"t.{name}", "dtype": name, "dims": list(flat.shape),
                            "data": payload_of(flat, dtype)})
            expected[f"t.{name}"] = name.lower()
        tensors.append({"name": "declared", "dtype": "F32", "dims": [7], "data": None})
        text = verified(self.encode({"schema": "oinf", "values": {
            "version": 1,
            "sizevars": [{"name": "batch", "value": 2**64 - 1}],
            "metadata": [{"key": "author", "value": {"STRING": "nobody"}}],
            "tensors": tensors}}))
        self.assertIn(f"batch := {2**64 - 1}\n", text)
        self.assertIn('author: str = "nobody"\n', text)
        self.assertIn("declared: f32[7] -- uninitialized\n", text)
        for name, kind in expected.items():
            self.assertIn(f"{name}: {kind}[", text)
        self.assertIn("min: 4, max: 15", text)  # of t.U8, the fifth type

    def test_it_accepts_models_that_we_change(self):
        for seed in range(50, 60):
            file = self.folder / f"{seed}.oinf"
            dataclass_to_oinf.write_oinf(made_up(seed), str(file))
            document = self.decode(file)
            added = numpy.arange(5, dtype="f4") + seed
            document["values"]["tensors"].insert(0, {
                "name": "added", "dtype": "F32", "dims": [5], "data": payload_of(added, "f32")})
            document["values"]["metadata"].clear()
            with self.subTest(seed):
                text = verified(self.encode(document))
                self.assertIn(f"added: f32[5] = {{ {', '.join(f'{v:g}' for v in added)} }}", text)
