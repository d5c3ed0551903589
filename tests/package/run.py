#!/usr/bin/env python3
"""Installs the build into an empty folder and builds a separate project against it.

Then: touching nothing rebuilds nothing; a changed schema or imported schema makes the header again;
SCHEMAC_EXECUTABLE overrides the installed program. Standard library only.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **options):
    command = [str(c) for c in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        sys.exit(f"$ {' '.join(command)}\n{done.stdout}\nexit {done.returncode}")
    return done.stdout


def require(condition, text, output):
    if not condition:
        sys.exit(f"{text}; the build says:\n{output}")


class Project:
    def __init__(self, args, prefix, source, build):
        self.args, self.prefix, self.source, self.build = args, prefix, source, build

    def configure(self, *definitions):
        run(self.args.cmake, "-S", self.source, "-B", self.build, "-G", self.args.generator,
            f"-DCMAKE_CXX_COMPILER={self.args.compiler}", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            *definitions)  # fmt: skip

    def make(self, *targets):
        return run(self.args.cmake, "--build", self.build, *(["--target", *targets] if targets else []))

    def header(self):
        return next(self.build.rglob("reading.h"))


def change(path):
    """A comment more, and a time that every file system tells from the last build's."""
    path.write_text(path.read_text() + "# changed\n")
    later = time.time() + 2
    os.utime(path, (later, later))


def check_rebuilds(project):
    output = project.make()
    require("schemac reading.yaml" not in output and "Building CXX" not in output,
            "Touching nothing rebuilds something", output)  # fmt: skip
    for name in ("reading.yaml", "units.yaml"):
        change(project.source / "schemas" / name)
        output = project.make()
        require("schemac reading.yaml" in output, f"A changed {name} doesn't make the header again", output)
        output = project.make()
        require("schemac reading.yaml" not in output, f"The header is made twice for one change of {name}", output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("build", "cmake", "generator", "compiler"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        prefix, source = folder / "installed", folder / "reading"
        run(args.cmake, "--install", args.build, "--prefix", prefix)
        shutil.copytree(HERE, source)

        project = Project(args, prefix, source, folder / "build")
        project.configure()
        project.make()
        told = run(project.build / "reading", folder / "day.reading")
        expected = (HERE / "expected.txt").read_text()
        require(told == expected, f"The program should say\n{expected}", told)
        check_rebuilds(project)

        # As in a cross build: the host's program instead of the package's.
        other = folder / "host" / "bin" / "schemac"
        other.parent.mkdir(parents=True)
        shutil.move(prefix / "bin" / "schemac", other)
        again = Project(args, prefix, source, folder / "build2")
        (prefix / "bin" / "schemac").write_text("not a program")
        again.configure(f"-DSCHEMAC_EXECUTABLE={other}")
        again.make()
        require(again.header().read_bytes() == project.header().read_bytes(), "Another header", "")
    print("installed, found, built, run and rebuilt")


if __name__ == "__main__":
    main()
