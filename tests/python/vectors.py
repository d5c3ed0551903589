"""Reference files with what independent readers found in them (tests/data/vectors/*/manifest.json)."""
import hashlib
import json
import pathlib

import numpy as np

import schemac

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
ROOT = DATA.parents[1]
FORMATS = ("oinf", "bloscpack", "blaze", "paddle", "primitiv")


def files(name):
    """(path, what its manifest says) of each valid file of a format."""
    folder = DATA / "vectors" / name
    for entry in json.loads((folder / "manifest.json").read_text())["files"]:
        path = folder / entry["path"]
        if entry["kind"] == "file" and entry.get("decoded") and "invalid" not in entry["path"]:
            yield path, entry


def folders(name):
    """The same of directories of files."""
    folder = DATA / "vectors" / name
    for entry in json.loads((folder / "manifest.json").read_text())["files"]:
        if entry["kind"] == "directory" and entry.get("decoded") and "invalid" not in entry["path"]:
            yield folder / entry["path"], entry


def stored_bytes(array):
    """The elements of an array in the order of its file."""
    if isinstance(array, schemac.PackedArray):
        return bytes(array.buffer)
    made = np.asarray(array)
    is_column_major = getattr(array, "is_column_major", made.flags.f_contiguous and not made.flags.c_contiguous)
    return made.tobytes(order="F" if is_column_major else "C")


def arrays(value):
    """Every array below a value."""
    if isinstance(value, (np.ndarray, np.generic, schemac.PackedArray, schemac.JoinedArray)):
        yield value
    elif isinstance(value, schemac.Record):
        for name in value:
            yield from arrays(value[name])
    elif isinstance(value, schemac.Union):
        yield from arrays(value.value)
    elif isinstance(value, schemac.List):
        for element in value:
            yield from arrays(element)


def fingerprint(array):
    """Shape and content of an array."""
    return tuple(array.shape), hashlib.sha256(stored_bytes(array)).hexdigest()


def listed(elements):
    """Elements as a manifest lists them: what isn't finite by its name."""
    return [each if not isinstance(each, float) or np.isfinite(each) else str(each) for each in elements.tolist()]
