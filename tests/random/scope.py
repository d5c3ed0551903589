"""What the maker of a schema knows while it makes it: the schema, its types, and the record at hand."""
from dataclasses import dataclass, field
from typing import Any

from dice import Dice
from names import Names
from yaml_text import BESIDE

Field = dict[str, Any]


@dataclass
class Type:
    """A record that others may hold."""
    name: str
    is_open: bool = False  # reaches as far as its surroundings do
    least: int = 0  # bytes
    numbers: list[str] = field(default_factory=list)  # given whole numbers that are always there
    texts: list[str] = field(default_factory=list)
    params: list[str] = field(default_factory=list)  # "number" or "list" for each
    wire: str = ""


@dataclass
class Record:
    fields: list[Field] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    numbers: list[str] = field(default_factory=list)  # given, unsigned, always there: may be asked for
    signed: list[str] = field(default_factory=list)  # the same with a sign
    maybe: list[str] = field(default_factory=list)  # given numbers that may not be there
    lists: list[str] = field(default_factory=list)  # of whole numbers
    sized: list[str] = field(default_factory=list)  # fields that take bytes
    payloads: list[str] = field(default_factory=list)  # texts and bytes
    texts: list[str] = field(default_factory=list)
    params: dict[str, str] = field(default_factory=dict)
    rules: list[Any] = field(default_factory=list)
    lets: dict[str, str] = field(default_factory=dict)
    arrays: list[Any] = field(default_factory=list)
    sections: list[Any] = field(default_factory=list)
    is_root: bool = False
    is_open: bool = False
    has_late_digest: bool = False  # which covers what comes after it
    least: int = 0
    depth: int = 0
    wire: str = ""
    version: str = ""  # the schema's version, if fields here may depend on it

    def to_type(self) -> Field:
        made: Field = {}
        if self.wire:
            made["wire"] = self.wire
        if self.params:
            made["params"] = dict(self.params)
        if self.lets:
            made["let"] = dict(self.lets)
        made["fields"] = self.fields
        for key in ("rules", "arrays", "sections"):
            if getattr(self, key):
                made[key] = getattr(self, key)
        return made


class Schema:
    def __init__(self, name: str, dice: Dice) -> None:
        self.name = name
        self.dice = dice
        self.names = Names(dice, dice.pick([3, 8, 1000, 1000, 1000]))
        self.type_names: set[str] = {"File"}
        self.types: dict[str, Any] = {}
        self.records: list[Type] = []
        self.enums: dict[str, Any] = {}
        self.imports: dict[str, "Schema"] = {}  # in files beside this one
        self.imported_enums: dict[str, Any] = {}
        self.is_imported = False
        self.attached: dict[str, Any] = {}  # to enumerations of net.proto
        self.roots: dict[str, str] = {}  # if there are several
        self.wire = ""
        self.version = ""
        self.byte_order = ""
        self.has_messages = False  # of net.proto
        self.trailing = ""  # what a part asks for
        self.budget = dice.pick([3, 5, 8, 12, 18])  # bricks, so that schemas stay small

    def note(self) -> str:
        """Words of a `doc`, now and then with what might break out of a comment."""
        return self.dice.pick(["What it is.", "One line\nand another", "ends */ here", "a \\", "\u00e9\u4e2d", "`code` and *stars*",
                               "#define x 1", "??/", "tab\there", "<b>&amp;", "// more", "a\r\nb", "x \u2028 y",
                               "nul \0 here", "to the \u202e left", "a\x0bb", "\x1b[1m", "x\n#error y", "x\r#error y", "a\n\nb\n"])

    def document(self) -> dict[str, Any]:
        made: dict[str, Any] = {"schema": self.name}
        if self.wire:
            made["wire"] = self.wire
        endian = self.byte_order or self.dice.weighted({"le": 4, "be": 3, "": 1})
        if endian:
            made["endian"] = endian
        if self.imports:
            made["imports"] = list(self.imports)
        if self.roots:
            made["roots"] = self.roots
        elif not self.is_imported:
            made["root"] = "File"
        if self.has_messages:
            made["protos"] = ["net.proto"]
        if self.attached:
            made["attach"] = self.attached
        if self.version:
            made["version"] = self.version
        if self.trailing:
            made["trailing"] = self.trailing
        elif self.dice.one_in(5):
            made["trailing"] = self.dice.pick(["error", "rule", "warn", "ignore"])
        if self.dice.one_in(6):
            made["doc"] = self.note()
        if self.dice.one_in(8):
            made["title"] = self.note().replace("\n", " ").replace("\r", " ")
        if self.dice.one_in(12):
            made["doc-ref"] = self.dice.pick(["Handbook", ["one", "https://example.org/"]])
        if self.dice.one_in(10):
            made["extensions"] = self.dice.pick([["net"], ["net", "n2"]])
        if self.enums:
            made["enums"] = self.enums
        made["types"] = self.types
        for name, other in self.imports.items():
            made.setdefault(BESIDE, {})[name] = other.document()
        return made
