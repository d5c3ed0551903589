"""Runs the command for its tests; the program's path is the first argument of each test script."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

SCHEMAC = os.path.abspath(sys.argv.pop(1))
HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(HERE, "..", "data", "vectors", "oinf")
VALID = os.path.join(VECTORS, "v1_simple_model.oinf")
METADATA = os.path.join(VECTORS, "v1_all_metadata_types.oinf")
OVERLAP = os.path.join(VECTORS, "invalid", "tensor_overlap.oinf")


def run(*args, stdin=None, env=None):
    done = subprocess.run([SCHEMAC, *args], input=stdin, capture_output=True, text=True, timeout=60,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout, done.stderr


def content(path):
    with open(path, "rb") as file:
        return file.read()


# Sanitizers take much time and memory of their own.
IS_SANITIZED = b"__asan_init" in content(SCHEMAC)


class InFolder(unittest.TestCase):
    """A test with a folder of its own, which is gone afterwards."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, content=None):
        path = os.path.join(self.folder.name, name)
        if content is not None:
            with open(path, "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def folder_of(self, files, name="set"):
        folder = os.path.join(self.folder.name, name)
        for file, data in files.items():
            path = os.path.join(folder, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as out:
                out.write(data)
        return folder

    def violations(self, folder, *args):
        code, out, err = run("validate", "--json", *args, folder)
        report = json.loads(out)
        self.assertEqual((code, report["ok"]), (1, False), err)
        return [(v["file"], v["path"], v["offset"], v["rule"]) for v in report["violations"]]
