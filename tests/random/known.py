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


KNOWN = (
    Known("writers differ", r"^encode alone refuses: [\w.\[\]]+: can't be found from the values( of |$)",
          "a union that is a type: encode doesn't find a number that follows from an alternative of flags or enumerations"),
    Known("refusals differ", r"; direct: \S+: .* which is no member of \w+ \[[\w-]+\]$",
          "of two things to refuse, encode first tells a number that is no member, wherever it is: it sees that while it reads values"),
)


def known_defect(find: Find) -> str | None:
    return next((each.defect for each in KNOWN if each.is_shown_by(find)), None)
