"""Parts of records that hold messages of net.proto, which lies beside the schemas."""
import bricks
from scope import Field, Record, Schema

MESSAGES = ["net.Tip", "net.Dot", "net.Bag"]


def message_type(schema: Schema) -> str:
    """A message by its full name, or by another one, with rules of its own."""
    dice = schema.dice
    full = dice.pick(MESSAGES)
    schema.has_messages = True
    if dice.one_in(2):
        return full
    made: Field = {"message": full}
    if dice.one_in(4):
        made["unknown-fields"] = dice.pick(["keep", "drop"])
    if full == "net.Bag" and dice.one_in(2):
        made["each"] = {"counts": dice.pick([{"min": 0}, {"max": 1000}, {"min": -3, "max": 70000}])}
    if full == "net.Bag" and dice.one_in(2):
        made["rules"] = [{"name": "few", "expr": dice.pick(["len(counts) <= 3", "n < 100", "n != 5"]), "at": dice.pick(["counts", "n"])}]
    name = schema.names.type(schema.type_names)
    schema.types[name] = made
    return name


def sized(schema: Schema, record: Record) -> bool:
    """A message of a stated size, perhaps of one that may not be there."""
    if record.wire or schema.wire:
        return False
    dice = schema.dice
    made: Field = {}
    if dice.one_in(3):
        there = bricks.named(schema, record)
        bricks.put(schema, record, {"name": there, "type": "bool"})
        made["if"] = there
    room = bricks.derived_number(schema, record)
    name = bricks.named(schema, record)
    bricks.put(schema, record, {"name": name, "type": message_type(schema), "size": room, **made})
    return True


def listed(schema: Schema, record: Record) -> bool:
    """A list of records that hold one each."""
    if record.wire or schema.wire:
        return False
    dice = schema.dice
    element = schema.names.type(schema.type_names)
    schema.types[element] = {"fields": [{"name": "room", "type": dice.pick(["u8", "u16", "i32"])},
                                        {"name": "content", "type": message_type(schema), "size": "room"}]}
    count = bricks.derived_number(schema, record)
    bricks.put(schema, record, {"name": bricks.named(schema, record), "type": element, "repeat": count})
    return True


def rest(schema: Schema, record: Record) -> bool:
    """A message of all that is left: the last field."""
    if record.wire or schema.wire or record.is_open or record.sections:
        return False
    bricks.put(schema, record, {"name": bricks.named(schema, record), "type": message_type(schema)})
    record.is_open = True
    return True
