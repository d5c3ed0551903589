#!/usr/bin/env python3
"""Holds the layout of headers to clang-format: laid_out.py PROGRAM FILE...

Each file is a schema, or a case or golden that has one. Exit status 0: all headers are what clang-format-14 makes
of them, 1: some aren't, 77: there is no clang-format-14. Standard library only.
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


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("program", help="schemac")
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
    if found:
        print(*found, f"{len(found)} of {len(headers)} headers are laid out otherwise by clang-format.", sep="\n")
    if not headers:
        print("There are no headers.")
    return 1 if found or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
