"""Names for forms, and types that only one record sees: the same schema, said in another way."""
import re
from typing import Any

from scope import Field, Schema

# What a form may have that stands by itself.
OWN = {"type", "prefix", "terminator", "pad-right", "encoding", "charset", "pad", "endian", "const", "enum", "flags", "size", "repeat", "min",
       "max", "doc", "ndarray", "valid"}


def stands_alone(body: Field) -> bool:
    """Whether a body names nothing of the record that it is in."""
    words = [body.get(key) for key in ("size", "repeat")] + [body.get("ndarray", {}).get("dims", "[]")]
    is_known = all(word is None or isinstance(word, int) or word in ("eos", "head") or re.match(r"[\[\d, \]]+\Z", str(word)) for word in words)
    valid = body.get("valid", {})
    is_number = body.get("type") not in ("str", "bytes") and "const" in body
    return set(body) <= OWN and not is_number and is_known and "at" not in valid and not re.search(r"[a-z]", str(valid.get("expr", "")))


def name_forms(schema: Schema, record: Field) -> None:
    """Gives bodies of fields and cases names of their own."""
    dice = schema.dice
    wire = record.get("wire", schema.wire)
    if wire in ("json", "python"):
        return
    for each in record.get("fields", []):
        body = {key: value for key, value in each.items() if key not in ("name", "if", "doc", "since", "until")}
        if "type" in body and stands_alone(body) and dice.one_in(12):
            name = schema.names.type(schema.type_names)
            schema.types[name] = body
            for key in body:
                del each[key]
            if "wire" in record:
                schema.types[name] = {"wire": wire, **body}
            each["type"] = name
    for label, case in list(record.get("cases", {}).items()):
        body = {key: value for key, value in case.items() if key != "alternative"} if isinstance(case, dict) else {}
        if "type" in body and not wire and stands_alone(body) and dice.one_in(12):
            name = schema.names.type(schema.type_names)
            schema.types[name] = body
            record["cases"][label] = {"type": name, **({"alternative": case["alternative"]} if "alternative" in case else {})}


def text_of(value: Any) -> str:
    return repr(value)


def make_local(schema: Schema) -> None:
    """Moves some types and enumerations into the one type that uses them."""
    dice = schema.dice
    for room in ("types", "enums"):
        for name in list(getattr(schema, room)):
            if name == "File" or name in schema.roots.values() or not dice.one_in(8):
                continue
            users = [other for other, made in schema.types.items() if re.search(r"\b%s\b" % name, text_of(made))]
            if len(users) != 1 or users[0] == name or "fields" not in schema.types[users[0]]:
                continue
            if any(re.search(r"\b%s\b" % name, text_of(made)) for made in schema.enums.values()):
                continue
            if re.search(r"\b%s\b" % name, text_of(schema.types[users[0]].get("params"))):
                continue  # who uses the type names it, too
            holder = schema.types[users[0]]
            holder.setdefault(room, {})[name] = getattr(schema, room).pop(name)
