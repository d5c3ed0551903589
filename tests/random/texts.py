"""Records that are texts: of JSON, or of Python's literals."""
from typing import Any

import bricks
import scalars
from scope import Field, Record, Schema, Type


def texts_of(schema: Schema, wire: str) -> list[str]:
    return [each.name for each in schema.records if each.wire == wire and not each.params]


def words(schema: Schema) -> str:
    """An enumeration whose members are texts."""
    dice = schema.dice
    used: set[str] = set()
    made: Field = {}
    for number in range(dice.between(1, 3)):
        name = schema.names.field(used)
        made[name] = dice.pick([{}, {"text": "<f%d" % number}, {"text": "a \"%d\"" % number}, {"text": "\u00e9%d" % number},
                                {"text": "it's %d" % number}])
    of = schema.names.type(schema.type_names)
    schema.enums[of] = {"type": "str", "members": made}
    if dice.one_in(3):
        schema.enums[of]["attributes"] = {"rank": "u8", "open": "bool"}
        for each in made.values():
            each.update(dice.pick([{"rank": dice.below(9)}, {"open": True}, {}]))
    return of


def member(schema: Schema, record: Record, own: str) -> None:
    dice = schema.dice
    name = schema.names.field(record.used)
    made: Field = {"name": name}
    inner = texts_of(schema, record.wire)
    form = dice.weighted({"number": 4, "text": 2, "real": 2, "bool": 2, "list": 2, "any": 2, "map": 2, "texts": 2, "words": 2, "wordlist": 1,
                          "record": 3 if inner else 0, "records": 2 if inner else 0, "itself": 1 if own else 0, "record map": 1 if inner else 0})
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
        made.update({"type": dice.pick([*scalars.WHOLE, "f64", "bool"]), "repeat": "eos"})
        if made["type"] in scalars.WHOLE and dice.one_in(5):
            made["repeat"] = {"until": dice.pick(["_ == 0", "_index == 1"])}
        if made["type"] in scalars.WHOLE:
            record.lists.append(name)
    elif form == "texts":
        made.update({"type": "str", "repeat": "eos"})
    elif form == "any":
        made["type"] = "any"
    elif form in ("words", "wordlist"):
        made["type"] = words(schema)
        if form == "wordlist":
            made["repeat"] = "eos"
    elif form == "record":
        made["type"] = dice.pick(inner)
    elif form == "records":
        made.update({"type": dice.pick(inner), "repeat": "eos"})
    elif form == "itself":  # a tree
        made.update(dice.pick([{"type": own, "repeat": "eos"}, {"map": {"key": "str", "value": own}}]))
    else:
        value: Any = dice.pick(inner) if form == "record map" else dice.pick(
            ["str", "u64", "bool", "i16", "f64", "any", {"type": "u8", "repeat": "eos"}])
        made["map"] = {"key": dice.pick(["str", {"type": "str"}]), "value": value}
    if record.wire == "python" and "repeat" in made and dice.one_in(3):
        made["as"] = "tuple"
    if ("repeat" in made or "map" in made) and dice.one_in(6):
        made.update(dice.pick([{"min": 1}, {"max": 2}, {"min": 1, "max": 3}]))
    if dice.one_in(4):
        made["key"] = dice.pick(["a key", "x-y", "\u00e4", "__info__", "q\"q", "a\nb", "a\tb", "b\\", "\x7f"]) + str(len(record.fields))
    if dice.one_in(3) and "min" not in made:
        made["optional"] = True
        for names in (record.numbers, record.texts, record.lists):
            if name in names:
                names.remove(name)
    if form == "number" and dice.one_in(5) and "optional" not in made:
        made["valid"] = {"max": 100}
    record.fields.append(made)


def style(schema: Schema, wire: str) -> Field:
    """How a new text is spelled."""
    dice = schema.dice
    made: Field = dice.pick([{}, {"indent": dice.below(4)}, {"separators": dice.pick([[",", ":"], [" , ", " : "]])}])
    if dice.one_in(3):
        made["ascii"] = True
    if dice.one_in(3):
        made["pad"] = dice.pick([4, 8, 16])
        if dice.one_in(3):
            made["end"] = "\n"
    if wire == "python" and dice.one_in(3):
        made["trailing"] = ", "
    return made or {"pad": 8}


def inline_text(schema: Schema, record: Record) -> bool:
    """A text of which nothing is said, or one whose members have no type of their own: the last field."""
    if record.wire:
        return False
    dice = schema.dice
    wire = dice.pick(["json", "python"])
    if dice.most() or record.is_open or record.sections:
        size = bricks.derived_number(schema, record)
        made: Field = {"name": bricks.named(schema, record), "type": wire, "size": size}
    else:
        made = {"name": bricks.named(schema, record)}
        record.is_open = True
        inner = Record(wire=wire)
        for _ in range(dice.between(1, 3)):
            member(schema, inner, "")
        made.update({"wire": wire, "fields": inner.fields})
        if dice.one_in(4):
            made["unnamed"] = dice.pick(["keep", "refuse"])
    if dice.one_in(2):
        made["style"] = style(schema, wire)
    bricks.put(schema, record, made)
    return True


def kind_of(schema: Schema, field: Field) -> str:
    """What a reader of `as: one-of` tells a value by."""
    if "map" in field or "repeat" in field:
        return "object" if "map" in field else str(field.get("as", "list"))
    of = field["type"]
    if of in schema.types:
        return str(schema.types[of].get("as", "object"))
    return "name" if of in schema.enums else "whole" if of in scalars.WHOLE else str(of)


def alike(kind: str) -> str:
    return {"name": "str", "f64": "whole"}.get(kind, kind)


def kinds_inside(schema: Schema, name: str) -> set[str]:
    """Those of the values that a type with `as: one-of` stands for, but for what may be shared."""
    kinds: set[str] = set()
    for each in schema.types[name]["fields"]:
        kind = kind_of(schema, each)
        kinds |= kinds_inside(schema, each["type"]) if kind == "one-of" else {kind}
    return kinds - {"any"}


def told_apart(schema: Schema, fields: list[Field]) -> list[Field]:
    """Of each kind one: whole numbers before f64, names before texts, and last what takes all."""
    found: dict[str, Field] = {}
    for each in fields:
        found.setdefault(kind_of(schema, each), each)
    if len(found) > 1 and "one-of" in found:  # it gets what it doesn't share with others
        inner = {alike(kind) for kind in kinds_inside(schema, found["one-of"]["type"])}
        if "any" in found or inner & {alike(kind) for kind in found}:
            found.pop("one-of")
    late = ["str", "f64", "one-of", "any"]
    return [each for kind, each in sorted(found.items(), key=lambda pair: late.index(pair[0]) if pair[0] in late else -1)]


def make_text(schema: Schema) -> None:
    dice = schema.dice
    wires = [each.wire for each in schema.records if each.wire in ("json", "python")]
    record = Record(wire=dice.pick(wires) if wires else dice.pick(["json", "json", "python"]))
    name = schema.names.type(schema.type_names)
    kind = dice.weighted({"object": 6, "list": 1, "tuple": 1 if record.wire == "python" else 0, "one-of": 1})
    for _ in range(dice.between(1, 4)):
        member(schema, record, name)
    made = record.to_type()
    if dice.one_in(3):
        made["style"] = style(schema, record.wire)
    if kind == "object":
        maps = [each["name"] for each in made["fields"] if "map" in each and "optional" not in each and "key" not in each]
        if maps and dice.one_in(2):
            made["unnamed"] = dice.pick(maps)
        elif dice.one_in(4):
            made["unnamed"] = dice.pick(["refuse", "keep"])
        if record.numbers and dice.one_in(3):
            rule = dice.pick(["%s < 1000", "%s %% 2 == 0", "%s != 3"]) % dice.pick(record.numbers)
            made["rules"] = [{"name": "in-text", "expr": rule, **scalars.report(schema)}]
            made["rules"][0]["name"] = "in-text"
    else:
        made["as"] = kind
        for each in made["fields"]:
            each.pop("optional", None)
            each.pop("key", None)
    if kind == "one-of":
        made["fields"] = told_apart(schema, made["fields"])
        record.numbers, record.texts, record.lists = [], [], []
    schema.types[name] = made
    schema.records.append(Type(name, True, 0, record.numbers, record.texts, [], record.wire))
