"""Arrays of files and datasets as Dask arrays: schema and path travel, not bytes."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._arrays import Array, JoinedArray, PackedArray
from ._errors import Error
from ._files import File, Path, _stamp, arrays, open
from ._files import validate as _validate

__all__ = ["catalogue", "from_dataset", "validate"]


def from_dataset(path: Path, name: str | None = None, *, schema: Path | None = None, schemas: Iterable[Path] = (),
                 block_bytes: int = 1 << 26) -> Any:  # fmt: skip
    """A ``dask.array.Array`` of an array in a file or in a dataset of files.

    `name` is its path (``"array"``, ``"tensors[3].data"``, or ``"W.0"`` where a member tells elements
    apart); it may be left out if there is only one over pieces, or only one at all. A block consists
    of whole pieces, so that each is decoded once: as many as have `block_bytes` or less, at least one.
    Each task opens the file where it runs.

    Raises what `schemac.open` raises, KeyError if there is no such array, ValueError if it isn't clear
    which is meant.
    """
    import dask.array

    place = (os.fspath(path), None if schema is None else os.fspath(schema), tuple(os.fspath(each) for each in schemas))
    found = arrays(open(place[0], place[1], schemas=place[2]))
    chosen = _chosen(found, name)
    array = found[chosen]
    axis, bounds = _blocks(array, block_bytes)
    chunks: list[tuple[int, ...]] = [(length,) for length in array.shape]
    if array.shape:
        chunks[axis] = tuple(end - begin for begin, end in zip(bounds, bounds[1:]))
    token = dask.base.tokenize(place, chosen, _stamp(place[0]))
    graph = {}
    for number, (begin, end) in enumerate(zip(bounds, bounds[1:])):
        index = [0] * len(array.shape)
        if index:
            index[axis] = number
        graph[("schemac-" + token, *index)] = (_read, place, chosen, axis, begin, end)
    return dask.array.Array(graph, "schemac-" + token, chunks, dtype=array.dtype)


def validate(paths: Iterable[Path], *, schema: Path | None = None, schemas: Iterable[Path] = (), retries: int = 2) -> Any:
    """The violations of many files as a ``pandas.DataFrame``, checked in parallel: a row each, with the
    columns ``file``, ``path``, ``offset``, ``rule``, ``level``, ``message``.

    What can't be read at all after `retries` has a row with the rule ``io-error`` or ``unknown-format``.
    """
    import pandas

    columns = ["file", "path", "offset", "rule", "level", "message"]
    rows = _each(_violations_of, paths, (schema, tuple(schemas)), retries)
    return pandas.DataFrame(rows, columns=columns)


def catalogue(paths: Iterable[Path], *, schema: Path | None = None, schemas: Iterable[Path] = (), retries: int = 2) -> Any:
    """The arrays that many files hold, and the files that couldn't be opened: two ``pandas.DataFrame``,
    with the columns ``file``, ``name``, ``dtype``, ``shape``, ``nbytes`` and ``file``, ``error``."""
    import pandas

    rows = _each(_arrays_of, paths, (schema, tuple(schemas)), retries)
    failed = [(row[0], row[-1]) for row in rows if row[1] is None]
    columns = ["file", "name", "dtype", "shape", "nbytes"]
    return (pandas.DataFrame([row[:5] for row in rows if row[1] is not None], columns=columns),
            pandas.DataFrame(failed, columns=["file", "error"]))  # fmt: skip


def _each(work: Any, paths: Iterable[Path], arguments: tuple[Any, ...], retries: int) -> list[tuple[Any, ...]]:
    import dask

    tasks = [dask.delayed(work)(os.fspath(path), *arguments, retries) for path in paths]
    return [row for rows in dask.compute(*tasks) for row in rows]


def _violations_of(path: str, schema: Path | None, schemas: tuple[Path, ...], retries: int) -> list[tuple[Any, ...]]:
    for attempt in range(retries + 1):
        try:
            report = _validate(path, schema, schemas=schemas)
            return [(os.path.join(path, each.file) if each.file else path, each.path, each.offset, each.rule, each.level,
                     each.message) for each in report]  # fmt: skip
        except OSError as error:
            if attempt == retries:
                return [(path, "", 0, "io-error", "error", str(error))]
        except Error as error:
            return [(path, "", 0, "unknown-format", "error", str(error))]
    return []


def _arrays_of(path: str, schema: Path | None, schemas: tuple[Path, ...], retries: int) -> list[tuple[Any, ...]]:
    for attempt in range(retries + 1):
        try:
            found = arrays(open(path, schema, schemas=schemas)).items()
            return [(path, name, str(each.dtype), tuple(each.shape), int(each.nbytes), "") for name, each in found]
        except OSError as error:
            if attempt == retries:
                return [(path, None, None, None, None, str(error))]
        except Error as error:
            return [(path, None, None, None, None, str(error))]
    return []


def _chosen(found: dict[str, Array | PackedArray | JoinedArray], name: str | None) -> str:
    if name is not None:
        if name not in found:
            raise KeyError(f"there is no array {name!r}; there are {', '.join(found)}")
        return name
    joined = [each for each, array in found.items() if isinstance(array, JoinedArray)]
    candidates = joined or list(found)
    if len(candidates) != 1:
        raise ValueError(f"name one of the arrays: {', '.join(candidates) or 'there are none'}")
    return candidates[0]


def _blocks(array: Array | PackedArray | JoinedArray, block_bytes: int) -> tuple[int, list[int]]:
    """The axis along which an array lies in its file, and where blocks begin along it; the last one is
    the end. They begin where pieces do, as far as pieces are whole rows."""
    if isinstance(array, PackedArray):
        raise ValueError(f"Dask has no arrays of {array.dtype}")
    is_column_major = array.is_column_major if isinstance(array, JoinedArray) else not array.flags.c_contiguous
    axis = len(array.shape) - 1 if is_column_major else 0
    if not array.shape:
        return 0, [0, 1]
    length = array.shape[axis]
    row = max(1, array.size // length * array.dtype.itemsize) if length else 1
    if not isinstance(array, JoinedArray):
        return axis, [*range(0, length, max(1, block_bytes // row)), length]
    bounds = [0]
    starts = array._pieces.starts
    places = sorted({start // row for start in starts if start % row == 0 and 0 < start // row < length})
    for place, after in zip(places, [*places[1:], length]):
        if (after - bounds[-1]) * row > block_bytes:
            bounds.append(place)
    return axis, [*bounds, length]


@functools.lru_cache(maxsize=16)
def _opened(place: tuple[str, str | None, tuple[str, ...]], stamp: object) -> tuple[File, dict[str, Any]]:
    del stamp
    file = open(place[0], place[1], schemas=place[2])
    return file, arrays(file)


def _read(place: tuple[str, str | None, tuple[str, ...]], name: str, axis: int, begin: int, end: int) -> Array:
    """A block: rows ``begin <= i < end`` along the axis."""
    array = _opened(place, _stamp(place[0]))[1][name]
    key = (slice(None),) * axis + (slice(begin, end),) if array.shape else ()
    return np.asarray(array[key])
