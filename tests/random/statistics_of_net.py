"""What the net used and what it saw: keys, pairs of keys, checks that failed."""
import collections
from typing import Any

from program import Outcome


def keys_of(value: Any, out: set[str]) -> None:
    """Keys of a schema in all its parts, and the types that are named."""
    if isinstance(value, list):
        for each in value:
            keys_of(each, out)
    if not isinstance(value, dict):
        return
    for key, part in value.items():
        if key in ("types", "members", "enums", "cases", "flags", "params", "let"):
            out.add(str(key))
            for each in part.values() if isinstance(part, dict) else []:
                keys_of(each, out)
            continue
        out.add(str(key))
        keys_of(part, out)


class Statistics:
    def __init__(self) -> None:
        self.statuses: collections.Counter[str] = collections.Counter()
        self.counts: collections.Counter[str] = collections.Counter()
        self.keys: collections.Counter[str] = collections.Counter()
        self.pairs: set[tuple[str, str]] = set()
        self.checks: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.without_files: list[str] = []
        self.since_find = 0

    def add(self, outcome: Outcome, schema: dict[str, Any] | None) -> None:
        self.statuses[outcome.status] += 1
        self.counts.update(outcome.counts)
        self.checks.update(outcome.checks)
        self.since_find = 0 if outcome.finds else self.since_find + 1
        if outcome.status == "refused":
            self.refusals[outcome.refusal] += 1
        if not outcome.has_files:
            self.without_files.append(outcome.name)
        if schema is not None and outcome.status == "run":
            keys: set[str] = set()
            keys_of(schema, keys)
            self.keys.update(keys)
            self.pairs.update((one, other) for one in keys for other in keys if one < other)

    def line(self, seconds: float) -> str:
        run = self.statuses["run"]
        return "%d schemas (%d run), %d files in %d s; %d schemas since the last find" % (
            sum(self.statuses.values()), run, self.counts["files"], seconds, self.since_find)

    def text(self, seconds: float) -> str:
        out = [self.line(seconds)]
        out.append("what became of them: " + ", ".join("%s %d" % each for each in self.statuses.most_common()))
        out += ["  refused: %s" % each for each, _ in self.refusals.most_common(8)]
        out.append("files: %(files)d, read %(files read)d, valid %(valid files)d, written %(files written)d, values refused %(values refused)d"
                   % collections.defaultdict(int, self.counts))
        out.append("without a valid file: " + (", ".join(self.without_files) or "none"))
        out.append("keys: " + ", ".join("%s %d" % each for each in sorted(self.keys.items())))
        out.append("pairs of keys: %d of %d" % (len(self.pairs), len(self.keys) * (len(self.keys) - 1) // 2))
        seen = {name[len("violation "):]: count for name, count in self.counts.items() if name.startswith("violation ")}
        out.append("checks that failed: " + ", ".join("%s %d" % each for each in sorted(seen.items())))
        never = sorted(set(self.checks) - set(seen))
        out.append("checks that never failed: " + (", ".join(never) or "none"))
        return "\n".join(out)
