"""Parts of records: each function adds fields to the record at hand, or says that it can't."""
from typing import Any, Callable

import scalars
from scope import Field, Record, Schema, Type

Brick = Callable[[Schema, Record], bool]


def named(schema: Schema, record: Record) -> str:
    return schema.names.field(record.used)


def described(schema: Schema, made: Field) -> Field:
    if schema.dice.one_in(10):
        made["doc"] = schema.note()
    if schema.dice.one_in(40):
        made["doc-ref"] = schema.dice.pick(["https://example.org/a\"b", "https://example.org/\n#error"])
    return made


def put(schema: Schema, record: Record, made: Field) -> None:
    if record.is_root and record.wire == "" and "wire" not in made and schema.dice.one_in(8):
        made = {**made, "align": schema.dice.pick([2, 4, 8])}
    record.fields.append(described(schema, made))


def versioned(schema: Schema, record: Record, made: Field) -> bool:
    """Lets a field be there in some versions only; nothing may then ask for it."""
    dice = schema.dice
    if not schema.version or not dice.one_in(2):
        return False
    made.update(dice.pick([{"since": 2}, {"since": 3}, {"until": 2}, {"until": 3}, {"since": 2, "until": 3}]))
    for names in (record.numbers, record.signed, record.texts, record.payloads, record.sized):
        if made["name"] in names:
            names.remove(made["name"])
    return True


# ---- single values ----

def number(schema: Schema, record: Record) -> bool:
    name = named(schema, record)
    made = scalars.number(schema, record, name)
    record.sized.append(name)
    versioned(schema, record, made)
    put(schema, record, made)
    return True


def constant(schema: Schema, record: Record) -> bool:
    name = named(schema, record)
    put(schema, record, scalars.constant(schema, record, name))
    record.sized.append(name)
    return True


def text_form(schema: Schema, record: Record) -> Field:
    """A text or bytes that say themselves where they end."""
    dice = schema.dice
    if schema.wire == "msgpack":
        made: Field = {"type": dice.pick(["str", "str", "bin"])}
        if made["type"] == "str" and dice.one_in(3):
            made["encoding"] = dice.pick(["utf-8", "ascii"])
        return made
    made = {"type": dice.pick(["str", "str", "bytes"])}
    form = dice.pick(["prefix", "prefix", "size", "terminator"])
    if made["type"] == "bytes" and form == "terminator":
        form = "prefix"
    if form == "prefix":
        made["prefix"] = scalars.whole_type(schema)
        scalars.order(schema, record, made)
    elif form == "size":
        made["size"] = dice.below(9)
    else:
        made["terminator"] = dice.pick([0, 10, 255])
    if made["type"] == "str":
        if dice.one_in(3):
            made["encoding"] = dice.pick(["utf-8", "ascii", "latin-1"])
        elif dice.one_in(4) and form != "size":
            made["charset"] = dice.pick(["[A-Za-z_]+", "[a-z]*", "[0-9]{1,8}", "[a-z/.-]?"])
        if form == "size" and dice.one_in(2):
            made["pad-right"] = dice.pick([0, 0, 32, 255])
        elif form != "terminator" and dice.one_in(6):
            made["pad"] = dice.pick([2, 4, 8])
    return made


def text(schema: Schema, record: Record) -> bool:
    name = named(schema, record)
    form = text_form(schema, record)
    record.sized.append(name)
    record.payloads.append(name)
    if form["type"] == "str":
        record.texts.append(name)
    made = {"name": name, **form}
    versioned(schema, record, made)
    put(schema, record, made)
    return True


def padding(schema: Schema, record: Record) -> bool:
    if record.wire:
        return False
    record.fields.append({"pad": schema.dice.pick([2, 4, 8, 16])})
    return True


# ---- what another field counts or measures ----

def count_type(schema: Schema) -> str:
    return scalars.fixed_type(schema)


def derived_number(schema: Schema, record: Record, **more: Any) -> str:
    name = named(schema, record)
    made: Field = {"name": name, "type": count_type(schema), **more}
    scalars.order(schema, record, made)
    put(schema, record, made)
    record.sized.append(name)
    return name


def counted(schema: Schema, record: Record) -> str:
    """An expression for a count or size, whose field follows from it."""
    dice = schema.dice
    if record.numbers and dice.one_in(8):
        return dice.pick(record.numbers)  # may be given: then it is checked
    narrow = {"type": dice.pick(scalars.NARROW)} if not record.wire and dice.one_in(10) else {}
    name = derived_number(schema, record, **narrow)
    return dice.weighted({name: 10, "%s * 2" % name: 1, "%s + 1" % name: 1, "%s - 1" % name: 1, "%s / 2" % name: 1})


def sized_bytes(schema: Schema, record: Record) -> bool:
    if record.wire:
        return False
    size = counted(schema, record)
    name = named(schema, record)
    put(schema, record, {"name": name, "type": schema.dice.pick(["bytes", "str"]), "size": size})
    record.sized.append(name)
    record.payloads.append(name)
    return True


def given_size(schema: Schema, record: Record) -> bool:
    """Bytes whose size follows from a number that people give: it may be below 0, or not be there."""
    if record.wire:
        return False
    dice = schema.dice
    params = [each for each in record.signed if each in record.params]
    if record.maybe and dice.one_in(2):
        number = dice.pick(record.maybe)
    elif params and dice.most():
        number = dice.pick(params)
    else:
        number = named(schema, record)
        put(schema, record, {"name": number, "type": dice.pick(scalars.SIGNED), "given": True})
    size = dice.pick(["%s", "%s", "%s * 3", "ceil_div(%s * 3, 2)", "align_up(%s, 4)", "%s - 1", "max(%s, 2)"]) % number
    name = named(schema, record)
    made: Field = {"name": name, "type": dice.pick(["bytes", "str"]), "size": size}
    if made["type"] == "str" and dice.one_in(2):
        made["pad-right"] = dice.pick([0, 32])
    put(schema, record, made)
    record.sized.append(name)
    record.payloads.append(name)
    return True


def unlimited(made: Field) -> Field:
    """A text in a list or a case can't have a greatest length yet."""
    if "{" in made.get("charset", ""):
        made["charset"] = "[0-9]+"
    return made


def element(schema: Schema, record: Record) -> Field:
    """The body of a list's element: not open."""
    dice = schema.dice
    closed = [each for each in schema.records if not each.is_open and not each.params and each.wire == record.wire]
    form = dice.weighted({"number": 4, "record": 4 if closed else 0, "text": 2, "enum": 1, "packed": 0 if record.wire else 1, "real": 1,
                          "bool": 1, "flags": 0 if record.wire else 1})
    if form == "record":
        return {"type": dice.pick(closed).name}
    if form == "text":
        made = text_form(schema, record)
        if "size" in made:  # of a repeated field, it is that of the whole
            del made["size"]
            made["prefix"] = "u8"
        return unlimited(made)
    if form == "enum":
        return {"type": scalars.enumeration(schema)[0]}
    if form == "packed":
        return {"type": dice.pick(scalars.PACKED)}
    if form == "real":
        return {"type": dice.pick(["f32", "f64"] if record.wire else scalars.REALS)}
    if form == "bool":
        return {"type": "bool"}
    if form == "flags":
        return scalars.flags(schema)
    made = {"type": scalars.whole_type(schema)}
    scalars.order(schema, record, made)
    return made


def list_checks(schema: Schema, made: Field) -> None:
    dice = schema.dice
    kind = made["type"]
    if dice.one_in(6):
        made["max"] = dice.pick([3, 100])
    if dice.one_in(6):
        made["min"] = 1
    of = next((each for each in schema.records if each.name == kind), None)
    if of is not None:
        if of.numbers and dice.one_in(4):
            field = dice.pick(of.numbers)
            rule = dice.pick(["_.%s < 100", "_last or _next.%s >= _.%s", "_.%s >= _index", "_index == 0 or _.%s != 3"])
            made["each"] = {"expr": rule.replace("%s", field), **scalars.report(schema)}
            if dice.one_in(3):
                made["each"]["at"] = field
        if dice.one_in(4) and of.texts + of.numbers:
            made["unique"] = dice.pick(of.texts + of.numbers)
        if dice.one_in(5) and of.texts + of.numbers:
            made["order"] = {"by": made.get("unique") or dice.pick(of.texts + of.numbers)}
            if dice.one_in(3):
                made["order"]["level"] = dice.pick(["error", "rule", "warn"])
    elif kind == "str" and dice.one_in(4):
        made["unique"] = "_"
    elif kind in scalars.WHOLE and dice.one_in(4):
        made["each"] = {"expr": dice.pick(["_ < 100", "_ != 7", "_last or _ > 0", "_ + _index < 50"]), **scalars.report(schema)}


def end(schema: Schema, made: Field) -> str:
    """What is true of the last element alone; "" for elements of which it can't be said."""
    dice = schema.dice
    of = next((each for each in schema.records if each.name == made["type"]), None)
    if of is not None and of.numbers:
        return dice.pick(["_.%s < 50", "_.%s == 0 or _index > 1", "_index == 1"]).replace("%s", dice.pick(of.numbers))
    if made["type"] not in scalars.WHOLE:
        return ""
    return dice.pick(["_ == 0", "_ > 100 or _index == 2", "_ % 2 == 0", "_index == 1"])


def repeated(schema: Schema, record: Record) -> bool:
    dice = schema.dice
    if record.wire == "msgpack":
        count: Any = "head" if dice.most() else dice.below(4)
    else:
        count = dice.weighted({"field": 5, "fixed": 2})
        count = counted(schema, record) if count == "field" else dice.below(5)
    name = named(schema, record)
    made = {"name": name, **element(schema, record), "repeat": count}
    if dice.one_in(8) and (condition := end(schema, made)):
        made["repeat"] = {"until": condition}
    list_checks(schema, made)
    put(schema, record, made)
    record.sized.append(name)
    if made["type"] in scalars.WHOLE:
        record.lists.append(name)
    return True


def rest(schema: Schema, record: Record) -> bool:
    """What reaches to the end of the surroundings: the last field."""
    if record.is_open or record.wire:
        return False
    dice = schema.dice
    name = named(schema, record)
    open_types = [each for each in schema.records if each.is_open and not each.params and not each.wire]
    form = dice.weighted({"bytes": 2, "text": 1, "list": 4, "open": 3 if open_types else 0, "json": 2, "python": 1})
    if form == "list":
        made = {"name": name, **element(schema, record), "repeat": "eos"}
        list_checks(schema, made)
    elif form == "open":
        made = {"name": name, "type": dice.pick(open_types).name}
    elif form in ("json", "python"):
        made = {"name": name, "type": form, "size": "eos"}
    else:
        made = {"name": name, "type": "bytes" if form == "bytes" else "str", "size": dice.pick(["eos", "rest"])}
    put(schema, record, made)
    record.is_open = True
    return True


def is_text(made: Type) -> bool:
    return made.wire in ("json", "python") and not made.params


def text_region(schema: Schema, record: Record) -> None:
    """A text whose members have a type, which nothing else is sure to hold."""
    texts = [each for each in schema.records if is_text(each)]
    size = counted(schema, record)
    made = {"name": named(schema, record), "type": schema.dice.pick(texts).name, "size": size}
    put(schema, record, made)
    record.sized.append(made["name"])


def region(schema: Schema, record: Record) -> bool:
    """Something in bytes whose number is stated."""
    if record.wire or not schema.records:
        return False
    dice = schema.dice
    texts = [each for each in schema.records if is_text(each)]
    plain = [each for each in schema.records if not each.wire and not each.params]
    size: Any = counted(schema, record) if dice.most() else dice.below(12)
    name = named(schema, record)
    form = dice.weighted({"record": 5 if plain else 0, "text": 3 if texts else 0, "list": 2, "free": 2})
    if form == "record":
        made: Field = {"name": name, "type": dice.pick(plain).name, "size": size}
    elif form == "text":
        made = {"name": name, "type": dice.pick(texts).name, "size": size}
    elif form == "list":
        made = {"name": name, **element(schema, record), "repeat": "eos", "size": size}
    else:
        made = {"name": name, "type": dice.pick(["json", "python"]), "size": size}
    put(schema, record, made)
    record.sized.append(name)
    return True


def length_type(schema: Schema) -> str:
    """Of a number before something: some that have as many bytes as they need."""
    dice = schema.dice
    if dice.most():
        return scalars.whole_type(schema)
    kind = dice.pick(["u8", "u16", "u32", "u64", "i32"])
    name = schema.names.type(schema.type_names)
    schema.types[name] = {"type": kind, "form": scalars.form_of(schema, kind)}
    return name


def prefixed(schema: Schema, record: Record) -> bool:
    """What a number right before it measures or counts."""
    if record.wire or schema.wire:
        return False
    dice = schema.dice
    plain = [each for each in schema.records if not each.wire and not each.params]
    closed = [each for each in plain if not each.is_open and each.least]
    form = dice.weighted({"record": 3 if plain else 0, "text": 4, "list": 2, "counted": 3, "json": 1, "coded": 1})
    number = length_type(schema)
    if form == "record":
        made: Field = {"type": dice.pick(plain).name, "prefix": number}
    elif form == "text":
        made = {"type": dice.pick(["str", "bytes"]), "prefix": number}
    elif form == "list":
        made = {**element(schema, record), "repeat": "eos", "prefix": number}
    elif form == "counted":
        of = {"type": dice.pick(closed).name} if closed and dice.one_in(2) else element(schema, record)
        made = {**of, "repeat": {"prefix": number}}
    elif form == "json":
        made = {"type": "json", "prefix": number}
    else:
        made = {"type": "bytes", "prefix": number, "codec": {"by": dice.pick(["zlib", "zstd"])}}
    if form in ("text", "counted") and dice.one_in(5):
        alias = schema.names.type(schema.type_names)
        schema.types[alias] = made
        made = {"type": alias}
    name = named(schema, record)
    put(schema, record, {"name": name, **made})
    if form != "coded":
        record.sized.append(name)
    return True


def nested(schema: Schema, record: Record) -> bool:
    dice = schema.dice
    fits: list[Type] = [each for each in schema.records if not each.is_open and each.wire in (record.wire, "msgpack")]
    if not fits:
        return False
    of = dice.pick(fits)
    arguments = []
    for kind in of.params:
        if kind == "list":
            if not record.lists:
                return False
            arguments.append(dice.pick(record.lists))
        elif kind == "signed":
            arguments.append(dice.pick(record.signed + ["3", "-2"]))
        else:
            arguments.append(dice.pick(record.numbers + ["3", "2"]))
    name = named(schema, record)
    put(schema, record, {"name": name, "type": of.name + ("(%s)" % ", ".join(arguments) if arguments else "")})
    record.sized.append(name)
    return True
