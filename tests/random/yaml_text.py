"""Schemas as data (dicts, lists, texts, numbers) written as the YAML that people write."""
import re
from typing import Any

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.%*/<>=+ -]*\Z")
BESIDE = "(files beside)"  # schemas that a schema imports: no part of its own text
WORDS = {"null", "true", "false", "yes", "no", "on", "off", "y", "n", "~"}


class Quoted(str):
    """A text that stands in quotes, whatever is in it."""


def scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if isinstance(value, Quoted):
        return quoted(text)
    plain = PLAIN.match(text) and text.lower() not in WORDS and not text.endswith(" ") and " #" not in text
    if plain and ": " not in text:
        return text
    return quoted(text)


def quoted(text: str) -> str:
    out = ""
    for letter in text:
        if letter in '"\\':
            out += "\\" + letter
        elif letter == "\n":
            out += "\\n"
        elif ord(letter) < 32 or 0x7F <= ord(letter) < 0xA0 or letter in "\u2028\u2029":
            out += "\\u%04x" % ord(letter)
        else:
            out += letter
    return '"' + out + '"'


def key(name: Any) -> str:
    if isinstance(name, int):
        return str(name)
    return name if PLAIN.match(name) and name.lower() not in WORDS and " " not in name else quoted(name)


def flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(key(k) + ": " + flow(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    return scalar(value)


def is_short(value: Any) -> bool:
    return not isinstance(value, (dict, list)) or len(flow(value)) < 110


def lines(value: dict[str, Any], indent: int) -> list[str]:
    blanks = " " * indent
    out: list[str] = []
    for name, part in value.items():
        if name == BESIDE:
            continue
        if is_short(part) and name not in ("fields", "types"):
            out.append(blanks + key(name) + ": " + flow(part))
        elif isinstance(part, dict):
            out += [blanks + key(name) + ":"] + lines(part, indent + 2)
        else:
            out.append(blanks + key(name) + ":" + ("" if part else " []"))
            for each in part:
                if is_short(each) or not isinstance(each, dict):
                    out.append(blanks + "  - " + flow(each))
                else:
                    inner = lines(each, indent + 4)
                    out += [blanks + "  - " + inner[0].lstrip()] + inner[1:]
    return out


def to_yaml(schema: dict[str, Any]) -> str:
    return "\n".join(lines(schema, 0)) + "\n"
