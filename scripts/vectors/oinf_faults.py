"""The broken OINF files: each is a valid file with one fault, written as changes of named fields.

A fault names its rule (`rule_id`), the rules by which another check of the same fault may come
first (`also`), and a sentence of the document. The changes refer to fields by their name in the
base file's layout, so that no offset is written down here.
"""
from dataclasses import dataclass, field

from .oinf_writer import bits_of

PARTS, TEN, ALIGNED = "v1_parts.oinf", "v1_ten_of_each.oinf", "v1_aligned.oinf"
PARTS_2 = "v2_parts.oinf"
TOP = 2**64
# One byte, or several, that the tables announce and the file doesn't have.
BEYOND = ["truncated", "resource-limit", "bad-count", "size-mismatch", "overflow"]
NUMBERS = ["i08", "i16", "i32", "i64", "u08", "u16", "u32", "u64", "f16", "f32", "f64", "bool"]


@dataclass
class Fault:
    name: str
    base: str
    rule_id: str
    also: list
    sentence: str
    basis: str = "document"
    changes: list = field(default_factory=list)


class Base:
    """A valid file, its fields by name, and the entries by key."""

    def __init__(self, path, data, decoded):
        self.path, self.data = path, data
        self.fields = {e["name"]: (e["offset"], e["size"]) for e in decoded["layout"]}
        self.index = {}
        for table in ("sizevars", "metadata", "tensors"):
            names = [e["name"] for e in decoded["index"] if e["table"] == table]
            self.index |= {(table, n): f"{table}[{i}]" for i, n in enumerate(names)}

    def entry(self, table, name):
        return self.index[(table, name)]

    def number(self, name):
        at, size = self.fields[name]
        return int.from_bytes(self.data[at : at + size], "little")


def change(op, offset, old, new):
    def shown(raw):
        return raw[:32].hex() + ("..." if len(raw) > 32 else "")

    sizes = {"old_size": len(old), "new_size": len(new)}
    return {"op": op, "offset": offset, **sizes, "old_hex": shown(old), "new_hex": shown(new)}


# Operations: called with the base and the bytes so far, they return the new bytes and the change.


def patch(name, new, delta=0):
    """Bytes at a field, `delta` bytes from its start."""

    def apply(base, data):
        at = base.fields[name][0] + delta
        old = data[at : at + len(new)]
        assert old != new, f"{name} is {new.hex()} already"
        return data[:at] + new + data[at + len(new) :], change("patch", at, old, new)

    return apply


def put(name, value):
    """A number into a field of its own size."""

    def apply(base, data):
        return patch(name, (value % TOP).to_bytes(8, "little")[: base.fields[name][1]])(base, data)

    return apply


def cut(size):
    def apply(_, data):
        return data[:size], change("truncate", size, data[size:], b"")

    return apply


def append(new):
    def apply(_, data):
        return data + new, change("append", len(data), b"", new)

    return apply


class Faults:
    """Collects (Fault, bytes); the base is the one named last."""

    def __init__(self, bases):
        self.bases = {p: Base(p, *b) for p, b in bases.items()}
        self.made = []
        self.base = None

    def on(self, path):
        self.base = self.bases[path]
        return self.base

    def add(self, name, rule_id, also, sentence, *operations, basis="document"):
        data, changes = self.base.data, []
        for operation in operations:
            data, made = operation(self.base, data)
            changes.append(made)
        fault = Fault(name, self.base.path, rule_id, also, sentence, basis, changes)
        self.made.append((fault, data))


def make(bases):
    faults = Faults(bases)
    for part in (
        sizes, header, sections, counts, names, duplicates, padding, metadata_entries,
        value_sizes, strings, bit_sets, arrays, tensors, dims, extents, overlaps, cut_and_restated,
        mixed_versions, types_2, packed_sizes, no_quant, quant_modes, quant_axes, quant_counts,
        quant_extents,
    ):  # fmt: skip
        part(faults)
    return faults.made


def sizes(f):
    f.on(PARTS)
    for n in range(72):
        also = ["bad-magic"] if n < 5 else []
        f.add(f"size_{n:02}", "truncated", also, "The file ends inside the 72-byte header.", cut(n))
    end = len(f.base.data)
    says = "file_size must be the size of the file."
    short = ["size-mismatch", "out-of-bounds"]
    f.add("one_byte_short", "truncated", short, says, cut(end - 1))
    f.add("last_payload_cut", "truncated", short, says, cut(end - 9))
    f.add("only_header", "truncated", short, says, cut(72))
    for name, new in [("zero", b"\0"), ("byte", b"\1"), ("eight", bytes(8)), ("text", b"trailing")]:
        f.add(f"trailing_{name}", "trailing-data", ["size-mismatch"], says, append(new))


def header(f):
    f.on(PARTS)
    for i, value in enumerate(b"oinf\1"):
        f.add(f"magic_{i}", "bad-magic", [], "The file must start with 'OINF' and a zero byte.",
              patch("header.magic", bytes([value]), i))  # fmt: skip
    for name, value in [("0", 0), ("big_endian", 1 << 24), ("max", 2**32 - 1)]:
        says = "The version must be 1 (or 2 for readers of version 2)."
        f.add(f"version_{name}", "bad-version", [], says, put("header.version", value))
    for bit in (0, 1, 31):
        says = "Header flags must be 0."
        f.add(f"flags_bit{bit}", "nonzero-reserved", [], says, put("header.flags", 1 << bit))
    for bit in (0, 31):
        says = "The reserved field must be 0."
        f.add(f"reserved_bit{bit}", "nonzero-reserved", [], says, put("header.reserved", 1 << bit))
    size = len(f.base.data)
    values = [("0", 0), ("71", 71), ("less", size - 8), ("more", size + 8), ("max", TOP - 1)]
    for name, value in values:
        rule = "trailing-data" if value < size else "truncated"
        also = ["size-mismatch", "out-of-bounds", "trailing-data", "truncated"]
        says = "file_size must be the size of the file."
        f.add(f"file_size_{name}", rule, also, says, put("header.file_size", value))


def sections(f):
    f.on(PARTS)
    order = ["sizevars", "metadata", "tensors", "data"]
    also = ["overlap", "out-of-bounds", "misaligned", "truncated", "bad-count", "nonzero-padding"]
    for i, name in enumerate(order):
        at = f"header.offset_{name}"
        begin = f.base.number(at)
        says = "Section offsets must be multiples of 8."
        for delta in (1, 4):
            f.add(f"{name}_at_plus{delta}", "misaligned", also, says, put(at, begin + delta))
        says = "The section offsets must ascend from the header's end."
        before = f.base.number(f"header.offset_{order[i - 1]}") - 8 if i else 64
        f.add(f"{name}_at_before", "bad-order", also, says, put(at, before))
        f.add(f"{name}_at_0", "bad-order", also, says, put(at, 0))
        says = "Sections lie inside the file."
        beyond = ["bad-order", "truncated", "overflow"]
        for label, value in [("beyond", len(f.base.data) + 8), ("max", TOP - 8)]:
            f.add(f"{name}_at_{label}", "out-of-bounds", beyond, says, put(at, value))


def counts(f):
    f.on(TEN)
    for name in ("sizevars", "metadata", "tensors"):
        at = f"header.n_{name}"
        says = f"n_{name} must be the number of entries in the table."
        more = ["truncated", "bad-charset", "out-of-bounds", "resource-limit", "nonzero-padding"]
        f.add(f"n_{name}_11", "bad-count", more, says, put(at, 11))
        fewer = ["nonzero-padding", "bad-count", "size-mismatch"]
        f.add(f"n_{name}_9", "nonzero-padding", fewer, says, put(at, 9))
        f.add(f"n_{name}_0", "nonzero-padding", fewer, says, put(at, 0))
        for label, value in [("2p31", 2**31), ("max", 2**32 - 1)]:
            says = "A count must not announce more entries than the table can hold."
            f.add(f"n_{name}_{label}", "resource-limit", ["bad-count", "truncated"], says,
                  put(at, value), basis="general")  # fmt: skip


def names(f):
    base = f.on(PARTS)
    says = "Strings are one or more of [A-Za-z0-9._-]."
    places = {
        "sizevar": base.entry("sizevars", "abcd") + ".name",
        "key": base.entry("metadata", "mode") + ".key",
        "tensor": base.entry("tensors", "a000") + ".name",
    }
    for kind, at in places.items():
        for label, value in [("nul", 0), ("space", 32), ("slash", 47), ("high", 0x80), ("ff", 0xFF)]:
            f.add(f"{kind}_name_{label}", "bad-charset", [], says, patch(at, bytes([value]), 1))
        f.add(f"{kind}_name_newline", "bad-charset", [], says, patch(at, b"\n", 3))
        # Four characters and none take eight bytes alike.
        f.add(f"{kind}_name_empty", "bad-charset", ["bad-value", "bad-count", "size-mismatch"], says,
              put(at + ".length", 0), patch(at, bytes(4)))  # fmt: skip
        also = ["truncated", "resource-limit", "bad-count", "overflow"]
        for label, value in [("max", 2**32 - 1), ("wrap", 2**32 - 4), ("long", 2**20)]:
            f.add(f"{kind}_name_length_{label}", "out-of-bounds", also, "A string lies in its table.",
                  put(at + ".length", value))  # fmt: skip
    payload = base.entry("metadata", "mode") + ".payload"
    for label, value in [("nul", 0), ("brace", 0x7B), ("high", 0xC3)]:
        f.add(f"text_{label}", "bad-charset", [], says, patch(payload, bytes([value]), 7))


def duplicates(f):
    f.on(TEN)
    for table, member, key in [("sizevars", "name", "s"), ("metadata", "key", "k"), ("tensors", "name", "t")]:
        for label, which, copy_of in [("next", 1, 0), ("far", 9, 0), ("middle", 7, 3)]:
            f.add(f"duplicate_{table}_{label}", "duplicate-name", [], f"Names in {table} are unique.",
                  patch(f"{table}[{which}].{member}", f"{key}{copy_of}".encode()))  # fmt: skip


def padding(f):
    base = f.on(PARTS)
    says = "Padding is 0x00."
    for i in range(3):
        at = "header.padding"
        f.add(f"header_padding_{i}", "nonzero-padding", [], says, patch(at, b"\1", i))
    mode = base.entry("metadata", "mode") + ".payload.padding"
    places = {
        "sizevar": "sizevars[0].name.padding",
        "key": base.entry("metadata", "s.bool") + ".key.padding",
        "tensor": base.entry("tensors", "b") + ".name.padding",
        "table": "tensors.padding",
        "text": mode,
        "bits": base.entry("metadata", "bits") + ".payload.padding",
        "array": base.entry("metadata", "grid") + ".payload.padding",
    }
    for name, at in places.items():
        last = base.fields[at][1] - 1
        f.add(f"padding_{name}_first", "nonzero-padding", [], says, patch(at, b"\x80"))
        f.add(f"padding_{name}_last", "nonzero-padding", [], says, patch(at, b"\1", last))
    after = base.entry("metadata", "s.i08") + ".payload"
    f.add("padding_after_scalar", "nonzero-padding", [], says, patch(after, b"\1", 1))
    after = base.entry("tensors", "a000") + ".data"
    f.add("padding_after_tensor", "nonzero-padding", [], says, patch(after, b"\1", 15))
    f.on("v1_name_lengths.oinf")
    for n in range(1, 25):
        if (4 + n) % 8:
            at = f"tensors[{n - 1}].name.padding"
            f.add(f"padding_name_of_{n:02}", "nonzero-padding", [], says, patch(at, b"\xff"))
    f.on("v1_gaps_everywhere.oinf")
    says = "What no table and no payload holds is 0x00."
    for i, name in enumerate(["header.gap", "sizevars.padding", "metadata.padding", "tensors.padding"]):
        f.add(f"gap_{i}", "nonzero-padding", [], says, patch(name, b"\1", 5))
    f.add("gap_payload", "nonzero-padding", [], says, patch("tensors[0].data", b"\1", -48))
    f.add("gap_end", "nonzero-padding", [], says, patch("data.padding", b"\1", 71))


def metadata_entries(f):
    base = f.on(PARTS)
    entry = base.entry("metadata", "s.u32")
    for value in (0, 16, 25, 2**31, 2**32 - 1):
        f.add(f"value_type_{value}", "bad-type", [], "A value type is one of 1 to 15.",
              put(entry + ".value_type", value))  # fmt: skip
    for bit in (0, 31):
        f.add(f"value_flags_bit{bit}", "nonzero-reserved", [], "value_flags must be 0.",
              put(entry + ".value_flags", 1 << bit))  # fmt: skip
    flag = base.entry("metadata", "s.bool") + ".payload"
    for value in (2, 128, 255):
        f.add(f"bool_{value}", "bad-value", [], "A BOOL is 0 or 1.", put(flag, value))


def value_sizes(f):
    base = f.on(PARTS)
    for name in NUMBERS:
        entry = base.entry("metadata", "s." + name)
        at, size = entry + ".value_nbytes", base.number(entry + ".value_nbytes")
        for value in {0, size - 1, size + 1}:
            f.add(f"nbytes_{name}_{value}", "size-mismatch", ["overlap", "truncated", "bad-value"],
                  f"A value of this type takes {size} bytes.", put(at, value))  # fmt: skip
        f.add(f"nbytes_{name}_max", "out-of-bounds", [*BEYOND, "overlap"],
              "A value lies inside the data section.", put(at, TOP - 1))  # fmt: skip
    for name in ("bits", "bits.none", "grid", "mask", "mode", "name"):
        entry = base.entry("metadata", name)
        at, size = entry + ".value_nbytes", base.number(entry + ".value_nbytes")
        also = ["truncated", "out-of-bounds", "overlap", "bad-count", "nonzero-padding", "resource-limit"]
        says = "value_nbytes is the size of the value with its padding."
        for label, value in [("0", 0), ("3", 3), ("less", size - 1), ("more", size + 8)]:
            f.add(f"nbytes_{name}_{label}", "size-mismatch", also, says, put(at, value))


def strings(f):
    base = f.on(PARTS)
    entry = base.entry("metadata", "mode")  # 8 characters, 4 bytes of padding
    at = entry + ".payload.length"
    says = "A string's length, its characters and their padding are value_nbytes."
    also = ["truncated", "resource-limit", "bad-count", "size-mismatch", "bad-charset", "nonzero-padding"]
    for value in (13, 2**31, 2**32 - 4, 2**32 - 1):
        f.add(f"text_length_{value}", "out-of-bounds", also, says, put(at, value))
    f.add("text_length_9", "bad-charset", also, says, put(at, 9))
    f.add("text_length_7", "nonzero-padding", also, says, put(at, 7))
    # Four characters instead of eight, and zeros after them: everything right but the size.
    f.add("text_shorter", "size-mismatch", also, says, put(at, 4), patch(at, bytes(4), 8))
    f.add("text_empty", "bad-charset", ["bad-value", "size-mismatch", "bad-count"],
          "Strings are one or more of [A-Za-z0-9._-].",
          put(at, 0), patch(at, bytes(8), 4))  # fmt: skip


def bit_sets(f):
    base = f.on(PARTS)
    says = "byte_count is bit_count / 8, rounded up."
    also = ["size-mismatch", "truncated", "out-of-bounds", "resource-limit", "bad-value", "overflow"]
    pairs = [("bits", 8, None), ("bits", 17, None), ("bits", 0, None), ("bits", 13, 1), ("bits", 13, 0),
             ("bits", 13, 2**32 - 1), ("bits.none", 0, 1), ("bits.none", 1, 0), ("bits", 2**32 - 1, None),
             ("bits.none", 2**32 - 1, 0), ("bits.none", 2**32 - 7, 0)]  # fmt: skip
    for name, bit_count, byte_count in pairs:
        entry = base.entry("metadata", name) + ".payload"
        old = base.number(entry + ".bit_count")
        changes = [put(entry + ".bit_count", bit_count)] if bit_count != old else []
        if byte_count is not None and byte_count != base.number(entry + ".byte_count"):
            changes.append(put(entry + ".byte_count", byte_count))
        label = "same" if byte_count is None else byte_count
        f.add(f"{name}_{bit_count}_in_{label}", "bad-count", also, says, *changes)
    entry = base.entry("metadata", "bits.none") + ".payload"
    # Both agree, but the bytes aren't there.
    for bit_count in (1, 2**32 - 8, 2**32 - 1):
        f.add(f"bits_beyond_{bit_count}", "size-mismatch", [*also, "bad-count"], says,
              put(entry + ".bit_count", bit_count),
              put(entry + ".byte_count", (bit_count + 7) // 8))  # fmt: skip


def arrays(f):
    base = f.on(PARTS)
    entry = base.entry("metadata", "grid") + ".payload"
    for value in (0, 13, 14, 15, 16, 2**32 - 1):
        f.add(f"element_type_{value}", "bad-type", ["bad-value"], "Elements are numeric or bool.",
              put(entry + ".element_type", value))  # fmt: skip
    also = ["truncated", "resource-limit", "size-mismatch", "out-of-bounds", "overflow"]
    for value in (5, 2**29, 2**31, 2**32 - 1):
        f.add(f"array_ndim_{value}", "bad-count", also, "The dims lie in the value.",
              put(entry + ".ndim", value))  # fmt: skip
    also = ["overflow", "truncated", "nonzero-padding", "out-of-bounds", "resource-limit"]
    says = "The value holds dims times the size of an element."
    for first, second in [(2, 5), (3, 5), (2**32, 2**30), (0, 3)]:
        new = first.to_bytes(8, "little") + second.to_bytes(8, "little")
        f.add(f"array_dims_{first}x{second}", "size-mismatch", also, says,
              patch(entry + ".dims[0]", new))  # fmt: skip
    says = "The product of the dims fits 64 bits."
    for first, second in [(2**32, 2**32), (2**63, 1), (TOP - 1, TOP - 1), (2**62, 4)]:
        new = first.to_bytes(8, "little") + second.to_bytes(8, "little")
        f.add(f"array_dims_{first}x{second}", "overflow", ["size-mismatch"], says,
              patch(entry + ".dims[0]", new))  # fmt: skip


def tensors(f):
    base = f.on(PARTS)
    a, none = base.entry("tensors", "a000"), base.entry("tensors", "none")
    for value in (0, 13, 14, 15, 16, 2**32 - 1):
        says = "Tensors are numeric or bool."
        f.add(f"dtype_{value}", "bad-type", [], says, put(a + ".dtype", value))
        f.add(f"dtype_none_{value}", "bad-type", [], says, put(none + ".dtype", value))
    for value in (3, 5, 2**31 + 1):
        f.add(f"tensor_flags_{value}", "nonzero-reserved", ["bad-value"], "Only flag bit 0 is known.",
              put(a + ".flags", value))  # fmt: skip
    says = "Without HAS_DATA, data_offset and data_nbytes are 0."
    also = ["size-mismatch", "out-of-bounds", "nonzero-padding"]
    f.add("has_data_cleared", "bad-value", also, says, put(a + ".flags", 0))
    f.add("none_with_size", "bad-value", also, says, put(none + ".data_nbytes", 2))
    f.add("none_with_offset", "bad-value", also, says, put(none + ".data_offset", 8))
    f.add("none_with_max", "bad-value", also, says, put(none + ".data_offset", TOP - 1))
    f.add("has_data_set", "size-mismatch", ["out-of-bounds"],
          "Data takes dims times the size of an element.", put(none + ".flags", 1))  # fmt: skip


def dims(f):
    base = f.on(PARTS)
    b = base.entry("tensors", "b")
    also = ["truncated", "resource-limit", "size-mismatch", "out-of-bounds"]
    for value in (1000, 2**29, 2**31, 2**32 - 1):
        f.add(f"ndim_{value}", "bad-count", also, "The dims lie in the table.",
              put(b + ".ndim", value))  # fmt: skip
    f.add("ndim_last_plus1", "bad-count", also, "The dims lie in the table.",
          put(base.entry("tensors", "wxyz") + ".ndim", 2))  # fmt: skip
    f.add("ndim_0", "size-mismatch", also, "Data takes dims times the size of an element.",
          put(base.entry("tensors", "a000") + ".ndim", 0))  # fmt: skip
    says = "Data takes dims times the size of an element."
    for value in (0, 3, 5, 2**32, 2**62):
        f.add(f"dim_{value}", "size-mismatch", ["overflow"], says, put(b + ".dims[1]", value))
    for value in (0, 7, 9, TOP - 1):
        f.add(f"data_nbytes_{value}", "size-mismatch", [*BEYOND, "out-of-bounds", "overlap"], says,
              put(b + ".data_nbytes", value))  # fmt: skip
    says = "The product of the dims fits 64 bits."
    for first, second in [(2**32, 2**32), (2**63, 2), (TOP - 1, TOP - 1), (2**33, 2**31 + 1)]:
        new = first.to_bytes(8, "little") + second.to_bytes(8, "little")
        wrapped = first * second % TOP  # what a reader without checks computes
        f.add(f"dims_{first}x{second}", "overflow", ["size-mismatch", *BEYOND, "out-of-bounds"], says,
              patch(b + ".dims[0]", new), *([put(b + ".data_nbytes", wrapped)] if wrapped != 8 else []))  # fmt: skip
    wxyz = base.entry("tensors", "wxyz")
    f.add("dims_bytes_wrap", "overflow", ["size-mismatch"], says,
          put(wxyz + ".dims[0]", 2**61), put(wxyz + ".data_nbytes", 0))  # fmt: skip
    # Everything agrees, but offset + size passes 2^64.
    f.add("end_wraps", "out-of-bounds", BEYOND, "Data lies inside the data section.",
          put(wxyz + ".dims[0]", 2**61 - 1), put(wxyz + ".data_nbytes", TOP - 8))  # fmt: skip
    f.add("end_wraps_to_inside", "out-of-bounds", [*BEYOND, "overlap"], "Data lies inside the data section.",
          put(wxyz + ".dims[0]", 2**61 - 2), put(wxyz + ".data_nbytes", TOP - 16))  # fmt: skip
    f.add("beyond_end", "out-of-bounds", BEYOND, "Data lies inside the data section.",
          put(wxyz + ".dims[0]", 3), put(wxyz + ".data_nbytes", 24))  # fmt: skip


def extents(f):
    base = f.on(PARTS)
    size = len(base.data)
    blobs = {
        "value": base.entry("metadata", "s.u64") + ".value_offset",
        "text": base.entry("metadata", "mode") + ".value_offset",
        "tensor": base.entry("tensors", "b") + ".data_offset",
    }
    for kind, at in blobs.items():
        offset = base.number(at)
        for delta in (1, 2, 4):
            f.add(f"{kind}_at_plus{delta}", "misaligned", ["overlap", "size-mismatch", "bad-charset",
                  "out-of-bounds"], "Payloads are aligned to 8 bytes.", put(at, offset + delta))  # fmt: skip
        says = "Payloads lie inside the data section."
        also = [*BEYOND, "overlap", "bad-order"]
        tables = [("0", 0), ("header", 64), ("tables", base.number("header.offset_metadata")),
                  ("before_data", base.number("header.offset_data") - 8)]  # fmt: skip
        for label, value in [*tables, ("end", size), ("beyond", size + 8), ("max", TOP - 8)]:
            f.add(f"{kind}_at_{label}", "out-of-bounds", also, says, put(at, value))


def overlaps(f):
    base = f.on(ALIGNED)
    says = "Payloads do not overlap."
    k0, k1 = (f"metadata[{i}].value_offset" for i in (0, 1))
    t0, t1 = (f"tensors[{i}].data_offset" for i in (0, 1))
    f.add("tensor_on_tensor", "overlap", [], says, put(t1, base.number(t0)))
    f.add("tensor_into_tensor", "overlap", [], says, put(t1, base.number(t0) + 8))
    f.add("tensor_on_later", "overlap", [], says, put(t0, base.number(t1)))
    f.add("tensor_in_later", "overlap", [], says, put(t0, base.number(t1) + 8))
    f.add("tensor_on_value", "overlap", [], says, put(t0, base.number(k0)))
    f.add("tensor_in_array", "overlap", [], says, put(t0, base.number(k1) + 16))
    f.add("value_on_tensor", "overlap", [], says, put(k0, base.number(t0) + 8))
    f.add("value_in_array", "overlap", [], says, put(k0, base.number(k1) + 24))


def cut_and_restated(f):
    """The file is cut and file_size agrees: only the tables give it away."""
    base = f.on(PARTS)
    at = "header.file_size"
    places = [("tables", base.number("header.offset_tensors") + 8), ("header", 72)]
    for label, size in places:
        f.add(f"restated_{label}", "out-of-bounds", ["truncated", "bad-order", "bad-count", "resource-limit"],
              "Sections lie inside the file.", put(at, size), cut(size))  # fmt: skip
    size = base.number("header.offset_data")
    f.add("restated_no_data", "out-of-bounds", BEYOND, "Payloads lie inside the data section.",
          put(at, size), cut(size))  # fmt: skip
    size = len(base.data) - 8
    f.add("restated_last_payload", "out-of-bounds", BEYOND, "Payloads lie inside the data section.",
          put(at, size), cut(size))  # fmt: skip


def mixed_versions(f):
    """A file that says one version and holds the other: with every entry the tables drift apart."""
    says = "A version-1 tensor has 16 bytes after its dims, a version-2 tensor 32."
    also = ["bad-charset", "nonzero-reserved", "bad-value", "out-of-bounds", "bad-count", "resource-limit",
            "truncated", "nonzero-padding", "size-mismatch", "misaligned", "overlap"]  # fmt: skip
    f.on("v1_mixed_tensors.oinf")
    f.add("v1_said_to_be_2", "bad-type", also, says, put("header.version", 2))
    f.on(PARTS_2)
    f.add("v2_said_to_be_1", "bad-type", also, says, put("header.version", 1))
    for value in (0, 3, 2**32 - 2):
        f.add(f"v2_version_{value}", "bad-version", [], "The version is 1 or 2.", put("header.version", value))
    f.on("v2_version_1_values.oinf")
    f.add("v2_values_said_to_be_1", "bad-type", also, says, put("header.version", 1))
    base = f.on(PARTS)
    entry, value = base.entry("tensors", "b"), base.entry("metadata", "s.u08")
    says = "Types 16 to 25 are those of version 2."
    for code in range(16, 26):
        f.add(f"v1_dtype_{code}", "bad-type", [], says, put(entry + ".dtype", code))
        f.add(f"v1_value_type_{code}", "bad-type", [], says, put(value + ".value_type", code))
    f.add("v1_has_quant", "nonzero-reserved", ["bad-value"], "HAS_QUANT is of version 2.",
          put(entry + ".flags", 3))  # fmt: skip


def types_2(f):
    base = f.on(PARTS_2)
    entry, value = base.entry("tensors", "b"), base.entry("metadata", "i4")
    grid = base.entry("metadata", "grid") + ".payload"
    for code in (0, 13, 14, 15, 26, 2**32 - 1):
        f.add(f"v2_dtype_{code}", "bad-type", [], "Tensors are numeric or bool.", put(entry + ".dtype", code))
        f.add(f"v2_element_type_{code}", "bad-type", [], "Elements are numeric or bool.",
              put(grid + ".element_type", code))  # fmt: skip
    for code in (0, 26, 2**32 - 1):
        f.add(f"v2_value_type_{code}", "bad-type", [], "A value type is one of 1 to 25.",
              put(value + ".value_type", code))  # fmt: skip
    for bit in (2, 31):
        f.add(f"v2_flags_bit{bit}", "nonzero-reserved", [], "Flag bits 0 and 1 are known.",
              put(entry + ".flags", 1 | 1 << bit))  # fmt: skip


def packed_sizes(f):
    says = "Packed elements take their bits together, rounded up to a byte."
    base = f.on("v2_packed_sizes.oinf")
    also = [*BEYOND, "out-of-bounds", "overlap", "nonzero-padding"]
    for dtype in ("i4", "i2", "i1", "u4", "u2", "u1", "t2", "t1"):
        entry = base.entry("tensors", f"{dtype}.9")
        size = base.number(entry + ".data_nbytes")
        for value in (size - 1, size + 1, 9):
            f.add(f"v2_nbytes_{dtype}_{value}", "size-mismatch", also, says, put(entry + ".data_nbytes", value))
        one_too_many = 8 * size // bits_of(dtype) + 1
        f.add(f"v2_dim_{dtype}", "size-mismatch", also, says, put(entry + ".dims[0]", one_too_many))
    entry = base.entry("tensors", "u1.9")
    f.add("v2_dim_max", "size-mismatch", ["overflow"], says, put(entry + ".dims[0]", TOP - 1))
    base = f.on("v2_packed_rows.oinf")
    entry = base.entry("tensors", "t.t2")
    new = (2**40).to_bytes(8, "little") + (2**40).to_bytes(8, "little")
    f.add("v2_dims_wrap", "overflow", ["size-mismatch"], "The product of the dims fits 64 bits.",
          patch(entry + ".dims[0]", new))  # fmt: skip
    base = f.on(PARTS_2)
    for name in ("bf", "f8", "i4", "t1"):
        at = base.entry("metadata", name) + ".value_nbytes"
        size = base.number(at)
        for value in (0, size + 1):
            f.add(f"v2_nbytes_{name}_value_{value}", "size-mismatch", ["overlap", "truncated", "bad-value"],
                  "A value of a packed type takes one byte.", put(at, value))  # fmt: skip
    grid = base.entry("metadata", "grid") + ".payload"
    for value in (1, 6, 2**62):
        f.add(f"v2_grid_dim_{value}", "size-mismatch", [*also, "overflow"], says, put(grid + ".dims[0]", value))


def no_quant(f):
    base = f.on(PARTS_2)
    says = "Without HAS_QUANT, quant_nbytes and quant_offset are 0."
    also = ["size-mismatch", "out-of-bounds", "nonzero-padding"]
    plain, none, quantized = (base.entry("tensors", n) for n in ("b", "none", "a"))
    for label, entry in [("plain", plain), ("none", none)]:
        f.add(f"v2_{label}_with_quant_size", "bad-value", also, says, put(entry + ".quant_nbytes", 48))
        f.add(f"v2_{label}_with_quant_offset", "bad-value", also, says, put(entry + ".quant_offset", 8))
    f.add("v2_has_quant_cleared", "bad-value", also, says, put(quantized + ".flags", 1))
    says = "A quantization has at least 48 bytes, in the data section."
    f.add("v2_has_quant_set", "out-of-bounds", ["size-mismatch", "truncated"], says, put(plain + ".flags", 3))
    f.add("v2_has_quant_set_alone", "out-of-bounds", ["size-mismatch", "truncated"], says,
          put(none + ".flags", 2))  # fmt: skip
    f.add("v2_has_data_cleared", "bad-value", also, "Without HAS_DATA, data_offset and data_nbytes are 0.",
          put(quantized + ".flags", 2))  # fmt: skip


def quant_modes(f):
    base = f.on(PARTS_2)
    middle, one = (base.entry("tensors", n) + ".quant" for n in ("a", "c"))
    also = ["bad-value", "bad-count", "size-mismatch"]
    modes = {"scheme": (0, 3), "scale_mode": (0, 3), "zp_mode": (3, 4)}
    for part, values in modes.items():
        for value in (*values, 2**32 - 1):
            f.add(f"v2_{part}_{value}", "bad-type", also, f"{part} is one of the known numbers.",
                  put(f"{middle}.{part}", value))  # fmt: skip
    for bit in (0, 31):
        f.add(f"v2_quant_reserved_bit{bit}", "nonzero-reserved", [], "The reserved field is 0.",
              put(middle + ".reserved", 1 << bit))  # fmt: skip
    says = "A symmetric quantization has no zero points, an asymmetric one has some."
    f.add("v2_symmetric_with_zeros", "bad-value", ["bad-count"], says, put(middle + ".scheme", 1))
    f.add("v2_asymmetric_without", "bad-value", ["bad-count"], says, put(one + ".scheme", 2))
    f.add("v2_zeros_of_none", "bad-value", ["bad-count"], says, put(middle + ".zp_mode", 0))
    f.add("v2_none_of_zeros", "bad-count", ["bad-value"], says, put(one + ".scheme", 2),
          put(one + ".zp_mode", 1))  # fmt: skip
    says = "One scale for the tensor has axis 0; one for each channel has as many as that has indices."
    f.add("v2_channel_as_tensor", "bad-value", ["bad-count"], says, put(middle + ".scale_mode", 1))
    f.add("v2_tensor_as_channel", "bad-count", ["bad-value"], says, put(one + ".scale_mode", 2))


def quant_axes(f):
    base = f.on(PARTS_2)
    middle, one, last = (base.entry("tensors", n) + ".quant" for n in ("a", "c", "z"))
    also = ["bad-count", "out-of-bounds"]
    says = "An axis is a dimension of the tensor, the same for scales and zero points."
    for value in (3, 4, 2**32 + 1, TOP - 1):
        f.add(f"v2_scale_axis_{value}", "bad-value", also, says, put(middle + ".scale_axis", value))
        f.add(f"v2_zp_axis_{value}", "bad-value", also, says, put(middle + ".zp_axis", value))
    f.add("v2_other_zp_axis", "bad-value", also, says, put(middle + ".zp_axis", 0))
    f.add("v2_wrong_axes", "bad-count", ["bad-value"], says, put(middle + ".zp_axis", 2),
          put(middle + ".scale_axis", 2))  # fmt: skip
    f.add("v2_wrong_axis", "bad-count", ["bad-value"], says, put(last + ".scale_axis", 1))
    f.add("v2_scale_axis_of_one", "bad-value", also, "Without channels the axis is 0.",
          put(one + ".scale_axis", 1))  # fmt: skip
    f.add("v2_zp_axis_of_none", "bad-value", also, "Without channels the axis is 0.",
          put(one + ".zp_axis", 1))  # fmt: skip
    base = f.on("v2_quant_odd.oinf")
    scalar = base.entry("tensors", "c.scalar") + ".quant"
    f.add("v2_axis_of_scalar", "bad-value", also, says, put(scalar + ".scale_mode", 2))


def quant_counts(f):
    base = f.on(PARTS_2)
    middle, one = (base.entry("tensors", n) + ".quant" for n in ("a", "c"))
    also = ["size-mismatch", "truncated", "resource-limit", "overflow", "overlap", "nonzero-padding"]
    says = "A tensor has one scale, a channel one for each index; the zero points alike."
    for label, at, count in [("middle", middle, 3), ("one", one, 1)]:
        for value in (0, count + 1, count + 2, 2**31, 2**62, 2**62 + count, TOP - 1):
            f.add(f"v2_{label}_scales_{value}", "bad-count", also, says, put(at + ".scale_count", value))
    for value in (0, 2, 4, 2**62 + 3, TOP - 1):
        f.add(f"v2_zeros_{value}", "bad-count", also, says, put(middle + ".zp_count", value))
    f.add("v2_scale_for_zero", "bad-count", also, says, put(middle + ".scale_count", 4),
          put(middle + ".zp_count", 2))  # fmt: skip
    at = one + ".padding"
    for i in (0, 3):
        f.add(f"v2_quant_padding_{i}", "nonzero-padding", [], "Padding is 0x00.", patch(at, b"\1", i))


def quant_extents(f):
    base = f.on(PARTS_2)
    entry, other = base.entry("tensors", "a"), base.entry("tensors", "c")
    size, offset = base.number(entry + ".quant_nbytes"), base.number(entry + ".quant_offset")
    also = ["truncated", "out-of-bounds", "overlap", "bad-count", "nonzero-padding", "resource-limit"]
    says = "quant_nbytes is the size of the quantization with its padding."
    for label, value in [("0", 0), ("47", 47), ("48", 48), ("less", size - 8), ("more", size + 8),
                         ("max", TOP - 1)]:  # fmt: skip
        f.add(f"v2_quant_nbytes_{label}", "size-mismatch", also, says, put(entry + ".quant_nbytes", value))
    at = entry + ".quant_offset"
    for delta in (1, 4):
        f.add(f"v2_quant_at_plus{delta}", "misaligned", ["overlap", "size-mismatch", "bad-type", "bad-count",
              "nonzero-reserved", "out-of-bounds"], "Payloads are aligned to 8 bytes.",
              put(at, offset + delta))  # fmt: skip
    says = "Payloads lie inside the data section."
    also = [*BEYOND, "overlap"]
    before, end = base.number("header.offset_data") - 8, len(base.data)
    for label, value in [("0", 0), ("before_data", before), ("end", end), ("max", TOP - 8)]:
        f.add(f"v2_quant_at_{label}", "out-of-bounds", also, says, put(at, value))
    says = "Payloads do not overlap."
    also = ["bad-type", "bad-value", "bad-count", "size-mismatch", "nonzero-reserved", "truncated",
            "resource-limit", "overflow", "nonzero-padding"]  # fmt: skip
    for label, value in [("its_data", base.number(entry + ".data_offset")),
                         ("another", base.number(other + ".quant_offset"))]:  # fmt: skip
        f.add(f"v2_quant_on_{label}", "overlap", also, says, put(at, value))
    f.add("v2_data_on_quant", "overlap", also, says, put(other + ".data_offset", offset + 16))
    # One tool's error: the offsets follow the tensors, the bytes are all data, then the rest.
    between = base.data[offset + size : base.number(other + ".quant_offset")]
    f.add("v2_quant_behind_data", "bad-type", [*also, "overlap"], "A quantization is at its offset.",
          patch(entry + ".quant.scheme", between + base.data[offset : offset + size]))  # fmt: skip
