"""Parts of records that depend on others: conditions, unions, what follows, checksums, codecs, arrays, rules."""
import bricks
import scalars
from scope import Field, Record, Schema


def optional_body(schema: Schema, record: Record) -> Field:
    dice = schema.dice
    if dice.one_in(3):
        return {"type": scalars.whole_type(schema)}
    if dice.one_in(2):
        return bricks.text_form(schema, record)
    if dice.one_in(4):
        return {"type": scalars.enumeration(schema)[0]}
    form = bricks.element(schema, record)
    if form["type"] in scalars.PACKED:
        return {"type": "u8"}
    return form


def condition(schema: Schema, record: Record) -> bool:
    """One or two fields that are there if a flag, a truth value or a number says so."""
    dice = schema.dice
    form = dice.pick(["flag", "flag", "bool", "given", "number"])
    if record.wire == "msgpack" and form == "flag":
        form = "bool"
    name = bricks.named(schema, record)
    if form == "flag":
        word = scalars.flags(schema)
        flags = word["flags"]
        bits = [flag for flag, where in flags.items() if not isinstance(where, dict) or "bit" in where]
        if not bits:
            return False
        bricks.put(schema, record, {"name": name, **word})
        when = "%s.%s" % (name, dice.pick(bits))
    elif form == "bool":
        bricks.put(schema, record, {"name": name, "type": "bool"})
        when = name
    elif form == "given":
        bricks.put(schema, record, {"name": name, "type": dice.pick(["u8", "i8", "u16"]), "given": True})
        when = dice.pick(["%s >= 2", "%s == 1", "%s % 2 == 1", "%s in [1, 2, 3]", "not (%s == 0)"]).replace("%s", name)
    else:
        if not record.numbers:
            return False
        bricks.put(schema, record, {"name": name, "type": "bool", "given": True})
        when = dice.pick(["%s and %t > 1", "%s or %t == 0"]).replace("%s", name).replace("%t", dice.pick(record.numbers))
    for _ in range(dice.pick([1, 1, 2])):
        if dice.one_in(4) and not record.wire:
            count = bricks.named(schema, record)
            bricks.put(schema, record, {"name": count, "type": scalars.whole_type(schema)})
            body: Field = {**bricks.element(schema, record), "repeat": count}
        else:
            body = optional_body(schema, record)
        made = {"name": bricks.named(schema, record), **body, "if": when}
        if not record.wire and body["type"] in scalars.WHOLE and "repeat" not in body and dice.one_in(2):
            made["given"] = True
            record.maybe.append(made["name"])
        bricks.put(schema, record, made)
    if record.maybe and dice.one_in(2):
        bricks.given_size(schema, record)
    return True


def case_body(schema: Schema, record: Record) -> Field:
    dice = schema.dice
    body = bricks.unlimited(optional_body(schema, record))
    if dice.one_in(5) and not record.wire:
        body = {**bricks.element(schema, record), "repeat": dice.between(1, 3)}
    if dice.one_in(6) and not record.wire and body.get("type") == "bytes":
        body = {"type": "bytes", "size": dice.below(5)}
    if dice.one_in(6) and not record.wire:
        body = rich_case(schema, record)
    return body


def rich_case(schema: Schema, record: Record) -> Field:
    """An alternative with checks of its own, or with parts that have names."""
    dice = schema.dice
    kind = scalars.whole_type(schema)
    return dice.pick([{"const": "AB"}, {"type": kind, "const": 7}, {"type": kind, "valid": scalars.valid(schema, kind)},
                      scalars.flags(schema), {"type": kind, "enum": scalars.members(schema, kind)},
                      {"ndarray": {"dtype": "i16", "dims": "[2]", "order": "row"}}, {"type": kind, "repeat": 3, "each": {"expr": "_ < 90"}},
                      {"type": "str", "prefix": "u8", "repeat": 2, "unique": "_"},
                      {"fields": [{"name": "low", "type": kind}, {"name": "high", "type": "u8"}],
                       "rules": [{"name": "in-case", "expr": "high != 9", "at": "high"}]}])


def union(schema: Schema, record: Record) -> bool:
    dice = schema.dice
    tag = bricks.named(schema, record)
    name = bricks.named(schema, record)
    cases: Field = {}
    if dice.one_in(2):
        kind, members = scalars.enumeration(schema)
        for member in members[: dice.between(1, len(members))]:
            cases[member] = case_body(schema, record)
        if len(cases) < len(members) or dice.one_in(4):
            if len(cases) < len(members) or schema.enums.get(kind, {}).get("unknown") == "keep":
                cases["else"] = {**case_body(schema, record), "alternative": "other"}
        tag_field: Field = {"name": tag, "type": kind}
    else:
        tag_field = {"name": tag, "type": scalars.whole_type(schema)}
        scalars.order(schema, record, tag_field)
        far = scalars.number_of(schema, tag_field["type"], dice.below(20))
        for value in sorted({dice.below(6), dice.below(6), far})[: dice.between(1, 3)]:
            alternative = "case_%d" % abs(value) if dice.most() else "n%d" % abs(value)
            cases[value] = {**case_body(schema, record), "alternative": alternative}
        if tag_field["type"].startswith("u") and dice.one_in(3):
            cases[dice.pick(["20 | 22", "30..33", "40 | 44..46", "20 | 0x31"])] = {**case_body(schema, record), "alternative": "several"}
            tag_field["given"] = True
        if dice.one_in(3):
            cases["else"] = {**case_body(schema, record), "alternative": dice.pick(["other", "rest", "raw"])}
    if "else" in cases:
        tag_field["given"] = True
    bricks.put(schema, record, tag_field)
    made = {"name": name, "switch": tag, "cases": cases}
    if dice.one_in(6) and not record.wire:
        size = bricks.derived_number(schema, record)
        made["size"] = size
    bricks.put(schema, record, made)
    record.sized.append(name)
    return True


def follows(schema: Schema, record: Record) -> bool:
    """A number that follows from other fields."""
    dice = schema.dice
    forms = []
    if record.sized and record.wire == "":
        forms += ["size(%s)" % dice.pick(record.sized), "offset(%s)" % dice.pick(record.sized)]
    if record.payloads:
        forms.append("len(%s)" % dice.pick(record.payloads))
    if record.lists:
        forms += ["len(%s)" % dice.pick(record.lists), "sum(%s)" % dice.pick(record.lists), "first(%s)" % dice.pick(record.lists)]
    if record.numbers:
        one, other = dice.pick(record.numbers), dice.pick(record.numbers)
        forms += ["%s + %s" % (one, other), "max(%s, %s)" % (one, other), "%s * 2 + 1" % one, "align_up(%s, 8)" % one,
                  "if %s > 3 then %s else 0" % (one, other), "ceil_div(%s, 4)" % other,
                  "%s & %s" % (one, dice.pick([other, "0x3c", "1"])), "%s | %s ^ 5" % (one, other), "%s << %s" % (one, dice.pick([other, "2", "70"])),
                  "%s >> %s" % (one, dice.pick([other, "1", "64"]))]
    if record.signed:
        one = dice.pick(record.signed)
        forms += ["ceil_div(%s, 4)" % one, "align_up(%s, 8)" % one, "max(%s, 0)" % one, "%s * 2 - 1" % one]
    if record.maybe:
        forms += ["%s + 7" % dice.pick(record.maybe), "if present(%s) then %s else 3" % ((dice.pick(record.maybe),) * 2)]
    if not record.wire:
        forms.append("size(file)")
    if not forms:
        return False
    name = bricks.named(schema, record)
    made: Field = {"name": name, "type": dice.pick(["u8", "u16", "u32", "u64", "i32", "i64"]), "is": dice.pick(forms)}
    scalars.order(schema, record, made)
    bricks.put(schema, record, made)
    return True


def array(schema: Schema, record: Record) -> bool:
    dice = schema.dice
    made: Field = {"dtype": dice.pick(["u8", "f32", "i16", "u4", "bool", "f64", "u1", "bf16"])}
    form = dice.pick(["list", "number", "fixed"])
    if form == "list" and record.lists:
        made["dims"] = dice.pick(record.lists)
    elif form == "number" and record.numbers:
        made["dims"] = "[%s]" % ", ".join(dice.pick([dice.pick(record.numbers), "2"]) for _ in range(dice.between(1, 3)))
    else:
        made["dims"] = dice.pick(["[2, 2]", "[3]", "[]", "[0]"])
    made["order"] = dice.pick(["row", "column"])
    if dice.one_in(4):
        made["endian"] = dice.pick(["le", "be"])
    name = bricks.named(schema, record)
    field: Field = {"name": name, "ndarray": made}
    if record.wire == "msgpack":
        field = {"name": name, "type": "bin", "ndarray": made}
    elif dice.one_in(5):
        field["size"] = bricks.derived_number(schema, record)
    bricks.put(schema, record, field)
    return True


def rule(schema: Schema, record: Record) -> bool:
    dice = schema.dice
    if not record.numbers + record.signed:
        return False
    one, other = dice.pick(record.numbers + record.signed), dice.pick(record.numbers + record.signed)
    is_huge = not record.wire and dice.one_in(5)  # a divisor may then go beyond every number
    if is_huge:
        other = bricks.named(schema, record)
        bricks.put(schema, record, {"name": other, "type": "u64"})
    forms = [*["%s / (%s + 1) < 50" % (one, other), "%s %% (%s * 2 + 1) < 7" % (one, other)] * (4 if is_huge else 1),
             "%s + %s < 1000" % (one, other), "%s <= 5 or %s > 7" % (one, other), "%s * %s != 9" % (one, other), "%s %% 3 != 2" % one,
             "not (%s == 4 and %s == 4)" % (one, other), "%s - %s < 9" % (one, other)]
    if record.numbers:
        bits = dice.pick(record.numbers)
        forms += ["%s & 6 != 4" % bits, "%s ^ 3 < 200" % bits, "%s << %s < 90" % (dice.pick(["1", bits]), bits), "(%s | 1) >> %s < 9" % (bits, bits)]
    if record.lists:
        forms += ["len(%s) < 9" % dice.pick(record.lists), "%s[0] < 9" % dice.pick(record.lists), "sum(%s) < 400" % dice.pick(record.lists)]
    if record.sized and not record.wire:
        forms.append("size(%s) < 40" % dice.pick(record.sized))
    if record.texts:
        forms.append("%s %s" % (dice.pick(record.texts), dice.pick(["!= 'ab'", "not in ['ab', '']", "in ['a', 'b', 'cd']"])))
    made: Field = {"name": dice.pick(["a-rule", "rule-b", "c"]) + str(len(record.rules)), "expr": dice.pick(forms)}
    if dice.one_in(2):
        made["at"] = one
    for key, value in scalars.report(schema).items():
        if key != "name":
            made[key] = value
    record.rules.append(made)
    return True


def let(schema: Schema, record: Record) -> bool:
    if not record.numbers:
        return False
    name = bricks.named(schema, record)
    record.lets[name] = schema.dice.pick(["%s + 1", "%s * 4", "min(%s, 9)", "if %s > 2 then 5 else %s", "%s & 12", "%s | 3", "1 << (%s & 3)"]).replace(
        "%s", schema.dice.pick(record.numbers))
    if schema.dice.one_in(2):
        record.rules.append({"name": "of-let%d" % len(record.rules), "expr": "%s < 600" % name})
    elif not record.wire:
        record.fields.append({"name": bricks.named(schema, record), "type": "bytes", "size": name})
    return True


def inline(schema: Schema, record: Record) -> bool:
    """A record without a name of its own."""
    from maker import fill
    if record.depth > 2:
        return False
    inner = Record(wire=record.wire, depth=record.depth + 1)
    fill(schema, inner, schema.dice.between(1, 3), may_open=False)
    name = bricks.named(schema, record)
    made: Field = {"name": name, "fields": inner.fields}
    if inner.rules:
        made["rules"] = inner.rules
    if inner.lets:
        made["let"] = inner.lets
    if not record.wire and schema.dice.one_in(4):
        size = bricks.derived_number(schema, record)
        made["size"] = size
    bricks.put(schema, record, made)
    record.sized.append(name)
    return True


def chosen(schema: Schema, record: Record) -> bool:
    """What changes the bytes, and not their meaning."""
    if record.wire:
        return False
    dice = schema.dice
    form = dice.pick(["number", "bytes", "text"])
    name = bricks.named(schema, record)
    if form == "number":
        made: Field = {"name": name, "type": dice.pick(scalars.WHOLE), "choice": True, "default": dice.below(50)}
    elif form == "bytes":
        made = {"name": name, "type": "bytes", "prefix": "u8", "choice": True}
    else:
        made = {"name": name, "type": "str", "prefix": "u16", "choice": True}
    bricks.put(schema, record, made)
    return True
