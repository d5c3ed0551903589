"""What can be wrong with files, schemas and values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Violation:
    """One broken rule of a file."""

    path: str
    """The field at fault: ``"tensors[3].data_offset"``; empty for the file."""
    offset: int
    """Where the smallest part at fault begins, in bytes from the start of the file."""
    rule: str
    """The class of the rule: ``"overlap"``, ``"truncated"``, ..."""
    level: str
    """Who insists: ``"error"`` (reading refuses), ``"rule"`` (the file isn't valid), ``"canonical"``, ``"warn"``."""
    name: str
    """The schema's own name of the rule, or empty."""
    message: str
    """A sentence with the values that clash."""
    file: str = ""
    """Of a directory: which of its files, ``"data/part_1.bin"``."""

    def __str__(self) -> str:
        return f"{self.file + ': ' if self.file else ''}{self.path or 'file'} at byte {self.offset}: {self.message} [{self.rule}]"


class Report(list[Violation]):
    """Every violation of a file, in order of offset."""

    @property
    def ok(self) -> bool:
        """Whether the file is valid: remarks (``canonical``, ``warn``) don't count."""
        return not any(each.level in ("error", "rule") for each in self)

    def _repr_html_(self) -> str:
        from ._display import violations_html

        return violations_html(self)


@dataclass(frozen=True)
class Problem:
    """One reason why values can't be written."""

    path: str
    """The member at fault: ``"tensors[3].dims"``; empty for the values as a whole."""
    message: str
    help: str
    """What to do, or empty."""
    rule: str | None
    """The class of the rule that the file would break; None for what only values can get wrong."""
    name: str
    """The schema's own name of that rule, or empty."""

    def __str__(self) -> str:
        text = f"{self.path}: {self.message}" if self.path else self.message
        text += f" [{self.rule}]" if self.rule else ""
        return f"{text}; {self.help}" if self.help else text


class Error(Exception):
    """The base of what this package raises, beside Python's own exceptions."""


class SchemaError(Error):
    """A schema that can't be used; the text has each error with its line and a remedy."""


class UnknownFormat(Error):
    """No schema describes the file, or several could."""


class InvalidFile(Error, ValueError):
    """A file that breaks a rule without which it can't be read."""

    def __init__(self, file: str, violations: list[Violation]) -> None:
        super().__init__(file, violations)
        self.file = file
        self.violations = violations

    @property
    def first(self) -> Violation:
        """The first violation of level ``error``, by its place in the file."""
        errors = (each for each in self.violations if each.level == "error")
        return next(errors, self.violations[0])

    @property
    def path(self) -> str:
        """The field at fault."""
        return self.first.path

    @property
    def offset(self) -> int:
        """Where it begins, in bytes."""
        return self.first.offset

    @property
    def rule(self) -> str:
        """The class of the rule that is broken."""
        return self.first.rule

    @property
    def message(self) -> str:
        """The sentence that says how."""
        return self.first.message

    def __str__(self) -> str:
        return f"{self.file}: {self.first}"


class InvalidValues(Error, ValueError):
    """Values of which no valid file can be made. Nothing was written."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))
