"""Names for parts of schemas: plain ones, and those that languages, headers and our own code have, too."""
import functools
import pathlib
import re

from dice import Dice

PLAIN = ["alpha", "beta", "gamma", "delta", "width", "height", "total", "label", "mark", "place", "index", "weight", "count_of_it", "extra",
         "tail", "head_part", "left", "right", "amount", "ratio", "first_one", "shade"]
# Words of C++, of its library and of system headers, of the runtime and of generated code.
HARD = ["class", "default", "int", "register", "union", "operator", "new", "delete", "this", "template", "namespace", "auto", "final",
        "override", "and_eq", "xor", "errno", "assert", "EOF", "NULL", "major", "minor", "stdin", "unix", "linux", "std", "schemac",
        "detail", "read", "write", "view", "validate", "size", "begin", "end", "value", "kind", "choices", "origin", "bytes", "context",
        "frame", "at", "it", "i", "n", "x", "T", "limits", "sink", "report", "name", "is_known", "name_of", "has_value", "data", "record",
        "field", "section", "index_", "end_", "begin_", "walk", "check", "element", "list", "optional", "vector", "string", "uint8_t",
        "byte", "items", "length", "padding", "tag", "code", "error", "offset", "file", "unknown", "self", "result", "visit_members",
        "operator_eq", "json", "core", "BIG_ENDIAN", "INT_MAX", "I", "signbit", "isnan", "min", "max", "abs", "main", "requires",
        "concept", "co_await", "char8_t", "export", "inline", "static_assert", "sizeof", "alignas", "typename", "mutable", "explicit",
        "msgpack", "parts", "stored", "plain", "text", "target", "region", "after", "memory", "io", "format", "plan", "count", "has_x",
        "File", "Item", "Entry", "Kind", "n_", "alpha_", "alpha_size", "after_alpha", "origin_", "view_of", "size_of", "stdout", "EPERM"]
TYPES = ["Item", "Entry", "Point", "Row", "Box", "Piece", "Node", "Chunk", "Leaf", "Meta", "Body", "Info", "Table"]
HARD_TYPES = ["Bytes", "Blob", "Result", "Report", "Limits", "Context", "Frame", "Origin", "Scalar", "Value", "Kind", "Choices", "View",
              "FileView", "Section", "Region", "Format", "Sink", "Check", "String", "Vector", "Record", "Dtype", "Rule", "Level", "Half",
              "Coded", "Free", "Parts", "Range", "Head", "Content", "Class", "Int", "Union", "ItemView", "Range", "Detail"]
SCHEMAS = ["std", "schemac", "detail", "errno", "class", "int", "json", "core", "cases", "file", "linux", "signal", "stdio", "time",
           "memory", "format", "major", "index", "read", "view", "size", "socket", "log", "y1", "asm", "unix"]


@functools.cache
def words_of_templates() -> list[str]:
    """What the templates of generated code call anything: no function may confuse it with a part of the schema."""
    words: set[str] = set()
    for path in (pathlib.Path(__file__).parents[2] / "generator/emit/cpp").rglob("*.cpp"):
        for template in re.findall(r'R"\w*\((.*?)\)\w*"', path.read_text(), re.S):
            words.update(re.findall(r"(?<![\w$])[A-Za-z]\w*(?![\w$])", re.sub(r"//[^\n]*", "", template)))
    return sorted(words)


@functools.cache
def names_like_constants() -> list[str]:
    """What generated code calls checks and forms of a record: after the record, its part and what they are."""
    endings = ["", "_valid_condition", "_elements", "_constant", "_run", "_text", "_cause", "_bytes"]
    return [name.lower() + "_" + part + ending for name in TYPES + ["File"] for part in PLAIN for ending in endings]


class Names:
    """Names that differ within their scope."""

    def __init__(self, dice: Dice, hard: int) -> None:
        self.dice = dice
        self.hard = hard  # one in so many names is a hard one

    def pick(self, used: set[str], plain: list[str], hard: list[str]) -> str:
        for _ in range(40):
            name = self.dice.pick(hard if self.dice.one_in(self.hard) else plain)
            if name not in used:
                break
        else:
            name = "%s_%d" % (self.dice.pick(plain), len(used))
        while name.lower() in {each.lower() for each in used}:
            name += str(self.dice.below(10))
        used.add(name)
        return name

    def field(self, used: set[str]) -> str:
        words = self.dice.pick([HARD, HARD, words_of_templates(), words_of_templates(), names_like_constants()])
        return self.pick(used, PLAIN, words)

    def type(self, used: set[str]) -> str:
        return self.pick(used, TYPES, HARD_TYPES)
