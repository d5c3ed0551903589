"""The valid OINF files: (name, canonical, what it is for, Model)."""
import struct

from .oinf_writer import (
    Array, Bits, Model, Quant, Scalar, Tensor, Text, bits_of, pack, pack_words, scalar, size_of,
)  # fmt: skip

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"


def name_of(length, first="n"):
    """A name of this length that uses the whole character set."""
    return (first + LETTERS * (length // len(LETTERS) + 1))[:length]


def raw_of(size, seed=1):
    """Bytes without zeros at a glance and without a pattern that a wrong offset would hit."""
    return bytes((i * 37 + seed * 101) % 255 + 1 for i in range(size))


def parts():
    """The file that most broken ones are made of: every value type, five tensors."""
    numbers = [
        ("s.i08", scalar("i8", -5)), ("s.i16", scalar("i16", -300)),
        ("s.i32", scalar("i32", -70000)), ("s.i64", scalar("i64", -5_000_000_000)),
        ("s.u08", scalar("u8", 7)), ("s.u16", scalar("u16", 300)),
        ("s.u32", scalar("u32", 70000)), ("s.u64", scalar("u64", 5_000_000_000)),
        ("s.f16", scalar("f16", 1.5)), ("s.f32", scalar("f32", -2.75)),
        ("s.f64", scalar("f64", 0.1)), ("s.bool", scalar("bool", True)),
    ]  # fmt: skip
    rest = [
        ("bits", Bits(13, bytes([0x49, 0x12]))),
        ("bits.none", Bits(0, b"")),
        ("grid", Array("i16", [2, 3], pack("i16", [1, -2, 3, -4, 5, -6]))),
        ("mask", Array("bool", [3], b"\1\0\1")),
        ("mode", Text("clamp_up")),
        ("name", Text("ab.c")),
    ]
    tensors = [
        Tensor("a000", "f32", [3], pack("f32", [0.5, -1.0, 2.0])),
        Tensor("b", "u8", [2, 4], raw_of(8)),
        Tensor("c", "i64", [5], pack("i64", [1, -2, 3, -4, 5])),
        Tensor("none", "i16", [], None),
        Tensor("wxyz", "f64", [2], pack("f64", [1.0, -0.5])),
    ]
    return Model([("B", 1024), ("D", 128), ("abcd", 7)], rest + numbers, tensors)


def ten():
    """Ten of each, with names of equal length."""
    return Model(
        [(f"s{i}", i) for i in range(10)],
        [(f"k{i}", scalar("u64", i)) for i in range(10)],
        [Tensor(f"t{i}", "u64", [1], pack("u64", [i + 1])) for i in range(10)],
    )


def name_lengths():
    names = [name_of(n) for n in range(1, 25)]
    return Model(
        [(n, len(n)) for n in names],
        [(n, Text(n)) for n in names],
        [Tensor(n, "u8", [], bytes([len(n)])) for n in names],
    )


def long_names():
    names = [name_of(n) for n in (255, 256, 257, 4095)]
    tensors = [Tensor(n, "u8", [], b"\1") for n in names]
    return Model([(n, len(n)) for n in names], [(n, Text(n)) for n in names], tensors)


def nonfinite():
    """NaNs with payloads, infinities, negative zero, denormals: as scalars, arrays and tensors."""
    words = {
        "f16": [0x7C00, 0xFC00, 0x7E00, 0x7C01, 0xFE55, 0x8000, 0x0001, 0x7BFF],
        "f32": [0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFC12345, 0x80000000, 1, 0x7F7FFFFF],
        "f64": [0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, (0x7FF << 52) + 1, (0xFFF8 << 48) + 0x1234,
                1 << 63, 1, (0x7FF << 52) - 1],
    }  # fmt: skip
    letters = {"f16": "H", "f32": "I", "f64": "Q"}
    metadata, tensors = [], []
    for dtype, values in words.items():
        cut = [struct.pack("<" + letters[dtype], v) for v in values]
        metadata += [(f"{dtype}.{i}", Scalar(dtype, raw)) for i, raw in enumerate(cut)]
        metadata.append((f"{dtype}.all", Array(dtype, [8], b"".join(cut))))
        tensors.append(Tensor(f"t.{dtype}", dtype, [2, 4], b"".join(cut)))
    return Model([], metadata, tensors)


def utmost():
    """The ends of every type's range."""
    metadata, tensors = [], []
    for bits in (8, 16, 32, 64):
        ends = [-(2 ** (bits - 1)), -1, 2 ** (bits - 1) - 1]
        metadata += [(f"i{bits}.{i}", scalar(f"i{bits}", v)) for i, v in enumerate(ends)]
        metadata.append((f"u{bits}.max", scalar(f"u{bits}", 2**bits - 1)))
        tensors.append(Tensor(f"t.i{bits}", f"i{bits}", [3], pack(f"i{bits}", ends)))
        tensors.append(Tensor(f"t.u{bits}", f"u{bits}", [2], pack(f"u{bits}", [0, 2**bits - 1])))
    metadata.append(("u64.2p53", scalar("u64", 2**53 + 1)))
    sizevars = [("z0", 0), ("z1", 2**53 + 1), ("z2", 2**63 - 1), ("z3", 2**63), ("z4", 2**64 - 1)]
    return Model(sizevars, metadata, tensors)


def empty_blobs():
    """Tensors with data but no elements: they share the next one's offset, or the file's end."""
    return Model([], [], [
        Tensor("a.empty", "f32", [0], b""), Tensor("b.empty", "u8", [3, 0, 2], b""),
        Tensor("c", "u8", [8], raw_of(8)), Tensor("d.empty", "f64", [0, 1099511627776], b""),
        Tensor("e", "u16", [3], raw_of(6)), Tensor("f.empty", "i8", [0], b""),
    ])  # fmt: skip


def mixed_tensors():
    """Many tensors of all types and ranks 0 to 5, every third without data."""
    dtypes = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool"]
    sizes = [1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1]
    tensors = []
    for i in range(36):
        dims = [1 + (i + d) % 3 for d in range(i % 6)]
        numel = 1
        for dim in dims:
            numel *= dim
        kind = i % 12
        raw = raw_of(numel * sizes[kind], i)
        if dtypes[kind] == "bool":
            raw = bytes(b & 1 for b in raw)
        dtype = dtypes[kind]
        tensors.append(Tensor(f"layer.{i:02}.weight", dtype, dims, None if i % 3 == 2 else raw))
    return Model([("N", 36)], [], tensors)


def aligned(**changes):
    """Two of each; tables and payloads end at multiples of 8, so that gaps are gaps only."""
    return Model(
        [("B", 2), ("D", 4)],
        [("k0", scalar("u64", 11)), ("k1", Array("u32", [2, 2], pack("u32", [1, 2, 3, 4])))],
        [Tensor("t0", "u64", [2], raw_of(16, 3)), Tensor("t1", "f32", [2, 4], pack("f32", [1.5] * 8))],
        **changes,
    )


M0, M1, T0, T1 = ("metadata", 0), ("metadata", 1), ("tensors", 0), ("tensors", 1)


def unsorted_names():
    return Model(
        [("z", 1), ("A", 2), ("m", 3)],
        [("z", scalar("u8", 1)), ("A", Text("first")), ("m", scalar("bool", False))],
        [Tensor(n, "u16", [1], raw_of(2, i)) for i, n in enumerate(["z", "_", "A", "0", "-", "."])],
    )


def shared_names():
    """Names are unique within a table only; upper and lower case differ; prefixes are names."""
    names = ["X", "x", "x.", "x.x", "xx"]
    return Model(
        [(n, i) for i, n in enumerate(names)],
        [(n, scalar("u8", i)) for i, n in enumerate(names)],
        [Tensor(n, "u8", [1], bytes([i + 1])) for i, n in enumerate(names)],
    )


def bitsets():
    """Every bit count from 0 to 24, all bits set."""
    sizes = range(25)
    return Model([], [(f"b{n:02}", Bits(n, le_bits(n))) for n in sizes], [])


def le_bits(n):
    return ((1 << n) - 1).to_bytes((n + 7) // 8, "little")


def unused_bits():
    """Bits of the last byte beyond bit_count are set: tolerated, never written."""
    sizes = [1, 7, 9, 15, 31]
    return Model([], [(f"b{n:02}", Bits(n, b"\xff" * ((n + 7) // 8))) for n in sizes], [])


def one_table(which):
    whole = aligned()
    return Model(**{which: getattr(whole, which)})


def no_data():
    dims = [[], [0], [7], [2**32, 2**31], [1] * 8]
    return Model([], [], [Tensor(f"t{i}", "u8", d, None) for i, d in enumerate(dims)])


def many_dims():
    ones = ("ones", Array("u8", [1] * 33, b"\5"))
    return Model([], [ones], [
        Tensor("ones32", "u8", [1] * 32, b"\7"), Tensor("ones64", "f64", [1] * 64, pack("f64", [2.5])),
        Tensor("zero65", "f32", [1] * 64 + [0], b""),
    ])  # fmt: skip


PACKED = ["i4", "i2", "i1", "u4", "u2", "u1", "t2", "t1"]


def middle():
    """A scale and a zero point for each index of the middle one of three dimensions."""
    return Quant(2, 2, [0.5, -0.25, 3.0], 2, [1, -2, 3], scale_axis=1, zp_axis=1)


def parts_2():
    """What broken files of version 2 are made of: packed values, quantization of every kind."""
    metadata = [
        ("bf", scalar("bf16", 1.5)), ("f8", scalar("f8e5m2", -3.0)),
        ("grid", Array("i4", [3, 3], pack("i4", [1, -2, 3, -4, 5, -6, 7, -8, -1]))),
        ("half", scalar("f16", 0.25)), ("i4", scalar("i4", -8)), ("name", Text("ab.c")),
        ("t1", scalar("t1", 1)),
    ]  # fmt: skip
    one_zero = Quant(2, 1, [0.125], 1, [7])
    tensors = [
        Tensor("a", "i8", [2, 3, 4], raw_of(24), middle()),
        Tensor("b", "i4", [5], pack("i4", [1, -2, 3, -4, 5])),
        Tensor("c", "u4", [3, 5], pack("u4", range(15)), Quant(1, 1, [2.0])),
        Tensor("d", "f32", [2], pack("f32", [0.5, -1.0])),
        Tensor("e", "t1", [17], pack("t1", [1, -1] * 8 + [1]), one_zero),
        Tensor("none", "i2", [2, 9], None),
        Tensor("z", "u8", [4, 2], raw_of(8), Quant(1, 2, [1.0, 0.5, 0.25, 0.125])),
    ]
    return Model([("B", 3)], metadata, tensors, version=2)


def packed_sizes():
    """0 to 9 elements of every packed type, so that the last byte is used in every part."""
    tensors = []
    for dtype in PACKED:
        for count in range(10):
            raw = bytearray(raw_of(size_of(dtype, count), count))
            unused = 8 * len(raw) - count * bits_of(dtype)
            if raw:
                raw[-1] &= 0xFF >> unused
            tensors.append(Tensor(f"{dtype}.{count}", dtype, [count], bytes(raw)))
    return Model([], [], tensors, version=2)


def packed_rows():
    """Rows that end within a byte: they are not padded."""
    metadata, tensors = [], []
    for dtype in PACKED:
        values = [(i * 5 + 3) % 2 ** bits_of(dtype) for i in range(3 * 3 * 5)]
        metadata.append((f"m.{dtype}", Array(dtype, [3, 3], pack_words(dtype, values[:9]))))
        tensors.append(Tensor(f"t.{dtype}", dtype, [3, 3, 5], pack_words(dtype, values)))
    return Model([], metadata, tensors, version=2)


def packed_values():
    """Every value of every packed type: as scalars the ends, as tensors all."""
    metadata, tensors = [], []
    for dtype in PACKED:
        words = list(range(2 ** bits_of(dtype)))
        for label, word in [("least", words[len(words) // 2]), ("first", 0), ("last", words[-1])]:
            metadata.append((f"{dtype}.{label}", Scalar(dtype, bytes([word]))))
        tensors.append(Tensor(dtype, dtype, [len(words)], pack_words(dtype, words)))
    return Model([], metadata, tensors, version=2)


def small_floats():
    """NaNs with payloads, infinities, negative zeros, denormals and ends of BF16 and F8."""
    words = {
        "bf16": [0x7F80, 0xFF80, 0x7FC0, 0x7F81, 0xFFFF, 0x8000, 0x0001, 0x7F7F, 0x0080],
        "f8e5m2": [0x7C, 0xFC, 0x7D, 0x7E, 0x7F, 0x80, 0x01, 0x7B, 0x04],
    }
    metadata, tensors = [], []
    for dtype, some in words.items():
        metadata += [(f"{dtype}.{i}", Scalar(dtype, pack_words(dtype, [w]))) for i, w in enumerate(some)]
        metadata.append((f"{dtype}.all", Array(dtype, [9], pack_words(dtype, some))))
        tensors.append(Tensor(dtype, dtype, [3, 3], pack_words(dtype, some)))
    tensors.append(Tensor("f8e5m2.every", "f8e5m2", [256], bytes(range(256))))
    return Model([], metadata, tensors, version=2)


def axes():
    """The same elements quantized along each axis, a quantized tensor never last."""
    dims, raw = [2, 3, 4, 1], raw_of(24)
    tensors = []
    for axis, dim in enumerate(dims):
        scales = [0.5 + i for i in range(dim)]
        tensors.append(Tensor(f"s{axis}", "i8", dims, raw, Quant(1, 2, scales, scale_axis=axis)))
        zeros = [i - 2 for i in range(dim)]
        both = Quant(2, 2, scales, 2, zeros, scale_axis=axis, zp_axis=axis)
        tensors.append(Tensor(f"z{axis}", "u8", dims, raw, both))
        one = Quant(2, 2, scales, 1, [-128], scale_axis=axis)
        tensors.append(Tensor(f"z{axis}.one", "u8", dims, raw, one))
    tensors.append(Tensor("zz.last", "f64", [1], pack("f64", [2.5])))
    return Model([], [], tensors, version=2)


def odd_quants():
    """Scales that are no numbers, utmost zero points, a dimension without elements."""
    nans = [float("inf"), float("-inf"), -0.0, 1e-45, 3.4028234663852886e38]
    ends = [-(2**31), -1, 0, 1, 2**31 - 1]
    return Model([], [], [
        Tensor("a.utmost", "u4", [5, 2], raw_of(5), Quant(2, 2, nans, 2, ends)),
        Tensor("b.empty", "i8", [3, 0], b"", Quant(1, 2, [], scale_axis=1)),
        Tensor("c.scalar", "i8", [], b"\5", Quant(1, 1, [0.5])),
        Tensor("d.many", "u2", [300], raw_of(75), Quant(1, 2, [float(i) for i in range(300)])),
    ], version=2)  # fmt: skip


def version_1_in_2():
    """What version 1 can say, said in version 2."""
    whole = parts()
    whole.version = 2
    return whole


def unused_packed_bits():
    """The bits of a last byte that no element uses are set."""
    sizes = {"i4": 3, "i2": 5, "i1": 9, "u4": 1, "u2": 3, "u1": 12, "t2": 2, "t1": 7}
    tensors = [
        Tensor(dtype, dtype, [count], b"\xff" * size_of(dtype, count))
        for dtype, count in sizes.items()
    ]
    return Model([], [], tensors, version=2)


def quants_behind():
    """All data, then all quantization: the order in which one tool writes them."""
    model = parts_2()
    blobs = [("metadata", i) for i in range(len(model.metadata))]
    blobs += [("tensors", i) for i, t in enumerate(model.tensors) if t.raw is not None]
    model.order = blobs + [("quants", i) for i, t in enumerate(model.tensors) if t.quant]
    return model


FILES = [
    ("v1_parts", True, "every value type and five tensors: what broken files are made of", parts()),
    ("v1_ten_of_each", True, "ten entries in each table", ten()),
    ("v1_name_lengths", True, "names of every length from 1 to 24, hence every padding", name_lengths()),
    ("v1_long_names", True, "names of 255, 256, 257 and 4095 characters", long_names()),
    ("v1_nonfinite", True, "NaN payloads, infinities, negative zeros and denormals", nonfinite()),
    ("v1_utmost_values", True, "the ends of every type's range", utmost()),
    ("v1_empty_blobs", True, "payloads without elements that share an offset", empty_blobs()),
    ("v1_mixed_tensors", True, "all types, ranks 0 to 5, every third without data", mixed_tensors()),
    ("v1_aligned", True, "nothing needs padding; the last payload ends the file", aligned()),
    ("v1_shared_names", True, "one name in all three tables, names that differ by case", shared_names()),
    ("v1_bitsets", True, "bit sets of 0 to 24 bits", bitsets()),
    ("v1_only_metadata", True, "metadata and nothing else", one_table("metadata")),
    ("v1_only_tensors", True, "tensors and nothing else", one_table("tensors")),
    ("v1_no_data", True, "only tensors without data; no payload at all", no_data()),
    ("v1_many_dims", True, "ranks 32 to 65", many_dims()),
    ("v1_unsorted_names", False, "names in no order", unsorted_names()),
    ("v1_unused_bits", False, "bit sets whose unused bits are set", unused_bits()),
    ("v1_payloads_reversed", False, "payloads against the order of the tables",
     aligned(order=[T1, T0, M1, M0])),
    ("v1_payloads_mixed", False, "payloads of tensors before and between those of metadata",
     aligned(order=[T0, M1, T1, M0])),
    ("v1_gap_after_header", False, "56 zeros between header and first table", aligned(gaps={"header": 56})),
    ("v1_gaps_between_tables", False, "zeros after every table",
     aligned(gaps={"sizevars": 8, "metadata": 64, "tensors": 4096})),
    ("v1_gaps_between_payloads", False, "zeros before every payload",
     aligned(gaps={M0: 8, M1: 64, T0: 4096, T1: 16})),
    ("v1_gap_at_end", False, "zeros after the last payload, within file_size", aligned(gaps={"end": 64})),
    ("v1_gaps_everywhere", False, "zeros in every place, payloads reversed",
     aligned(order=[T1, T0, M1, M0], gaps={"header": 8, "sizevars": 16, "metadata": 24, "tensors": 32,
                                          T1: 40, T0: 48, M1: 56, M0: 64, "end": 72})),
    ("v1_empty_blob_before", False, "a payload without elements that repeats the first one's offset",
     Model([], [], [Tensor("a", "u8", [8], raw_of(8)), Tensor("b", "u64", [2], raw_of(16)),
                    Tensor("c", "u8", [0], b"")], at={("tensors", 2): ("tensors", 0)})),
    ("v2_parts", True, "packed values and quantization: what broken files of version 2 are made of",
     parts_2()),
    ("v2_version_1_values", True, "what version 1 can say, in version 2", version_1_in_2()),
    ("v2_packed_sizes", True, "0 to 9 elements of every packed type", packed_sizes()),
    ("v2_packed_rows", True, "packed rows that end within a byte", packed_rows()),
    ("v2_packed_values", True, "every value of every packed type", packed_values()),
    ("v2_small_floats", True, "NaNs, infinities, denormals and ends of BF16 and F8", small_floats()),
    ("v2_quant_axes", True, "quantization along every axis, in between other tensors", axes()),
    ("v2_quant_odd", True, "infinite scales, utmost zero points, no elements, one, many", odd_quants()),
    ("v2_unused_bits", False, "packed arrays whose unused bits are set", unused_packed_bits()),
    ("v2_quants_behind", False, "all data before all quantization", quants_behind()),
]  # fmt: skip
