"""Opening, checking and writing files."""

from __future__ import annotations

import collections
import functools
import os
import pathlib
import re
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any

from . import _core
from ._arrays import Array, JoinedArray, PackedArray
from ._display import html_of
from ._errors import Report
from ._values import List, Record, Union, record_class

Path = str | os.PathLike[str]

_OWN_SCHEMAS = str(pathlib.Path(__file__).parent / "share" / "schemac" / "schemas")


class Limits(_core.Limits):
    """What a file may ask for. The defaults are safe for files of strangers.

    - ``values``: values that are kept at once, of some 300 bytes each. Elements of long lists of the
      file's record don't count: these are read as they are asked for.
    - ``memory``: bytes that reading may own, beyond a multiple of the file's size.
    - ``elements``, ``shared_elements``, ``empty_elements``: of all arrays of records together; where
      offsets lead to the same bytes; and of those that may have no bytes.
    - ``depth``: records inside records.
    - ``decoded``: bytes that a codec may make of one buffer.
    - ``violations``: that a report keeps.
    """

    def __init__(self, **limits: int) -> None:
        super().__init__()
        for name, limit in limits.items():
            if name.startswith("_") or not hasattr(_core.Limits, name):
                raise TypeError(f"there is no limit {name!r}")
            setattr(self, name, limit)


class File(Record):
    """An opened file: its record, whose members are attributes and keys.

    A member comes before a method of the same name; `schemac.replace` and `schemac.validate` are
    there in any case. Arrays keep the file's bytes mapped as long as they are used.
    """

    __slots__ = ("_arguments", "_tree")

    def __init__(self, node: _core.Node) -> None:
        super().__init__(node)
        self._tree = node.file
        self._arguments: dict[str, Any] = {}

    def __schemac_node__(self) -> _core.Node:
        return self._tree.whole()

    def replace(self, changes: Mapping[str, Any] | None = None, /, **members: Any) -> dict[str, Any]:
        """See `schemac.replace`."""
        return replace(self, changes, **members)

    def validate(self) -> Report:
        """See `schemac.validate`."""
        return validate(self)

    def __repr__(self) -> str:
        return f"<{self._tree.path}: {self._tree.schema}, {self._tree.nbytes:,} bytes>"

    def _repr_html_(self) -> str:
        return html_of(self, f"{self._tree.path}: {self._tree.schema}, {self._tree.nbytes:,} bytes")

    def __enter__(self) -> File:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Forgets values that were read. The bytes stay as long as an array refers to them."""
        self._cache.clear()

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (self._tree.path, self._arguments)


def _reopened(path: str, arguments: dict[str, Any]) -> File:
    return open(path, **arguments)


@functools.lru_cache(maxsize=32)
def _compiled(schema: str, schemas: tuple[str, ...], stamp: object) -> _core.Formats:
    del stamp  # a schema that has changed is compiled again
    return _core.Formats(schema, list(schemas), _OWN_SCHEMAS)


def _formats(schema: Path | None, schemas: Iterable[Path]) -> _core.Formats:
    name = "" if schema is None else os.fspath(schema)
    folders = tuple(os.fspath(folder) for folder in schemas)
    stamps: list[object] = [_stamp(path) for path in (name, name.rpartition(":")[0]) if path]
    for folder in (*folders, *filter(None, os.environ.get("SCHEMAC_PATH", "").split(":"))):
        stamps += [(path, _stamp(path)) for path in sorted(map(str, pathlib.Path(folder).glob("*.yaml")))]
    return _compiled(name, folders, tuple(stamps))


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def open(path: Path, schema: Path | None = None, *, schemas: Iterable[Path] = (), mapped: bool = True,
         limits: Limits | None = None) -> File:  # fmt: skip
    """Opens a file of any format that a schema describes, and checks what reading relies on.

    `schema` is a schema file or the name of a known format (``"oinf"``, ``"paddle:program"``); without
    it the file is recognised among the known formats, those in the folders `schemas` and those in the
    folders of SCHEMAC_PATH. ``mapped=False`` reads the file into memory: that is safe for files that
    others may cut off while they are looked at.

    Raises OSError, UnknownFormat, SchemaError, and InvalidFile if the file breaks a rule of level
    ``error``; `validate` says whether it obeys all.
    """
    name = os.fspath(path)
    os.stat(name)  # what isn't there is Python's own error
    folders = tuple(os.fspath(folder) for folder in schemas)
    tree = _core.open(_formats(schema, folders), name, mapped, limits or Limits())
    node = tree.root()
    made = record_class(node, File)(node)
    assert isinstance(made, File)
    if schema is not None:
        made._arguments["schema"] = os.fspath(schema)
    if folders:
        made._arguments["schemas"] = folders
    if not mapped:
        made._arguments["mapped"] = False
    return made


def validate(file: File | Path, schema: Path | None = None, *, schemas: Iterable[Path] = (),
             limits: Limits | None = None) -> Report:  # fmt: skip
    """Every violation of a file, in order of offset. It is valid if the report is ``ok``: none of them
    has the level ``error`` or ``rule``. The file is an opened one, or a path, then with the arguments of `open`.

    Raises OSError, UnknownFormat, SchemaError; a broken file raises nothing.
    """
    if isinstance(file, File):
        return Report(file._tree.violations())
    name = os.fspath(file)
    os.stat(name)
    return Report(_core.validate(_formats(schema, schemas), name, limits or Limits()))


def arrays(file: File) -> dict[str, Array | PackedArray | JoinedArray]:
    """The arrays of a file or a directory, in the order of the schema.

    An array is called by the key of the element that holds it (``"W.0"``), if there is one; else by its
    path (``"tensors[3].data"``). These are the names that ``schemac stats`` prints.
    """
    if file._tree.is_directory:
        return dict(_joined_arrays(file, ""))
    found = file._tree.arrays()
    counts = collections.Counter(name for name, _ in found)
    return {name if counts[name] == 1 else path: _at(file, path) for name, path in found}


def _joined_arrays(value: Any, path: str) -> Iterator[tuple[str, JoinedArray]]:
    """Arrays over the files of a directory. Records with a type are files: theirs are parts of these."""
    if isinstance(value, JoinedArray):
        yield path, value
    elif isinstance(value, Record) and value._node.type() is None:
        for name in value:
            yield from _joined_arrays(value[name], f"{path}.{name}" if path else name)
    elif isinstance(value, List):
        for index in range(len(value)):
            yield from _joined_arrays(value[index], f"{path}[{index}]")


def _at(value: Any, path: str) -> Any:
    """What lies at a path; alternatives are what they hold."""
    for step in _steps(path):
        value = value[step]
        while isinstance(value, Union):
            value = value.value
    return value


def _steps(path: str) -> list[str | int]:
    steps = re.findall(r"\[\d+\]|[^.\[\]]+", path)
    return [int(step[1:-1]) if step.startswith("[") else step for step in steps]


def write(path: Path, values: Any, schema: Path | None = None, *, schemas: Iterable[Path] = (),
          limits: Limits | None = None) -> None:  # fmt: skip
    """Writes the file that holds `values`, and replaces one that is there as a whole, or not at all.

    `values` are a dictionary, a dataclass, an opened file or what `replace` made of one. Counts, sizes,
    offsets, checksums and padding are filled in. Arrays are written from where they lie, without a
    copy, if their bytes are contiguous. `schema` may be left out for values of an opened file.

    Raises InvalidValues with the same sentences as the C++ writer, TypeError for what can't be a
    value, OSError, SchemaError, UnknownFormat. Whatever is raised, the old file is unharmed.
    """
    _core.write(_like(values, schema, schemas), os.fspath(path), values, limits or Limits())


def encode(values: Any, schema: Path | None = None, *, schemas: Iterable[Path] = (),
           limits: Limits | None = None) -> bytes:  # fmt: skip
    """The bytes of the file that `write` would write."""
    return _core.encode(_like(values, schema, schemas), values, limits or Limits())


class _Changed(dict[str, Any]):
    """Members of an opened file, some of them replaced."""

    def __init__(self, file: File, members: dict[str, Any]) -> None:
        super().__init__(members)
        self.file = file


def _like(values: Any, schema: Path | None, schemas: Iterable[Path]) -> _core.Formats | _core.Tree:
    """What the values are to be written like: the format that is named, or that of an opened file."""
    file = values.file if isinstance(values, _Changed) else values
    if schema is None and isinstance(file, File):
        return file._tree
    if schema is None:
        raise TypeError("a schema is needed for values that aren't those of an opened file")
    return _formats(schema, schemas)


def replace(file: File, changes: Mapping[str, Any] | None = None, /, **members: Any) -> dict[str, Any]:
    """The values of a file with some members replaced, for `write`. Nothing changes in the file.

    Members are named, or paths in `changes`: ``replace(file, {"tensors[3].name": "W"}, version=2)``.
    All that isn't replaced is kept as it is, bit by bit, but for what follows from other members.
    Raises KeyError for a member that isn't there.
    """
    values: dict[str, Any] = _Changed(file, _members_of(file._tree.whole()))
    for path, value in {**(changes or {}), **members}.items():
        _put(values, path, value)
    return values


def _members_of(node: _core.Node) -> dict[str, Any]:
    members: dict[str, Any] = {name: node.member(name) for name in node.names() if not node.is_joined(name)}
    chosen = {name: node.choice(name) for name in node.choice_names()}
    return {**members, "choices": chosen} if chosen else members


def _put(values: dict[str, Any], path: str, value: Any) -> None:
    steps = _steps(path)
    if not steps or isinstance(steps[0], int):
        raise KeyError(path)
    place: Any = values
    try:
        for step in steps[:-1]:
            inner = place[step]
            if isinstance(inner, _core.Node):
                inner = place[step] = inner.elements() if inner.is_list() else _members_of(inner)
            place = inner
        place[steps[-1]] = value
    except (IndexError, KeyError, TypeError):
        raise KeyError(path) from None
