"""Numbers of any number of bits: alone in whole bytes, or as neighbours that share bytes."""
import bricks
import scalars
from scope import Field, Record, Schema


def widths(schema: Schema) -> list[int]:
    """Of neighbours that together fill whole bytes."""
    dice = schema.dice
    left = dice.pick([8, 8, 16, 16, 24, 32, 40, 64])
    made = []
    while left > 0:
        made.append(dice.between(1, min(left, dice.pick([3, 5, 9, 20, 40]))))
        left -= made[-1]
    return made


def member(schema: Schema, record: Record, kind: str, width: int) -> Field:
    dice = schema.dice
    is_signed = kind.startswith("i")
    most = (1 << width - 1) - 1 if is_signed else (1 << width) - 1
    least = -most - 1 if is_signed else 0
    small = dice.between(0, min(most, 9))
    made: Field = {"name": bricks.named(schema, record), "type": kind}
    form = dice.weighted({"plain": 5, "valid": 2, "default": 2, "choice": 1, "const": 2, "enum": 2, "flags": 0 if is_signed else 2,
                          "unknown": 1})
    if form == "valid":
        made["valid"] = {**dice.pick([{"max": max(small, least + 1)}, {"min": small}, {"any-of": sorted({least, small, most})}]),
                         **scalars.report(schema)}
    elif form in ("default", "choice"):
        made["default"] = dice.pick([small, most, least])
        if form == "choice":
            made["choice"] = True
    elif form == "const":
        made["const"] = dice.pick([0, small, most, least])
    elif form == "enum":
        used: set[str] = set()
        made["enum"] = {schema.names.field(used): number for number in {0, small, most, least}}
    elif form == "flags":
        used = set()
        made["flags"] = {schema.names.field(used): bit for bit in {0, dice.below(width), width - 1}}
    elif form == "unknown":
        made["unknown"] = dice.pick([most, least])
    if form in ("plain", "valid") and not is_signed:
        record.numbers.append(made["name"])
    return made


def group(schema: Schema, record: Record) -> bool:
    """Neighbours in the same bytes; now and then one of them says how large something is."""
    if record.wire:
        return False
    dice = schema.dice
    order = dice.pick(["le", "be"])
    count = ""
    for width in widths(schema):
        kind = ("i" if dice.one_in(4) else "u") + str(width)
        if not count and kind.startswith("u") and dice.one_in(8):
            count = bricks.named(schema, record)
            made: Field = {"name": count, "type": kind}
        else:
            made = member(schema, record, kind, width)
        record.fields.append(bricks.described(schema, {**made, "endian": order}))
    if count:
        name = bricks.named(schema, record)
        body = dice.pick([{"type": "bytes", "size": count}, {"type": "u16", "repeat": count}, {"type": "str", "size": "%s + 1" % count}])
        bricks.put(schema, record, {"name": name, **body})
        record.sized.append(name)
    record.least += 1
    return True
