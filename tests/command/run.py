#!/usr/bin/env python3
"""The command as programs use it: exit codes, JSON, files left alone or replaced as a whole.

  run.py SCHEMAC

Expected values come from design and manifests; nothing here looks into the compiler.
"""
import base64
import fcntl
import json
import os
import pty
import re
import resource
import struct
import subprocess
import tempfile
import termios
import unittest

from program import (IS_SANITIZED, METADATA, OVERLAP, SCHEMAC, VALID, VECTORS, InFolder, content,
                     run)

LOG = """schema: daily
extensions: [log]
root: File
types:
  File:
    fields:
      - {name: magic, const: DLOG}
      - {name: n, type: u8}
      - {name: hits, type: u16, repeat: n}
"""

PAIRS = """schema: pairs
root: File
types:
  Pair:
    fields:
      - {name: x, type: u8, valid: {max: 4}}
      - {name: y, type: u8, valid: {max: 2, level: warn}}
  File:
    fields:
      - {name: items, type: Pair, repeat: eos}
"""


NOTES = """schema: notes
root: File
types:
  File:
    doc: "clears \\e[2J"
    fields:
      - {name: n, type: u8, doc: "rings \\a"}
      - {name: notes, type: str, prefix: u8, repeat: n, doc: "clears \\e[2J"}
"""


def on_terminal(width, *args, env=None):
    """What a terminal of that width is sent."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    process = subprocess.Popen([SCHEMAC, *args], stdout=theirs, stderr=theirs, env={**os.environ, **(env or {})})
    os.close(theirs)
    out = b""
    try:
        while part := os.read(ours, 1 << 16):
            out += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    process.wait(60)
    return out.decode().replace("\r\n", "\n")


class Command(InFolder):
    def test_exit_codes(self):
        self.assertEqual(run("validate", VALID)[0], 0)
        self.assertEqual(run("validate", OVERLAP)[0], 1)
        self.assertEqual(run("validate", VALID, OVERLAP)[0], 1)
        self.assertEqual(run("validate", self.path("missing"))[0], 2)
        self.assertEqual(run("validate", OVERLAP, self.path("missing"))[0], 2)
        self.assertEqual(run("validate", self.path("unknown.bin", b"no known format"))[0], 2)
        self.assertEqual(run("validate", "--schema", "nowhere", VALID)[0], 2)
        self.assertEqual(run("nonsense")[0], 2)
        self.assertEqual(run()[0], 2)
        self.assertEqual(run("--help")[0], 0)
        self.assertEqual(run("check", self.path("bad.yaml", "schema: bad\n"))[0], 1)
        self.assertEqual(run("check", self.path("no.yaml"))[0], 2)

    def test_validate_json(self):
        code, out, _ = run("validate", "--json", VALID, OVERLAP)
        self.assertEqual(code, 1)
        good, bad = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(good, {"file": VALID, "schema": "oinf", "ok": True, "violations": []})
        self.assertFalse(bad["ok"])
        violation = bad["violations"][0]
        self.assertEqual(list(violation), ["path", "offset", "rule", "name", "level", "message"])
        self.assertEqual((violation["path"], violation["offset"], violation["rule"]),
                         ("tensors[2].data_offset", 276, "overlap"))

    def test_validate_shows_a_few_of_each_kind(self):
        schema, file = self.path("pairs.yaml", PAIRS), self.path("pairs.bin", b"\x07" * 6000)
        lines = run("validate", "--schema", schema, file)[1].splitlines()
        self.assertEqual(len(lines), 1 + 20 + 2)
        self.assertEqual(lines[20], "  byte 19  items[9].y: y is 7; it must be at most 2 [bad-value] (warn)")
        self.assertEqual(lines[21:], ["  and 2,990 more at items[].x [bad-value]; --most 0 shows all",
                                      "  and 2,990 more at items[].y [bad-value] (warn); --most 0 shows all"])
        lines = run("validate", "--most", "2", "--schema", schema, file)[1].splitlines()
        self.assertEqual(len(lines), 1 + 4 + 2)
        self.assertEqual(lines[-1], "  and 2,998 more at items[].y [bad-value] (warn); --most 0 shows all")
        code, out = run("validate", "--most", "0", "--schema", schema, file)[:2]
        self.assertEqual((code, len(out.splitlines())), (1, 1 + 6000))
        self.path("pairs.bin", b"\x07" * 40000)
        lines = run("validate", "--schema", schema, file)[1].splitlines()
        self.assertEqual(lines[-1], "  and 30,000 more after these")
        report = json.loads(run("validate", "--json", "--schema", schema, file)[1])
        self.assertEqual((len(report["violations"]), report["dropped"]), (1000, 39000))

    def test_files_that_values_refer_to(self):
        schema = self.path("daily.yaml", LOG)
        os.mkdir(self.path("sub"))
        self.path("sub/hits.bin", bytes([1, 0, 2, 0]))
        for name, refused in (("hits.bin", False), ("./hits.bin", False), ("../sub/hits.bin", False),
                              ("../daily.yaml", True), (self.path("sub/hits.bin"), True),
                              ("link", True), ("folder", True), ("missing", True)):
            with self.subTest(name):
                if name == "link":
                    os.symlink(schema, self.path("sub/link"))
                if name == "folder":
                    os.mkdir(self.path("sub/folder"))
                values = self.path("sub/values.json", json.dumps({"hits": {"file": name}}))
                out = self.path("out.log")
                code, _, errors = run("encode", values, "--schema", schema, "-o", out)
                self.assertEqual(code, 1 if refused else 0, errors)
                if refused:
                    self.assertIn(f"hits: cannot open '{name}'", errors)
                    self.assertFalse(os.path.exists(out))
                else:
                    self.assertEqual(content(out), b"DLOG\2\1\0\2\0")
                    os.remove(out)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["daily.yaml", "sub"])

    @unittest.skipIf(IS_SANITIZED, "sanitizers need memory of their own")
    def test_large_payloads_take_no_memory(self):
        size = 64 << 20
        with open(self.path("weights.bin"), "wb") as file:
            file.truncate(size)
        tensor = {"name": "w", "dtype": "U8", "dims": [size], "data": {"file": "weights.bin"}}
        values = self.path("values.json", json.dumps(
            {"schema": "oinf", "values": {"sizevars": [], "metadata": [], "tensors": [tensor]}}))
        out = self.path("w.oinf")
        limit = (resource.RLIMIT_DATA, (24 << 20, 24 << 20))  # what is mapped from files doesn't count
        for verb in (["encode", values, "-o", out], ["stats", out]):
            done = subprocess.run([SCHEMAC, *verb], capture_output=True, text=True,
                                  preexec_fn=lambda: resource.setrlimit(*limit))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater(os.path.getsize(out), size)
        self.assertIn("  0  67108864  ", done.stdout)
        self.assertRegex(self.told_on_a_terminal("stats", out), r"\r\x1b\[Kw: pass \d, \d+ %(.|\s)*\r\x1b\[K$")

    def told_on_a_terminal(self, *args):
        """What goes to stderr where that is a terminal."""
        ours, theirs = os.openpty()
        with subprocess.Popen([SCHEMAC, *args], stdout=subprocess.DEVNULL, stderr=theirs) as process:
            os.close(theirs)
            told = b""
            try:
                while part := os.read(ours, 4096):
                    told += part
            except OSError:  # the other side is closed
                pass
            os.close(ours)
            self.assertEqual(process.wait(), 0)
        return told.decode()

    def test_stats(self):
        code, out, errors = run("stats", VALID)
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(out.splitlines()[0], "W.0: f32[128], 512 bytes")
        self.assertIn("\n\ny: i16[], no data\n", out)
        found = json.loads(run("stats", "--json", VALID)[1])
        self.assertEqual(found["schema"], "oinf")
        self.assertEqual([a["name"] for a in found["arrays"]], ["W.0", "a", "kernel", "x", "y"])
        self.assertEqual(found["arrays"][2]["dims"], [128, 128])
        self.assertEqual("%.6g" % found["arrays"][2]["mean"], "127.408")
        broken = self.path("broken.oinf", content(VALID)[:-100])
        code, out, errors = run("stats", broken)
        self.assertEqual(code, 1)
        self.assertIn("a: f16[1024], 2048 bytes", out)
        self.assertIn("tensors[2].data", errors)
        code, out, _ = run("stats", "--json", os.path.join(VECTORS, "v1_empty.oinf"))
        self.assertEqual((code, json.loads(out)), (0, {"schema": "oinf", "arrays": []}))
        self.assertEqual(run("stats", self.path("missing"))[0], 2)

    def test_a_type_that_is_not_known(self):
        schema = self.path("parts.yaml", b"""
schema: parts
root: File
types:
  Part: {fields: [{name: n, type: u8}, {name: data, type: bytes, size: n}]}
  File:
    fields:
      - {name: n, type: u8}
      - {name: meta, type: json, size: n}
      - {name: parts, type: Part, repeat: eos}
    arrays:
      - {name: array, join: parts.data, ndarray: [{dtype: dtype(meta.dtype)}, {dtype: u8}]}
""")
        remark = "meta.dtype is 'float99', which is not a known type"
        for name, is_known in (("float99", False), ("float32", True)):
            text = b'{"dtype": "%s"}' % name.encode()
            file = self.path(name, bytes([len(text)]) + text + b"\x04\x00\x00\x80\x3f")
            asked = ["--schema", schema, file]
            self.assertEqual(run("validate", *asked)[0], 0)
            for verb in ("stats", "explain", "decode"):
                self.assertEqual(remark not in run(verb, *asked)[1], is_known, verb)
            found = json.loads(run("stats", "--json", *asked)[1])["arrays"][0]
            self.assertEqual((found["dtype"], found.get("remark")), ("f32", None) if is_known else ("u8", remark))
            found = json.loads(run("decode", "--json", *asked)[1])["values"]
            self.assertEqual(found["array"].get("unknown_dtype"), None if is_known else "float99")
            found = json.loads(run("explain", "--json", *asked)[1])["arrays"][0]
            self.assertEqual(found.get("remark"), None if is_known else remark)

    def test_no_colours_in_a_pipe(self):
        for verb in ("validate", "explain", "decode", "stats"):
            self.assertNotIn("\033", run(verb, VALID)[1])

    def test_a_format_of_ones_own(self):
        schema = self.path("daily.yaml", LOG)
        self.assertEqual(run("check", schema)[0], 0)
        values = '{"hits": [1, 500]}'
        made = self.path("day.log")
        code, _, err = run("encode", "-", "--schema", schema, "-o", made, stdin=values)
        self.assertEqual((code, err), (0, ""))
        with open(made, "rb") as file:
            self.assertEqual(file.read(), b"DLOG\x02\x01\x00\xf4\x01")
        code, out, _ = run("decode", "--json", "--schemas", self.folder.name, made)
        self.assertEqual(json.loads(out), {"schema": "daily", "values": {"hits": [1, 500]}})
        self.assertIn("daily", run("list", env={"SCHEMAC_PATH": self.folder.name})[1])

    def test_what_is_there_stays(self):
        schema = self.path("daily.yaml", LOG)
        made = self.path("day.log", b"precious")
        code, _, err = run("encode", "-", "--schema", schema, "-o", made, stdin='{"hit": [1]}')
        self.assertEqual(code, 1)
        self.assertIn("did you mean 'hits'", err)
        code, _, err = run("encode", "-", "--schema", schema, "-o", made,
                           stdin=json.dumps({"hits": [0] * 300}))
        self.assertEqual(code, 1)
        self.assertIn("300", err)
        with open(made, "rb") as file:
            self.assertEqual(file.read(), b"precious")
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["daily.yaml", "day.log"])

    def test_gen(self):
        schema = self.path("daily.yaml", LOG)
        header, rules = self.path("daily.h"), self.path("daily.d")
        self.assertEqual(run("gen", schema, "-o", self.folder.name, "--depfile", rules)[0], 0)
        with open(rules) as file:
            target, inputs = file.read().replace("\\\n", " ").split(":", 1)
        self.assertEqual(target, header)
        self.assertEqual(inputs.split(), [schema])
        before = os.stat(header).st_mtime_ns
        self.assertEqual(run("gen", schema, "-o", self.folder.name)[0], 0)
        self.assertEqual(os.stat(header).st_mtime_ns, before)

    def test_doc(self):
        schema = self.path("daily.yaml", LOG)
        page, text = self.path("daily.html"), self.path("daily.md")
        self.assertEqual(run("doc", schema, "-o", self.folder.name), (0, "", ""))
        with open(page, encoding="utf-8") as file:
            self.assertIn("<title>daily: specification</title>", file.read())
        before = os.stat(page).st_mtime_ns
        self.assertEqual(run("doc", schema, "-o", self.folder.name)[0], 0)
        self.assertEqual(os.stat(page).st_mtime_ns, before)
        self.assertEqual(run("doc", schema, "--format", "md", "-o", self.folder.name)[0], 0)
        with open(text, encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("# daily\n"))
        self.assertEqual(run("doc", "--format", "pdf", schema)[0], 2)
        self.assertEqual(run("doc", self.path("bad.yaml", "schema: bad\n"), "-o", self.folder.name)[0], 1)
        self.assertEqual(run("doc", self.path("no.yaml"))[0], 2)
        self.assertEqual(run("doc", schema, "-o", self.path("daily.yaml") + "/x")[0], 2)

    def test_gen_makes_a_fuzz_target(self):
        both = self.path("both.yaml", LOG + "---\n" + LOG.replace("daily", "hourly"))
        self.assertEqual(run("gen", both, "--lang", "fuzz", "-o", self.folder.name), (0, "", ""))
        with open(self.path("both_fuzz.cpp"), encoding="utf-8") as file:
            target = file.read()
        for line in ('#include "both.h"', "hold_to_promises<daily::File>(bytes);",
                     "hold_to_promises<hourly::File>(bytes);"):
            self.assertIn(line, target)
        code, _, err = run("gen", both, "--lang", "cobol")
        self.assertEqual((code, err), (2, "schemac: no backend 'cobol'; there are cpp and fuzz\n"))

    def test_doc_of_several_formats_and_files(self):
        both = self.path("both.yaml", LOG + "---\n" + LOG.replace("daily", "hourly"))
        self.assertEqual(run("doc", both, "-o", self.folder.name)[0], 0)
        for name in ("daily.html", "hourly.html"):
            self.assertTrue(os.path.exists(self.path(name)), name)
        self.path("day.log", b"DLOG\x01\x07\x00")
        sampled = self.path("sampled.yaml", LOG + "samples:\n  - {name: day, file: day.log}\n  - {name: gone, file: none.log}\n")
        self.assertEqual(run("doc", sampled, "--format", "md", "-o", self.folder.name)[0], 0)
        with open(self.path("sampled.md"), encoding="utf-8") as file:
            self.assertIn("0005  07 00                       hits   [7]", file.read())

    def test_explain_shows_the_part_asked_for(self):
        out = run("explain", "--path", "tensors[2]", VALID)[1]
        self.assertIn("data_offset", out)
        self.assertNotIn("sizevars", out)
        rows = json.loads(run("explain", "--json", VALID)[1])["fields"]
        self.assertEqual(list(rows[0])[:7], ["path", "offset", "size", "kind", "type", "value", "doc"])

    def test_explain_shows_the_parts_of_a_message(self):
        tensor = os.path.join(os.path.dirname(VALID), "..", "paddle", "lod_int64_lod1.lodtensor")
        lines = [line.split() for line in run("explain", tensor)[1].splitlines()]
        self.assertIn(["61", "1", "03", "desc.data_type", "INT64"], [line[:5] for line in lines])
        self.assertIn(["62", "1", "10", "desc.dims.tag", "10"], [line[:5] for line in lines])
        self.assertIn(["63", "1", "09", "desc.dims[0]", "9"], [line[:5] for line in lines])

    def test_explain_shows_values_of_no_type(self):
        with tempfile.TemporaryDirectory() as folder:
            schema, file = os.path.join(folder, "corner.yaml"), os.path.join(folder, "file.bin")
            with open(schema, "w") as out:
                out.write("schema: corner\nwire: msgpack\nroot: File\n"
                          "types:\n  File: {fields: [{name: extra, type: any}]}\n")
            with open(file, "wb") as out:
                out.write(b"\x82\xa1a\x93\x01\xc0\xc3\x02\x80")
            [line] = run("explain", "--plain", "--schema", schema, file)[1].splitlines()[1:]
            self.assertEqual(line.split(maxsplit=3), ["0", "9", "extra", 'map = [["a",[1,null,true]],[2,{}]]'])
            rows = json.loads(run("explain", "--json", "--schema", schema, file)[1])["fields"]
            self.assertEqual(rows[0]["value"], {"map": [["a", [1, None, True]], [2, {}]]})
            self.assertEqual([each["path"] for each in rows[0]["children"]][:3],
                             ["extra.head", "extra[0].key.head", "extra[0].key"])

    def test_explain_folds(self):
        out = run("explain", METADATA)[1]
        self.assertIn("metadata[3..39]  ", out)
        self.assertIn("37 elements", out)
        self.assertIn("metadata[40].key  ", out)
        self.assertNotIn("metadata[4].key", out)
        self.assertIn("metadata[4].key", run("explain", "--all", METADATA)[1])
        self.assertIn("metadata[4].key", run("explain", "--path", "metadata[4]", METADATA)[1])
        tops = [line.split()[-1] for line in run("explain", "--depth", "1", VALID)[1].splitlines()[13:]]
        self.assertEqual(tops, ["zeros", "sizevars", "metadata", "tensors", "metadata", "tensors", "blobs"])

    def test_explain_as_json_with_parts(self):
        rows = json.loads(run("explain", "--json", "--path", "tensors[2].dims", VALID)[1])["fields"]
        self.assertEqual([(r["path"], r["offset"], r["size"], r["value"]) for r in rows],
                         [("tensors[2].dims", 252, 16, [128, 128])])
        rows = json.loads(run("explain", "--json", "--path", "tensors[2].dims[1]", VALID)[1])["fields"]
        self.assertEqual([(r["offset"], r["size"], r["value"]) for r in rows], [(260, 8, 128)])
        rows = json.loads(run("explain", "--json", "--depth", "2", VALID)[1])["fields"]
        self.assertIn(("sizevars[1]", 88, 16), [(r["path"], r["offset"], r["size"]) for r in rows])
        rows = json.loads(run("explain", "--json", METADATA)[1])["fields"]
        self.assertIn("metadata[4].key", [r["path"] for r in rows])
        offset = next(r for r in json.loads(run("explain", "--json", VALID)[1])["fields"] if r["path"] == "tensors[2].data_offset")
        self.assertEqual(offset["target"], {"offset": 2936, "path": "tensors[2].data"})

    def test_explain_says_what_it_cannot_find(self):
        for path, near in (("tensor", "tensors"), ("tensors[7]", None), ("tensors[0].nme", "tensors[0].name")):
            code, out, err = run("explain", "--path", path, VALID)
            self.assertEqual((code, out), (2, ""))
            self.assertIn(f"called '{path}'", err)
            if near:
                self.assertIn(f"did you mean '{near}", err)
        self.assertEqual(run("explain", "--depth", "0", VALID)[0], 2)
        self.assertEqual(run("explain", "--json", "-o", self.path("x.html"), VALID)[0], 2)

    def test_explain_shows_what_is_behind_codecs(self):
        file = os.path.join(VECTORS, "..", "bloscpack", "ndarray_f64_2d.blp")
        lines = [line.strip() for line in run("explain", "--plain", file)[1].splitlines()]
        notes = [line for line in lines if line.startswith("= ")]
        self.assertEqual(notes[0], """= metadata.data: 65 bytes after zlib: {"dtype":"'<f8'","shape":[60,40],"order":"C","container":"numpy"}""")
        self.assertIn("metadata.data", lines[lines.index(notes[0]) - 1])
        plain = struct.pack("<2d", 1000 / 7, 1001 / 7).hex(" ")
        self.assertEqual(notes[2], f"= chunks[1].content: 8,000 bytes after blosc: {plain} ...")
        self.assertIn("chunks[1].content.data", lines[lines.index(notes[2]) - 1])
        self.assertTrue(lines[-1].startswith("= array: f64[60, 40]  19,200 bytes in 3 pieces  0.0 0.14285714285714285 "), lines[-1])
        only = run("explain", "--plain", "--path", "array", file)[1].splitlines()
        self.assertEqual([line.strip() for line in only[1:]], lines[-1:])
        self.assertNotIn("bytes after", run("explain", "--plain", "--path", "chunks[1].digest", file)[1])
        text = os.path.join(VECTORS, "..", "bloscpack", "sha384_offsets_meta_noshuffle_ts16.blp")
        self.assertIn('= metadata.data: 7 bytes: {"x":1}\n', run("explain", "--plain", text)[1])

    def test_explain_has_arrays_over_pieces_as_json(self):
        name = "ndarray_f64_2d.blp"
        file = os.path.join(VECTORS, "..", "bloscpack", name)
        with open(os.path.join(os.path.dirname(file), "manifest.json")) as manifest:
            index = next(each for each in json.load(manifest)["files"] if each["path"] == name)["decoded"]["index"]
        pieces = [{"offset": each["file_offset"], "size": each["blosc"]["ctbytes"]} for each in index if each["table"] == "chunks"]
        self.assertEqual(len(pieces), 3)
        [array] = json.loads(run("explain", "--json", file)[1])["arrays"]
        self.assertEqual(array["pieces"], pieces)
        self.assertEqual({key: array[key] for key in ("path", "type", "dtype", "dims", "order", "nbytes", "value")},
                         {"path": "array", "type": "f64[60, 40]", "dtype": "f64", "dims": [60, 40], "order": "row", "nbytes": 19200,
                          "value": [i / 7 for i in range(8)]})
        only = json.loads(run("explain", "--json", "--path", "array", file)[1])
        self.assertEqual(only, {"fields": [], "arrays": [array]})
        for other in ("--path", "chunks"), ("--path", "metadata"):
            self.assertNotIn("arrays", json.loads(run("explain", "--json", *other, file)[1]))
        self.assertNotIn("arrays", json.loads(run("explain", "--json", VALID)[1]))

    def test_explain_marks_violations(self):
        lines = run("explain", OVERLAP)[1].splitlines()
        at = next(i for i, line in enumerate(lines) if "tensors[2].data_offset" in line)
        self.assertEqual(lines[at + 1].strip(), "! begins at 888, inside a payload that ends at 2936 [overlap]")

    def test_explain_on_a_terminal(self):
        for width in (60, 100, 140):
            out = on_terminal(width, "explain", VALID)
            self.assertIn("\x1b[", out)
            bare = re.sub(r"\x1b\[[0-9;]*m", "", out)
            self.assertLessEqual(max(map(len, bare.splitlines())), width)
            self.assertIn("tensors[2].data_offset"[:20], bare)
        self.assertNotIn("\x1b", on_terminal(100, "explain", "--plain", VALID))
        self.assertNotIn("\x1b", on_terminal(100, "explain", VALID, env={"NO_COLOR": "1"}))
        plain = run("explain", "--plain", VALID)[1]
        self.assertIn("Bytes of the whole file, the filling after the last payload included.", plain)
        self.assertNotIn("4f 49 4e 46", plain)

    def test_nothing_of_a_file_reaches_the_terminal(self):
        schema = self.path("notes.yaml", NOTES)
        file = self.path("a.notes", b"\x02" + b"\x0aa\x1b[2J\x07\x7f\xc2\x9bz" + b"\x05a\xe2\x80\xaeb")
        for args in ((), ("--all",), ("--plain",), ("--path", "notes[0]")):
            out = run("explain", "--schema", schema, *args, file)[1]
            self.assertNotRegex(out, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")
        self.assertIn("2J", out)

    # ---- diff ----

    def changed(self, change, name="changed.oinf"):
        """A file whose values are those of VALID after `change` was applied to them."""
        document = json.loads(run("decode", "--json", "--full", VALID)[1])
        change(document["values"])
        path = self.path(name)
        code, _, err = run("encode", "-", "-o", path, stdin=json.dumps(document))
        self.assertEqual((code, err), (0, ""))
        return path

    def test_diff_of_the_same(self):
        self.assertEqual(run("diff", VALID, VALID), (0, "the same meaning (oinf); bytes are equal\n", ""))
        # Payloads in another order, and a gap: other bytes, the same meaning.
        with open(VALID, "rb") as file:
            data = file.read()
        size = len(data) + 512
        moved = self.path("moved.oinf", data[:61] + size.to_bytes(8, "little") + data[69:172]
                          + len(data).to_bytes(8, "little") + data[180:376] + bytes(512) + data[888:] + data[376:888])
        code, out, err = run("diff", VALID, moved)
        self.assertEqual((code, out, err), (0, "the same meaning (oinf); bytes differ from byte 62 on\n", ""))

    def test_diff_of_arrays_over_pieces(self):
        def made(name, numbers, **others):
            values = {"options": {"offsets": True}, "checksum": "crc32", "typesize": 4, "chunk_size": 16,
                      "metadata": {"dtype": "float32", "shape": [3, 4], "others": []},
                      "array": {"dtype": "f32", "dims": [3, 4], "values": numbers}, **others}
            text = self.path(name + ".json", json.dumps({"schema": "blaze:monolithic", "values": values}))
            self.assertEqual(run("encode", text, "-o", self.path(name)), (0, "", ""))
            return self.path(name)

        before = [float(i) for i in range(12)]
        after = [*before[:5], 7.5, *before[6:11], "nan"]  # the second chunk, and the third
        code, out, err = run("diff", made("a", before), made("b", after))
        self.assertEqual((code, err), (1, ""))
        self.assertEqual(out.splitlines()[2:3], ["~ array  f32[3, 4]: 2 of 12 elements differ; largest difference 2.5 at [1,1], "
                                                 f"mean {2.5 / 11:.6g}; 1 not comparable (nan, inf)"])
        self.assertIn("1 difference (blaze:monolithic): 1 changed;", out)
        # Pieces of other sizes are told themselves.
        code, out, err = run("diff", made("a", before), made("c", before, chunk_size=24))
        self.assertEqual((code, err), (1, ""))
        self.assertNotIn("array", out)
        self.assertIn("~ chunks[0].content  16 bytes -> 24 bytes", out)

    def test_diff_says_what_differs(self):
        def change(values):
            values["sizevars"].insert(0, {"name": "E", "value": 5})
            values["tensors"][2]["name"] = "core"
            data = bytearray(base64.b64decode(values["tensors"][0]["data"]["data"]))
            data[8:16] = struct.pack("<2f", *(x + 1 for x in struct.unpack("<2f", data[8:16])))
            values["tensors"][0]["data"] = {"dtype": "f32", "dims": [128], "data": base64.b64encode(data).decode()}
        other = self.changed(change)
        code, out, err = run("diff", VALID, other)
        self.assertEqual((code, err), (1, ""))
        lines = out.splitlines()
        self.assertEqual(len(lines), 7)
        self.assertEqual(lines[2].split(), ["+", 'sizevars["E"]', '{name:', '"E",', 'value:', '5}'])
        self.assertRegex(lines[3], r'^~ tensors\["W.0"\].data +f32\[128\]: 2 of 128 elements differ; largest difference 1 at \[[23]\], mean 0.015625$')
        self.assertRegex(lines[4], r'^- tensors\["kernel"\] .*dims: \[128,128\]')
        self.assertRegex(lines[5], r'^\+ tensors\["core"\] ')
        self.assertEqual(lines[6], "4 differences (oinf): 2 added, 1 removed, 1 changed; bytes differ from byte 13 on")
        report = json.loads(run("diff", "--json", VALID, other)[1])
        self.assertEqual((report["same"], report["bytes_equal"], report["first_byte"]), (False, False, 13))
        self.assertEqual([d["change"] for d in report["differences"]], ["added", "changed", "removed", "added"])
        self.assertEqual(report["differences"][1]["elements"]["differing"], 2)
        self.assertEqual(report["differences"][1]["a"]["path"], "tensors[0].data")
        self.assertEqual(report["differences"][2]["a"]["path"], "tensors[2]")
        # The other way round.
        report = json.loads(run("diff", "--json", other, VALID)[1])
        self.assertEqual([d["change"] for d in report["differences"]], ["removed", "changed", "removed", "added"])

    def test_diff_in_trouble(self):
        schema = self.path("daily.yaml", LOG)
        log = self.path("day.log", b"DLOG\x01\x01\x00")
        for args, words in (((VALID, self.path("missing")), "missing"), ((self.path("missing"), VALID), "missing"),
                            ((VALID, OVERLAP[:-5] + "x"), "No such file"), ((VALID, self.path("text", "hello")), "no known format"),
                            ((VALID, self.path("empty.oinf", b"")), "truncated"),
                            ((VALID, os.path.join(VECTORS, "invalid", "trunc_data.oinf")), "trunc_data.oinf")):
            code, out, err = run("diff", *args)
            self.assertEqual((code, out), (2, ""))
            self.assertIn(words, err)
        code, out, err = run("diff", VALID, log, "--schemas", self.folder.name)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("is of format oinf", err)
        self.assertIn("of format daily", err)
        self.assertEqual(run("diff", "--schema", schema, log, log)[0], 0)
        self.assertEqual(run("diff", VALID)[0], 2)

    def test_diff_on_a_terminal(self):
        other = self.changed(lambda values: values["sizevars"].pop())
        self.assertIn("\x1b[31m-\x1b[0m", on_terminal(100, "diff", VALID, other))
        self.assertNotIn("\x1b", run("diff", VALID, other)[1])

    @unittest.skipIf(b"__asan_init" in content(SCHEMAC), "sanitizers need memory of their own")
    def test_diff_of_large_files_takes_no_memory(self):
        def write(path, at, number):
            name, size = b"\x01\0\0\0w\0\0\0", 100 << 20
            table = name + struct.pack("<III2Q2Q", 10, 2, 1, 25 << 10, 1 << 10, size, 128)
            with open(path, "wb") as file:
                file.write(b"OINF\0" + struct.pack("<6I5Q", 1, 0, 0, 0, 1, 0, 72, 72, 72, 128, 128 + size) + bytes(3) + table)
                file.seek(128 + at * 4)
                file.write(struct.pack("<f", number))
                file.truncate(128 + size)
            return path
        one = write(self.path("one.oinf"), 5000 * 1024 + 7, 1)
        other = write(self.path("other.oinf"), 20000 * 1024 + 9, -3)
        limit = (resource.RLIMIT_DATA, (24 << 20, 24 << 20))  # what is mapped from files doesn't count
        done = subprocess.run([SCHEMAC, "diff", "--json", one, other], capture_output=True, text=True, timeout=60,
                              preexec_fn=lambda: resource.setrlimit(*limit))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        found = json.loads(done.stdout)["differences"]
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]["elements"], {"count": 25 << 20, "differing": 2, "incomparable": 0, "largest": 3.0,
                                                "largest_at": [20000, 9], "mean": 4 / (25 << 20)})

    def test_broken_files_are_shown_as_far_as_they_go(self):
        with open(VALID, "rb") as file:
            cut = self.path("cut.oinf", file.read()[:255])
        self.assertEqual(run("decode", cut)[0], 1)
        code, out, err = run("decode", "--keep-going", cut)
        self.assertEqual(code, 1)
        self.assertIn("W.0", out)
        self.assertIn("truncated", err)
        self.assertEqual(run("explain", cut)[0], 0)


if __name__ == "__main__":
    unittest.main(verbosity=1)
