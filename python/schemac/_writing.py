"""What Python's objects are to the writer, which asks for it here (python/src/from_python.cpp)."""

from __future__ import annotations

import dataclasses
import enum
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core
from ._arrays import Array, JoinedArray, PackedArray, name_of
from ._values import Encoded, Extension, List, Record, Union, choices


@dataclasses.dataclass(frozen=True)
class ArrayToWrite:
    """An array as the writer takes it."""

    memory: Any
    dtype: str | None
    itemsize: int
    is_big_endian: bool
    shape: tuple[int, ...]
    is_column_major: bool
    source: Any

    def as_list(self) -> Any:
        """The elements one by one, where their bytes aren't those that are wanted."""
        return np.asarray(self.source).tolist()


def _array_to_write(source: Array) -> ArrayToWrite:
    made = source
    is_column_major = made.ndim > 1 and made.flags.f_contiguous and not made.flags.c_contiguous
    if not is_column_major and not made.flags.c_contiguous:
        made = np.ascontiguousarray(made).reshape(made.shape)
    order = made.dtype.byteorder
    is_big_endian = order == ">" or (order in "=|" and sys.byteorder == "big")
    memory = (made.T if is_column_major else made).reshape(-1).view(np.uint8) if made.size else b""
    return ArrayToWrite(memory, name_of(made.dtype), made.dtype.itemsize, is_big_endian, made.shape, is_column_major, source)


def to_write(value: Any) -> Any:
    """What `value` is to the writer, which knows None, numbers, texts, bytes, dict, list, tuple, arrays
    and parts of opened files."""
    if isinstance(value, Record):
        return value.__schemac_node__()
    if isinstance(value, (Union, Encoded)):
        return value._node
    if isinstance(value, (List, tuple)):
        return list(value)
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return value.tolist()
        return _array_to_write(value)
    if isinstance(value, PackedArray):
        return ArrayToWrite(value.buffer, value.dtype, 1, False, value.shape, False, value)
    if isinstance(value, JoinedArray):
        return _array_to_write(np.asarray(value))
    if isinstance(value, np.generic):
        return _array_to_write(np.asarray(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, (type, Extension)):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, enum.Enum):
        return value.value if isinstance(value.value, int) else value.name
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "__array__"):
        return _array_to_write(np.asarray(value))
    return value


def held_by(value: Any) -> Any:
    """What a part of another file holds, to be written anew."""
    if isinstance(value, _core.Node):
        return held_by(_wrapped(value))
    return value


def _wrapped(node: _core.Node) -> Any:
    made = node.object()
    if isinstance(made, Record):
        return _with_choices(made)
    if isinstance(made, Union):
        return {made.name: made.value}
    return made.plain if isinstance(made, Encoded) else made


def _with_choices(record: Record) -> dict[str, Any]:
    members = {name: record[name] for name in record if not record._node.is_joined(name)}
    chosen = choices(record)
    return {**members, "choices": chosen} if chosen else members
