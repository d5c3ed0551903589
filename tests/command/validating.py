#!/usr/bin/env python3
"""Many files, and reports for other programs: validating.py SCHEMAC

Folders, several files at the same time, SARIF and GitHub's annotations.
"""
import json
import os
import pty
import re
import subprocess
import unittest
import urllib.parse

from program import HERE, OVERLAP, SCHEMAC, VALID, InFolder, content, run

CHUNKED = os.path.join(HERE, "..", "data", "vectors", "blaze_chunked", "chunked_simple")
DIAGNOSTIC = """schema: x
root: File
types:
  File:
    fields:
      - {name: hits, type: u333}
"""
SUMS = """schema: sums
endian: le
root: File
extensions: [sum]
types:
  Item: {fields: [{name: data, type: bytes, size: 3}, {name: crc, digest: {by: crc32, over: data}}]}
  File: {fields: [{name: items, type: Item, repeat: eos}]}
"""


class Many(InFolder):
    def tree(self):
        """A folder of files, by their names: valid or not."""
        files = {"a.oinf": content(VALID), "deep/er/b.oinf": content(OVERLAP), "deep/c": content(VALID),
                 "README.md": b"# nothing\n", "deep/empty": b""}
        folder = self.folder_of(files, "tree")
        os.symlink(folder, os.path.join(folder, "deep", "loop"))
        subprocess.run(["cp", "-r", CHUNKED, os.path.join(folder, "set")], check=True)
        return folder, ["a.oinf", "deep/c", "deep/er/b.oinf", "set"]

    def test_folders(self):
        folder, known = self.tree()
        code, out, err = run("validate", "-r", "--json", folder)
        reports = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([os.path.relpath(r["file"], folder) for r in reports], known)
        self.assertEqual([r["ok"] for r in reports], [True, True, False, True])
        self.assertEqual(code, 1)
        self.assertEqual(err, f"schemac: {folder}: 2 files of no known format are left out\n")

    def test_folders_without_recursion(self):
        folder, _ = self.tree()
        code, out, err = run("validate", folder)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("with -r, the files in it are validated one by one", err)

    def test_folders_with_nothing_known(self):
        folder = self.folder_of({"a.txt": b"hello", "b/c.txt": b"there"})
        code, out, err = run("validate", "-r", folder)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("no file in it is of a known format", err)

    def test_a_schema_says_which_files_of_folders_count(self):
        schema = self.path("sums.yaml", SUMS)
        folder, _ = self.tree()
        self.folder_of({"x.sum": b"", "deep/y.SUM": b"abc"}, "tree")
        code, out, _ = run("validate", "-r", "--json", "--schema", schema, folder)
        reports = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([os.path.relpath(r["file"], folder) for r in reports], ["deep/y.SUM", "x.sum"])
        self.assertEqual(code, 1)

    def test_several_at_the_same_time(self):
        files = [self.path(f"{i:03}.oinf", content(OVERLAP if i % 3 == 0 else VALID)) for i in range(60)]
        files.insert(10, self.path("nothing.oinf"))
        one = run("validate", *files)
        self.assertEqual(one[0], 2)
        for jobs in "0", "2", "7":
            self.assertEqual(run("validate", "-j", jobs, *files), one)
        self.assertIn("nothing.oinf", one[2])
        self.assertEqual([line.split(":")[0] for line in one[1].splitlines() if not line.startswith(" ")],
                         [file for file in files if "nothing" not in file])

    def test_sarif_of_files(self):
        file = self.path("b d.oinf", content(OVERLAP))
        code, out, err = run("validate", "--format", "sarif", VALID, file)
        self.assertEqual((code, err), (1, ""))
        log = json.loads(out)
        self.assertEqual((log["version"], log["$schema"].rsplit("/", 1)[-1]), ("2.1.0", "sarif-2.1.0.json"))
        (part,) = log["runs"]
        wanted = json.loads(run("validate", "--json", file)[1])["violations"]
        self.assertEqual(len(part["results"]), len(wanted))
        for result, violation in zip(part["results"], wanted):
            self.assertEqual(result["ruleId"], violation["rule"])
            self.assertEqual(result["message"]["text"], f"{violation['path']}: {violation['message']}")
            (place,) = result["locations"]
            uri = urllib.parse.urlsplit(place["physicalLocation"]["artifactLocation"]["uri"])
            self.assertEqual((uri.scheme, urllib.parse.unquote(uri.path)), ("file", file))
            self.assertEqual(place["physicalLocation"]["region"], {"byteOffset": violation["offset"]})
            self.assertEqual(place["logicalLocations"], [{"fullyQualifiedName": violation["path"]}])
        self.assertEqual([rule["id"] for rule in part["tool"]["driver"]["rules"]],
                         sorted({violation["rule"] for violation in wanted}))
        self.assertEqual(part["invocations"], [{"executionSuccessful": True}])

    def test_sarif_says_what_is_missing_in_it(self):
        schema, file = self.path("sums.yaml", SUMS), self.path("x.sum", b"abc0000" * 1500)
        _, out, _ = run("validate", "--format", "sarif", "--schema", schema, file, self.path("none"))
        (part,) = json.loads(out)["runs"]
        (invocation,) = part["invocations"]
        self.assertFalse(invocation["executionSuccessful"])
        (remark,) = invocation["toolExecutionNotifications"]
        self.assertIn(f"{1500 - len(part['results'])} violations more", remark["message"]["text"])

    def test_annotations_of_files(self):
        file = self.path("x,1.oinf", content(OVERLAP))
        code, out, _ = run("validate", "--format", "github", file)
        self.assertEqual(code, 1)
        violation = json.loads(run("validate", "--json", file)[1])["violations"][0]
        self.assertEqual(out.splitlines()[1], f"::error file={file.replace(',', '%2C')},title={violation['rule']}::"
                         f"byte {violation['offset']}, {violation['path']}: {violation['message']}")

    def test_reports_on_schemas(self):
        schema = self.path("x.yaml", DIAGNOSTIC)
        text = run("check", schema)[2]
        line, column, message, rule = re.match(r".*:(\d+):(\d+): error: (.*) \[(.*)\]", text).groups()
        code, out, err = run("check", "--format", "sarif", schema, os.path.join(HERE, "../../schemas/oinf.yaml"))
        self.assertEqual((code, err), (1, ""))
        (part,) = json.loads(out)["runs"]
        (result,) = part["results"]
        self.assertEqual((result["ruleId"], result["level"]), (rule, "error"))
        self.assertTrue(result["message"]["text"].startswith(message))
        region = result["locations"][0]["physicalLocation"]["region"]
        self.assertEqual((region["startLine"], region["startColumn"]), (int(line), int(column)))
        self.assertEqual((line, DIAGNOSTIC.splitlines()[int(line) - 1][region["startColumn"] - 1:
                                                                      region["endColumn"] - 1]), ("6", "u333"))
        code, out, err = run("check", "--format", "github", schema)
        self.assertEqual((code, err), (1, ""))
        self.assertTrue(out.startswith(f"::error file={schema},line={line},col={column},endColumn="), out)

    def test_options_that_exclude_each_other(self):
        for args in (["validate", "--json", "--format", "text", VALID], ["check", "--roles", "--format", "sarif", VALID],
                     ["validate", "--format", "xml", VALID]):
            self.assertEqual(run(*args)[0], 2, args)

    def test_progress_on_a_terminal(self):
        """A pipe that is read at last: until then, the line says what is waited for."""
        ours, theirs = pty.openpty()
        done = subprocess.Popen([SCHEMAC, "validate", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        shown = b""
        while b" s" not in shown:
            shown += os.read(ours, 1000)
        self.assertRegex(shown, rb"\r\x1b\[Kvalidate -, \d+ s")
        out, _ = done.communicate(content(VALID), timeout=60)
        self.assertIn(b"valid (oinf)", out)
        rest = b""
        try:
            while part := os.read(ours, 1000):
                rest += part
        except OSError:
            pass  # the other end is closed
        self.assertTrue((shown + rest).endswith(b"\r\x1b[K"), shown + rest)


if __name__ == "__main__":
    unittest.main()
