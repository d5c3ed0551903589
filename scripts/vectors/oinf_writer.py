"""Writes OINF version-1 files and notes what every byte is.

The writer places tables and payloads as the format's own tool does unless it is told otherwise
(`gaps`, `order`, `at`), so that files can be made which readers accept and no tool writes.
"""
import hashlib
import struct
from dataclasses import dataclass, field

# name, bytes of one element, struct's letter
TYPES = {
    1: ("i8", 1, "b"), 2: ("i16", 2, "h"), 3: ("i32", 4, "i"), 4: ("i64", 8, "q"),
    5: ("u8", 1, "B"), 6: ("u16", 2, "H"), 7: ("u32", 4, "I"), 8: ("u64", 8, "Q"),
    9: ("f16", 2, "e"), 10: ("f32", 4, "f"), 11: ("f64", 8, "d"), 12: ("bool", 1, "?"),
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


def pack(type_name, values):
    letter = TYPES[CODES[type_name]][2]
    return b"".join(struct.pack("<" + letter, v) for v in values)


def plain(value):
    """A float as the manifests show it."""
    if isinstance(value, float) and value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return value


def unpack(type_name, raw):
    _, size, letter = TYPES[CODES[type_name]]
    if letter == "?":
        return [b != 0 for b in raw]
    cut = [raw[i : i + size] for i in range(0, len(raw), size)]
    return [plain(struct.unpack("<" + letter, c)[0]) for c in cut]


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

    def rows(self, name, out):
        out.add(name, self.raw, unpack(self.type, self.raw)[0])

    def shown(self, _):
        return {"value": unpack(self.type, self.raw)[0], "value_hex": self.raw.hex()}


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
class Tensor:
    name: str
    dtype: str
    dims: list
    raw: bytes | None  # None: declared without data


@dataclass
class Model:
    sizevars: list = field(default_factory=list)  # (name, value)
    metadata: list = field(default_factory=list)  # (key, Scalar | Text | Bits | Array)
    tensors: list = field(default_factory=list)  # Tensor
    # How the file differs from what the tool writes. A blob is ("metadata", i) or ("tensors", i).
    order: list | None = None  # of the blobs
    gaps: dict = field(default_factory=dict)  # zero bytes before a blob, after a section, or "end"
    at: dict = field(default_factory=dict)  # which blob's offset an empty blob repeats


def place(model, begin):
    """Gives each blob its offset: ({blob: (offset, rows)}, end of the last one, padded)."""
    blobs = [("metadata", i) for i in range(len(model.metadata))]
    blobs += [("tensors", i) for i, t in enumerate(model.tensors) if t.raw is not None]
    placed, position = {}, begin
    for blob in model.order or blobs:
        rows = Rows()
        table, i = blob
        if table == "metadata":
            model.metadata[i][1].rows(f"metadata[{i}].payload", rows)
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
        out.number(name + ".flags", int(t.raw is not None), 4)
        for d, dim in enumerate(t.dims):
            out.number(f"{name}.dims[{d}]", dim, 8)
        out.number(name + ".data_nbytes", rows.size(), 8)
        out.number(name + ".data_offset", offset, 8)
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
        "magic": "OINF\0", "version": 1, "flags": 0, "n_sizevars": len(model.sizevars),
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
    size = TYPES[CODES[dtype]][1]
    numel = 1
    for dim in dims:
        numel *= dim
    entry = {"name": name, "dtype": dtype, "shape": dims, "order": "C", "numel": numel}
    if raw is None:
        entry |= {"nbytes": 0, "offset": 0, "stored": "absent", "sha256": None}
        return entry | {k: [] for k in ("first3", "last3", "first3_hex", "last3_hex")}
    assert numel * size == len(raw), name
    hexes = [raw[i : i + size].hex() for i in range(0, len(raw), size)]
    values = unpack(dtype, raw)
    entry |= {"nbytes": len(raw), "offset": offset, "stored": "raw"}
    entry |= {"sha256": hashlib.sha256(raw).hexdigest(), "first3": values[:3]}
    return entry | {"last3": values[-3:], "first3_hex": hexes[:3], "last3_hex": hexes[-3:]}


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
        entry |= {"dtype_name": t.dtype, "ndim": len(t.dims), "flags": int(t.raw is not None)}
        entry |= {"dims": t.dims, "data_nbytes": rows.size(), "data_offset": offset}
        index.append(entry)
        arrays.append(array_entry(t.name, t.dtype, t.dims, t.raw, offset))
    result = {"header": header, "index": index, "metadata": metadata}
    return result | {"tensors": arrays, "layout": layout}
