"""Schemas that ask for more than any machine has room for: check has to refuse them, soon."""
from typing import Any

from dice import Dice


def make(name: str, dice: Dice) -> dict[str, Any]:
    form = dice.pick(["double", "parameters", "chain", "let"])
    of_file: list[dict[str, Any]] = [{"name": "a", "type": "T0"}]
    if form == "double":  # each type holds the next one twice
        depth = dice.between(20, 40)
        types: dict[str, Any] = {"T%d" % i: {"fields": [{"name": each, "type": "T%d" % (i + 1)} for each in "ab"]} for i in range(depth)}
        types["T%d" % depth] = {"fields": [{"name": "a", "type": "u8"}]}
    elif form == "parameters":  # likewise, and each hands on other numbers
        depth = dice.between(20, 40)
        held = ["T%d(p + %d)", "T%d(p * 2 + %d)"]
        types = {"T%d" % i: {"params": {"p": "u64"}, "fields": [{"name": "ab"[j], "type": held[j] % (i + 1, i)} for j in (0, 1)]}
                 for i in range(depth)}
        types["T%d" % depth] = {"params": {"p": "u64"}, "fields": [{"name": "a", "type": "u8", "repeat": "p"}]}
        of_file = [{"name": "q", "type": "u8", "given": True}, {"name": "a", "type": "T0(q)"}]
    elif form == "chain":
        depth = dice.between(3000, 5000)
        types = {"T%d" % i: {"fields": [{"name": "a", "type": "T%d" % (i + 1)}]} for i in range(depth)}
        types["T%d" % depth] = {"fields": [{"name": "a", "type": "u8"}]}
    else:  # each value is twice the one before
        depth = dice.between(20, 40)
        values = {"x0": "q + q", **{"x%d" % i: "x%d + x%d" % (i - 1, i - 1) for i in range(1, depth)}}
        fields = [{"name": "q", "type": "u8"}, {"name": "r", "type": "u8", "valid": {"expr": "x%d > 0" % (depth - 1)}}]
        types = {"T0": {"let": values, "fields": fields}}
    types["File"] = {"fields": of_file}
    return {"schema": name, "root": "File", "types": types}
