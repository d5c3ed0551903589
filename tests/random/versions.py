"""What only some versions of a format have: fields, members of enumerations, flags, rules."""
from typing import Any

from dice import Dice
from scope import Field, Schema

SPANS: list[Field] = [{"since": 2}, {"since": 3}, {"until": 2}, {"until": 3}, {"since": 2, "until": 3}]


def spread(schema: Schema, made: Any) -> None:
    """Lets members, flags and rules in a part of the schema be of some versions."""
    dice = schema.dice
    if isinstance(made, list):
        for each in made:
            spread(schema, each)
    if not isinstance(made, dict):
        return
    if isinstance(made.get("members"), dict) and made.get("type") != "str":
        later(dice, made["members"], "value")
    if isinstance(made.get("enum"), dict):
        later(dice, made["enum"], "value")
    if isinstance(made.get("flags"), dict):
        later(dice, made["flags"], "bit")
    for rule in made.get("rules", []) if isinstance(made.get("rules"), list) else []:
        if dice.one_in(4):
            rule.update(dice.pick(SPANS))
    for key, part in made.items():
        if key not in ("members", "enum", "flags", "rules", "let", "params"):
            spread(schema, part)


def later(dice: Dice, names: Field, key: str) -> None:
    """Some of the members or flags are of some versions only; not the first, so that there is one in each."""
    for name in list(names)[1:]:
        if dice.one_in(4):
            whole = names[name] if isinstance(names[name], dict) else {key: names[name]}
            names[name] = {**whole, **dice.pick(SPANS)}
