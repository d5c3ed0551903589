#!/usr/bin/env python3
"""Installs the Python package into a virtual environment and tests it there.

What it needs comes from Python's package index into FOLDER, which is kept for the next run. Where the
index can't be reached nothing is tested, and the exit status is 77.

The package is installed as users do it, by `pip install ./python`, which compiles the compiler for the
module. With --built it takes the libraries of a build folder: then only the module itself is compiled.
"""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))
from environment import SKIPPED, environment  # noqa: E402


def install(python, folder, built):
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
           "--force-reinstall", ROOT / "python"]
    if built:
        pip += ["-C", f"cmake.define.SCHEMAC_BUILT={built}", "-C", "build.targets=schemac_python",
                "-C", f"build-dir={folder / 'module'}", "-C", "cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O1"]
    with open(folder / "install.log", "w") as log:
        return subprocess.run(pip, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("tests", nargs="*", help="all of them, if none is named")
    parser.add_argument("--built", type=pathlib.Path, metavar="FOLDER", help="a build folder")
    options = parser.parse_args()
    folder = options.folder.resolve()
    python = environment(HERE / "requirements.txt", folder)
    if python is None:
        return SKIPPED
    if install(python, folder, options.built and options.built.resolve()):
        print("`pip install ./python` failed:", (folder / "install.log").read_text()[-4000:], sep="\n")
        return 1
    tests = options.tests or sorted(path.stem for path in HERE.glob("test_*.py"))
    return subprocess.run([python, "-m", "unittest", *tests], cwd=HERE,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
