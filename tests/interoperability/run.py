#!/usr/bin/env python3
"""Real clients read what we write, and we read what they write.

  run.py SCHEMAC FOLDER           the clients that the test command tries; with --examples FOLDER
                                  also what the built examples there write
  run.py SCHEMAC FOLDER --paddle  PaddlePaddle itself, which is large

The clients come from Python's package index into a virtual environment in FOLDER, which is kept for
the next run. Where the index can't be reached nothing is tested, and the exit status is 77.
"""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from environment import SKIPPED, environment  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("schemac", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--paddle", action="store_true")
    parser.add_argument("--examples", type=pathlib.Path)
    arguments = parser.parse_args()

    suite = HERE / "paddle" if arguments.paddle else HERE
    python = environment(suite / "requirements.txt", arguments.folder.resolve(), "--no-binary", "bloscpack")
    if python is None:
        return SKIPPED
    tests = sorted(path.stem for path in suite.glob("test_*.py"))
    places = {"SCHEMAC": str(arguments.schemac.resolve()), "PYTHONPATH": str(HERE)}
    if arguments.examples:
        places["EXAMPLES"] = str(arguments.examples.resolve())
    return subprocess.run([python, "-m", "unittest", *tests], cwd=suite,
                          env={**os.environ, **places}).returncode


if __name__ == "__main__":
    sys.exit(main())
