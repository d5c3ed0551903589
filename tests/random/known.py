"""Finds that are known and wait to be mended: a run counts them, prints them at its end, and goes on to look for others.

Each says which law is broken, what the words of the find have, and what is wrong. An entry goes with its defect.
"""
import dataclasses
import re

from program import Find


@dataclasses.dataclass(frozen=True)
class Known:
    law: str
    words: str  # a regular expression that occurs in what was found
    defect: str

    def is_shown_by(self, find: Find) -> bool:
        return find.law == self.law and re.search(self.words, find.what) is not None


KNOWN: tuple[Known, ...] = ()


def known_defect(find: Find) -> str | None:
    return next((each.defect for each in KNOWN if each.is_shown_by(find)), None)
