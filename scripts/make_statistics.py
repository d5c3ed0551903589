#!/usr/bin/env python3
"""Makes tests/data/statistics.json: what NumPy says of arrays of every element type.

  python3 -m venv venv && venv/bin/pip install numpy
  venv/bin/python scripts/make_statistics.py [--check]

Each case has its bytes (in hex, or `random`: so many bytes of the generator below), how they are to
be read, and the results for a float64 copy, printed as %.6g: of all elements, and of the finite ones.
--check says whether the committed file is what this NumPy gives; exit status 1 if not.
"""
import json
import pathlib
import sys
import warnings

import numpy as np

OUT = pathlib.Path(__file__).resolve().parent.parent / "tests/data/statistics.json"
VALUE_BINS = 20  # whole numbers no further apart are counted one by one
WHOLE = {"u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8"}
REAL = {"f16": "f2", "f32": "f4", "f64": "f8"}
COMPLEX = {"c64": "c8", "c128": "c16"}
PACKED = {"u4": 4, "u2": 2, "u1": 1, "i4": 4, "i2": 2, "i1": 1, "t2": 2, "t1": 1}


def random_bytes(count):
    """Knuth's MMIX generator from 1 on, the upper four bytes of each state, the lowest first."""
    state, out = 1, bytearray()
    while len(out) < count:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        out += (state >> 32).to_bytes(4, "little")
    return bytes(out[:count])


def doubles(dtype, endian, data):
    """A float64 copy of the elements."""
    order = "<" if endian == "le" else ">"
    if dtype in WHOLE or dtype in REAL:
        return np.frombuffer(data, order + {**WHOLE, **REAL}[dtype]).astype(np.float64)
    if dtype in COMPLEX:
        return np.abs(np.frombuffer(data, order + COMPLEX[dtype])).astype(np.float64)
    if dtype == "bool8":
        return np.frombuffer(data, np.bool_).astype(np.float64)
    if dtype == "bf16":  # the upper half of an f32
        return (np.frombuffer(data, order + "u2").astype("u4") << 16).view("f4").astype(np.float64)
    if dtype == "f8e5m2":  # the upper half of an f16
        return (np.frombuffer(data, "u1").astype("u2") << 8).view("f2").astype(np.float64)
    bits = PACKED[dtype]
    parts = np.unpackbits(np.frombuffer(data, "u1"), bitorder="little").reshape(-1, bits)
    values = (parts * (1 << np.arange(bits))).sum(axis=1)
    if dtype == "t1":
        return np.where(values == 0, -1.0, 1.0)
    if dtype.startswith("u"):
        return values.astype(np.float64)
    return np.where(values >> (bits - 1) != 0, values - (1 << bits), values).astype(np.float64)


def text(value):
    return "%.6g" % value


def summary(x):
    if not x.size:
        return dict.fromkeys(("min", "max", "mean", "median", "std"), "nan")
    found = {"min": x.min(), "max": x.max(), "mean": x.mean(), "median": np.median(x), "std": x.std()}
    return {key: text(value) for key, value in found.items()}


def bins(x, is_whole):
    if not x.size:
        return []
    if x.min() == x.max():
        return [[text(x.min()), text(x.max()), int(x.size)]]
    if is_whole and x.max() - x.min() <= VALUE_BINS:
        return [[text(v), text(v), int((x == v).sum())] for v in np.arange(x.min(), x.max() + 1)]
    try:
        counts, edges = np.histogram(x, bins=10)
    except ValueError:  # the range, or its tenth, is no double
        return None
    return [[text(a), text(b), int(n)] for a, b, n in zip(edges, edges[1:], counts)]


def case(name, dtype, data, endian="le", random=0, count=None):
    values = doubles(dtype, endian, data)[:count]
    finite = values[np.isfinite(values)]
    is_whole = dtype in WHOLE or dtype in PACKED or dtype == "bool8"
    return {
        "name": name,
        "dtype": dtype,
        "endian": endian,
        "count": int(values.size),
        **({"random": random} if random else {"hex": data.hex()}),
        "nan": int(np.isnan(values).sum()),
        "inf": int(np.isposinf(values).sum()),
        "-inf": int(np.isneginf(values).sum()),
        "all": summary(values),
        "finite": summary(finite),
        "histogram": bins(finite, is_whole),
    }


def cases():
    inf, nan = np.inf, np.nan
    rng = np.random.default_rng(7)
    for dtype in [*WHOLE, *REAL, *COMPLEX, "bf16", "f8e5m2", *PACKED]:
        yield case(f"random bits of {dtype}", dtype, random_bytes(4000), random=4000)
        if dtype not in PACKED:
            yield case(f"random bits of {dtype}, swapped", dtype, random_bytes(4000), "be", random=4000)
    for dtype in ("u8", "f32", "bool8"):
        yield case(f"no {dtype} at all", dtype, b"")
    for dtype, code in (WHOLE | REAL).items():
        for count in (1, 2, 3, 9):
            yield case(f"{count} of {dtype}", dtype, rng.normal(50, 20, count).astype("<" + code).tobytes())
    for count in (127, 128, 129, 136, 1000):
        yield case(f"{count} normal f64", "f64", rng.normal(size=count).astype("<f8").tobytes())
    yield case("normal f16", "f16", rng.normal(size=1000).astype("<f2").tobytes())
    yield case("normal bf16", "bf16", rng.normal(size=500).astype("<f4").view("<u2")[1::2].tobytes())
    yield case("small f8e5m2", "f8e5m2", bytes(rng.integers(0x30, 0x45, 200, dtype="u1")))
    yield case("some infinite", "f32", np.array([1, inf, 2, -3.5, inf], "<f4").tobytes())
    yield case("infinite both ways", "f64", np.array([inf, 1, -inf, 2, 4, -inf], "<f8").tobytes())
    yield case("negative infinity in the middle", "f64", np.array([1, -inf, -inf, 2], "<f8").tobytes())
    yield case("nothing but infinity", "f16", np.array([inf, inf], "<f2").tobytes())
    yield case("infinity and its negative", "f32", np.array([-inf, inf], "<f4").tobytes())
    yield case("one NaN", "f64", np.array([5, nan, 7, 8], "<f8").tobytes())
    yield case("nothing but NaN", "f32", np.array([nan, -nan, nan], "<f4").tobytes())
    yield case("NaN and infinity", "f32", np.array([nan, inf, 0.5, -inf, 0.25], "<f4").tobytes())
    yield case("negative zero", "f32", np.array([-0.0], "<f4").tobytes())
    yield case("denormal", "f64", np.array([5e-324, 1e-320, -5e-324], "<f8").tobytes())
    yield case("sum beyond doubles", "f64", np.array([1.5e308, 1.6e308, 1e308], "<f8").tobytes())
    yield case("sum that cancels", "f64", np.array([1e16, 1, -1e16, 1, 3, 1e-3, 7, 9, 2], "<f8").tobytes())
    yield case("closer than ten bins", "f64", np.array([1, 1 + 2**-52, 1 + 2**-51], "<f8").tobytes())
    yield case("all equal", "f32", np.full(70000, 1.5, "<f4")[:300].tobytes())
    yield case("as far apart as bins for values", "i16", np.array([-10, 10, 0, 3, 3], "<i2").tobytes())
    yield case("one further", "i16", np.array([-10, 11, 0, 3, 3], "<i2").tobytes())
    yield case("on the edges of bins", "f64", (np.arange(11) * 0.1).astype("<f8").tobytes())
    yield case("booleans", "bool8", bytes([1, 0, 0, 1, 1]))
    yield case("true booleans", "bool8", bytes([1, 1, 1]))
    yield case("packed with bits to spare", "u1", bytes([0b10110, 0b1]), count=9)
    yield case("ternary", "t2", bytes([0b11_01_00_01, 0b11]), count=5)
    # Enough that the median takes every digit, and that many elements share all of them.
    for dtype in ("i64", "f64", "u32", "f32"):
        yield case(f"many {dtype}", dtype, random_bytes(1_600_000), random=1_600_000)
    yield case("many u8", "u8", random_bytes(300_000), random=300_000)
    yield case("many i1", "i1", random_bytes(100_000), random=100_000)


def main():
    warnings.simplefilter("ignore")  # NumPy remarks on infinities and NaNs, which are the point
    lines = ",\n".join(" " + json.dumps(each) for each in cases())
    made = f"[\n{lines}\n]\n"
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if OUT.read_text() == made else f"{OUT.name} is not what NumPy {np.__version__} gives")
    OUT.write_text(made)


if __name__ == "__main__":
    main()
