"""Parts of records in MessagePack: maps, objects of which nothing is said, texts of another wire form."""
from typing import Any

import bricks
import scalars
from scope import Field, Record, Schema


def pair_part(schema: Schema, record: Record, may_hold: bool) -> Any:
    """A key or a value of a map."""
    dice = schema.dice
    records = [each.name for each in schema.records if each.wire == "msgpack" and not each.params]
    kinds: dict[str, int] = {"str": 4, "int": 2, "uint": 2, "u8": 1, "i32": 1, "bin": 1, "bool": 1}
    if may_hold:
        kinds.update({"any": 2, "f64": 1, "record": 3 if records else 0})
    kind = dice.weighted(kinds)
    if kind == "record":
        kind = dice.pick(records)
    if not dice.one_in(3):
        return kind
    if kind == "str":
        return {"type": kind, **dice.pick([{"encoding": "utf-8"}, {"charset": "[a-z]+"}])}
    if may_hold and kind in ("int", "u8", "i32"):
        return {"type": kind, "repeat": "head"}
    return {"type": kind}


def mapped(schema: Schema, record: Record) -> bool:
    """A map, whose pairs are a list of records."""
    if record.wire != "msgpack":
        return False
    dice = schema.dice
    made: Field = {"name": bricks.named(schema, record), "map": {"key": pair_part(schema, record, False),
                                                                 "value": pair_part(schema, record, True)}}
    key = made["map"]["key"]
    plain = key if isinstance(key, str) else key["type"]
    if dice.one_in(3) and plain in ("str", *scalars.WHOLE):
        made["unique"] = "key"
        if dice.one_in(3):
            made["order"] = {"by": "key"}
    if dice.one_in(4):
        made["max"] = dice.pick([1, 3])
    bricks.put(schema, record, made)
    record.sized.append(made["name"])
    return True


def anything(schema: Schema, record: Record) -> bool:
    """An object of any kind, or a list of them."""
    if record.wire != "msgpack":
        return False
    made: Field = {"name": bricks.named(schema, record), "type": "any"}
    if schema.dice.one_in(4):
        made["repeat"] = schema.dice.pick(["head", 2])
    bricks.put(schema, record, made)
    return True


def object_field(schema: Schema, record: Record) -> bool:
    """A single object of MessagePack among bytes."""
    if record.wire:
        return False
    dice = schema.dice
    name = bricks.named(schema, record)
    body = dice.pick([{"type": "int"}, {"type": "uint"}, {"type": "str"}, {"type": "any"}, {"type": "u16"}, {"type": "bin"},
                      {"type": "i32", "repeat": "head"}, {"map": {"key": "str", "value": "uint"}}])
    bricks.put(schema, record, {"name": name, "wire": "msgpack", **body})
    record.sized.append(name)
    return True
