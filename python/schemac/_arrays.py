"""Arrays of a file as NumPy's, in place."""

from __future__ import annotations

import ast
import functools
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _core

Array = npt.NDArray[Any]

# schemac's names of element types, and what NumPy calls them.
_NUMPY_CODES = {
    "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8",
    "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8",
    "f16": "f2", "f32": "f4", "f64": "f8", "bool8": "b1", "c64": "c8", "c128": "c16",
}  # fmt: skip
# Those that only ml_dtypes can calculate with, by their sizes.
_ML_DTYPES = {"bf16": ("bfloat16", 2), "f8e5m2": ("float8_e5m2", 1)}
# Bits of an element of those that share bytes, and the type that it has by itself.
_PACKED = {"u1": (1, "u1"), "u2": (2, "u1"), "u4": (4, "u1"), "i1": (1, "i1"), "i2": (2, "i1"), "i4": (4, "i1"),
           "t1": (1, "i1"), "t2": (2, "i1")}  # fmt: skip
_NAMES = {np.dtype(code).newbyteorder("="): name for name, code in _NUMPY_CODES.items()}


@functools.cache
def dtype_of(name: str, is_big_endian: bool = False) -> np.dtype[Any]:
    """NumPy's type of the elements that schemac calls `name`.

    ``bf16`` and ``f8e5m2`` are those of ml_dtypes, where it is installed; else opaque elements
    (``V2``, ``V1``), which can be copied and compared.
    """
    if name in _NUMPY_CODES:
        return np.dtype((">" if is_big_endian else "<") + _NUMPY_CODES[name])
    ml_name, size = _ML_DTYPES[name]
    try:
        import ml_dtypes
    except ImportError:
        return np.dtype(f"V{size}")
    made: np.dtype[Any] = np.dtype(getattr(ml_dtypes, ml_name))
    return made.newbyteorder(">") if is_big_endian and size > 1 else made


def name_of(dtype: np.dtype[Any]) -> str | None:
    """What schemac calls elements of that type; None for those that it knows by their size alone."""
    native = dtype.newbyteorder("=")
    if native in _NAMES:
        return _NAMES[native]
    return next((name for name, (ml_name, _) in _ML_DTYPES.items() if dtype.name == ml_name), None)


@dataclass(frozen=True)
class PackedArray:
    """Elements of less than a byte, as they lie in a file: the lowest bits of a byte first.

    NumPy has no such arrays. ``unpack()``, ``numpy.asarray(x)`` and indexing give a copy with a byte
    for each element.
    """

    buffer: Any
    """The packed bytes, read-only."""
    dtype: str
    """``"u4"``, ``"i2"``, ...: schemac's name of the type."""
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes that they take in the file."""
        return len(memoryview(self.buffer))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def unpack(self) -> Array:
        """The elements as ``int8`` or ``uint8``, a new array of this shape."""
        bits, code = _PACKED[self.dtype]
        packed = np.frombuffer(self.buffer, np.uint8)
        shifts = np.arange(0, 8, bits, dtype=np.uint8)
        flat = ((packed[:, None] >> shifts) & ((1 << bits) - 1)).reshape(-1)[: self.size]
        if self.dtype == "t1":
            return (2 * flat.astype(np.int8) - 1).reshape(self.shape)
        if self.dtype == "t2" or code == "i1":
            signed = flat.astype(np.int8)
            return np.where(signed >= 1 << (bits - 1), signed - (1 << bits), signed).astype(np.int8).reshape(self.shape)
        return flat.reshape(self.shape)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("packed elements can't be an array without a copy")
        return self.unpack().astype(dtype, copy=False) if dtype is not None else self.unpack()

    def __getitem__(self, index: Any) -> Any:
        return self.unpack()[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PackedArray):
            return NotImplemented
        same_type = (self.dtype, self.shape) == (other.dtype, other.shape)
        return same_type and bool(np.array_equal(self.unpack(), other.unpack()))

    def __repr__(self) -> str:
        return f"PackedArray({self.dtype}{list(self.shape)})"


def pack(elements: npt.ArrayLike, dtype: str) -> PackedArray:
    """Elements of less than a byte, to be written: `dtype` is ``"u1"``, ``"u2"``, ``"u4"``, ``"i1"``,
    ``"i2"``, ``"i4"``, ``"t1"`` or ``"t2"``. Raises ValueError for numbers that don't fit."""
    if dtype not in _PACKED:
        raise ValueError(f"{dtype!r} is no type of packed elements; those are {', '.join(_PACKED)}")
    bits, code = _PACKED[dtype]
    wanted = np.asarray(elements)
    shape, flat = wanted.shape, wanted.reshape(-1)
    kept = (flat.astype(np.int64) + 1) >> 1 if dtype == "t1" else flat.astype(np.int64) & ((1 << bits) - 1)
    padded = np.zeros(-(-flat.size * bits // 8) * (8 // bits), np.uint8)
    padded[: flat.size] = kept.astype(np.uint8)
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    packed = np.bitwise_or.reduce(padded.reshape(-1, 8 // bits) << shifts, axis=1).astype(np.uint8)
    made = PackedArray(packed.tobytes(), dtype, shape)
    if not np.array_equal(made.unpack(), wanted):
        raise ValueError(f"not all of the elements fit {dtype}")
    return made


def array(buffer: _core.Buffer, name: str, is_big_endian: bool, dims: tuple[int, ...] | None,
          is_column_major: bool) -> Any:  # fmt: skip
    """The elements in place, read-only; without `dims` the single one, as a NumPy scalar."""
    if name in _PACKED:
        return PackedArray(buffer, name, (1,) if dims is None else dims)
    dtype = dtype_of(name, is_big_endian)
    shape = () if dims is None else dims
    made: Array = np.ndarray(shape, dtype, memoryview(buffer), order="F" if is_column_major else "C")
    return made[()] if dims is None else made


class JoinedArray:
    """An array that a file stores in pieces, each perhaps encoded.

    It slices like a NumPy array, and decodes only the pieces that are touched (of one that isn't
    wanted as a whole only a part, where its codec can): ``array[5000:6000]``, ``array[3, :, ::2]``.
    ``numpy.asarray(array)`` decodes all of it, on as many threads as there are processors.
    """

    def __init__(self, pieces: _core.Pieces) -> None:
        self._pieces = pieces
        if pieces.is_own_type:
            self._dtype = dtype_of(pieces.element, pieces.is_big_endian)
        else:
            text = pieces.element
            self._dtype = np.dtype(ast.literal_eval(text) if text.startswith(("[", "'", '"')) else text)
        self._shape = tuple(pieces.dims)
        self._memory = pieces.in_place()

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of an element, in the byte order of the file."""
        return self._dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self._shape

    @property
    def ndim(self) -> int:
        return len(self._shape)

    @property
    def size(self) -> int:
        """Elements."""
        return math.prod(self._shape)

    @property
    def nbytes(self) -> int:
        """Bytes of the decoded elements."""
        return self.size * self._dtype.itemsize

    @property
    def is_column_major(self) -> bool:
        return self._pieces.is_column_major

    @property
    def chunks(self) -> tuple[int, ...]:
        """Elements in each piece, as far as they are whole, in the order of the file."""
        starts, size = self._pieces.starts, self._dtype.itemsize
        return tuple((end - start) // size for start, end in zip(starts, starts[1:]))

    @property
    def remark(self) -> str:
        """What is unknown about the type, or empty."""
        return self._pieces.remark

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def read(self, start: int, stop: int, threads: int | None = None) -> Array:
        """Elements ``start <= i < stop`` in the order of the file: one dimension. It is a new array, or
        lies in the file where the pieces aren't encoded and follow each other.

        `threads` decode a piece each; by default as many as there are processors. Raises InvalidFile
        for what can't be decoded, IndexError for what isn't there.
        """
        if not 0 <= start <= stop <= self.size:
            raise IndexError(f"elements {start} to {stop} aren't in an array of {self.size}")
        itemsize = self._dtype.itemsize
        self._pieces.require(start * itemsize, (stop - start) * itemsize)
        if self._memory is not None:
            return np.ndarray(stop - start, self._dtype, memoryview(self._memory), start * itemsize)
        made: Array = np.empty(stop - start, self._dtype)
        self._pieces.read_into(start * itemsize, made.view(np.uint8) if made.size else made, threads or os.cpu_count() or 1)
        return made

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:
        if copy is False and self._memory is None:
            raise ValueError("encoded pieces can't be an array without a copy")
        made = self.read(0, self.size).reshape(self._shape, order="F" if self.is_column_major else "C")
        made = made.copy() if copy and self._memory is not None else made
        return made.astype(dtype, copy=False) if dtype is not None else made

    def __getitem__(self, index: Any) -> Any:
        keys = index if isinstance(index, tuple) else (index,)
        if any(key is None or not isinstance(key, (int, np.integer, slice, type(Ellipsis))) for key in keys):
            return np.asarray(self)[index]
        return self._slice(_expanded(keys, self._shape))

    def _slice(self, keys: tuple[int | slice, ...]) -> Any:
        # What lies between the first and the last element that are wanted is read, and looked at in strides.
        wanted = [range(length)[key] for key, length in zip(keys, self._shape)]
        ranges = [range(each, each + 1) if isinstance(each, int) else each for each in wanted]
        shape = [len(each) for each in wanted if not isinstance(each, int)]
        if 0 in shape:
            return np.empty(shape, self._dtype)
        strides = _strides(self._shape, self.is_column_major)
        low = sum(min(each) * stride for each, stride in zip(ranges, strides))
        high = sum(max(each) * stride for each, stride in zip(ranges, strides)) + 1
        begin = sum(each[0] * stride for each, stride in zip(ranges, strides)) - low
        steps = [each.step * stride * self._dtype.itemsize for each, stride in zip(wanted, strides) if isinstance(each, range)]
        block = self.read(low, high)
        if not shape:
            return block[0]
        made = np.ndarray(shape, self._dtype, block, begin * self._dtype.itemsize, steps)
        is_sparse = 4 * made.size < block.size and self._memory is None  # of memory that is kept for it
        return made.copy() if is_sparse else made

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"JoinedArray(shape={self._shape}, dtype={self._dtype}, pieces={len(self._pieces.starts) - 1})"


def _expanded(keys: tuple[SupportsIndex | slice | Any, ...], shape: tuple[int, ...]) -> tuple[int | slice, ...]:
    """One key for each dimension; whole numbers are at least 0."""
    given = sum(key is not Ellipsis for key in keys)
    if given > len(shape):
        raise IndexError(f"too many indices: the array has {len(shape)} dimensions")
    at = next((i for i, key in enumerate(keys) if key is Ellipsis), len(keys))
    rest = keys[at + 1 :]
    if any(key is Ellipsis for key in rest):
        raise IndexError("an index can only have a single ellipsis ('...')")
    filled = (*keys[:at], *[slice(None)] * (len(shape) - given), *rest)
    made: list[int | slice] = []
    for axis, (key, length) in enumerate(zip(filled, shape)):
        if isinstance(key, slice):
            made.append(key)
            continue
        number = int(key)
        if not -length <= number < length:
            raise IndexError(f"index {number} is out of bounds for axis {axis} with size {length}")
        made.append(number % length)
    return tuple(made)


def _strides(shape: tuple[int, ...], is_column_major: bool) -> list[int]:
    """Elements from one to the next of each dimension."""
    strides, stride = [], 1
    for length in shape if is_column_major else reversed(shape):
        strides.append(stride)
        stride *= length
    return strides if is_column_major else strides[::-1]
