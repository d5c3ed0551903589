"""Parts of records that ask for facts of other parts: bits, whether something is there, the size of the file."""
import bricks
import scalars
from scope import Field, Record, Schema


def counted_by_bits(schema: Schema, record: Record) -> bool:
    """A list or bytes as many as a number of several bits says."""
    if record.wire:
        return False
    dice = schema.dice
    word = bricks.named(schema, record)
    bricks.put(schema, record, {"name": word, "type": dice.pick(["u8", "u16", "u32"]), "given": True,
                                "flags": {"many": {"bits": [0, dice.between(1, 3)]}, "on": 5, "high": {"bits": [6, 7]}}})
    count = dice.pick(["%s.many", "%s.many * 2", "%s.high + 1", "if %s.on then 2 else 1"]) % word
    body = dice.pick([{"type": "bytes", "size": count}, {"type": dice.pick(scalars.WHOLE), "repeat": count}, {"type": "str", "size": count}])
    bricks.put(schema, record, {"name": bricks.named(schema, record), **body})
    return True


def asked(schema: Schema, record: Record) -> bool:
    """A rule about whether a field is there, about a number that may not be stated, a member of an enumeration, or the file."""
    dice = schema.dice
    name = bricks.named(schema, record)
    form = dice.pick(["present", "known", "member", "list", "file", "placed"])
    if form == "present":
        there = bricks.named(schema, record)
        bricks.put(schema, record, {"name": there, "type": "bool"})
        bricks.put(schema, record, {"name": name, "type": scalars.whole_type(schema), "if": there})
        rule = dice.pick(["present(%s)", "not present(%s) or %s > 2", "if present(%s) then %s < 9 else true"]).replace("%s", name)
    elif form == "known" and not record.wire:
        bricks.put(schema, record, {"name": name, "type": dice.pick(["i16", "i32", "u8"]), "unknown": 7})
        rule = dice.pick(["known(%s)", "not known(%s) or %s % 2 == 0"]).replace("%s", name)
    elif form == "list":
        count = "head" if record.wire else bricks.derived_number(schema, record)
        bricks.put(schema, record, {"name": name, "type": dice.pick(scalars.WHOLE), "repeat": count})
        rule = dice.pick(["len(%s) == 0 or first(%s) <= last(%s)", "product(%s) < 100", "%s[1] != -1", "len(%s) in [0, 2, 3]",
                          "len(%s) not in [1]"]).replace("%s", name)
    elif form == "file" and not record.wire:
        bricks.put(schema, record, {"name": name, "type": dice.pick(scalars.WHOLE), "given": True})
        rule = dice.pick(["size(file) >= %s", "%s <= size(file) - offset(%s)", "size(file) % 2 == 0 or %s != 1"]).replace("%s", name)
    elif form == "placed" and not record.wire:
        start = bricks.named(schema, record)
        bricks.put(schema, record, {"name": start, "type": dice.pick(["u8", "u16", "i32", "u64"])})
        list_of = {"repeat": dice.between(1, 3)} if dice.one_in(2) else {}
        bricks.put(schema, record, {"name": name, "type": dice.pick(scalars.WHOLE), "at": start, **list_of})
        rule = dice.pick(["offset(%s) < 5000", "offset(%s) + 8 <= 5000"]).replace("%s", name)
    else:
        kind, members = scalars.enumeration(schema, unknown=False)
        bricks.put(schema, record, {"name": name, "type": kind, "given": True})
        rule = dice.pick(["%s == %m", "%s != %m", "%s in [%m]", "not (%s == %m)"]).replace("%s", name).replace("%m", dice.pick(members))
    made: Field = {"expr": rule, **scalars.report(schema), "name": "asked%d" % len(record.rules)}
    if form != "placed" and dice.one_in(2):
        made["at"] = name
    record.rules.append(made)
    return True


def absent(schema: Schema, record: Record) -> bool:
    """A count or size that says by a number of its own that nothing is there."""
    if record.wire:
        return False
    dice = schema.dice
    there, count = bricks.named(schema, record), bricks.named(schema, record)
    bricks.put(schema, record, {"name": there, "type": "bool"})
    stated: Field = {"name": count, "type": dice.pick(scalars.WHOLE)}
    if dice.most():
        stated["absent"] = dice.pick([0, 5, 127])
    bricks.put(schema, record, stated)
    body = dice.pick([{"type": "bytes", "size": count}, {"type": "u16", "repeat": count}, {"type": "str", "size": count},
                      {"type": "u8", "at": count}, {"type": "bytes", "size": 2, "at": count}])
    if "at" in body:
        stated["absent"] = 0
    bricks.put(schema, record, {"name": bricks.named(schema, record), **body, "if": there})
    return True


def sized_by_file(schema: Schema, record: Record) -> bool:
    """What depends on the size of the file: whether something is there, what a number may be."""
    if record.wire:
        return False
    dice = schema.dice
    name = bricks.named(schema, record)
    kind = dice.pick(scalars.WHOLE)
    bricks.put(schema, record, {"name": name, "type": kind, **dice.pick([
        {"given": True, "valid": {"expr": "_ < size(file)"}},
        {"is": "size(file) - offset(%s)" % name}, {"is": dice.pick(["size(file)", "min(size(file), 100)", "size(file) / 2"])}])})
    return True
