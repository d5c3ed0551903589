"""Keeps what was found: one schema for each symptom, made small, with the words that were said."""
import pathlib
import re
from typing import Any

from known import known_defect
from program import Find, Outcome, Program, lay_beside, write_schema
from shrink import Shrinker

# What is found of small schemas shows at the first few files, or never.
FILES = 150


class Finds:
    def __init__(self, program: Program, folder: pathlib.Path, work: pathlib.Path | None, ignored: list[str]) -> None:
        self.program = program
        self.folder = folder
        self.work = work  # where finds are made small; none: they are kept as they are
        self.ignored = ignored  # laws
        self.counts: dict[str, int] = {}
        self.known: dict[str, int] = {}  # schemas that show a defect that waits to be mended

    def add(self, outcome: Outcome, schema: dict[str, Any] | None) -> list[tuple[str, Find]]:
        """Those whose symptoms are new. Of schemas of a folder all are."""
        new = []
        for symptom, find in {find.symptom(): find for find in outcome.finds if find.law not in self.ignored}.items():
            if defect := known_defect(find):
                self.known[defect] = self.known.get(defect, 0) + 1
                continue
            self.counts[symptom] = self.counts.get(symptom, 0) + 1
            if self.counts[symptom] == 1 or schema is None:
                new.append((symptom, find))
                if schema is not None:
                    self.keep(outcome.name, symptom, find, schema)
        return new

    def keep(self, name: str, symptom: str, find: Find, schema: dict[str, Any]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = (re.sub(r"[^a-z]+", "_", symptom.lower()).strip("_")[:48] + "_" + name).strip("_")
        if self.work is not None:
            shrinker = Shrinker(self.program, self.work / stem, symptom, FILES)
            schema = shrinker.shrink(schema)
            find = shrinker.find or find
        lay_beside(write_schema(self.folder, stem, schema))
        words = [find.law, find.what] + (["file: " + find.file] if find.file else [])
        (self.folder / (stem + ".txt")).write_text("\n".join(words) + "\n")
