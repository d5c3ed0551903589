"""Makes a schema smaller, as long as it breaks the same law in the same way."""
import copy
import itertools
import pathlib
import shutil
from typing import Any, Iterator

from program import Find, Program, write_schema
from yaml_text import BESIDE

AT_ONCE = 8
Path = tuple[Any, ...]


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """Whatever may be left out: members of maps and of lists, the outer ones first."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, _ in reversed(inner):
        if at or key not in ("schema", "root", "roots", "types", BESIDE):
            yield (*at, key)
    for key, part in inner:
        yield from paths(part, (*at, key))


def without(schema: dict[str, Any], path: Path) -> dict[str, Any]:
    made = copy.deepcopy(schema)
    holder = made
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    return made


def has(schema: dict[str, Any], path: Path) -> bool:
    holder: Any = schema
    for key in path:
        if isinstance(holder, dict) and key not in holder:
            return False
        if isinstance(holder, list) and not (isinstance(key, int) and key < len(holder)):
            return False
        if not isinstance(holder, (dict, list)):
            return False
        holder = holder[key]
    return True


class Shrinker:
    def __init__(self, program: Program, folder: pathlib.Path, symptom: str, files: int) -> None:
        self.program = program
        self.folder = folder
        self.symptom = symptom
        self.law = symptom.split(":")[0]
        self.files = files
        self.rounds = 0
        self.find: Find | None = None  # of the smallest schema so far

    def kept(self, schemas: list[dict[str, Any]]) -> list[Find | None]:
        """For each whether it breaks the law in the same way."""
        folder = self.folder / ("round%d" % self.rounds)
        self.rounds += 1
        folder.mkdir(parents=True, exist_ok=True)
        files = []
        for i, schema in enumerate(schemas):
            files.append(write_schema(folder, "s%d" % i, {**schema, "schema": "s%d" % i}))
        outcomes = self.program.run(files, folder, self.files, 1, self.law)
        shutil.rmtree(folder)
        return [next((find for find in outcome.finds if find.symptom() == self.symptom), None) for outcome in outcomes]

    def shrink(self, schema: dict[str, Any], most_rounds: int = 40) -> dict[str, Any]:
        self.find = self.kept([schema])[0]
        if self.find is None:
            return schema  # it depends on its name, or on chance
        is_smaller = True
        while is_smaller and self.rounds < most_rounds:
            is_smaller = False
            left = iter(list(paths(schema)))
            while self.rounds < most_rounds:
                tried = [path for path in itertools.islice(left, AT_ONCE) if has(schema, path)]
                if not tried:
                    break
                finds = self.kept([without(schema, path) for path in tried])
                good = [(path, find) for path, find in zip(tried, finds) if find]
                smaller = self.together(schema, good)
                if smaller is not None:
                    schema, self.find = smaller
                    is_smaller = True
        return schema

    def together(self, schema: dict[str, Any], good: list[tuple[Path, Find]]) -> tuple[dict[str, Any], Find] | None:
        """All that may be left out one by one, at once; else the first of them."""
        if not good:
            return None
        if len(good) > 1:
            all_of_them = schema
            for path, _ in sorted(good, key=lambda each: [str(key).zfill(4) for key in each[0]], reverse=True):
                if has(all_of_them, path):
                    all_of_them = without(all_of_them, path)
            find = self.kept([all_of_them])[0]
            if find is not None:
                return all_of_them, find
        return without(schema, good[0][0]), good[0][1]
