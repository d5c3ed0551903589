"""Why the net never reaches some keys and checks. What isn't listed here should be reached, or is a matter of chance."""
import re

CHANCE = "chance: a longer run has it"

# Patterns of names, and the reason; the first one that fits counts.
KEYS: list[tuple[str, str]] = [
    (r"(directorys entry|switch of directory|list of keys) .*|type (directory|keys|commit)",
     "a directory is several files: tests/datasets and the cases of tests/language have them"),
    (r"sample .*|schema samples", "made of valid and broken files by the program itself, once it has them"),
    (r"(type|schema) trailing: keep|each align|case (at|if|is)", "check refuses it: docs/language has no such meaning, or says that it is planned"),
    (r"array codec|slack until", "of no effect beside what is there: tests/language has what it is for"),
    (r"(field|type|case) class|type as: object|field as: (list|object|one-of)|field wire: (json|python)|schema wire: (json|python)",
     "the same is said elsewhere: a class by its word, a text by its type"),
    (r"expression dtype|array split|style from.*", "of files with one special layout: tests/formats and the cases of tests/language have them"),
]
CHECKS: list[tuple[str, str]] = [
    ("nesting-limit rule", "of texts in codecs: values at random aren't nested that deep, and what a codec made isn't changed inside"),
    ("resource-limit rule", "of codecs: values at random stay far below the limit, and what a codec made isn't changed inside"),
    ("(size-mismatch|bad-order) canonical", "of files that are right, but laid out otherwise than ours: chance, and few"),
]


def reason(of: str, rows: list[tuple[str, str]]) -> str:
    return next((why for pattern, why in rows if re.fullmatch(pattern, of)), CHANCE)


def reason_of_key(key: str) -> str:
    return reason(key, KEYS)


def reason_of_check(check: str) -> str:
    return reason(check, CHECKS)
