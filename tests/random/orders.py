"""Files that say themselves in which order the bytes of their numbers are."""
import re
from typing import Any

import bricks
from scope import Field, Record, Schema

PLAIN = {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"}


def stated(schema: Schema, record: Record) -> None:
    """The field that says it, at the same place in each file."""
    dice = schema.dice
    name = bricks.named(schema, record)
    kind = schema.names.type(schema.type_names)
    numbers = dice.pick([{"little": 0x4949, "big": 0x4D4D}, {"little": 1, "big": 2}, {"little": -3, "big": -2}])
    used: set[str] = set()
    attribute = schema.names.field(used)
    schema.enums[kind] = {
        "type": dice.pick(["i16", "i32"] if numbers["big"] < 0 else ["u16", "u24", "u32", "i16"]), "endian": dice.pick(["le", "be"]), "attributes": {attribute: "endian"},
        "members": {schema.names.field(used): {"value": number, attribute: "be" if order == "big" else "le"} for order, number in numbers.items()}}
    made: Field = {"name": name, "type": kind}
    if dice.one_in(3):
        made["default"] = numbers[dice.pick(["little", "big"])]
        if dice.one_in(2):
            made["choice"] = True
    record.fields.append(made)
    schema.byte_order = f"File.{name}.{attribute}"


def settle(schema: Schema, made: Any) -> None:
    """What can't be in the order of the file has one of its own."""
    if isinstance(made, list):
        for each in made:
            settle(schema, each)
    if not isinstance(made, dict):
        return
    for part in made.values():
        settle(schema, part)
    if has_own(made) and "endian" not in made:
        made["endian"] = schema.dice.pick(["le", "be"])


def has_own(made: Field) -> bool:
    """Lengths of texts, numbers that don't fill their types, where elements begin."""
    kind, each = made.get("type", ""), made.get("each", {})
    is_field = "name" in made or "alternative" in made or "repeat" in made
    is_odd = isinstance(kind, str) and re.fullmatch(r"[ui]\d+", kind) is not None and kind not in PLAIN
    has_prefix = kind in ("str", "bytes") and made.get("prefix", "u8") != "u8" and ("name" not in made or "repeat" in made)
    return has_prefix or (is_field and (is_odd or (isinstance(each, dict) and "is" in each)))
