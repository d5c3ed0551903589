"""Parts of records that take several fields and types, which have to fit each other."""
import bricks
import scalars
from scope import Field, Record, Schema, Type


def closed_types(schema: Schema) -> list[Type]:
    return [each for each in schema.records if not each.is_open and not each.params and not each.wire]


def closed_records(schema: Schema) -> list[str]:
    return [each.name for each in closed_types(schema)]


def unknown_count(schema: Schema, record: Record) -> bool:
    """A list whose count may not be stated; perhaps with a table of starts, and spare bytes: the last field."""
    dice = schema.dice
    records = closed_records(schema)
    if record.wire or record.is_open or record.sections or not records:
        return False
    count = bricks.named(schema, record)
    made: Field = {"name": count, "type": dice.pick(scalars.SIGNED), "unknown": -1}
    scalars.order(schema, record, made)
    bricks.put(schema, record, made)
    items = schema.names.field(record.used)
    has_table = dice.one_in(2)
    if has_table:
        table: Field = {"name": bricks.named(schema, record), "type": dice.pick(["u8", "u16", "i32", "i64"]), "repeat": count,
                        "each": {"is": "offset(%s[_index])" % items}}
        if dice.one_in(3):
            table["unknown"] = 0
        bricks.put(schema, record, table)
    made = {"name": items, "type": dice.pick(records), "repeat": count}
    if has_table and dice.one_in(2):
        made["slack"] = dice.pick(["spare", "gap"])
    record.fields.append(made)
    record.is_open = True
    return True


def last_size(schema: Schema, record: Record) -> bool:
    """A number that follows from the last element of a list."""
    if record.wire or schema.wire:
        return False
    dice = schema.dice
    element = schema.names.type(schema.type_names)
    schema.types[element] = {"fields": [{"name": "room", "type": dice.pick(["u8", "u16"])},
                                        {"name": "content", "type": "bytes", "size": "room"}]}
    count = bricks.derived_number(schema, record)
    follows = bricks.named(schema, record)
    items = schema.names.field(record.used)
    bricks.put(schema, record, {"name": follows, "type": dice.pick(["u16", "u32", "i32"]), "is": "size(last(%s).content)" % items})
    bricks.put(schema, record, {"name": items, "type": element, "repeat": count})
    return True


def parts(schema: Schema, record: Record) -> bool:
    """Bytes that the elements of a list share: the last field of a file."""
    if record.wire or record.is_open or record.sections or not record.is_root:
        return False
    dice = schema.dice
    element = schema.names.type(schema.type_names)
    fields: list[Field] = [{"name": "from", "type": dice.pick(["u8", "u32", "i16"])}, {"name": "to", "type": dice.pick(["u8", "u16", "i64"])}]
    order: Field = {}
    if dice.one_in(2):
        fields.insert(dice.below(3), {"name": "key", "type": "str", "prefix": "u8"})
        if dice.one_in(2):
            order = {"order": {"by": "key", **({"level": "rule"} if dice.one_in(2) else {})}}
    schema.types[element] = {"fields": fields}
    count = bricks.derived_number(schema, record)
    words = bricks.named(schema, record)
    bricks.put(schema, record, {"name": words, "type": element, "repeat": count, **order})
    made: Field = {"of": words, "begin": "from", "end": "to"}
    if dice.one_in(2):
        made["as"] = "letters"
    record.fields.append({"name": bricks.named(schema, record), "type": "bytes", "size": "eos", "parts": made})
    record.is_open = True
    return True


def joined(schema: Schema, record: Record) -> bool:
    """One array over the contents of a list."""
    if record.wire or schema.wire:
        return False
    dice = schema.dice
    element = schema.names.type(schema.type_names)
    content: Field = {"name": "content", "type": "bytes", "size": "room"}
    if dice.one_in(3):
        content["codec"] = {"by": dice.pick(["zlib", "zstd"])}
    schema.types[element] = {"fields": [{"name": "room", "type": dice.pick(["u8", "u32"])}, content]}
    count = bricks.derived_number(schema, record)
    pieces = bricks.named(schema, record)
    bricks.put(schema, record, {"name": pieces, "type": element, "repeat": count})
    forms: list[Field] = [{"dtype": dice.pick(["u8", "u16", "f32"])}]
    if dice.one_in(3) and record.lists and record.numbers:  # a form that the file has the facts for, or the plain one
        forms.insert(0, {"if": "%s > 2" % dice.pick(record.numbers), "dtype": dice.pick(["i16", "u8"]), "dims": dice.pick(record.lists),
                         "order": dice.pick(["row", "column"]), "endian": dice.pick(["le", "be"])})
    record.arrays.append({"name": bricks.named(schema, record), "join": pieces + ".content", "ndarray": forms if len(forms) > 1 else forms[0]})
    return True


def outer(schema: Schema, record: Record) -> bool:
    """A record that asks for what the one around it has."""
    if not record.numbers or record.wire or record.params:
        return False
    dice = schema.dice
    inner = schema.names.type(schema.type_names)
    where = "_root" if record.is_root and dice.one_in(2) else "_parent"
    form = dice.pick([{"type": "u8", "repeat": "%s.%s"}, {"type": "bytes", "size": "%s.%s"}, {"type": "u16", "if": "%s.%s > 1"},
                      {"type": "i16", "valid": {"expr": "_ < %s.%s + 4"}}, {"type": "u32", "is": "%s.%s * 2"}])
    if isinstance(form.get("valid"), dict):
        number = dice.pick(record.numbers)
        form = {**form, "valid": {"expr": form["valid"]["expr"] % (where, number)}}
    fields = [{"name": "own", **{key: value % (where, dice.pick(record.numbers)) if "%" in str(value) else value for key, value in form.items()}}]
    schema.types[inner] = {"fields": fields}
    bricks.put(schema, record, {"name": bricks.named(schema, record), "type": inner})
    return True


def union_type(schema: Schema, record: Record) -> bool:
    """A union that is a type, whose tag is passed to it; perhaps a list of them."""
    if record.wire or schema.wire:
        return False
    from relations import case_body
    dice = schema.dice
    kind, members = scalars.enumeration(schema, unknown=False)
    of = schema.names.type(schema.type_names)
    schema.types[of] = {"params": {"which": kind}, "switch": "which",
                        "cases": {member: case_body(schema, record) for member in members}}
    tag = bricks.named(schema, record)
    bricks.put(schema, record, {"name": tag, "type": kind, "given": True})
    made: Field = {"name": bricks.named(schema, record), "type": "%s(%s)" % (of, tag)}
    if dice.one_in(2):
        made["repeat"] = bricks.derived_number(schema, record)
    bricks.put(schema, record, made)
    return True


def passed_on(schema: Schema, record: Record) -> bool:
    """A number and a list that a record passes on to one that it holds, and that to another."""
    if record.wire or schema.wire or not record.numbers:
        return False
    dice = schema.dice
    inner, middle = schema.names.type(schema.type_names), schema.names.type(schema.type_names)
    number = dice.pick(["u8", "u16", "u32", "u64"])
    lists = record.lists and dice.one_in(2)
    fields: list[Field] = [dice.pick([{"name": "cells", "type": "u16", "repeat": "w"}, {"name": "cells", "type": "bytes", "size": "w"},
                                      {"name": "cells", "type": "u8", "if": "w > 2"}, {"name": "cells", "type": "u8", "valid": {"expr": "_ <= w"}},
                                      {"name": "cells", "ndarray": {"dtype": "i16", "dims": "[w, 2]", "order": "row"}}])]
    if lists:
        fields.append(dice.pick([{"name": "more", "type": "u8", "repeat": "len(l)"}, {"name": "more", "ndarray": {"dtype": "u8", "dims": "l"}},
                                 {"name": "more", "type": "u8", "is": "len(l)"}]))
    params = {"w": number, **({"l": "u64[]"} if lists else {})}
    schema.types[inner] = {"params": params, "fields": fields}
    held: Field = {"name": "held", "type": "%s(%s)" % (inner, ", ".join([dice.pick(["w", "w + 1", "w * 2", "own"]), *(["l"] if lists else [])]))}
    held.update(dice.pick([{}, {}, {"repeat": 2}, {"repeat": "w"}]))
    schema.types[middle] = {"params": params, "fields": [{"name": "own", "type": "u8", "given": True}, held]}
    made: Field = {"name": bricks.named(schema, record),
                   "type": "%s(%s)" % (middle, ", ".join([dice.pick([*record.numbers, "3"]), *([dice.pick(record.lists)] if lists else [])]))}
    if dice.one_in(2):
        made["repeat"] = bricks.derived_number(schema, record)
    bricks.put(schema, record, made)
    return True
