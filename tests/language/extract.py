#!/usr/bin/env python3
"""Takes the schemas out of .case files, for schemac to make headers of, and writes the tests that use these headers.

extract.py schemas DIR CASE...         DIR/<stem>/<stem>.yaml of each case, and the files that it imports
extract.py tests OUTPUT CASE...        a C++ source: includes the cases' headers, one Catch2 test each

Standard library only.
"""
import pathlib
import re
import sys

# What schemac puts '_' behind, because C++ keeps it for itself; only words that cases use.
RESERVED = {"default"}


def sections(path):
    """(kind, arguments, text) of each section."""
    found = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("--- "):
            kind, *arguments = line[4:].split()
            found.append([kind, arguments, ""])
        elif found:
            found[-1][2] += line
    return found


def write(path, text):
    """Only where it changes: what is compiled from it is as new as it is."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def extract_schema(case, folder):
    stem = pathlib.Path(case).stem
    folder = pathlib.Path(folder, stem)
    folder.mkdir(parents=True, exist_ok=True)
    for kind, arguments, text in sections(case):
        if kind == "schema":
            write(folder / f"{stem}.yaml", text)
        elif kind == "file":
            write(folder / arguments[0], text)


def is_directory(document, record):
    """Whether a root is a directory of files, which the tools alone can read."""
    block = re.search(rf"^  {record}:\n((?:    .*\n)*)", document, flags=re.M)
    return block is not None and re.search(r"^    directory:", block[1], flags=re.M) is not None


def roots(case):
    """(name, namespace, type) of each root of a case's schemas that generated code reads."""
    text = "".join(text for kind, _, text in sections(case) if kind == "schema")
    for document in re.split(r"^---$", text, flags=re.M):
        name = re.search(r"^schema: *(\w+)", document, flags=re.M)[1]
        namespace = name + "_" if name in RESERVED else name
        if root := re.search(r"^root: *(\w+)", document, flags=re.M):
            if not is_directory(document, root[1]):
                yield name, namespace, root[1]
        if several := re.search(r"^roots: *\{(.*)\}", document, flags=re.M):
            for entry in several[1].split(","):
                root, record = (word.strip() for word in entry.split(":"))
                if not is_directory(document, record):
                    yield f"{name}:{root}", namespace, record


def tests_source(cases):
    stems = [pathlib.Path(case).stem for case in cases]
    out = ['#include "language/generated_case.h"\n'] + [f'#include "{stem}.h"' for stem in stems]
    out += ["", "namespace {", ""]
    for case, stem in zip(cases, stems):
        out.append(f'TEST_CASE("{stem}") {{')
        out.append(f'  cases::run_generated("{stem}", {{')
        for name, namespace, record in roots(case):
            types = f"{namespace}::{record}, {namespace}::{record}View"
            functions = f"cases::check_generated<{types}>, cases::refuse_generated<{namespace}::{record}>"
            out.append(f'      {{"{name}", {functions}}},')
        out += ["  });", "}", ""]
    out += ["}  // namespace", ""]
    return "\n".join(out)


def main(arguments):
    if len(arguments) > 2 and arguments[0] == "schemas":
        for case in arguments[2:]:
            extract_schema(case, arguments[1])
    elif len(arguments) > 2 and arguments[0] == "tests":
        write(pathlib.Path(arguments[1]), tests_source(arguments[2:]))
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
