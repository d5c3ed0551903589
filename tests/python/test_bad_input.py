"""Broken files are exceptions with path, offset, rule and sentence; they never end the interpreter."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import schemac
import vectors


def touch(value):
    """Looks at everything."""
    for array in vectors.arrays(value):
        vectors.stored_bytes(array)


class Broken(unittest.TestCase):
    def test_violations_are_those_of_the_command(self):
        for name in vectors.FORMATS:
            for path in sorted((vectors.DATA / "vectors" / name / "invalid").iterdir()):
                if not path.is_file():
                    continue
                with self.subTest(path.name):
                    command = [sys.executable, "-m", "schemac", "validate", "--json", "--schema", name, path]
                    done = subprocess.run(command, capture_output=True, text=True)
                    if done.returncode == 2:  # could be of several roots of the schema
                        with self.assertRaises(schemac.UnknownFormat):
                            schemac.validate(path, name)
                        continue
                    said = json.loads(done.stdout)["violations"]
                    found = schemac.validate(path, name)
                    self.assertEqual([(each.path, each.offset, each.rule, each.level, each.message) for each in found],
                                     [(each["path"], each["offset"], each["rule"], each["level"], each["message"]) for each in said])
                    if any(each.level == "error" for each in found):
                        with self.assertRaises(schemac.InvalidFile) as caught:
                            schemac.open(path, name)
                        self.assertIn(caught.exception.first.level, ("error",))
                        self.assertTrue(caught.exception.message)
                        self.assertIn(str(path), str(caught.exception))
                    else:
                        touch(schemac.open(path, name))

    def test_violations_of_directories_say_in_which_file(self):
        for path in sorted(each for each in (vectors.DATA / "vectors/blaze_chunked/invalid").iterdir() if each.is_dir()):
            with self.subTest(path.name):
                command = [sys.executable, "-m", "schemac", "validate", "--json", "--schema", "blaze", path]
                said = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["violations"]
                found = schemac.validate(path, "blaze")
                self.assertEqual([(each.file, each.path, each.offset, each.rule, each.message) for each in found],
                                 [(each["file"], each["path"], each["offset"], each["rule"], each["message"]) for each in said])
                if any(each.level == "error" for each in found):
                    with self.assertRaises(schemac.InvalidFile):
                        schemac.open(path, "blaze")

    def test_changed_and_cut_files_never_end_the_interpreter(self):
        chance = random.Random(5)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "file"
            for name in vectors.FORMATS:
                for original, _ in vectors.files(name):
                    content = original.read_bytes()
                    for _ in range(6):
                        changed = bytearray(content[: chance.randrange(len(content) + 1)] if chance.random() < 0.4 else content)
                        for _ in range(chance.randrange(1, 4) if changed else 0):
                            changed[chance.randrange(len(changed))] = chance.randrange(256)
                        path.write_bytes(changed)
                        try:
                            file = schemac.open(path, name)
                            touch(file)
                            schemac.encode(file)
                        except (schemac.Error, MemoryError):
                            pass

    def test_a_gigabyte_of_zeros_is_refused_in_little_memory(self):
        program = """
import resource, sys, schemac
for name in sys.argv[2:]:
    try:
        schemac.open(sys.argv[1], name)
    except schemac.Error:
        print(name)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "zeros"
            with open(path, "wb") as file:
                file.truncate(1 << 30)
            done = subprocess.run([sys.executable, "-c", program, path, "oinf", "bloscpack", "blaze"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr, done.stdout.split()[:-1]), (0, "", ["oinf", "bloscpack", "blaze"]))
        self.assertLess(int(done.stdout.split()[-1]), 400)

    def test_limits_are_arguments(self):
        path = vectors.DATA / "vectors/oinf/v2_all_tensor_dtypes.oinf"
        with self.assertRaisesRegex(schemac.InvalidFile, r"more than 3 values"):
            list(schemac.open(path, limits=schemac.Limits(values=3)).tensors)
        with self.assertRaises(TypeError):
            schemac.Limits(colour=3)


if __name__ == "__main__":
    unittest.main()
