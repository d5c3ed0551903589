"""Records that are texts: of JSON, or of Python's literals."""
import scalars
from scope import Field, Record, Schema, Type


def member(schema: Schema, record: Record) -> None:
    dice = schema.dice
    name = schema.names.field(record.used)
    made: Field = {"name": name}
    form = dice.pick(["number", "number", "text", "real", "bool", "list", "any", "map", "texts"])
    if form == "number":
        made["type"] = dice.pick(scalars.WHOLE)
        record.numbers.append(name)
    elif form == "text":
        made["type"] = "str"
        record.texts.append(name)
    elif form == "real":
        made["type"] = "f64"
    elif form == "bool":
        made["type"] = "bool"
    elif form == "list":
        made.update({"type": dice.pick(["u64", "i64", "u8"]), "repeat": "eos"})
        record.lists.append(name)
    elif form == "texts":
        made.update({"type": "str", "repeat": "eos"})
    elif form == "any":
        made["type"] = "any"
    else:
        made["map"] = {"key": "str", "value": dice.pick(["str", "u64", "bool"])}
    if dice.one_in(4):
        made["key"] = dice.pick(["a key", "x-y", "\u00e4", "__info__", "q\"q"]) + str(len(record.fields))
    if dice.one_in(3):
        made["optional"] = True
        for names in (record.numbers, record.texts, record.lists):
            if name in names:
                names.remove(name)
    if form == "number" and dice.one_in(5) and "optional" not in made:
        made["valid"] = {"max": 100}
    record.fields.append(made)


def make_text(schema: Schema) -> None:
    dice = schema.dice
    record = Record(wire=dice.pick(["json", "json", "python"]))
    for _ in range(dice.between(1, 4)):
        member(schema, record)
    made = record.to_type()
    if dice.one_in(3):
        made["style"] = dice.pick([{"indent": 2}, {"separators": [",", ":"]}, {"ascii": True}, {"pad": 8}])
    if dice.one_in(4):
        made["unnamed"] = "refuse"
    if dice.one_in(5):
        made["as"] = "list"
        for each in made["fields"]:
            each.pop("optional", None)
            each.pop("key", None)
    name = schema.names.type(schema.type_names)
    schema.types[name] = made
    schema.records.append(Type(name, True, 0, record.numbers, record.texts, [], record.wire))
