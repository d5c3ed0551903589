"""Files of any binary format that a schema describes: read in place, checked, written.

    import schemac

    file = schemac.open("model.oinf")            # the format is recognised, the file checked
    file.tensors["W.0"].data                      # a NumPy array in place: nothing is copied
    schemac.validate("model.oinf")                # every violation, with its path and its byte
    schemac.write("new.oinf", file.replace(...))  # counts, sizes, offsets and checksums are filled in
"""

from ._arrays import JoinedArray, PackedArray, pack
from ._display import explain
from ._errors import Error, InvalidFile, InvalidValues, Problem, Report, SchemaError, UnknownFormat, Violation
from ._files import File, Limits, arrays, encode, open, replace, validate, write
from ._values import Encoded, EnumValue, Extension, List, Pairs, Record, Union, asdict, choices, names

__all__ = [
    "Encoded", "EnumValue", "Error", "Extension", "File", "InvalidFile", "InvalidValues", "JoinedArray", "Limits", "List",
    "PackedArray", "Pairs", "Problem", "Record", "Report", "SchemaError", "Union", "UnknownFormat", "Violation", "arrays", "asdict", "choices",
    "encode", "explain", "names", "open", "pack", "replace", "validate", "write",
]  # fmt: skip
