#!/usr/bin/env python3
"""Holds emitted C++ to the pages of goldens/: goldens.py PROGRAM [--write] [GOLDEN...]

A golden is a schema with one construct, and the parts of its header that this construct is about. Each
heading below the schema names one part, whose text follows:

--- File                  a struct, class or enumeration; what is declared for a user
--- file_items_cause      a constant
--- check_file            a function's definition
--- FileView::items       a member function's definition
--- emit(File)            the one of several functions whose first parameters have these types

A part begins with the comment above it and ends with its last line. To add a golden, write the schema and
the headings, and call this with --write, which puts in the texts. Exit status 0: all are as emitted,
1: something differs or is missing. Standard library only.
"""
import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "language"))
import extract  # noqa: E402  (files of sections are read in one way)

MOST_SCHEMA_LINES = 16
MOST_LINES = 80  # a page

# What doesn't count when brackets are: literals and comments.
UNCOUNTED = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|//.*')
# What stands before a name where something is declared.
DECORATION = re.compile(r"\[\[.*?\]\]|template <.*?>\s*(?=inline|void|struct|class|\[\[)", re.DOTALL)


class Part:
    """One declaration or definition of a header, with the comment above it."""

    def __init__(self, comment, lines):
        code = "".join(lines)
        head = DECORATION.sub("", code).partition("{")[0]
        function = re.search(r"([\w:~]+)\((.*)", head, re.DOTALL)
        if function and "=" in head[:function.start()]:
            function = None
        other = re.search(r"\b(?:struct|class) ([\w:]+)|(\w+)(?:\[\])?(?: : [\w:]+)?\s*(?:=.*)?;?\s*$", head, re.DOTALL)
        self.text = "".join(comment) + code
        self.is_definition = code.endswith("}\n") or (not function and "{" in code)
        self.name = function[1] if function else (other[1] or other[2]) if other else ""
        self.parameters = re.split(r",\s+(?![^<]*>)", function[2].rpartition(")")[0]) if function else []

    def is_called(self, heading):
        name, _, types = heading.rstrip(")").partition("(")
        types = types.split(", ") if types else []
        return self.name == name and len(types) <= len(self.parameters) and all(
            re.search(rf"\b{type_name}\b", parameter) for type_name, parameter in zip(types, self.parameters))


def parts_of(header):
    """The parts of a header, whatever their namespaces."""
    comment, lines, depth = [], [], 0
    for line in header.splitlines(keepends=True):
        if not lines and (not line.strip() or re.match(r"#|namespace |}  // namespace", line)):
            comment = []
        elif not lines and line.startswith("//"):
            comment.append(line)
        else:
            lines.append(line)
            code = UNCOUNTED.sub("", line)
            depth += sum(code.count(c) for c in "({[") - sum(code.count(c) for c in ")}]")
            if depth == 0 and code.rstrip().endswith((";", "}")):
                yield Part(comment, lines)
                comment, lines = [], []


def part_called(heading, parts):
    """The text of the part with this heading, or what is wrong with the heading."""
    named = [part for part in parts if part.is_called(heading)]
    found = [part for part in named if part.is_definition] or named
    if len(found) == 1:
        return found[0].text, None
    if found:
        name = heading.partition("(")[0]
        return "", f"{len(found)} parts of the header are called '{heading}': add types of parameters, '{name}(File, Out)'"
    close = difflib.get_close_matches(heading, {part.name for part in parts}, n=5)
    return "", f"no part of the header is called '{heading}'" + (f"; similar are {', '.join(close)}" if close else "")


def as_emitted(golden, header):
    """The golden with the texts of a header, and what is wrong with it."""
    parts = list(parts_of(header.read_text(encoding="utf-8")))
    introduction = golden.read_text(encoding="utf-8").partition("--- ")[0]
    page, problems = [introduction], []
    for kind, arguments, text in extract.sections(golden):
        heading = " ".join([kind, *arguments])
        if kind not in ("schema", "file"):
            text, problem = part_called(heading, parts)
            if problem:
                problems.append(problem)
        page.append(f"--- {heading}\n{text}")
    return "".join(page), problems


def wrong_with_form(golden, page):
    """What keeps a golden from being a page about one construct."""
    sections = extract.sections(golden)
    if not page.startswith("# "):
        yield "begins with no '# ' and a sentence that says what to look at"
    if not sections or sections[0][0] != "schema":
        yield "has no section '--- schema' at its beginning"
    elif not sections[0][2].startswith(f"schema: {golden.stem}\n"):
        yield f"its schema must be called '{golden.stem}', as the file is"
    if len([kind for kind, _, _ in sections if kind not in ("schema", "file")]) == 0:
        yield "shows no part of the header"
    if (count := sum(text.count("\n") for kind, _, text in sections if kind == "schema")) > MOST_SCHEMA_LINES:
        yield f"its schema has {count} lines; at most {MOST_SCHEMA_LINES} are read at a glance"
    if (count := page.count("\n")) > MOST_LINES:
        yield f"has {count} lines; at most {MOST_LINES} are a page: show fewer parts, or make the schema smaller"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("program", help="schemac")
    arguments.add_argument("goldens", nargs="*", type=pathlib.Path, help="these alone")
    arguments.add_argument("--write", action="store_true", help="accept what is emitted")
    options = arguments.parse_intermixed_args()
    goldens = options.goldens or sorted((HERE / "goldens").glob("*.golden"))

    messages, differ = [], 0
    with tempfile.TemporaryDirectory() as folder:
        schemas, headers = pathlib.Path(folder, "schemas"), pathlib.Path(folder, "headers")
        for golden in goldens:
            extract.extract_schema(golden, schemas)
        files = [schemas / golden.stem / f"{golden.stem}.yaml" for golden in goldens]
        if subprocess.run([options.program, "gen", *files, "-o", headers]).returncode != 0:
            return "schemac makes no headers of these schemas"
        for golden in goldens:
            page, problems = as_emitted(golden, headers / f"{golden.stem}.h")
            problems += wrong_with_form(golden, page)
            messages += [f"{golden.name}: {problem}" for problem in problems]
            kept = golden.read_text(encoding="utf-8")
            if page == kept or problems:
                continue
            if options.write:
                golden.write_text(page, encoding="utf-8")
                continue
            differ += 1
            names = f"goldens/{golden.name} as committed", f"goldens/{golden.name} as emitted"
            messages.append("\n".join(
                difflib.unified_diff(kept.splitlines(), page.splitlines(), *names, lineterm="")))
    if differ:
        messages.append(f"{differ} of {len(goldens)} goldens differ. If this is what was meant, accept it:\n"
                        f"  python3 tests/emit/goldens.py {options.program} --write\n"
                        "and commit the goldens together with what changed them.")
    return "\n".join(messages) or None


if __name__ == "__main__":
    sys.exit(main())
