"""A second schema file, whose types and enumerations are used as the schema's own."""
from scope import Schema, Type


def imported(schema: Schema, depth: int = 0) -> None:
    """A schema beside this one, perhaps in another byte order or wire form; it may import one itself."""
    from maker import make_record
    dice = schema.dice
    other = Schema("%s_%s" % (schema.name.rstrip("_0123456789") or "o", dice.pick(["units", "shared", "kit"]) + str(depth)), dice)
    other.is_imported = True
    other.wire = schema.wire
    if depth == 0 and dice.one_in(4):
        imported(other, 1)
    for _ in range(dice.between(1, 3)):
        make_record(other)
    schema.imports[other.name] = other
    for each in other.records:
        if "." not in each.name:  # one has to import what one names
            schema.records.append(Type(**{**vars(each), "name": "%s.%s" % (other.name, each.name)}))
    for name, made in other.enums.items():
        if made["type"] != "str" and made.get("unknown") != "keep":
            schema.imported_enums["%s.%s" % (other.name, name)] = made
