"""Records that hold themselves, in lists: how deep they go is up to the file."""
import bricks
import scalars
from scope import Record, Schema, Type


def recursive(schema: Schema) -> None:
    """A record that holds itself: counted, in a region, under a condition, as an alternative, or through another record."""
    from maker import fill
    dice = schema.dice
    name = schema.names.type(schema.type_names)
    record = Record(wire=schema.wire)
    argument = handed_on(schema, record) if not schema.wire and dice.one_in(3) else ""
    if dice.one_in(3):
        fill(schema, record, 1, may_open=False)
    held = name
    if dice.one_in(4):  # through another record
        held = schema.names.type(schema.type_names)
        inner = Record(wire=schema.wire, params=dict(record.params), used=set(record.params))
        bricks.number(schema, inner)
        children(schema, inner, name + argument)
        schema.types[held] = inner.to_type()
    children(schema, record, held + argument)
    if not record.is_open and dice.one_in(3):
        fill(schema, record, 1, may_open=False)
    schema.types[name] = record.to_type()
    numbers = [each for each in record.numbers if each not in record.params]
    params = ["number"] * len(record.params)
    schema.records.append(Type(name, record.is_open, record.least, numbers, record.texts, params, schema.wire))


def handed_on(schema: Schema, record: Record) -> str:
    """A parameter that each record gets from the one around it: how they pass it on."""
    param = bricks.named(schema, record)
    record.params[param] = schema.dice.pick(["u8", "u32", "u64"])
    record.numbers.append(param)
    return "(%s)" % param


def children(schema: Schema, record: Record, name: str) -> None:
    """A list of records, in one of the ways in which lists are told how long they are."""
    dice = schema.dice
    own = bricks.named(schema, record)
    if schema.wire == "msgpack":
        bricks.put(schema, record, {"name": own, "type": name, "repeat": "head"})
        return
    form = dice.pick(["counted", "counted", "at most one", "region", "condition", "alternative"])
    if form == "region":
        size = bricks.derived_number(schema, record)
        if not any("type" in each for each in record.fields[:-1]):
            bricks.number(schema, record)  # an element needs a byte of its own
        bricks.put(schema, record, {"name": own, "type": name, "repeat": "eos", "size": size})
    elif form == "condition":
        flag = bricks.named(schema, record)
        bricks.put(schema, record, {"name": flag, "type": "bool"})
        count = bricks.named(schema, record)
        bricks.put(schema, record, {"name": count, "type": dice.pick(scalars.WHOLE)})
        bricks.put(schema, record, {"name": own, "type": name, "repeat": count, "if": flag})
    elif form == "alternative":
        tag = bricks.named(schema, record)
        bricks.put(schema, record, {"name": tag, "type": dice.pick(["u8", "i8", "u16"]), **dice.pick([{}, {"given": True}])})
        bricks.put(schema, record, {"name": own, "switch": tag, "cases": {
            1: {"type": name, "repeat": 1, "alternative": "deeper"}, 0: {"type": "u8", "alternative": "leaf"}}})
    else:
        count = bricks.derived_number(schema, record)
        made = {"name": own, "type": name, "repeat": count}
        if form == "at most one":
            made["max"] = 1
        bricks.put(schema, record, made)
