"""Archives: what ar and ranlib of the GNU binutils write, and what ar reads of ours."""
import os
import shutil
import subprocess
import unittest

from client import ROOT, ClientTest, stored_bytes

AR = str(ROOT / "examples" / "formats" / "ar.yaml")
LONG = "a_file_with_a_name_of_many_characters.txt"


def bytes_of(shown):
    return bytes.fromhex(shown["hex"]) if "hex" in shown else stored_bytes(shown)


@unittest.skipUnless(shutil.which("ar") and shutil.which("cc"), "there is no ar, or no C compiler")
class Ar(ClientTest):
    def run_in(self, *command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, (command, done.stderr))
        return done.stdout

    def file(self, name, content, mode=0o644):
        path = self.folder / name
        path.write_bytes(content)
        path.chmod(mode)
        os.utime(path, (1_700_000_000, 1_700_000_000))
        return path

    def members(self, archive):
        return self.decode(archive, AR)["values"]["members"]

    def test_we_read_archives(self):
        self.file("odd.txt", b"odd")
        self.file("run.sh", b"#!/bin/sh\n", 0o755)
        self.file(LONG, b"long")
        self.run_in("ar", "rcU", "some.a", "odd.txt", "run.sh", LONG)
        archive = self.folder / "some.a"
        self.assert_valid(archive, AR)
        self.assert_same_after_encode(archive, AR)
        table, odd, script, long = self.members(archive)
        names = LONG.encode() + b"/\n\n"  # filled up to an even size
        self.assertEqual((table["name"], bytes_of(table["content"])), ("//", names))
        self.assertEqual((odd["name"], bytes_of(odd["content"])), ("odd.txt/", b"odd"))
        self.assertEqual((odd["modified"], odd["mode"]), (1_700_000_000, 0o100644))
        self.assertEqual((odd["owner"], odd["group"]), (os.getuid(), os.getgid()))
        self.assertEqual((script["name"], script["mode"]), ("run.sh/", 0o100755))
        self.assertEqual((long["name"], bytes_of(long["content"])), ("/0", b"long"))

    def test_we_read_the_symbols_of_a_library(self):
        self.file("two.c", b"int one(void) { return 1; }\nint two(void) { return 2; }\n")
        self.file("three.c", b"int three(void) { return 3; }\n")
        self.run_in("cc", "-c", "two.c", "three.c")
        self.run_in("ar", "rcs", "lib.a", "two.o", "three.o")
        library = self.folder / "lib.a"
        self.assert_valid(library, AR)
        self.assert_same_after_encode(library, AR)
        symbols = self.members(library)[0]["symbols"]
        self.assertEqual(symbols["names"], ["one", "two", "three"])
        stored = library.read_bytes()
        self.assertEqual([stored[place:place + 8] for place in symbols["places"]],
                         [b"two.o/  ", b"two.o/  ", b"three.o/"])

    def test_it_reads_archives_that_we_write(self):
        member = {"modified": 1_600_000_000, "owner": 1000, "group": 100, "mode": 0o100640}
        values = {"members": [{"name": "first/", "content": {"hex": b"odd".hex()}, **member},
                              {"name": "second/", "content": {"hex": b"even".hex()}, **member}]}
        archive = self.encode({"schema": "ar", "values": values}, AR, "ours.a")
        self.assertEqual(self.run_in("ar", "t", "ours.a"), b"first\nsecond\n")
        self.assertEqual(self.run_in("ar", "p", "ours.a", "first"), b"odd")
        self.assertEqual(self.run_in("ar", "p", "ours.a", "second"), b"even")
        listed = self.run_in("ar", "tv", "ours.a").decode().splitlines()[0].split()
        self.assertEqual(listed[:3], ["rw-r-----", "1000/100", "3"])
        self.assert_valid(archive, AR)

    def test_what_was_edited_is_read(self):
        self.file("odd.txt", b"odd")
        self.file(LONG, b"long")
        self.run_in("ar", "rc", "some.a", "odd.txt", LONG)
        document = self.decode(self.folder / "some.a", AR)
        document["values"]["members"][1]["content"] = {"hex": b"longer than it was".hex()}
        self.encode(document, AR, "edited.a")
        self.assertEqual(self.run_in("ar", "p", "edited.a", "odd.txt"), b"longer than it was")
        self.assertEqual(self.run_in("ar", "p", "edited.a", LONG), b"long")


if __name__ == "__main__":
    unittest.main()
