"""Writes OINF files of versions 1 and 2 and notes what every byte is.

The writer places tables and payloads as the format's own tool does unless it is told otherwise
(`gaps`, `order`, `at`), so that files can be made which readers accept and no tool writes.
"""
import hashlib
import struct
from dataclasses import dataclass, field

# name, bits of one element, struct's letter ("": see word_of and value_of); 16 and up: version 2 alone
TYPES = {
    1: ("i8", 8, "b"), 2: ("i16", 16, "h"), 3: ("i32", 32, "i"), 4: ("i64", 64, "q"),
    5: ("u8", 8, "B"), 6: ("u16", 16, "H"), 7: ("u32", 32, "I"), 8: ("u64", 64, "Q"),
    9: ("f16", 16, "e"), 10: ("f32", 32, "f"), 11: ("f64", 64, "d"), 12: ("bool", 8, "?"),
    16: ("bf16", 16, ""), 17: ("f8e5m2", 8, ""), 18: ("i4", 4, ""), 19: ("i2", 2, ""),
    20: ("i1", 1, ""), 21: ("u4", 4, ""), 22: ("u2", 2, ""), 23: ("u1", 1, ""),
    24: ("t2", 2, ""), 25: ("t1", 1, ""),
}  # fmt: skip
TYPE_NAMES = {code: t[0] for code, t in TYPES.items()} | {13: "bitset", 14: "str", 15: "ndarray"}
CODES = {name: code for code, name in TYPE_NAMES.items()}
HEADER = [
    ("magic", 5), ("version", 4), ("flags", 4), ("n_sizevars", 4), ("n_metadata", 4),
    ("n_tensors", 4), ("reserved", 4), ("offset_sizevars", 8), ("offset_metadata", 8),
    ("offset_tensors", 8), ("offset_data", 8), ("file_size", 8),
]  # fmt: skip


def up8(n):
    return (n + 7) // 8 * 8


def le(value, size):
    return value.to_bytes(size, "little")


def bits_of(type_name):
    return TYPES[CODES[type_name]][1]


def size_of(type_name, count):
    """Bytes of `count` elements: rows are not padded, only the last byte may be used in part."""
    return (count * bits_of(type_name) + 7) // 8


def word_of(type_name, value):
    """The bits of an element, as a number."""
    _, bits, letter = TYPES[CODES[type_name]]
    if letter:
        return int.from_bytes(struct.pack("<" + letter, value), "little")
    if type_name == "bf16":
        return int.from_bytes(struct.pack("<f", value), "little") >> 16
    if type_name == "f8e5m2":
        return int.from_bytes(struct.pack("<e", value), "little") >> 8
    return (value + 1) // 2 if type_name == "t1" else value % 2**bits


def value_of(type_name, word):
    _, bits, letter = TYPES[CODES[type_name]]
    if letter == "?":
        return word != 0
    if letter:
        return plain(struct.unpack("<" + letter, le(word, bits // 8))[0])
    if type_name == "bf16":
        return plain(struct.unpack("<f", le(word << 16, 4))[0])
    if type_name == "f8e5m2":
        return plain(struct.unpack("<e", le(word << 8, 2))[0])
    if type_name == "t1":
        return 2 * word - 1
    return word - 2**bits if type_name[0] in "it" and word >> (bits - 1) else word


def pack_words(type_name, words):
    """The elements one after the other, the first in the lowest bits."""
    bits, whole = bits_of(type_name), 0
    for i, word in enumerate(words):
        whole |= word << i * bits
    return le(whole, size_of(type_name, len(words)))


def pack(type_name, values):
    return pack_words(type_name, [word_of(type_name, v) for v in values])


def plain(value):
    """A float as the manifests show it."""
    if isinstance(value, float) and value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return value


def unpack_words(type_name, raw, count):
    bits, whole = bits_of(type_name), int.from_bytes(raw, "little")
    return [whole >> i * bits & 2**bits - 1 for i in range(count)]


def hex_of(type_name, word):
    bits = bits_of(type_name)
    return le(word, bits // 8).hex() if bits >= 8 else f"{word:x}"


class Rows:
    """Bytes that know their names: [(name, bytes, value or None)]; empty ones are dropped."""

    def __init__(self):
        self.items = []

    def add(self, name, data, value=None):
        if data:
            self.items.append((name, data, value))

    def number(self, name, value, size):
        self.add(name, le(value, size), value)

    def string(self, name, text):
        raw = text.encode("latin-1")
        self.number(name + ".length", len(raw), 4)
        self.add(name, raw, text)
        self.add(name + ".padding", bytes(up8(4 + len(raw)) - 4 - len(raw)))

    def size(self):
        return sum(len(data) for _, data, _ in self.items)


# The values of metadata: each gives its type, its rows below `name`, and how the manifest shows it.


@dataclass
class Scalar:
    type: str
    raw: bytes

    def value(self):
        return value_of(self.type, unpack_words(self.type, self.raw, 1)[0])

    def rows(self, name, out):
        out.add(name, self.raw, self.value())

    def shown(self, _):
        return {"value": self.value(), "value_hex": self.raw.hex()}


def scalar(type_name, value):
    return Scalar(type_name, pack(type_name, [value]))


@dataclass
class Text:
    text: str
    type = "str"

    def rows(self, name, out):
        out.string(name, self.text)

    def shown(self, _):
        return {"value": self.text}


@dataclass
class Bits:
    """bit_count bits in `raw`, lowest first; bits of the last byte beyond them need not be 0."""

    bit_count: int
    raw: bytes
    type = "bitset"

    def rows(self, name, out):
        out.number(name + ".bit_count", self.bit_count, 4)
        out.number(name + ".byte_count", len(self.raw), 4)
        out.add(name + ".bytes", self.raw)
        out.add(name + ".padding", bytes(up8(len(self.raw)) - len(self.raw)))

    def shown(self, _):
        bits = "".join(str(self.raw[i // 8] >> i % 8 & 1) for i in range(self.bit_count))
        counts = {"bit_count": self.bit_count, "byte_count": len(self.raw)}
        return {"value": {**counts, "bytes_hex": self.raw.hex(), "bits": bits}}


@dataclass
class Array:
    element: str
    dims: list
    raw: bytes
    type = "ndarray"

    def rows(self, name, out):
        out.number(name + ".element_type", CODES[self.element], 4)
        out.number(name + ".ndim", len(self.dims), 4)
        for i, dim in enumerate(self.dims):
            out.number(f"{name}.dims[{i}]", dim, 8)
        out.add(name + ".data", self.raw)
        size = 8 + 8 * len(self.dims) + len(self.raw)
        out.add(name + ".padding", bytes(up8(size) - size))

    def shown(self, tensor):
        code = CODES[self.element]
        head = {"element_type": code, "ndim": len(self.dims), "dims": self.dims}
        return {"value": {**head, "tensor": tensor}}


@dataclass
class Quant:
    """What the elements of a tensor mean; the modes are 1 for the tensor, 2 for each channel."""

    scheme: int  # 1: symmetric, 2: asymmetric
    scale_mode: int
    scales: list
    zp_mode: int = 0  # 0: no zero points
    zero_points: list = field(default_factory=list)
    scale_axis: int = 0
    zp_axis: int = 0

    def head(self):
        modes = {"scheme": self.scheme, "scale_mode": self.scale_mode, "zp_mode": self.zp_mode}
        counts = {"scale_axis": self.scale_axis, "scale_count": len(self.scales)}
        counts |= {"zp_axis": self.zp_axis, "zp_count": len(self.zero_points)}
        return modes | {"reserved": 0} | counts

    def rows(self, name, out):
        for part, value in self.head().items():
            out.number(f"{name}.{part}", value, 8 if part[-4:] in ("axis", "ount") else 4)
        for i, scale in enumerate(self.scales):
            out.add(f"{name}.scale_values[{i}]", pack("f32", [scale]), plain(scale))
        for i, zero_point in enumerate(self.zero_points):
            out.add(f"{name}.zp_values[{i}]", pack("i32", [zero_point]), zero_point)
        size = 48 + 4 * len(self.scales) + 4 * len(self.zero_points)
        out.add(name + ".padding", bytes(up8(size) - size))

    def shown(self):
        scales = [plain(scale) for scale in self.scales]
        return self.head() | {"scale_values": scales, "zp_values": self.zero_points}


@dataclass
class Tensor:
    name: str
    dtype: str
    dims: list
    raw: bytes | None  # None: declared without data
    quant: Quant | None = None  # version 2 alone

    def flags(self):
        return int(self.raw is not None) + 2 * int(self.quant is not None)


@dataclass
class Model:
    sizevars: list = field(default_factory=list)  # (name, value)
    metadata: list = field(default_factory=list)  # (key, Scalar | Text | Bits | Array)
    tensors: list = field(default_factory=list)  # Tensor
    version: int = 1
    # How the file differs from what the tool writes. A blob is ("metadata", i), ("tensors", i) or
    # ("quants", i).
    order: list | None = None  # of the blobs
    gaps: dict = field(default_factory=dict)  # zero bytes before a blob, after a section, or "end"
    at: dict = field(default_factory=dict)  # which blob's offset an empty blob repeats


def place(model, begin):
    """Gives each blob its offset: ({blob: (offset, rows)}, end of the last one, padded)."""
    blobs = [("metadata", i) for i in range(len(model.metadata))]
    for i, tensor in enumerate(model.tensors):
        blobs += [("tensors", i)] * (tensor.raw is not None) + [("quants", i)] * (tensor.quant is not None)
    placed, position = {}, begin
    for blob in model.order or blobs:
        rows = Rows()
        table, i = blob
        if table == "metadata":
            model.metadata[i][1].rows(f"metadata[{i}].payload", rows)
        elif table == "quants":
            model.tensors[i].quant.rows(f"tensors[{i}].quant", rows)
        else:
            rows.add(f"tensors[{i}].data", model.tensors[i].raw)
        position = up8(position) + model.gaps.get(blob, 0)
        placed[blob] = (position, rows)
        position += rows.size()
    for blob, other in model.at.items():
        placed[blob] = (placed[other][0], placed[blob][1])
    assert sorted(placed) == sorted(blobs)
    return placed, up8(position) + model.gaps.get("end", 0)


def table_rows(model, placed):
    """The rows of the three tables; the sizes don't depend on where payloads are placed."""
    tables = {"sizevars": Rows(), "metadata": Rows(), "tensors": Rows()}
    for i, (name, value) in enumerate(model.sizevars):
        tables["sizevars"].string(f"sizevars[{i}].name", name)
        tables["sizevars"].number(f"sizevars[{i}].value", value, 8)
    for i, (key, value) in enumerate(model.metadata):
        offset, rows = placed.get(("metadata", i), (0, Rows()))
        out, name = tables["metadata"], f"metadata[{i}]"
        out.string(name + ".key", key)
        out.number(name + ".value_type", CODES[value.type], 4)
        out.number(name + ".value_flags", 0, 4)
        out.number(name + ".value_nbytes", rows.size(), 8)
        out.number(name + ".value_offset", offset, 8)
    for i, t in enumerate(model.tensors):
        offset, rows = placed.get(("tensors", i), (0, Rows()))
        out, name = tables["tensors"], f"tensors[{i}]"
        out.string(name + ".name", t.name)
        out.number(name + ".dtype", CODES[t.dtype], 4)
        out.number(name + ".ndim", len(t.dims), 4)
        out.number(name + ".flags", t.flags(), 4)
        for d, dim in enumerate(t.dims):
            out.number(f"{name}.dims[{d}]", dim, 8)
        out.number(name + ".data_nbytes", rows.size(), 8)
        out.number(name + ".data_offset", offset, 8)
        if model.version > 1:
            offset, rows = placed.get(("quants", i), (0, Rows()))
            out.number(name + ".quant_nbytes", rows.size(), 8)
            out.number(name + ".quant_offset", offset, 8)
    return tables


def write(model):
    """The file's bytes, and what a manifest says of them (`decoded`)."""
    sizes = {name: rows.size() for name, rows in table_rows(model, {}).items()}
    begins, position = {}, 72 + model.gaps.get("header", 0)
    for name, size in sizes.items():
        begins[name] = position
        position = up8(position + size) + model.gaps.get(name, 0)
    placed, end = place(model, position)
    header = {
        "magic": "OINF\0", "version": model.version, "flags": 0, "n_sizevars": len(model.sizevars),
        "n_metadata": len(model.metadata), "n_tensors": len(model.tensors), "reserved": 0,
        "offset_sizevars": begins["sizevars"], "offset_metadata": begins["metadata"],
        "offset_tensors": begins["tensors"], "offset_data": position, "file_size": end,
    }  # fmt: skip

    head = Rows()
    for name, size in HEADER:
        value = header[name]
        raw = value.encode() if name == "magic" else le(value, size)
        head.add("header." + name, raw, value)
    head.add("header.padding", bytes(3))
    parts = [(0, "header.gap", head)]
    for name, rows in table_rows(model, placed).items():
        parts.append((begins[name], name + ".padding", rows))
    for blob in sorted((b for b in placed if placed[b][1].size()), key=lambda b: placed[b][0]):
        parts.append((placed[blob][0], "data.padding", placed[blob][1]))

    data, layout = bytearray(), []

    def note(name, raw, value=None):
        row = {"offset": len(data), "size": len(raw), "name": name}
        layout.append(row if value is None else {**row, "value": value})
        data.extend(raw)

    gap_name = ""
    for begin, next_gap_name, rows in parts:
        if begin > len(data):
            note(gap_name, bytes(begin - len(data)))
        assert begin == len(data)
        for name, raw, value in rows.items:
            note(name, raw, value)
        gap_name = next_gap_name
    if end > len(data):
        note(gap_name, bytes(end - len(data)))
    return bytes(data), decoded(model, header, placed, layout)


def array_entry(name, dtype, dims, raw, offset):
    """What a manifest's `tensors[]` says of one array."""
    numel = 1
    for dim in dims:
        numel *= dim
    entry = {"name": name, "dtype": dtype, "shape": dims, "order": "C", "numel": numel}
    if raw is None:
        entry |= {"nbytes": 0, "offset": 0, "stored": "absent", "sha256": None}
        return entry | {k: [] for k in ("first3", "last3", "first3_hex", "last3_hex")}
    assert size_of(dtype, numel) == len(raw), name
    words = unpack_words(dtype, raw, numel)
    entry |= {"nbytes": len(raw), "offset": offset, "stored": "raw"}
    entry |= {"sha256": hashlib.sha256(raw).hexdigest()}
    ends = {"first3": words[:3], "last3": words[-3:]}
    entry |= {end: [value_of(dtype, w) for w in some] for end, some in ends.items()}
    return entry | {end + "_hex": [hex_of(dtype, w) for w in some] for end, some in ends.items()}


def decoded(model, header, placed, layout):
    index = [{"table": "sizevars", "name": n, "value": v} for n, v in model.sizevars]
    metadata, arrays = [], []
    for i, (key, value) in enumerate(model.metadata):
        offset, rows = placed[("metadata", i)]
        code = CODES[value.type]
        entry = {"table": "metadata", "name": key, "value_type": code}
        entry |= {"value_type_name": value.type, "value_flags": 0}
        index.append(entry | {"value_nbytes": rows.size(), "value_offset": offset})
        metadata.append({"key": key, "type": value.type, **value.shown(len(arrays))})
        if isinstance(value, Array):
            begin = offset + 8 + 8 * len(value.dims)
            name = "metadata:" + key
            arrays.append(array_entry(name, value.element, value.dims, value.raw, begin))
    for i, t in enumerate(model.tensors):
        offset, rows = placed.get(("tensors", i), (0, Rows()))
        entry = {"table": "tensors", "name": t.name, "dtype": CODES[t.dtype]}
        entry |= {"dtype_name": t.dtype, "ndim": len(t.dims), "flags": t.flags()}
        entry |= {"dims": t.dims, "data_nbytes": rows.size(), "data_offset": offset}
        if model.version > 1:
            quant_offset, quant_rows = placed.get(("quants", i), (0, Rows()))
            entry |= {"quant_nbytes": quant_rows.size(), "quant_offset": quant_offset}
        if t.quant:
            entry |= {"quant": t.quant.shown()}
        index.append(entry)
        arrays.append(array_entry(t.name, t.dtype, t.dims, t.raw, offset))
    result = {"header": header, "index": index, "metadata": metadata}
    return result | {"tensors": arrays, "layout": layout}
