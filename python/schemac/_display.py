"""How files look in a notebook, and their pages."""

from __future__ import annotations

import html
import os
import pathlib
import subprocess
import tempfile
import webbrowser
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._arrays import JoinedArray, PackedArray
from ._errors import Violation
from ._values import Encoded, List, Record, Union

_MOST_ROWS = 100
_MOST_ELEMENTS = 20
_MOST_COUNTED = 1 << 16  # elements of an array that a histogram looks at
_BINS = 32


def explain(path: str | os.PathLike[str], *, schema: str | os.PathLike[str] | None = None,
            output: str | os.PathLike[str] | None = None) -> str:  # fmt: skip
    """Makes the page of a file: its bytes beside its fields, searchable, with pictures of arrays.

    The page is `output`, or a new file for which a browser is opened. Returns its path. Raises
    ``subprocess.CalledProcessError`` if the file can't be explained; the command says why.
    """
    made = os.fspath(output) if output is not None else os.path.join(tempfile.mkdtemp(prefix="schemac-"), "page.html")
    program = pathlib.Path(__file__).parent / "bin" / "schemac"
    options = [] if schema is None else ["--schema", os.fspath(schema)]
    subprocess.run([program, "explain", os.fspath(path), "-o", made, *options], check=True)
    if output is None:
        webbrowser.open(pathlib.Path(made).as_uri())
    return made


def html_of(record: Record, title: str) -> str:
    """A record as a table: each member with what it is, arrays with a histogram."""
    rows: list[str] = []
    left = ' style="text-align:left"'
    for depth, name, value in _members(record, 0):
        if len(rows) == _MOST_ROWS:
            rows.append('<tr><td colspan="3">...</td></tr>')
            break
        shown = f'<td style="padding-left:{depth}em;text-align:left">{html.escape(name)}</td>'
        rows.append(f"<tr>{shown}<td{left}>{html.escape(_kind(value))}</td><td{left}>{_content(value)}</td></tr>")
    return f"<table><caption>{html.escape(title)}</caption>{''.join(rows)}</table>"


def violations_html(violations: list[Violation]) -> str:
    """Violations as a table."""
    if not violations:
        return "<p>valid</p>"
    columns = ("level", "rule", "path", "offset", "message")
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(getattr(each, column)))}</td>" for column in columns) + "</tr>"
                   for each in violations[:_MOST_ROWS])  # fmt: skip
    rest = f"<p>and {len(violations) - _MOST_ROWS} more</p>" if len(violations) > _MOST_ROWS else ""
    return f"<table><tr>{head}</tr>{body}</table>{rest}"


def _members(value: Any, depth: int) -> Iterator[tuple[int, str, Any]]:
    if isinstance(value, Record):
        for name in value:
            yield depth, name, value[name]
            yield from _members(value[name], depth + 1)
    elif isinstance(value, Union):
        yield from _members(value.value, depth)
    elif isinstance(value, List):
        key = value._node.key_name()
        for index in range(min(len(value), _MOST_ELEMENTS)):
            element = value[index]
            yield depth, f"[{index}] {element[key] if key else ''}", element
            yield from _members(element, depth + 1)


def _kind(value: Any) -> str:
    if isinstance(value, (np.ndarray, JoinedArray, PackedArray)):
        return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    if isinstance(value, List):
        return f"{len(value)} elements"
    return "" if isinstance(value, (Record, Union)) else type(value).__name__


def _content(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return _histogram(value)
    if isinstance(value, (memoryview, Encoded)):
        return f"{len(value)} bytes"
    if isinstance(value, (Record, List, Union, JoinedArray, PackedArray)) or value is None:
        return ""
    text = str(value)
    return html.escape(text if len(text) <= 60 else text[:57] + "...")


def _histogram(array: np.ndarray[Any, Any]) -> str:
    """Bars for the finite elements, of a large array for the first ones."""
    flat = np.ravel(array, order="K")[:_MOST_COUNTED]
    if flat.size == 0 or flat.dtype.kind not in "iufb":
        return ""
    numbers = flat.astype(np.float64)
    numbers = numbers[np.isfinite(numbers)]
    if numbers.size == 0:
        return ""
    counts, edges = np.histogram(numbers, _BINS)
    bars = "".join(f'<rect x="{4 * i}" y="{20 - 20 * count / counts.max():.1f}" width="3" height="{20 * count / counts.max():.1f}"/>'
                   for i, count in enumerate(counts))  # fmt: skip
    label = f"{edges[0]:.4g} to {edges[-1]:.4g}"
    return f'<svg width="{4 * _BINS}" height="20" fill="currentColor" role="img" aria-label="{label}">{bars}</svg> {label}'
