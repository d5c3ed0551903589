"""Small groups of fields as people write them: plain words of the language that meet nowhere else in the random schemas.

Each was found by hand where it broke. `$a` to `$e` are names of fields, `$T` and `$U` those of types, `$K` that of an enumeration.
"""
import copy
import re
from typing import Any

import bricks
from scope import Record, Schema

UNION = {1: {"type": "u8", "alternative": "one"}, 2: {"type": "u16", "alternative": "two"}}
IDIOMS: list[dict[str, Any]] = [
    # two unions that one tag tells
    {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "switch": "$a", "cases": UNION}, {"name": "$c", "switch": "$a", "cases": UNION}]},
    # a union that a derived number tells
    {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "bytes", "size": "$a"}, {"name": "$c", "switch": "$a", "cases": UNION}]},
    # a union that may be absent, and with it its tag
    {"fields": [{"name": "$a", "type": "bool"}, {"name": "$b", "type": "u8", "absent": 0}, {"name": "$c", "switch": "$b", "cases": UNION, "if": "$a"}]},
    # unions that fill a region, or stand elsewhere
    {"fields": [{"name": "$a", "type": "u8", "given": True}, {"name": "$b", "type": "u16"},
                {"name": "$c", "switch": "$a", "cases": UNION, "repeat": "eos", "size": "$b"}]},
    {"fields": [{"name": "$a", "type": "u8", "given": True}, {"name": "$b", "type": "u16"},
                {"name": "$c", "switch": "$a", "cases": UNION, "repeat": 2, "at": "$b"}]},
    # a given number of several fields that may be absent
    {"fields": [{"name": "$a", "type": "u8", "flags": {"x": 0, "y": 1}}, {"name": "$b", "type": "i16", "absent": -1, "given": True},
                {"name": "$c", "type": "u8", "repeat": "$b", "if": "$a.x"}, {"name": "$d", "type": "str", "size": "$b", "if": "$a.y"}]},
    # numbers below 0 for what isn't there
    {"fields": [{"name": "$a", "type": "bool"}, {"name": "$b", "type": "i16", "absent": -1}, {"name": "$c", "type": "str", "size": "$b", "if": "$a"}]},
    {"fields": [{"name": "$a", "type": "bool"}, {"name": "$b", "type": "u16", "absent": 9}, {"name": "$c", "type": "u16", "repeat": "$b * 2", "if": "$a"}]},
    {"fields": [{"name": "$a", "type": "u8", "given": True}, {"name": "$b", "type": "i16", "absent": -1}, {"name": "$c", "type": "str", "size": "$b", "if": "$a != 1"}]},
    # flags that may be absent themselves
    {"fields": [{"name": "$a", "type": "bool"}, {"name": "$b", "type": "u8", "flags": {"x": 0, "y": 1}, "if": "$a"}, {"name": "$c", "type": "u16", "if": "$b.x"}]},
    # rules about elements that may be absent
    {"fields": [{"name": "$a", "type": "bool", "given": True}, {"name": "$b", "type": "i16", "repeat": 2, "if": "$a"}],
     "rules": ["not present($b) or $b[0] <= $b[1]", "not present($b) or sum($b) < 90"]},
    # lists of enumerators and of truth
    {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "$K", "repeat": "$a", "each": {"expr": "_ != 7"}}]},
    {"fields": [{"name": "$a", "type": "bool", "repeat": 3}, {"name": "$b", "type": "u8", "repeat": "sum($a)"}]},
    # calculated counts and sizes
    {"fields": [{"name": "$a", "type": "u16"}, {"name": "$b", "type": "u16", "repeat": "($a + 1) * 2"}]},
    {"fields": [{"name": "$a", "type": "u8", "repeat": 3}, {"name": "$b", "type": "bytes", "size": "sum($a) / 2"}]},
    {"fields": [{"name": "$a", "type": "u8", "repeat": 2}, {"name": "$b", "type": "bytes", "size": "$a[0]"},
                {"name": "$c", "ndarray": {"dtype": "u8", "dims": "[$a[1]]", "order": "row"}}]},
    {"fields": [{"name": "$a", "type": "bool"}, {"name": "$b", "type": "u8", "if": "$a", "given": True}, {"name": "$c", "type": "str", "size": "$b - 1"}]},
    # keys of some bytes of their type, before other bytes and at the end; a view's walk over what has to be in order
    {"types": {"$T": {"fields": [{"name": "$b", "type": "u8"}, {"name": "$a", "type": "u24"}]}},
     "fields": [{"name": "$c", "type": "u8"}, {"name": "$d", "type": "$T", "repeat": "$c", "unique": "$a"}]},
    {"types": {"$T": {"fields": [{"name": "$a", "type": "u16"}, {"name": "$b", "type": "u8"}, {"name": "$e", "type": "bytes", "size": "$b", "codec": {"by": "zlib"}}]}},
     "fields": [{"name": "$c", "type": "u8"}, {"name": "$d", "type": "$T", "repeat": "$c", "order": {"by": "$a", "level": "error"}}]},
    # a room that nothing bounds; a number in digits before a record that is as long as it is
    {"fields": [{"name": "$a", "type": "u64", "given": True}, {"name": "$b", "type": "str", "size": "$a", "pad-right": 32}]},
    {"types": {"$T": {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "str", "size": "$a"}]},
               "$U": {"type": "u32", "form": {"base": 8, "terminator": 0}}},
     "fields": [{"name": "$c", "type": "$T", "prefix": "$U"}]},
    # sorted lists
    {"types": {"$T": {"fields": [{"name": "$a", "type": "$K"}, {"name": "$b", "type": "u8"}]}},
     "fields": [{"name": "$c", "type": "u8"}, {"name": "$d", "type": "$T", "repeat": "$c", "order": {"by": "$a"}}]},
    {"types": {"$T": {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "u8"}]}},
     "fields": [{"name": "$c", "type": "u8"},
                {"name": "$d", "type": "$T", "repeat": "$c", "order": {"by": "$a", "level": "rule"}, "each": {"expr": "_last or _next.$b != _.$b"}}]},
    # content elsewhere
    {"fields": [{"name": "$a", "type": "u16"}, {"name": "$b", "const": "ABCD", "at": "$a"}]},
    {"fields": [{"name": "$a", "type": "u16"}, {"name": "$b", "type": "u16"}, {"name": "$c", "type": "json", "at": "$a", "size": "$b"}]},
    {"fields": [{"name": "$a", "type": "i32", "absent": -1}, {"name": "$b", "type": "u8", "at": "$a"}]},
    {"fields": [{"name": "$a", "type": "bool"}, {"name": "$b", "type": "u16", "if": "$a"}, {"name": "$c", "type": "u16", "at": "$b", "if": "$a"}]},
    # a stated plain size that doesn't follow from the content
    {"fields": [{"name": "$a", "type": "u8", "given": True}, {"name": "$b", "type": "u16"},
                {"name": "$c", "type": "bytes", "codec": {"by": "zlib", "size": "$a"}, "size": "$b"}]},
    # what a record in it holds
    {"types": {"$T": {"fields": [{"name": "$a", "type": "u16", "const": 4}, {"name": "$b", "type": "u8"}]}},
     "fields": [{"name": "$c", "type": "$T"}], "rules": ["$c.$a + $c.$b < 100"]},
    # one count, size or tag of several fields that may be absent
    {"fields": [{"name": "$a", "type": "u16"}, {"name": "$b", "type": "u8", "flags": {"x": 0, "y": 1}},
                {"name": "$c", "type": "u8", "repeat": "$a", "if": "$b.x"}, {"name": "$d", "type": "bytes", "size": "$a", "if": "$b.y"}]},
    {"fields": [{"name": "$a", "type": "u8", "flags": {"x": 0, "y": 1}}, {"name": "$b", "type": "u8", "absent": 0},
                {"name": "$c", "switch": "$b", "cases": UNION, "if": "$a.x"}, {"name": "$d", "switch": "$b", "cases": UNION, "if": "$a.y"}]},
    # numbers that follow from one that doesn't fit, or isn't whole
    {"fields": [{"name": "$a", "type": "i8", "given": True}, {"name": "$b", "type": "u8", "is": "$a * 2"}, {"name": "$c", "type": "u8", "is": "$b + 3"}]},
    {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "u8", "is": "60 / $a"}, {"name": "$c", "type": "u8", "repeat": "$a * 2"}]},
    # lengths of arrays and of lists, also of what a record in it holds
    {"fields": [{"name": "$a", "type": "u8", "given": True}, {"name": "$b", "ndarray": {"dtype": "u16", "dims": "[$a]", "order": "row"}},
                {"name": "$c", "type": "u8", "repeat": "len($b)"}]},
    {"types": {"$T": {"params": {"much": "u32"}, "fields": [{"name": "$a", "type": "u16", "repeat": "much"},
                                                            {"name": "$b", "ndarray": {"dtype": "u8", "dims": "[much]", "order": "row"}}]}},
     "fields": [{"name": "$c", "type": "i16", "given": True}, {"name": "$d", "type": "$T($c)"}, {"name": "$e", "type": "u8", "repeat": "len($d.$a) + len($d.$b)"}]},
    # packed numbers as dims
    {"fields": [{"name": "$a", "type": "u4", "repeat": 2, "given": True}, {"name": "$b", "ndarray": {"dtype": "u8", "dims": "$a", "order": "row"}}]},
    # numbers that follow from others in a record inside, also from what it is told
    {"types": {"$T": {"params": {"much": "u16"}, "fields": [{"name": "$a", "type": "u32", "is": "much * 2"}, {"name": "$b", "type": "u64"}, {"name": "$e", "type": "u64", "is": "$b * 3"}]}},
     "fields": [{"name": "$c", "type": "u16", "given": True}, {"name": "$d", "type": "$T($c)"}], "rules": ["$d.$a + $d.$e < 900"]},
    # the same asked of elements, and told to another record
    {"types": {"$T": {"params": {"much": "i16"}, "fields": [{"name": "$a", "type": "i32", "is": "much * 2"}, {"name": "$b", "type": "u8"}]}},
     "fields": [{"name": "$c", "type": "u8", "given": True}, {"name": "$d", "type": "$T($c)", "repeat": 2, "each": {"expr": "_last or _next.$a == _.$a"}}]},
    # elements whose rules ask for the size of another list
    {"types": {"$T": {"fields": [{"name": "$a", "type": "str", "prefix": "u8"}]}},
     "fields": [{"name": "$b", "type": "u8"}, {"name": "$c", "type": "$T", "repeat": "$b"}, {"name": "$d", "type": "u8", "repeat": 2, "each": {"expr": "_ != size($c)"}}]},
    # elements whose rules ask for their number
    {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "i16", "repeat": "$a", "each": {"expr": "_ + len($b) != 3 or _index > 1"}}]},
    # a record that is told where it begins
    {"types": {"$T": {"params": {"begin": "u64"}, "fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "u32", "is": "begin + $a"}]}},
     "fields": [{"name": "$c", "type": "str", "prefix": "u8"}, {"name": "$d", "type": "$T(offset($d))"}]},
    # attributes as dims and sizes, and enumerators as dims
    {"enums": {"$K": {"type": "u8", "unknown": "keep", "attributes": {"wide": "i32"}, "members": {"low": {"value": 1, "wide": 2}, "high": {"value": 2, "wide": 3}, "bare": 7}}},
     "fields": [{"name": "$a", "type": "$K", "given": True}, {"name": "$b", "ndarray": {"dtype": "u16", "dims": "[$a.wide]", "order": "row"}, "if": "has($a.wide)"},
                {"name": "$c", "type": "bytes", "size": "if has($a.wide) then $a.wide else 1"}]},
    {"fields": [{"name": "$a", "type": "$K", "repeat": 2}, {"name": "$b", "ndarray": {"dtype": "u8", "dims": "$a ++ [2]", "order": "row"}}]},
    # what asks for a number that is known late
    {"fields": [{"name": "$a", "type": "u8", "given": True}, {"name": "$b", "type": "i16", "is": "align_up(size(file) - $a, $a % 4)"}, {"name": "$c", "type": "bytes", "size": "$b % 3"}]},
    # elements that no list has
    {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "i32", "repeat": "$a"}], "rules": ["$a < 3 or $b[-1] != 5"]},
    # places that several fields state, in steps, or from the content's own size
    {"fields": [{"name": "$a", "type": "u16", "given": True}, {"name": "$b", "type": "u8", "given": True}, {"name": "$c", "type": "u16", "at": "$a + $b"}]},
    {"fields": [{"name": "$a", "type": "u16", "given": True}, {"name": "$b", "type": "u8"}, {"name": "$c", "type": "bytes", "size": "$b", "at": "$a - $b"}]},
    {"fields": [{"name": "$a", "type": "i32"}, {"name": "$b", "type": "u16", "repeat": 2, "at": "$a"}, {"name": "$c", "type": "u64", "is": "offset($b)"}]},
    # sizes, counts and dims that ask where something lies, with room for the difference after them
    {"fields": [{"name": "$a", "type": "str", "prefix": "u8"},
                {"name": "$b", "type": "bytes", "size": "align_up(offset($a) + size($a), 4) - offset($a) - size($a)"}]},
    {"types": {"$T": {"fields": [{"name": "$a", "type": "str", "prefix": "u8"}, {"name": "$b", "type": "u16", "repeat": "offset($a) % 3"}]}},
     "fields": [{"name": "$c", "type": "u8"}, {"name": "$d", "type": "$T", "repeat": "$c"}]},
    {"types": {"$T": {"fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "switch": "$a % 3", "cases": {
        "0": {"type": "str", "size": "offset($a) % 4", "alternative": "text"}, "1": {"type": "u16", "repeat": "offset($a) % 3", "alternative": "list"}, "else": {"type": "i8", "alternative": "rest"}}}]}},
     "fields": [{"name": "$c", "type": "str", "prefix": "u8"}, {"name": "$d", "type": "$T"}]},
    {"fields": [{"name": "$a", "type": "str", "prefix": "u8"}, {"name": "$b", "type": "u8"},
                {"name": "$c", "ndarray": {"dtype": "i16", "dims": "[offset($b) % 3]", "order": "row"}}]},
    # tags that ask how large something is
    {"fields": [{"name": "$a", "type": "str", "prefix": "u8"}, {"name": "$b", "switch": "size($a) % 3", "cases": UNION}]},
    # numbers below 0 of a list that is handed on
    {"types": {"$T": {"params": {"list": "u64[]"}, "fields": [{"name": "$a", "type": "u8"}], "rules": [{"name": "few", "expr": "list[0] < 9 or $a > sum(list)", "level": "warn"}]}},
     "fields": [{"name": "$b", "type": "i16", "repeat": 2}, {"name": "$c", "type": "$T($b)"}]},
    # conditions that can't always be computed
    {"fields": [{"name": "$a", "type": "u64", "given": True}, {"name": "$b", "type": "u64", "given": True}, {"name": "$c", "type": "u8", "if": "$a * $b > 9"}]},
    # all but some characters
    {"fields": [{"name": "$a", "type": "str", "prefix": "u8", "charset": "[^ ]+"}]},
    # a JSON text whose members follow from one another
    {"types": {"$T": {"wire": "json", "fields": [{"name": "$a", "type": "u8"}, {"name": "$b", "type": "u8", "is": "$a + 1"},
                                                   {"name": "$c", "type": "u16", "is": "$b * 2"}, {"name": "$d", "type": "str", "charset": "[a-z]*"}]}},
     "fields": [{"name": "$e", "type": "u8"}, {"name": "$a", "type": "$T", "size": "$e"}]},
]


def filled(part: Any, names: dict[str, str]) -> Any:
    """The part with names for its placeholders."""
    if isinstance(part, dict):
        return {filled(key, names): filled(each, names) for key, each in part.items()}
    if isinstance(part, list):
        return [filled(each, names) for each in part]
    return re.sub(r"\$\w", lambda found: names[found.group()], part) if isinstance(part, str) else part


def idiom(schema: Schema, record: Record) -> bool:
    """One of the groups, in plain bytes."""
    if record.wire:
        return False
    dice = schema.dice
    chosen = copy.deepcopy(dice.pick(IDIOMS))
    text = str(chosen)
    names = {key: bricks.named(schema, record) for key in ("$a", "$b", "$c", "$d", "$e") if key in text}
    for key in ("$T", "$U"):
        if key in text:
            names[key] = schema.names.type(schema.type_names)
    if "$K" in text:
        names["$K"] = schema.names.type(schema.type_names)
        plain = {"type": dice.pick(["u8", "i16", "u32"]), "members": {"low": 1, "high": {"value": 2}, "other": 7}}
        schema.enums[names["$K"]] = chosen.get("enums", {}).get("$K", plain)
    made = filled(chosen, names)
    schema.types.update(made.get("types", {}))
    for field in made["fields"]:
        bricks.put(schema, record, field)
    for rule in made.get("rules", []):
        record.rules.append({"expr": rule, "name": "idiom%d" % len(record.rules)})
    return True
