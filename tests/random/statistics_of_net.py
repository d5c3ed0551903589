"""What the net used and what it saw: keys of the language, pairs of them, checks that failed; and what it never reached, with the reason."""
import collections
import json
import pathlib
from typing import Any

from program import Outcome
from reasons import reason_of_check, reason_of_key


class Statistics:
    def __init__(self, keys: list[str]) -> None:
        self.all_keys = keys  # of the compiler's table: "field repeat", "field repeat: eos", "expression len"
        self.statuses: collections.Counter[str] = collections.Counter()
        self.counts: collections.Counter[str] = collections.Counter()
        self.keys: collections.Counter[str] = collections.Counter()
        self.pairs: collections.Counter[tuple[str, str]] = collections.Counter()
        self.checks: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.without_files: list[str] = []
        self.since_find = 0

    def add(self, outcome: Outcome) -> None:
        self.statuses[outcome.status] += 1
        self.counts.update(outcome.counts)
        self.checks.update(outcome.checks)
        if outcome.finds:
            self.since_find = 0
        elif outcome.status == "run":  # of one that is refused nothing was found out
            self.since_find += 1
        if outcome.status == "refused":
            self.refusals[outcome.refusal] += 1
        if not outcome.has_files:
            self.without_files.append(outcome.name)
        if outcome.status == "run":
            self.keys.update(outcome.keys)
            plain = sorted(key for key in outcome.keys if ":" not in key)
            self.pairs.update((one, other) for i, one in enumerate(plain) for other in plain[i + 1:])

    def line(self, seconds: float) -> str:
        run = self.statuses["run"]
        return "%d schemas (%d run), %d files in %d s; %d run since the last find" % (
            sum(self.statuses.values()), run, self.counts["files"], seconds, self.since_find)

    def failed(self) -> dict[str, int]:
        return {name[len("violation "):]: count for name, count in self.counts.items() if name.startswith("violation ")}

    def save(self, path: pathlib.Path) -> None:
        """All numbers, for who wants to look at pairs."""
        pairs = {"%s | %s" % pair: count for pair, count in sorted(self.pairs.items())}
        everything: dict[str, Any] = {"keys": {key: self.keys[key] for key in self.all_keys}, "pairs": pairs,
                                      "checks that can fail": self.checks, "checks that failed": self.failed()}
        path.write_text(json.dumps(everything, indent=1, sort_keys=True) + "\n")

    def text(self, seconds: float) -> str:
        out = [self.line(seconds)]
        out.append("what became of them: " + ", ".join("%s %d" % each for each in self.statuses.most_common()))
        out += ["  refused: %s" % each for each, _ in self.refusals.most_common(8)]
        out.append("files: %(files)d, read %(files read)d, valid %(valid files)d, written %(files written)d, values refused %(values refused)d"
                   % collections.defaultdict(int, self.counts))
        out.append("without a valid file: " + (", ".join(self.without_files) or "none"))
        out.append("keys: " + ", ".join("%s %d" % (key, self.keys[key]) for key in self.all_keys if self.keys[key] and ":" not in key))
        out.append("words and types: " + ", ".join("%s %d" % (key, self.keys[key]) for key in self.all_keys if self.keys[key] and ":" in key))
        used = sum(1 for key in self.all_keys if self.keys[key] and ":" not in key)
        out.append("pairs of keys: %d of %d; once only: %d" % (
            len(self.pairs), used * (used - 1) // 2, sum(1 for count in self.pairs.values() if count == 1)))
        out += never("keys never used", [key for key in self.all_keys if not self.keys[key]], reason_of_key)
        seen = self.failed()
        out.append("checks that failed: " + ", ".join("%s %d" % each for each in sorted(seen.items())))
        out += never("checks that never failed", sorted(set(self.checks) - set(seen)), reason_of_check)
        return "\n".join(out)


def never(title: str, names: list[str], reason_of: Any) -> list[str]:
    """What was never reached, by reason."""
    by_reason: dict[str, list[str]] = {}
    for name in names:
        by_reason.setdefault(reason_of(name), []).append(name)
    out = ["%s: %s" % (title, len(names) or "none")]
    return out + ["  %s: %s" % (reason, ", ".join(each)) for reason, each in sorted(by_reason.items())]
