"""The package passes a type checker, strictly, and its documentation is there."""
import inspect
import os
import subprocess
import sys
import unittest

import schemac
import vectors


class Types(unittest.TestCase):
    def test_mypy_is_content(self):
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "--config-file", vectors.ROOT / "python/pyproject.toml",
                   vectors.ROOT / "python/schemac"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=vectors.ROOT / "python")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_everything_public_is_documented(self):
        for name in schemac.__all__:
            thing = getattr(schemac, name)
            self.assertTrue(inspect.getdoc(thing), name)
            for member, method in vars(thing).items() if inspect.isclass(thing) else ():
                if inspect.isfunction(method) and not member.startswith("_"):
                    self.assertTrue(inspect.getdoc(method), f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
