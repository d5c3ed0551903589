"""Values of a file: records, lists, unions, and what else isn't Python's own."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from . import _core
from ._arrays import Array, JoinedArray, PackedArray, array, dtype_of

# What the compiled part makes values of.
__all__ = ["Encoded", "EnumValue", "Extension", "JoinedArray", "List", "Pairs", "Record", "Union", "array", "record"]


class EnumValue(int):
    """A member of an enumeration: a number with a name. ``name`` is None for a number without one."""

    name: str | None
    enumeration: str
    """What the schema calls the enumeration."""

    def __new__(cls, value: int, name: str | None, enumeration: str = "") -> EnumValue:
        made = super().__new__(cls, value)
        made.name = name
        made.enumeration = enumeration
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return EnumValue, (int(self), self.name, self.enumeration)

    def __repr__(self) -> str:
        return f"<{self.enumeration + '.' if self.enumeration else ''}{self.name}: {int(self)}>"

    def __str__(self) -> str:
        return str(int(self)) if self.name is None else self.name


class Record:
    """A record of a file, whose members are attributes and keys: ``tensor.dims``, ``tensor["dims"]``.

    Members are read when they are first asked for. A record has no methods of its own that a member
    could be hidden by; `schemac.asdict`, `schemac.choices` and `schemac.names` say more about it.
    Iterating gives the names of its members. Two records are equal if their members are.
    """

    __slots__ = ("_cache", "_node")

    def __init__(self, node: _core.Node) -> None:
        self._node = node
        self._cache: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        cache = self._cache
        if name not in cache:
            cache[name] = self._node.get(name)
        return cache[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            message = f"{_type_of(self)} has no member {name!r}; it has {', '.join(self)}"
            raise AttributeError(message, name=name, obj=self) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._node.names())

    def __contains__(self, name: object) -> bool:
        return name in self._node.names()

    def __len__(self) -> int:
        return len(self._node.names())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self is other or _equal(asdict(self), asdict(other))

    __hash__ = None  # type: ignore[assignment]

    def __schemac_node__(self) -> _core.Node:
        """What the writer takes in its place."""
        return self._node

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a record is a part of an opened file; schemac.asdict(record) can be pickled")

    def _repr_html_(self) -> str:
        from ._display import html_of

        return html_of(self, _type_of(self))

    def __repr__(self) -> str:
        members = ", ".join(f"{name}={_brief(self[name])}" for name in self)
        return f"{_type_of(self)}({members})"


class _Member:
    """A member as an attribute, with its documentation. It comes before methods of that name."""

    def __init__(self, name: str, doc: str) -> None:
        self.name = name
        self.__doc__ = doc

    def __get__(self, record: Record | None, owner: type) -> Any:
        if record is None:
            return self
        try:
            return record[self.name]
        except KeyError:
            raise AttributeError(f"{owner.__name__} has no {self.name!r}", name=self.name, obj=record) from None


def _is_private(name: str) -> bool:
    """Whether a member of that name could only be reached by its key."""
    return name.startswith("__") or name in ("_arguments", "_cache", "_node", "_tree")


def record_class(node: _core.Node, base: type[Record]) -> type[Record]:
    """The class of the record's type: `base` with a documented attribute for each member."""
    described = node.type()
    if described is None:
        return base
    number, _, name, doc = described
    classes = node.file.formats.classes
    key = (number, described[1], base)
    if key not in classes:
        members = {member: _Member(member, text) for member, text in node.fields() if not _is_private(member)}
        classes[key] = type(name, (base,), {"__slots__": (), "__doc__": doc or base.__doc__, **members})
    made: type[Record] = classes[key]
    return made


def record(node: _core.Node) -> Record:
    return record_class(node, Record)(node)


class List(Sequence[Any]):
    """A list of a file. Its elements are read when they are asked for: ``list[3]``, ``list[-1]``,
    ``list[2:5]``, iteration; and where the schema says that a member tells them apart, by that:
    ``file.tensors["W.0"]``.
    """

    __slots__ = ("_keys", "_node")

    def __init__(self, node: _core.Node) -> None:
        self._node = node
        self._keys: dict[Any, int] | None = None

    def __len__(self) -> int:
        return len(self._node)

    @overload
    def __getitem__(self, index: int | str) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | str | slice) -> Any:
        if isinstance(index, str):
            return self._node.at(self._index_of(index))
        if isinstance(index, slice):
            return [self._node.at(each) for each in range(len(self))[index]]
        number = index.__index__()
        if not -len(self) <= number < len(self):
            raise IndexError(f"index {number} is out of range for {len(self)} elements of {self._node.path}")
        return self._node.at(number % len(self))

    def __iter__(self) -> Iterator[Any]:
        return (self._node.at(index) for index in range(len(self)))

    def __contains__(self, element: object) -> bool:
        if isinstance(element, str) and self._node.key_name():
            return element in self._index()
        return any(_equal(element, each) for each in self)

    def keys(self) -> list[Any]:
        """What tells the elements apart, in their order. Raises TypeError if the schema says nothing
        of that kind."""
        if not self._node.key_name():
            raise TypeError(f"{self._node.path} has no key: the schema doesn't say that a member is unique")
        return self._node.keys()

    def to_numpy(self) -> Array:
        """The records as a structured array in place: read-only, without a copy, a field for each member.

        Raises TypeError for records whose members aren't all numbers at fixed places.
        """
        found = self._node.table()
        if found is None:
            raise TypeError(f"{self._node.path} has no records of a fixed size that consist of numbers")
        buffer, count, layout = found
        made: Array = np.ndarray((count,), _structure(layout), memoryview(buffer))
        return made

    def _columns(self) -> dict[str, Any]:
        """The members of all elements, a column each."""
        if self._node.table() is not None:
            rows = self.to_numpy()
            return {name: rows[name] for name in rows.dtype.names or ()}
        elements = [asdict(element) for element in self]
        names = dict.fromkeys(name for element in elements for name in element)
        return {name: [element.get(name) for element in elements] for name in names}

    def to_arrow(self) -> Any:
        """The records as a ``pyarrow.Table``, a column for each member. Needs pyarrow."""
        import pyarrow

        return pyarrow.table({name: _plain_column(column) for name, column in self._columns().items()})

    def to_pandas(self) -> Any:
        """The records as a ``pandas.DataFrame``, a column for each member. Needs pandas."""
        import pandas

        return pandas.DataFrame({name: _plain_column(column) for name, column in self._columns().items()})

    def _index(self) -> dict[Any, int]:
        if self._keys is None:
            self._keys = {key: index for index, key in enumerate(self.keys())}
        return self._keys

    def _index_of(self, key: str) -> int:
        try:
            return self._index()[key]
        except KeyError:
            raise KeyError(key) from None

    def _ipython_key_completions_(self) -> list[str]:
        return [key for key in self.keys() if isinstance(key, str)] if self._node.key_name() else []

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return len(self) == len(other) and all(_equal(x, y) for x, y in zip(self, other))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(_brief(self[index]) for index in range(min(len(self), 3)))
        return f"[{shown}{', ...' if len(self) > 3 else ''}]  # {len(self)} elements"


class Union:
    """One of several alternatives: ``union.name`` says which, ``union.value`` is what it holds.

    Written, a union is a dictionary with one entry: ``{name: value}``.
    """

    __slots__ = ("_node", "name", "value")

    def __init__(self, node: _core.Node, name: str, value: Any) -> None:
        self._node = node
        self.name = name
        """What the schema calls the alternative."""
        self.value = value

    def __getitem__(self, name: str) -> Any:
        if name != self.name:
            raise KeyError(name)
        return self.value

    def __contains__(self, name: object) -> bool:
        return name == self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Union):
            return NotImplemented
        return self.name == other.name and _equal(self.value, other.value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{{{self.name!r}: {_brief(self.value)}}}"


class Encoded:
    """Bytes that a file stores encoded. ``bytes(x)`` and ``memoryview(x.plain)`` decode them."""

    __slots__ = ("_node", "_plain")

    def __init__(self, node: _core.Node) -> None:
        self._node = node
        self._plain: memoryview | None = None

    @property
    def plain(self) -> memoryview:
        """The content, decoded. Raises InvalidFile if it can't be."""
        if self._plain is None:
            self._plain = memoryview(self._node.plain())
        return self._plain

    @property
    def stored(self) -> memoryview:
        """The bytes in the file, in place."""
        return memoryview(self._node.stored())

    @property
    def codec(self) -> str:
        """The name of the codec, ``"none"`` if the content is stored as it is."""
        return self._node.codec()

    def __bytes__(self) -> bytes:
        return bytes(self.plain)

    def __len__(self) -> int:
        return len(self.plain)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Encoded):
            return self.plain == other.plain
        if isinstance(other, (bytes, bytearray, memoryview)):
            return self.plain == other
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Encoded({self.codec}, {len(self.stored)} bytes stored)"


@dataclasses.dataclass(frozen=True)
class Extension:
    """Bytes in a value of no type, with a number that says what they are (MessagePack)."""

    type: int
    """-128 to 127"""
    content: bytes


class Pairs(list[tuple[Any, Any]]):
    """A map whose keys can't be those of a dict: they repeat, or can't be hashed."""


def names(record: Record) -> list[str]:
    """The names of a record's members, in the order of the schema."""
    return list(record)


def choices(record: Record) -> dict[str, Any]:
    """What a writer was free to choose and chose otherwise than usual: padding, spelling, sizes."""
    node = record._node
    return {name: node.get_choice(name) for name in node.choice_names()}


def asdict(value: Any) -> Any:
    """A record as a dictionary, records and lists in it as well. Arrays and bytes still refer to the file."""
    if isinstance(value, Record):
        return {name: asdict(value[name]) for name in value}
    if isinstance(value, List):
        return [asdict(each) for each in value]
    if isinstance(value, Union):
        return {value.name: asdict(value.value)}
    return value


def _structure(layout: Any) -> np.dtype[Any]:
    """The NumPy type of a record whose members lie as `layout` says (python/src/table.h)."""
    size, fields = layout
    formats = [_structure(kind) if isinstance(kind[0], int) else (dtype_of(*kind[:2]), kind[2]) for _, _, kind in fields]
    names, offsets = [name for name, _, _ in fields], [offset for _, offset, _ in fields]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def _plain_column(column: Any) -> Any:
    """A column in the byte order of this machine, whole arrays as lists of them."""
    if isinstance(column, np.ndarray):
        native = column.astype(column.dtype.newbyteorder("="))
        return native if native.ndim == 1 and native.dtype.names is None else native.tolist()
    return [_plain(each) for each in column]


def _plain(value: Any) -> Any:
    if isinstance(value, EnumValue):
        return str(value)
    if isinstance(value, (memoryview, Encoded)):
        return bytes(value)
    if isinstance(value, (PackedArray, JoinedArray, np.ndarray)):
        return np.asarray(value).tolist()
    return value


def _equal(x: Any, y: Any) -> bool:
    """Whether two values are the same, arrays bit by bit: a NaN equals itself."""
    if isinstance(x, dict) and isinstance(y, dict):
        return x.keys() == y.keys() and all(_equal(x[name], y[name]) for name in x)
    if isinstance(x, list) and isinstance(y, list):
        return len(x) == len(y) and all(map(_equal, x, y))
    if isinstance(x, (np.ndarray, np.generic, JoinedArray)) or isinstance(y, (np.ndarray, np.generic, JoinedArray)):
        left, right = np.asarray(x), np.asarray(y)
        native = left.dtype.newbyteorder("=")
        is_like = native == right.dtype.newbyteorder("=") and left.shape == right.shape
        return is_like and left.astype(native, copy=False).tobytes() == right.astype(native, copy=False).tobytes()
    return bool(x == y) or (isinstance(x, float) and isinstance(y, float) and x != x and y != y)


def _type_of(record: Record) -> str:
    return type(record).__name__


def _brief(value: Any) -> str:
    """A value in few words."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    if isinstance(value, List):
        return f"[{len(value)} elements]"
    if isinstance(value, memoryview):
        return f"<{value.nbytes} bytes>"
    if isinstance(value, Record):
        return f"{_type_of(value)}(...)"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
