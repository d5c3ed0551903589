"""Content that lies elsewhere: at offsets, in sections."""
from typing import Any

import bricks
import scalars
from scope import Field, Record, Schema


def content(schema: Schema, record: Record) -> Field:
    dice = schema.dice
    size: Any = bricks.derived_number(schema, record) if dice.most() else dice.below(6)
    form = dice.pick(["bytes", "bytes", "text", "record", "list", "array", "number", "constant", "json", "region"])
    if form == "number":
        kind = scalars.enumeration(schema)[0] if dice.one_in(3) else dice.pick(["bool", scalars.whole_type(schema)])
        return {"type": kind}
    if form == "constant":
        return {"const": dice.pick(["AB", "ABCD"])} if dice.one_in(2) else {"type": "u16", "const": 7}
    if form == "json":
        return {"type": "json", "size": size}
    sized = [each for each in schema.records if not each.params and not each.wire]
    if form == "region" and sized:
        return {"type": dice.pick(sized).name, "size": size}
    closed = [each for each in schema.records if not each.is_open and not each.params and not each.wire]
    if form == "record" and closed:
        return {"type": dice.pick(closed).name}
    if form == "list":
        count = bricks.derived_number(schema, record)
        body = bricks.element(schema, record)
        return {**body, "repeat": count}
    if form == "array":
        return {"ndarray": {"dtype": dice.pick(["u8", "f32", "u16"]), "dims": "[%d]" % dice.below(5), "order": "row"}}
    return {"type": "str" if form == "text" else "bytes", "size": size}


def place(schema: Schema, record: Record) -> str:
    """A number that says where something lies; most follow from where it is put."""
    return bricks.derived_number(schema, record, **({"given": True} if schema.dice.one_in(5) else {}))


def placed(schema: Schema, record: Record) -> bool:
    """A field at an offset that is stated."""
    if record.wire:
        return False
    dice = schema.dice
    name = place(schema, record)
    where = dice.weighted({name: 12, "%s * 2" % name: 1, "%s * 4" % name: 1, "%s + 3" % name: 1, "%s - 2" % name: 1, "%s / 2" % name: 1, "64 - %s" % name: 1})
    body = content(schema, record)
    made: Field = {"name": bricks.named(schema, record), **body, "at": where}
    if record.sections and dice.most():
        made["in"] = dice.pick(record.sections)["name"]
    if dice.one_in(4):
        made["align"] = dice.pick([2, 4, 8])
    record.fields.append(made)
    return True


def placing(schema: Schema, record: Record, section: str) -> None:
    """Records in any section, this one, too, each of which places content in this one."""
    dice = schema.dice
    kind = schema.names.type(schema.type_names)
    where, what = bricks.named(schema, record), bricks.named(schema, record)
    body = dice.pick([{"type": "u16"}, {"type": "str", "prefix": "u8"}, {"const": "AB"}, {"type": "u8", "repeat": 2}])
    given = {"given": True} if dice.one_in(5) else {}
    schema.types[kind] = {"fields": [{"name": where, "type": dice.pick(["u8", "u16", "i32"]), **given},
                                     {"name": what, **body, "at": where, "in": section}]}
    record.fields.append({"name": bricks.named(schema, record), "type": kind, "in": dice.pick(record.sections)["name"],
                          **({"repeat": bricks.derived_number(schema, record)} if dice.most() else {})})


def sectioned(schema: Schema, record: Record) -> bool:
    """A section, with or without a stated start, and what lies in it."""
    if record.wire or not record.is_root or len(record.sections) > 2 or record.is_open:
        return False
    dice = schema.dice
    name = schema.names.field(record.used)
    made: Field = {"name": name}
    if record.sections or dice.one_in(2):
        made["begin"] = place(schema, record)
    if dice.one_in(3):
        made["align"] = dice.pick([2, 4, 8, 16])
    if dice.one_in(4):
        made["each"] = {"align": dice.pick([2, 4, 8])}
    if dice.one_in(5):
        made["pad"] = dice.pick([4, 8])
    if dice.one_in(5):
        made["order"] = "visit"
    if dice.one_in(4):
        made["overlap"] = dice.pick(["error", "rule", "warn", "ignore"])
    if dice.one_in(4):
        made["gaps"] = dice.pick(["zero-fill", "error", "rule", "warn", "ignore"])
    record.sections.append(made)
    if dice.one_in(4):
        placing(schema, record, name)
    for _ in range(dice.pick([1, 1, 2])):
        if dice.one_in(2):
            placed(schema, record)
        else:
            body = content(schema, record)
            record.fields.append({"name": bricks.named(schema, record), **body, "in": name})
    return True


def without_payloads(types: dict[str, Any]) -> None:
    """Takes what sections say of payloads from those that get none."""
    led_to: set[str] = set()

    def look(made: Any) -> None:
        if isinstance(made, dict):
            if "at" in made and isinstance(made.get("in"), str):
                led_to.add(made["in"])
            for each in made.values():
                look(each)
        elif isinstance(made, list):
            for each in made:
                look(each)

    look(types)
    for made in types.values():
        for section in made.get("sections", []):
            if section["name"] not in led_to:
                section.pop("overlap", None)
                section.pop("each", None)
