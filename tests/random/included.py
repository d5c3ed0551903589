"""Whether a generated header includes what it names: a batch, which includes everything, doesn't show that."""
import functools
import pathlib
import re

INCLUDE = re.compile(r'^#include "(schemac/[^"]+)"', re.M)
COMMENT = re.compile(r"//[^\n]*")


@functools.cache
def words_of(include: pathlib.Path, header: str) -> frozenset[str]:
    """What a header of the runtime, with those that it includes, calls anything."""
    text = (include / header).read_text()
    words = set(re.findall(r"\w+", COMMENT.sub("", text)))
    return frozenset(words.union(*(words_of(include, each) for each in INCLUDE.findall(text))))


def not_included(header: pathlib.Path, include: pathlib.Path) -> list[str]:
    """Names of the runtime that no included header has."""
    text = header.read_text(errors="replace")
    words: set[str] = set().union(*(words_of(include, each) for each in INCLUDE.findall(text)))
    code = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', COMMENT.sub("", text))
    named = {name for path in re.findall(r"\bschemac((?:::\w+)+)", code) for name in path.split("::")[1:]}
    return sorted(named - words)
