"""Lists whose elements may come one by one, into a file that is there: the last field of a file."""
import bricks
import scalars
from scope import Field, Record, Schema
from wholes import closed_types


def growing(schema: Schema, record: Record) -> bool:
    if record.wire or schema.wire or record.is_open or record.sections or not record.is_root:
        return False
    dice = schema.dice
    records = closed_types(schema)
    solid = [each for each in records if each.least > 0]
    if not records:
        return False
    form = dice.weighted({"end": 2 if solid else 0, "unknown": 4, "counted": 2})
    items = schema.names.field(record.used)
    made: Field = {"name": items, "stream": "append"}
    if form == "end":
        chosen = dice.pick(solid)
        made.update(type=chosen.name, repeat="eos")
    elif form == "unknown":
        chosen = dice.pick(records)
        count = bricks.named(schema, record)
        stated: Field = {"name": count, "type": dice.pick(scalars.SIGNED), "unknown": -1}
        scalars.order(schema, record, stated)
        bricks.put(schema, record, stated)
        made.update(type=chosen.name, repeat=count)
        known(schema, record, count, items, made)
    else:
        chosen = dice.pick(records)
        made.update(type=chosen.name, repeat=bricks.derived_number(schema, record))
    if chosen.numbers and dice.one_in(3):
        made["each"] = {"expr": "_last or _.%s < 100" % dice.pick(chosen.numbers), "name": "full"}
    record.fields.append(made)
    record.is_open = True
    if form == "counted":  # what was being appended may be left after it
        if dice.one_in(2):
            record.fields.append({"name": bricks.named(schema, record), "type": "bytes", "size": "eos"})
        else:
            schema.trailing = "ignore"
    return True


def known(schema: Schema, record: Record, count: str, items: str, made: Field) -> None:
    """What else says something of a list that may be unfinished."""
    dice = schema.dice
    if dice.one_in(3):
        bricks.put(schema, record, {"name": bricks.named(schema, record), "type": dice.pick(["i16", "i32", "i64"]), "unknown": -1,
                                    "is": "%s * 2" % count})
    if dice.one_in(2):
        number = {"type": dice.pick(["i16", "i32", "i64"])}
        bricks.put(schema, record, {"name": bricks.named(schema, record), **number, "repeat": count, "unknown": -1,
                                    "each": {"is": "offset(%s[_index])" % items}})
        if dice.one_in(2):
            spare = bricks.derived_number(schema, record)
            record.fields.append({"name": bricks.named(schema, record), **number, "repeat": spare, "choice": True,
                                  "each": {"any-of": [-1], "name": "unused"}})
        if dice.one_in(3):
            made["slack"] = "spare_bytes"
