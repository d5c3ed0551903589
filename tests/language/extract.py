#!/usr/bin/env python3
"""Takes the schemas out of .case files, for schemac to make headers of, and writes the tests that use these headers.

extract.py schemas DIR CASE...         DIR/<stem>/<stem>.yaml of each case, and the files that it imports
extract.py tests OUTPUT HEADERS CASE...
                                       a C++ source: includes the cases' headers, which are in HEADERS, one Catch2 test each

Standard library only.
"""
import hashlib
import pathlib
import re
import sys

# What schemac adds '_' to, because C++ keeps it for itself; only words that cases use.
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
    """Whether a root is a directory of files, which has a class of its own."""
    block = re.search(rf"^  {record}:\n((?:    .*\n)*)", document, flags=re.M)
    return block is not None and re.search(r"^    directory:", block[1], flags=re.M) is not None


def roots(case):
    """(name, namespace, type, whether it is a directory) of each root of a case's schemas."""
    text = "".join(text for kind, _, text in sections(case) if kind == "schema")
    for document in re.split(r"^---$", text, flags=re.M):
        name = re.search(r"^schema: *(\w+)", document, flags=re.M)[1]
        namespace = name + "_" if name in RESERVED else name
        if root := re.search(r"^root: *(\w+)", document, flags=re.M):
            yield name, namespace, root[1], is_directory(document, root[1])
        if several := re.search(r"^roots: *\{(.*)\}", document, flags=re.M):
            for entry in several[1].split(","):
                root, record = (word.strip() for word in entry.split(":"))
                yield f"{name}:{root}", namespace, record, is_directory(document, record)


def include_folder(headers, stem):
    """The build knows nothing of this header: where it changes, the source that includes it does."""
    digest = hashlib.md5(pathlib.Path(headers, f"{stem}_folder.h").read_bytes()).hexdigest()
    return f'#include "{stem}_folder.h"  // {digest}'


def tests_source(headers, cases):
    stems = [pathlib.Path(case).stem for case in cases]
    with_folders = [stem for case, stem in zip(cases, stems) if any(is_folder for *_, is_folder in roots(case))]
    out = ['#include "language/generated_case.h"']
    out += ['#include "language/generated_folder.h"'] if with_folders else []
    out += [""] + [f'#include "{stem}.h"' for stem in stems] + [include_folder(headers, stem) for stem in with_folders]
    out += ["", "namespace {", ""]
    for case, stem in zip(cases, stems):
        out.append(f'TEST_CASE("{stem}") {{')
        out.append(f'  cases::run_generated("{stem}", {{')
        for name, namespace, record, is_folder in roots(case):
            types = f"{namespace}::{record}, {namespace}::{record}View"
            functions = f"cases::check_generated<{types}>, cases::refuse_generated<{namespace}::{record}>"
            out += [] if is_folder else [f'      {{"{name}", {functions}}},']
        out.append("  }, {")
        for name, namespace, record, is_folder in roots(case):
            out += [f'      {{"{name}", cases::check_folder<{namespace}::{record}Folder>}},'] if is_folder else []
        out += ["  });", "}", ""]
    out += ["}  // namespace", ""]
    return "\n".join(out)


def main(arguments):
    if len(arguments) > 2 and arguments[0] == "schemas":
        for case in arguments[2:]:
            extract_schema(case, arguments[1])
    elif len(arguments) > 3 and arguments[0] == "tests":
        write(pathlib.Path(arguments[1]), tests_source(arguments[2], arguments[3:]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
