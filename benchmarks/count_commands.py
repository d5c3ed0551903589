#!/usr/bin/env python3
"""Counts what commands of schemac cost: instructions per record, and those of a start.

Runs the program under callgrind on files of SIZES records, which a driver makes; the difference,
divided by the records between them, is free of fixed costs. Exit status 1 if a command takes more
than its limit; 77 (skipped) where valgrind isn't installed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

SIZES = (1_000, 2_000)
SKIPPED = 77

# Of each command: the format whose driver makes its files, its schema, its arguments before the file,
# and how many instructions it may take for each record. What is aimed at is in docs/performance.md;
# these are held so that nothing gets worse.
PER_RECORD = {
    "validate oinf": ("oinf", "oinf.yaml", ["validate"], 5_500),
    "validate primitiv": ("primitiv", "primitiv.yaml", ["validate"], 10_000),
    "validate paddle": ("paddle", "paddle.yaml:combined", ["validate"], 8_000),
    "explain --json oinf": ("oinf", "oinf.yaml", ["explain", "--json", "--most", "0"], 123_000),
}
# Of calls that do next to nothing. Without a static program, most is the dynamic linker's.
STARTS = {
    "--version": (["--version"], 2_000_000),
    "validate --help": (["validate", "--help"], 2_000_000),
}
# A file that says by its first bytes what it is: its schema is compiled, and no other.
RECOGNISED = ("oinf", 60_000_000)


class Counter:
    def __init__(self, program, drivers, schemas, directory):
        self.program = program
        self.drivers = drivers
        self.schemas = schemas
        self.directory = directory

    def per_record(self, format_name, schema, arguments):
        arguments = [*arguments, "--schema", os.path.join(self.schemas, schema)]
        small, large = (self.of_file(format_name, arguments, size) for size in SIZES)
        return (large - small) / (SIZES[1] - SIZES[0])

    def instructions(self, arguments):
        out = os.path.join(self.directory, "callgrind.out")
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", self.program, *arguments]
        run = subprocess.run(command, capture_output=True, text=True, errors="replace")
        collected = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode != 0 or not collected:
            sys.exit(f"failed: {' '.join(command)}\n{run.stderr}")
        return int(collected.group(1))

    def of_file(self, format_name, arguments, size):
        path = os.path.join(self.directory, f"{size}.{format_name}")
        if not os.path.exists(path):
            driver = os.path.join(self.drivers, f"{format_name}_driver")
            subprocess.run([driver, "make", path, str(size)], check=True)
        return self.instructions([*arguments, path])


def check(name, count, limit, unit):
    """Prints a count; returns what it breaks."""
    print(f"{name:24} {count:14,.0f} {unit:12} at most {limit:12,}", flush=True)
    return [] if count <= limit else [f"{name}: {count:,.0f} instructions, at most {limit:,} are allowed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="path of schemac")
    parser.add_argument("drivers", help="folder of the drivers that make files")
    parser.add_argument("schemas", help="folder of schemas")
    parser.add_argument("--starts", action="store_true", help="also what a start costs; of a static program")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("valgrind isn't installed: nothing was counted")
        return SKIPPED
    broken = []
    with tempfile.TemporaryDirectory() as directory:
        counter = Counter(options.program, options.drivers, options.schemas, directory)
        for name, (format_name, schema, arguments, limit) in PER_RECORD.items():
            broken += check(name, counter.per_record(format_name, schema, arguments), limit, "per record")
        if options.starts:
            for name, (arguments, limit) in STARTS.items():
                broken += check(name, counter.instructions(arguments), limit, "in all")
            format_name, limit = RECOGNISED
            count = counter.of_file(format_name, ["validate"], SIZES[0])
            broken += check(f"a file of {format_name}", count, limit, "in all")
    for line in broken:
        print(f"too much: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
