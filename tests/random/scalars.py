"""Numbers: their types, what is demanded of them, names for their values."""
from typing import Any

from scope import Field, Record, Schema
from yaml_text import Quoted

UNSIGNED = ["u8", "u16", "u32", "u64"]
SIGNED = ["i8", "i16", "i32", "i64"]
WHOLE = UNSIGNED + SIGNED
REALS = ["f32", "f64", "f16", "bf16", "f8e5m2"]
PACKED = ["u1", "u2", "u4", "i1", "i2", "i4", "t2", "t1"]
BYTES = {"u8": 1, "i8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4, "u64": 8, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8,
         "f8e5m2": 1, "bool": 1, "bool8": 1}
MSGPACK = ["int", "uint"]
NARROW = ["u24", "i24", "u40", "i40", "u48", "i48", "u56", "i56"]
BYTES.update({kind: int(kind[1:]) // 8 for kind in NARROW})


def whole_type(schema: Schema) -> str:
    """Mostly short ones, so that files at random lead somewhere."""
    if schema.wire == "msgpack" and schema.dice.one_in(2):
        return schema.dice.pick(MSGPACK)
    return fixed_type(schema)


def fixed_type(schema: Schema) -> str:
    """Of what follows from others, which always has the same width."""
    return schema.dice.weighted({"u8": 6, "u16": 4, "u32": 4, "u64": 2, "i8": 3, "i16": 2, "i32": 2, "i64": 2})


def number_of(schema: Schema, kind: str, usual: int) -> int:
    """A number of this type: mostly the usual one, sometimes one near an end of a range."""
    dice = schema.dice
    if kind not in BYTES or not dice.one_in(8):
        return usual
    bits = BYTES[kind] * 8 - (1 if kind.startswith("i") else 0)
    least = -(1 << bits) if kind.startswith("i") else 0
    near = [least, least + 1, (1 << bits) - 1, (1 << bits) - 2, *(1 << half for half in (7, 8, 15, 16, 31, 32) if half < bits)]
    return dice.pick(near)


def order(schema: Schema, record: Record, made: Field) -> None:
    """The order of its bytes, or how they are spelled."""
    if record.wire:
        return
    if made.get("type") in WHOLE and schema.dice.one_in(8):
        made["form"] = form_of(schema, made["type"])
    elif schema.dice.one_in(6):
        made["endian"] = schema.dice.pick(["le", "be"])


def digits_of(schema: Schema) -> Field:
    """A form of digits, of a size or up to what ends them."""
    dice = schema.dice
    made: Field = {"base": dice.pick([2, 8, 10, 16])}
    end = dice.pick([0, 0x20, 0x2c, "\n", [13, 10], ["`", 10]])
    if dice.one_in(3):
        return {**made, "terminator": end}
    made["size"] = dice.pick([3, 4, 6, 8, 12, 20])
    if dice.one_in(2):
        made["terminator"] = end
    if dice.one_in(2):
        made.update(dice.pick([{"pad-left": 0x20}, {"pad-left": 0x30}, {"pad-right": 0x20}, {"pad-right": 0}]))
    return made


def form_of(schema: Schema, kind: str) -> str | Field:
    """How a number of this type may be spelled: a varint, or digits."""
    if kind in SIGNED:
        return schema.dice.pick(["leb128", "zigzag"] + (["vlq9"] if kind == "i64" else []))
    form = schema.dice.pick(["leb128", "vlq", "vlq9", "digits"])
    return digits_of(schema) if form == "digits" else form


def least_of(form: str | Field) -> int:
    """Bytes of the shortest number."""
    return form.get("size", 2) if isinstance(form, dict) else 1


def report(schema: Schema) -> Field:
    """How a check is reported, where the schema says so."""
    made: Field = {}
    dice = schema.dice
    if dice.one_in(4):
        made["class"] = dice.pick(["bad-type", "bad-value", "bad-count", "bad-version", "out-of-bounds", "overlap", "duplicate-name"])
    if dice.one_in(4):
        made["level"] = dice.pick(["error", "rule", "canonical", "warn"])
    if dice.one_in(8):
        made["message"] = dice.pick(["it is wrong", "no {a} here", "say \"x\"", "100 %", "a \\ b", schema.note()])
    if dice.one_in(8):
        made["name"] = dice.pick(["small", "not-large", "odd", "a-b-c"])
    return made


def valid(schema: Schema, kind: str) -> Field:
    dice = schema.dice
    low = dice.below(4)
    far = number_of(schema, kind, 100)
    made = dice.pick([{"max": low + dice.below(100)}, {"min": low}, {"min": low, "max": low + dice.below(20)},
                      {"any-of": sorted({dice.below(9), dice.below(9), far})}, {"max": far}, {"expr": "_ % 2 == 0"},
                      {"expr": "_ * 3 < 100"}, {"expr": "_ != %d" % far}])
    return {**made, **report(schema)}


def members(schema: Schema, kind: str) -> Field:
    dice = schema.dice
    used: set[str] = set()
    made: Field = {}
    number = dice.below(3)
    if kind.startswith("i") and dice.one_in(2):
        number = -dice.below(4)
    for _ in range(dice.between(1, 4)):
        name = schema.names.field(used)
        made[name] = number if dice.most() else {"value": number, "doc": schema.note()}
        number += dice.between(1, 3)
    far = number_of(schema, kind, number)
    if far > number or far < -9:
        made[schema.names.field(used)] = far
    return made


def enumeration(schema: Schema, unknown: bool = True) -> tuple[str, list[str]]:
    """The name of an enumeration, and those of its members."""
    if schema.imported_enums and schema.dice.one_in(3):
        name = schema.dice.pick(list(schema.imported_enums))
        return name, list(schema.imported_enums[name]["members"])
    kind = schema.dice.pick(["u8", "u8", "u16", "u32", "i8", "i16", "i32", "u64", "i64"])
    made: Field = {"type": kind, "members": members(schema, kind)}
    if kind in ("u16", "u32") and schema.dice.one_in(4):  # values as characters
        size = BYTES[kind]
        made["members"] = {name: Quoted("".join(schema.dice.pick("ab\"\\ z") for _ in range(size - 1)) + str(number))
                           for number, name in enumerate(made["members"])}
    if unknown and schema.dice.one_in(3):
        made["unknown"] = schema.dice.pick(["keep", "error"])
    name = schema.names.type(schema.type_names)
    schema.enums[name] = made
    return name, list(made["members"])


def enumeration_of(schema: Schema, kind: str) -> str:
    """The name of an enumeration whose numbers are of this type."""
    name = schema.names.type(schema.type_names)
    schema.enums[name] = {"type": kind, "members": members(schema, kind)}
    return name


def flags(schema: Schema) -> Field:
    """A number that consists of bits with names: from its first one on, or up to its last one."""
    kind = schema.dice.pick(["u8", "u8", "u16", "u32", "u64"])
    used: set[str] = set()
    made: Field = {}
    bit = schema.dice.pick([0, 0, 0, BYTES[kind] * 8 - 6])
    end = bit + 8 if bit == 0 else BYTES[kind] * 8
    for _ in range(schema.dice.between(1, 3)):
        name = schema.names.field(used)
        if schema.dice.one_in(4):
            width = min(schema.dice.between(1, 4), end - bit)
            made[name] = {"bits": [bit, bit + width - 1]}
            bit += width - 1
        else:
            made[name] = bit if schema.dice.most() else {"bit": bit, "doc": schema.note()}
        bit += schema.dice.between(1, 2)
        if bit > end - 2:
            break
    return {"type": kind, "flags": made}


def number(schema: Schema, record: Record, name: str) -> Field:
    """A number that people give, in one of its forms."""
    dice = schema.dice
    kind = whole_type(schema)
    if not record.wire and dice.one_in(10):
        kind = dice.pick(NARROW)
    made: Field = {"name": name, "type": kind}
    order(schema, record, made)
    form = dice.weighted({"plain": 5, "valid": 3, "default": 2, "enum": 2, "named": 2, "flags": 2, "real": 2, "bool": 2, "unknown": 1})
    if schema.wire == "msgpack" and form in ("flags", "unknown"):
        form = "plain"
    if form == "valid":
        made["valid"] = valid(schema, kind)
    elif form == "default":
        made["default"] = number_of(schema, kind, dice.below(100))
    elif form == "enum":
        made["enum"] = members(schema, kind)
        if dice.one_in(4):
            made.update(type="u16", enum=enumeration_of(schema, "u16"))
    elif form == "named":
        made["type"] = enumeration(schema)[0]
    elif form == "flags":
        made.update(flags(schema))
    elif form == "real":
        made["type"] = dice.pick(["f32", "f64"] if schema.wire else REALS)
    elif form == "bool":
        made["type"] = dice.pick(["bool", "bool8"]) if not schema.wire else "bool"
    elif form == "unknown":
        made["unknown"] = dice.pick([0, 255, -1] if kind.startswith("i") and kind != "i8" else [0, 100])
    if form in ("plain", "valid", "default") and dice.one_in(6):
        made["given"] = True
    if form in ("plain", "valid") and made["type"] in UNSIGNED + [each for each in NARROW if each.startswith("u")]:
        record.numbers.append(name)
    if form in ("plain", "valid") and made["type"] in SIGNED:
        record.signed.append(name)
    if made["type"] != kind:
        made.pop("form", None)
    record.least += least_of(made["form"]) if "form" in made else BYTES.get(made["type"], 1)
    return made


def constant(schema: Schema, record: Record, name: str) -> Field:
    dice = schema.dice
    made: Field = {"name": name}
    form = dice.pick(["text", "bytes", "number", "number", "bool"])
    if schema.wire:
        form = "number"
    if form == "text":
        made["const"] = dice.pick(["ABCD", "x", "\"q\"", "a\\b", "%s", "RIFF", "a\nb", "{a}"])
    elif form == "bytes":
        made["const"] = [dice.below(256), dice.pick(["AB", "z"]), dice.below(256)]
    elif form == "bool":
        made.update(type="bool", const=dice.one_in(2))
    else:
        made["type"] = dice.pick(WHOLE)
        usual = dice.below(100) if not made["type"].startswith("i") else dice.below(100) - 50
        made["const"] = number_of(schema, made["type"], usual)
        order(schema, record, made)
    for key, value in report(schema).items():
        if key in ("class", "level"):
            made[key] = value
    return made
