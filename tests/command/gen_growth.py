#!/usr/bin/env python3
"""`schemac gen` takes time in proportion to its schema: gen_growth.py SCHEMAC

Counts instructions under cachegrind for a schema and one of twice its size, of each kind that was
once slower than that. Exit status 77 (skipped) where valgrind isn't installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

# Twice the schema may take so many times the instructions: sorting and looking up add a
# little, four times would be a pass over all for each.
MOST = 2.5
SKIPPED = 77


def nested(count):
    """Types, each of which holds the next one."""
    types = [f"  T{i}:\n    fields:\n      - {{name: a, type: u32}}\n"
             + (f"      - {{name: b, type: T{i + 1}}}\n" if i + 1 < count else "") for i in range(count)]
    return "root: T0\ntypes:\n" + "".join(types)


def beside(count):
    """Types that one type holds."""
    fields = "".join(f"      - {{name: f{i}, type: T{i}}}\n" for i in range(1, count))
    types = [f"  T{i}:\n    fields:\n      - {{name: a, type: u32}}\n      - {{name: b, type: str, prefix: u8}}\n"
             for i in range(1, count)]
    return "root: T0\ntypes:\n  T0:\n    fields:\n" + fields + "".join(types)


def fields(count):
    """Fields of one record, with a rule for each."""
    each = "".join(f"      - {{name: f{i}, type: u32, valid: {{max: {i + 1}}}}}\n" for i in range(count))
    return "root: T0\ntypes:\n  T0:\n    fields:\n" + each


class Growth(unittest.TestCase):
    def instructions(self, text):
        with tempfile.TemporaryDirectory() as folder:
            schema = pathlib.Path(folder) / "growing.yaml"
            schema.write_text("schema: growing\n" + text)
            done = subprocess.run(
                ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", PROGRAM, "gen",
                 schema, "-o", folder],
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            return int(re.search(r"I +refs: +([\d,]+)", done.stderr)[1].replace(",", ""))

    def test_twice_the_schema_takes_twice_the_instructions(self):
        nothing = self.instructions(nested(1))
        for make, count in ((nested, 100), (beside, 50), (fields, 60)):
            with self.subTest(make.__doc__, count=count):
                small, large = (self.instructions(make(n)) - nothing for n in (count, 2 * count))
                self.assertLess(large / small, MOST)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    if shutil.which("valgrind") is None:
        print("skipped: valgrind isn't installed")
        sys.exit(SKIPPED)
    unittest.main()
