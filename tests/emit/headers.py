#!/usr/bin/env python3
"""Holds headers to clang-format and to a compiler: headers.py PROGRAM COMPILER FILE...

Each file is a schema, or a case or golden that has one. The compiler says nothing of what is made of it, with our
warnings, and clang-format-14 leaves it as it is. Exit status 0: so it is, 1: it isn't, 77: there is no
clang-format-14. Standard library only.
"""
import argparse
import concurrent.futures
import difflib
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "language"))
import extract  # noqa: E402  (files of sections are read in one way)

STYLE = HERE.parents[1] / ".clang-format"
SKIPPED = 77
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
# Most of what is compiled is the same for all headers.
BATCH = 24


def schema_of(file, folder):
    """The schema that a file is or has, with the files that it imports beside it."""
    if file.suffix == ".yaml":
        return file
    extract.extract_schema(file, folder)
    return folder / file.stem / f"{file.stem}.yaml"


def difference(clang_format, header):
    text = header.read_text(encoding="utf-8")
    made = subprocess.run([clang_format, f"--style=file:{STYLE}"], input=text, capture_output=True, text=True, check=True).stdout
    names = f"{header.name} as printed", f"{header.name} as clang-format has it"
    return "\n".join(difflib.unified_diff(text.splitlines(), made.splitlines(), *names, lineterm="", n=1))


def complaint(compiler, headers):
    text = "".join(f'#include "{header}"\n' for header in headers)
    command = [compiler, "-std=c++20", *WARNINGS, "-I", HERE.parents[1] / "runtime/include", "-fsyntax-only", "-xc++", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True).stderr[:4000]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("program", help="schemac")
    arguments.add_argument("compiler")
    arguments.add_argument("files", nargs="+", type=pathlib.Path)
    options = arguments.parse_args()
    clang_format = shutil.which("clang-format-14")
    if clang_format is None:
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in options.files:
            schema = schema_of(file, folder / "schemas")
            # Several schemas may have one name.
            own = folder / "headers" / file.parent.name / file.stem
            made = subprocess.run([options.program, "gen", schema, "-o", own], capture_output=True, text=True)
            if made.returncode != 0:
                print(f"schemac makes no header of {file}", file=sys.stderr)
        headers = sorted((folder / "headers").rglob("*.h"))
        with concurrent.futures.ThreadPoolExecutor() as pool:
            found = [diff for diff in pool.map(lambda header: difference(clang_format, header), headers) if diff]
            batches = [headers[at : at + BATCH] for at in range(0, len(headers), BATCH)]
            refused = [text for text in pool.map(lambda batch: complaint(options.compiler, batch), batches) if text]
    if found:
        print(*found, f"{len(found)} of {len(headers)} headers are laid out otherwise by clang-format.", sep="\n")
    if refused:
        print(*refused, sep="\n")
    if not headers:
        print("There are no headers.")
    return 1 if found or refused or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
