"""Words, classes and levels on all parts of a finished schema that take them."""
from typing import Any

from dice import Dice
from scope import Field, Schema

CLASSES = ["bad-magic", "bad-version", "bad-type", "bad-value", "bad-count", "bad-order", "bad-charset", "duplicate-name", "misaligned",
           "negative-dim", "nonzero-padding", "nonzero-reserved", "out-of-bounds", "overflow", "overlap", "size-mismatch", "unclaimed",
           "truncated", "trailing-data", "resource-limit"]
LEVELS = ["error", "rule", "canonical", "warn"]


class Words:
    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.dice: Dice = schema.dice
        self.rarely = self.dice.pick([6, 20, 60])  # one in so many parts

    def of_schema(self, made: Field) -> None:
        for each in made.get("enums", {}).values():
            self.enumeration(each)
        for each in made.get("types", {}).values():
            self.type(each)
        for entry in made.get("attach", {}).values():
            self.say(entry, ref=False)

    def say(self, made: Field, ref: bool = True) -> None:
        """What it is, and where the format's own document says so."""
        if self.dice.one_in(self.rarely):
            made.setdefault("doc", self.schema.note())
        if ref and self.dice.one_in(self.rarely * 2):
            made.setdefault("doc-ref", self.dice.pick(["Handbook 1", "see https://example.org/a?b=\"c\"&d", ["one", "https://example.org/"]]))

    def insist(self, made: Field) -> None:
        """Another class or level of a part's own checks."""
        if self.dice.one_in(self.rarely * 2):
            made.setdefault("class", self.dice.pick(CLASSES))
        if self.dice.one_in(self.rarely * 2):
            made.setdefault("level", self.dice.pick(LEVELS))

    def enumeration(self, made: Field) -> None:
        self.say(made)
        self.members(made.get("members", {}), "value")

    def members(self, names: Field, key: str) -> None:
        for name, value in names.items():
            if self.dice.one_in(self.rarely):
                names[name] = {"doc": self.schema.note(), **(value if isinstance(value, dict) else {key: value})}

    def type(self, made: Field) -> None:
        self.say(made)
        for each in made.get("types", {}).values():
            self.type(each)
        for each in made.get("enums", {}).values():
            self.enumeration(each)
        for each in made.get("sections", []) + made.get("arrays", []):
            self.say(each)
        self.body(made)

    def is_record(self, made: Field) -> bool:
        named = self.schema.types.get(made["type"], {}) if isinstance(made.get("type"), str) else {}
        return "fields" in made or "fields" in named or "message" in named

    def body(self, made: Field) -> None:
        """What a field, a case and a type may have inside."""
        for each in made.get("rules", []):
            self.say(each)
        for each in made.get("fields", []):
            if "name" in each:
                self.say(each)
                if not self.is_record(each):
                    self.insist(each)
                self.body(each)
        for each in made.get("cases", {}).values():
            if isinstance(each, dict):
                self.say(each)
                self.body(each)
        if isinstance(made.get("valid"), dict):
            self.say(made["valid"], ref=False)
        if isinstance(made.get("enum"), dict):
            self.members(made["enum"], "value")
        if isinstance(made.get("flags"), dict):
            self.members(made["flags"], "bit")
        if isinstance(made.get("slack"), str) and self.dice.one_in(2):
            slack: dict[str, Any] = {"name": made["slack"]}
            self.say(slack, ref=False)
            made["slack"] = slack
