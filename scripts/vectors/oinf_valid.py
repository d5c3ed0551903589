"""The valid OINF files: (name, canonical, what it is for, Model)."""
import struct

from .oinf_writer import Array, Bits, Model, Scalar, Tensor, Text, pack, scalar

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
]  # fmt: skip
