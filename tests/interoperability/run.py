#!/usr/bin/env python3
"""Real clients read what we write, and we read what they write.

  run.py SCHEMAC FOLDER           the clients that the test command tries; with --examples FOLDER
                                  also what the built examples there write
  run.py SCHEMAC FOLDER --paddle  PaddlePaddle itself, which is large

The clients come from Python's package index into a virtual environment in FOLDER, which is kept for
the next run. Where the index can't be reached nothing is tested, and the exit status is 77.
"""
import argparse
import hashlib
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def environment(requirements, folder):
    """The Python that has the clients, or None with the reason printed."""
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    python, done = folder / "bin" / "python", folder / "installed"
    if done.exists() and done.read_text() == wanted:
        return python
    steps = [
        [sys.executable, "-m", "venv", "--clear", folder],
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1",
         "--timeout", "20", "--only-binary", ":all:", "--no-binary", "bloscpack", "-r", requirements],
    ]
    for step in steps:
        try:
            subprocess.run([str(part) for part in step], check=True, capture_output=True, timeout=1500)
        except (OSError, subprocess.SubprocessError) as fault:
            said = getattr(fault, "stderr", None) or getattr(fault, "stdout", None) or b""
            lines = said.decode(errors="replace").strip().splitlines() or [str(fault)]
            print(f"skipped: the clients can't be installed from Python's package index: {lines[-1]}")
            return None
    done.write_text(wanted)
    return python


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("schemac", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--paddle", action="store_true")
    parser.add_argument("--examples", type=pathlib.Path)
    arguments = parser.parse_args()

    suite = HERE / "paddle" if arguments.paddle else HERE
    python = environment(suite / "requirements.txt", arguments.folder.resolve())
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
