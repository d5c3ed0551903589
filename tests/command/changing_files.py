#!/usr/bin/env python3
"""Files that become shorter, longer or others while the command reads them: it ends with a verdict, or says why not.

  changing_files.py SCHEMAC
"""
import ctypes
import os
import signal
import subprocess
import time
import unittest

from program import HERE, SCHEMAC, InFolder, content

SCHEMA = """schema: lines
endian: le
root: File
types:
  Line:
    fields:
      - {name: text, type: str, prefix: u16}
  File:
    fields:
      - {name: magic, const: LINE}
      - {name: lines, type: Line, repeat: eos}
"""
LINE = b"\x0e\x00fourteen bytes"
LINES = 500_000
EXCHANGE = 2  # RENAME_EXCHANGE
DATASETS = os.path.join(HERE, "..", "data", "vectors", "blaze_chunked")


class ChangingFiles(InFolder):
    def start(self, *args):
        return subprocess.Popen([SCHEMAC, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def lines(self):
        self.path("lines.yaml", SCHEMA)
        return self.path("file", b"LINE" + LINE * LINES)

    def ends(self, running):
        """The exit code and what was said; no signal has ended it."""
        _, errors = running.communicate(timeout=60)
        self.assertGreaterEqual(running.returncode, 0, signal.Signals(max(-running.returncode, 1)))
        self.assertLessEqual(running.returncode, 2)
        return running.returncode, errors.decode()

    def test_truncation(self):
        """At the beginning of its work: it then looks at pages that are no longer there."""
        for verb in (["validate"], ["decode"], ["explain"], ["stats"]):
            struck = 0
            for attempt in range(12):
                path = self.lines()
                running = self.start(*verb, "--schema", self.path("lines.yaml"), path)
                # It has mapped the file, and is about to walk over it.
                while running.poll() is None and path not in self.maps_of(running.pid):
                    pass
                time.sleep(attempt * 0.002)
                os.truncate(path, 4096)
                code, errors = self.ends(running)
                if code == 2:
                    self.assertEqual(errors, f"schemac: cannot read '{os.path.realpath(path)}': it became shorter "
                                     "while it was read, or its disk fails; nothing that was found out about it counts\n")
                    struck += 1
            self.assertGreater(struck, 0, verb)

    def maps_of(self, pid):
        try:
            return content(f"/proc/{pid}/maps").decode()
        except OSError:
            return ""

    def test_growth(self):
        """What comes after the end that it had isn't looked at."""
        path = self.lines()
        running = self.start("validate", "--schema", self.path("lines.yaml"), path)
        while running.poll() is None and os.path.realpath(path) not in self.maps_of(running.pid):
            pass
        while running.poll() is None:
            with open(path, "ab") as file:
                file.write(b"\xff")
        self.assertEqual(self.ends(running), (0, ""))

    def test_swapped_directories(self):
        """One dataset or the other, each of which is valid; what it says if files of both are read is that they don't fit."""
        exchange = ctypes.CDLL(None, use_errno=True).renameat2
        a, b = self.path("a"), self.path("b")
        for folder, name in ((a, "chunked_simple"), (b, "chunked_nested")):
            subprocess.run(["cp", "-r", os.path.join(DATASETS, name), folder], check=True)
            self.assertEqual(self.ends(self.start("validate", folder)), (0, ""))
        for _ in range(20):
            running = self.start("validate", a)
            while running.poll() is None:
                exchange(-100, a.encode(), -100, b.encode(), EXCHANGE)
            code, errors = self.ends(running)
            self.assertIn(code, (0, 1), errors)


if __name__ == "__main__":
    unittest.main()
