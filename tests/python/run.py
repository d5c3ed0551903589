#!/usr/bin/env python3
"""Installs the Python package into a virtual environment and tests it there: run.py FOLDER [TEST...]

What it needs comes from Python's package index into FOLDER, which is kept for the next run. Where the
index can't be reached nothing is tested, and the exit status is 77.
"""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))
from environment import SKIPPED, environment  # noqa: E402


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    python = environment(HERE / "requirements.txt", folder)
    if python is None:
        return SKIPPED
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
           "--force-reinstall", ROOT / "python"]
    with open(folder / "install.log", "w") as log:
        if subprocess.run(pip, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL).returncode:
            print("`pip install ./python` failed:", (folder / "install.log").read_text()[-4000:], sep="\n")
            return 1
    tests = sys.argv[2:] or sorted(path.stem for path in HERE.glob("test_*.py"))
    return subprocess.run([python, "-m", "unittest", *tests], cwd=HERE,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
