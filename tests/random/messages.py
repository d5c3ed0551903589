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


def make_root(schema: Schema) -> None:
    """Another kind of file, which is a message, perhaps also in its text form."""
    dice = schema.dice
    if not schema.roots:
        names: set[str] = set()
        schema.roots[schema.names.field(names)] = "File"
    used = set(schema.roots)
    name = schema.names.type(schema.type_names)
    schema.has_messages = True
    schema.types[name] = {"message": dice.pick(MESSAGES)}
    if dice.most():
        schema.types[name]["text-form"] = dice.pick([["pbtxt"], ["txt", "prototxt"]])
    if dice.one_in(3):
        schema.types[name]["unknown-fields"] = dice.pick(["keep", "drop"])
    schema.roots[schema.names.field(used)] = name


def attached(schema: Schema, record: Record) -> bool:
    """A message whose enumeration is given attributes, which an array and a rule ask for."""
    if record.wire or schema.wire:
        return False
    dice = schema.dice
    schema.has_messages = True
    schema.attached["net.Kind"] = {"attributes": {"dtype": "dtype", "rank": "u8"},
                                   "members": {"ZERO": {"dtype": "u8"}, "ONE": {"dtype": dice.pick(["f32", "i16"]), "rank": 1},
                                               "FAR": {"rank": 2}}}
    made: Field = {"message": "net.Bag"}
    if dice.one_in(2):
        made["rules"] = [{"name": "known-kind", "expr": dice.pick(["has(kind.dtype)", "not has(kind.rank) or kind.rank == len(counts)"]),
                          "at": "kind", "class": "bad-type"}]
    of = schema.names.type(schema.type_names)
    schema.types[of] = made
    room = bricks.derived_number(schema, record)
    name = bricks.named(schema, record)
    bricks.put(schema, record, {"name": name, "type": of, "size": room})
    if dice.one_in(2):
        array: Field = {"dtype": name + ".kind.dtype", "dims": name + ".counts", "order": dice.pick(["row", "column"])}
        bricks.put(schema, record, {"name": bricks.named(schema, record), "ndarray": array})
    return True


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
