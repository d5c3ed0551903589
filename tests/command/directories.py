"""The command on directories: saved models, and datasets of a schema of their own."""
import hashlib
import json
import os
import re
import shutil
import statistics
import struct
import unittest
import zlib

from program import HERE, InFolder, content, run

MADE = os.path.join(HERE, "..", "data", "made", "paddle")

LOG = """
schema: logs
endian: le
root: Year
types:
  Part:
    fields:
      - {name: n, type: u8}
      - {name: items, type: u16, repeat: n}
  Head:
    fields:
      - {name: total, type: u8}
      - {name: count, type: u8}
      - {name: names, type: Name, repeat: count}
  Name:
    fields:
      - {name: text, type: str, prefix: u8}
      - {name: is_kept, type: u8}
  Inner:
    directory:
      - {name: only, file: only.bin, type: Part}
  Year:
    keys:
      names: {list: head.names, by: text, if: is_kept == 1}
    directory:
      - {name: head, file: head.bin, type: Head}
      - {name: parts, file: "part_{_index}.bin", first: 1, type: Part, optional: true}
      - {name: named, file: "of_{_key}", type: Part, keyed: names,
         each: [{name: has-items, expr: len(_.items) > 0 and _key.is_kept == 1, at: _.n}]}
      - {name: inner, dir: data, type: Inner, optional: true}
    rules:
      - {name: total, expr: head.total == len(parts), class: bad-count, at: head.total, message: not all parts are there}
"""

PARTS = """
schema: parts
endian: le
root: Set
types:
  Head:
    fields:
      - {name: dtype, type: str, prefix: u8}
      - {name: n_dims, type: u8}
      - {name: dims, type: u16, repeat: n_dims}
  Part:
    fields:
      - {name: size, type: u8}
      - {name: content, type: bytes, size: size, codec: {by: zlib}}
  Set:
    directory:
      - {name: head, file: head.bin, type: Head}
      - {name: parts, file: "part_{_index}.bin", first: 0, type: Part}
    arrays:
      - {name: array, join: parts.content, ndarray: {dtype: dtype(head.dtype), dims: head.dims}}
"""

OPTIONAL = """
schema: some
endian: be
root: Set
types:
  Name: {fields: [{name: text, type: str, prefix: u8}, {name: n, type: u8}]}
  Head: {fields: [{name: names, type: Name, repeat: eos}]}
  Row: {fields: [{name: v, type: u8}, {name: bits, type: u4, repeat: 2}]}
  Inner: {directory: [{name: row, file: row.bin, type: Row}]}
  Set:
    keys: {names: {list: head.names, by: text}}
    directory:
      - {name: head, file: head.bin, type: Head}
      - {name: rows, file: "row_{_key}", type: Row, keyed: names, optional: true,
         each: [{name: same, expr: _.v == _key.n, at: _.v}]}
      - {name: inner, dir: "of_{_key}", type: Inner, keyed: names, optional: true}
      - {name: single, file: single.bin, type: Row, instead-of: inner}
      - {name: parts, file: "p{_index}", first: 5, type: Row}
    rules:
      - {name: some, expr: "len(rows) == 2 and not present(rows[1])", at: head.names}
      - {name: folders, expr: len(inner) == 1 and present(inner) and not present(single), at: head.names}
      - {name: bits, expr: sum(parts.bits) == 10, at: head.names}
"""


def head(total, names=()):
    return bytes([total, len(names)]) + b"".join(bytes([len(n)]) + n + b"\1" for n in names)


class Directories(InFolder):
    def copy(self, model):
        folder = os.path.join(self.folder.name, model)
        shutil.copytree(os.path.join(MADE, model), folder)
        return folder

    def log(self, files, name="set"):
        return self.violations(self.folder_of(files, name), "--schema", self.path("logs.yaml", LOG))

    # ---- saved models ----

    def test_models_are_recognised_and_come_back(self):
        for model in ("combined", "separate", "newer"):
            folder = os.path.join(MADE, model)
            code, out, err = run("validate", "--json", folder)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(json.loads(out), {"file": folder, "schema": "paddle:model", "ok": True, "violations": []})
            values = self.path(model + ".json", run("decode", "--json", "--full", folder)[1])
            made = os.path.join(self.folder.name, model)
            self.assertEqual(run("encode", values, "-o", made), (0, "", ""))
            self.assertEqual(sorted(os.listdir(made)), sorted(os.listdir(folder)))
            for name in os.listdir(folder):
                self.assertEqual(content(os.path.join(made, name)), content(os.path.join(folder, name)), name)

    def test_both_forms_hold_the_same_values(self):
        def parameters(model, member):
            values = json.loads(run("decode", "--json", os.path.join(MADE, model))[1])["values"]
            found = values[member]["records"] if member == "combined" else values[member]
            return [tensor["data"] for tensor in found]
        self.assertEqual(parameters("combined", "combined"), parameters("separate", "separate"))
        values = json.loads(run("decode", "--json", os.path.join(MADE, "newer"))[1])["values"]
        self.assertEqual(values["choices"], {"program": "inference.pdmodel", "combined": "inference.pdiparams"})

    def test_every_byte_is_explained(self):
        for model in ("combined", "separate"):
            folder = os.path.join(MADE, model)
            code, out, err = run("explain", "--json", folder)
            self.assertEqual((code, err), (0, ""))
            files = json.loads(out)["files"]
            self.assertEqual(sorted(f["file"] for f in files), sorted(os.listdir(folder)))
            for file in files:
                end = 0
                for row in file["fields"]:
                    self.assertEqual(row["offset"], end)
                    end += row["size"]
                self.assertEqual(end, os.path.getsize(os.path.join(folder, file["file"])))
        code, out, err = run("explain", os.path.join(MADE, "separate"))
        self.assertEqual(code, 0)
        self.assertIn("fc_0.w_0\n", out)

    def test_a_part_of_a_directory_is_explained(self):
        schema = self.path("logs.yaml", LOG)
        items = struct.pack("<B20H", 20, *range(20))
        folder = self.folder_of({"head.bin": head(2, [b"a", b"b"]), "of_a": b"\1\5\0", "of_b": b"\1\5\0", "part_1.bin": items, "part_2.bin": b"\1\5\0", "data/only.bin": b"\1\0\1"})

        def fields(path):
            code, out, err = run("explain", "--json", "--schema", schema, folder, "--path", path)
            self.assertEqual((code, err), (0, ""), path)
            return {file["file"]: [row["path"] for row in file["fields"]] for file in json.loads(out)["files"]}
        self.assertEqual(fields("part_1.bin"), {"part_1.bin": ["n", "items"]})
        self.assertEqual(fields("part_1.bin:items[3]"), {"part_1.bin": ["items[3]"]})
        self.assertEqual(fields("data"), {"data/only.bin": ["n", "items"]})
        self.assertEqual(fields("items[3]"), {"part_1.bin": ["items[3]"]})
        self.assertEqual(fields("n"), {"part_1.bin": ["n"], "of_a": ["n"], "of_b": ["n"], "part_2.bin": ["n"], "data/only.bin": ["n"]})
        code, out, err = run("explain", "--schema", schema, folder, "--path", "part_3.bin")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("did you mean 'part_", err)
        code, out, err = run("explain", "--plain", "--schema", schema, folder, "--path", "part_1.bin:items[3]")
        self.assertEqual((code, [line.split() for line in out.splitlines()][2]), (0, ["7", "2", "items[3]", "3"]))
        code, out, err = run("explain", "--most", "1", "--schema", schema, folder, "--path", "head.bin")
        self.assertEqual(code, 0)
        self.assertIn("/head.bin: has more than 1 field;", err)
        self.assertIn("names  2 elements", out)

    def test_what_is_almost_of_a_format_says_what_it_lacks(self):
        def refused(folder):
            code, out, err = run("validate", folder)
            self.assertEqual((code, out), (2, ""))
            self.assertIn(": a directory of no known format", err)
            return err
        meta = {"meta/storage": b"{}", "meta/sizes": b"{}"}
        folder = self.folder_of(meta)
        self.assertIn("; not blaze:chunked, since there is no 'data'; name one with --schema", refused(folder))
        os.symlink(self.folder_of({"__1__.bin": b""}, "elsewhere"), os.path.join(folder, "data"))
        self.assertIn("/data' is a symbolic link, which is not followed; name one", refused(folder))
        self.assertIn("since there is no 'meta/sizes' and there is no 'data'", refused(self.folder_of({"meta/storage": b"{}"}, "less")))
        self.assertNotIn("; not", refused(self.folder_of({"other": b""}, "other")))

    def test_differences_are_told_file_by_file(self):
        old, new = os.path.join(MADE, "separate"), self.copy("separate")
        self.assertEqual(run("diff", old, new)[0], 0)
        parameter = os.path.join(new, "fc_0.b_0")
        with open(parameter, "r+b") as file:  # two floats at the end
            file.seek(-8, os.SEEK_END)
            self.assertEqual(struct.unpack("<f", file.read(4)), (0.5,))
            file.seek(-8, os.SEEK_END)
            file.write(struct.pack("<f", 1.75))
        code, out, err = run("diff", old, new)
        self.assertEqual((code, err), (1, ""))
        self.assertIn(f"+++ {parameter}\n~ data  f32[2]: 1 of 2 elements differs; largest difference 1.25 at [0]", out)
        self.assertTrue(out.endswith("1 of 4 files differs (paddle:model)\n"), out)
        report = json.loads(run("diff", "--json", old, new)[1])
        self.assertEqual((report["same"], report["only_a"], report["only_b"]), (False, [], []))
        self.assertEqual([os.path.basename(f["a"]) for f in report["files"] if not f["same"]], ["fc_0.b_0"])

    def test_files_of_one_side_only_are_differences(self):
        old, new = os.path.join(MADE, "separate"), os.path.join(MADE, "combined")
        code, out, err = run("diff", old, new)
        self.assertEqual((code, err), (1, ""))
        for line in (f"only in {old}: fc_0.w_0", f"only in {new}: __params__"):
            self.assertIn(line + "\n", out)
        report = json.loads(run("diff", "--json", old, new)[1])
        self.assertEqual((report["same"], sorted(report["only_a"]), report["only_b"]),
                         (False, ["fc_0.b_0", "fc_0.w_0", "steps"], ["__params__"]))

    def test_pages_of_a_directory(self):
        schema = self.path("logs.yaml", LOG)
        folder = self.folder_of({"head.bin": head(1), "part_1.bin": b"\1\5\0", "data/only.bin": b"\1\0"})
        pages = os.path.join(self.folder.name, "pages")
        code, out, err = run("explain", "--schema", schema, folder, "-o", pages)
        self.assertEqual((code, out, err), (0, "", ""))
        index = content(os.path.join(pages, "index.html")).decode()
        for file in ("head.bin", "part_1.bin", "data/only.bin"):
            self.assertIn(f'<a href="{file}.html">{file}</a>', index)
            self.assertIn(b"</html>", content(os.path.join(pages, file + ".html")))
        self.assertIn('<a href="data/only.bin.html#n">data/only.bin: n</a>', index)  # cut off
        self.assertIn("</a></th><td>Part</td><td class=\"number\">3</td>", index)
        self.assertIn('<a href="../index.html">set</a>', content(os.path.join(pages, "data/only.bin.html")).decode())
        before = sorted(os.listdir(folder))
        code, out, err = run("explain", "--schema", schema, folder, "-o", os.path.join(folder, "pages"))
        self.assertEqual((code, sorted(os.listdir(folder))), (2, before))
        self.assertIn("is in the directory", err)

    def test_a_parameter_is_missing(self):
        folder = self.copy("separate")
        os.remove(os.path.join(folder, "fc_0.w_0"))
        self.assertEqual(self.violations(folder), [("fc_0.w_0", "separate[1]", 0, "missing-file")])
        code, out, err = run("decode", folder)
        self.assertEqual((code, out), (1, ""))
        self.assertIn("fc_0.w_0", err)

    def test_no_parameters_at_all(self):
        folder = self.copy("combined")
        os.remove(os.path.join(folder, "__params__"))
        self.assertEqual([v[0] for v in self.violations(folder)], ["fc_0.b_0", "fc_0.w_0", "steps"])
        os.remove(os.path.join(folder, "__model__"))
        code, out, err = run("validate", folder)
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(self.violations(folder, "--schema", "paddle:model")[0],
                         ("__model__", "program", 0, "missing-file"))

    def test_a_record_too_few_or_too_many(self):
        folder = self.copy("combined")
        path = os.path.join(folder, "__params__")
        whole = content(path)
        with open(path, "wb") as out:
            out.write(whole[:-32])
        self.assertEqual(self.violations(folder), [("__params__", "records", 82, "bad-count")])
        with open(path, "wb") as out:
            out.write(whole + whole[-32:])
        self.assertEqual(self.violations(folder), [("__params__", "records", 114, "bad-count")])

    def test_a_record_of_another_type_or_size(self):
        folder = self.copy("separate")
        shutil.copy(os.path.join(folder, "steps"), os.path.join(folder, "fc_0.b_0"))
        self.assertEqual(self.violations(folder), [("fc_0.b_0", "desc.data_type", 21, "bad-type"),
                                                   ("fc_0.b_0", "desc.dims", 23, "size-mismatch")])
        folder = self.copy("combined")
        path = os.path.join(folder, "__params__")
        whole = content(path)
        with open(path, "wb") as out:
            out.write(whole[32:82] + whole[:32] + whole[82:])  # in another order
        self.assertEqual(self.violations(folder), [("__params__", "records[0].desc.dims", 23, "size-mismatch"),
                                                   ("__params__", "records[1].desc.dims", 73, "size-mismatch")])

    def test_a_broken_file_of_a_model(self):
        folder = self.copy("combined")
        path = os.path.join(folder, "__model__")
        with open(path, "r+b") as out:
            out.truncate(500)
        found = self.violations(folder)
        self.assertEqual(found[0][0], "__model__")
        self.assertIn("bad-protobuf", [v[3] for v in found])

    def test_violations_beyond_the_limit(self):
        """An error that there is no room for makes a directory not valid all the same."""
        schema = self.path("many.yaml", """
schema: many
endian: le
root: Set
types:
  Part: {fields: [{name: v, type: u8}]}
  Set:
    directory:
      - {name: parts, file: "{_index}.bin", type: Part, each: [{name: small, expr: _.v < 5, level: warn, at: _.v}]}
      - {name: last, file: last.bin, type: Part}
""")
        files = {f"{i}.bin": b"\7" for i in range(1002)}
        folder = self.folder_of({**files, "last.bin": b"\1"})
        code, out, err = run("validate", "--json", "--schema", schema, folder)
        report = json.loads(out)
        self.assertEqual((code, report["ok"], len(report["violations"])), (0, True, 1001))
        self.assertEqual(report["violations"][-1], {"file": "", "path": "", "offset": 0, "rule": "resource-limit", "name": "", "level": "warn",
                                                    "message": "2 more violations, beyond the limit of 1000"})
        found = self.violations(self.folder_of({**files, "last.bin": b""}, "broken"), "--schema", schema)
        self.assertEqual((len(found), found[-1]), (1001, ("", "", 0, "resource-limit")))

    def test_names_that_lead_elsewhere(self):
        """A program may name its variables as it likes: files are only those beside it."""
        for name in (b"../w_0__", b"/etc/pwd", b"a/../w_0", b"........", b"fc\0_0.w0"):
            folder = self.copy("separate")
            path = os.path.join(folder, "__model__")
            whole = content(path)
            self.assertIn(b"fc_0.w_0", whole)
            with open(path, "wb") as out:
                out.write(whole.replace(b"fc_0.w_0", name))
            found = self.violations(folder)
            expected = "missing-file" if name == b"........" else "out-of-bounds"
            self.assertIn(expected, [v[3] for v in found], name)
            if expected == "out-of-bounds":
                [at] = [v for v in found if v[3] == expected]
                self.assertEqual(at[:2], ("__model__", "blocks[0].vars[3].name"))
                self.assertEqual(at[2], whole.index(b"fc_0.w_0"))
            shutil.rmtree(folder)

    def test_links_and_what_is_no_file(self):
        folder = self.copy("separate")
        path = os.path.join(folder, "steps")
        os.rename(path, self.path("outside"))
        os.symlink(self.path("outside"), path)
        self.assertEqual(self.violations(folder), [("steps", "separate[2]", 0, "out-of-bounds")])
        os.remove(path)
        os.mkdir(path)
        self.assertEqual(self.violations(folder), [("steps", "separate[2]", 0, "bad-type")])
        os.rmdir(path)
        os.mkfifo(path)
        self.assertEqual(self.violations(folder), [("steps", "separate[2]", 0, "bad-type")])
        # The directory itself is the caller's: it may be reached by a link.
        link = os.path.join(self.folder.name, "link")
        os.symlink(os.path.join(MADE, "combined"), link)
        self.assertEqual(run("validate", link)[0], 0)

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_unreadable_files(self):
        folder = self.copy("separate")
        os.chmod(os.path.join(folder, "steps"), 0)
        self.assertEqual(self.violations(folder), [("steps", "separate[2]", 0, "io-error")])

    def test_statistics(self):
        code, out, err = run("stats", "--json", os.path.join(MADE, "separate"))
        self.assertEqual((code, err), (0, ""))
        found = {a["name"]: a["mean"] for a in json.loads(out)["arrays"]}
        self.assertEqual(found, {"fc_0.b_0:data": -0.25, "fc_0.w_0:data": 3.5, "steps:data": 1000})

    # ---- made from values ----

    def test_values_that_make_no_model(self):
        values = json.loads(run("decode", "--json", "--full", os.path.join(MADE, "separate"))[1])
        made = os.path.join(self.folder.name, "made")

        def refused(change, words):
            changed = json.loads(json.dumps(values))
            change(changed["values"])
            code, out, err = run("encode", self.path("values.json", json.dumps(changed)), "-o", made)
            self.assertEqual((code, out), (1, ""), err)
            self.assertIn(words, err)
            self.assertFalse(os.path.exists(made))
            self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith("made")], [])
        refused(lambda v: v["separate"].pop(), "2 files")
        refused(lambda v: v.pop("program"), "program: is missing")
        refused(lambda v: v.update(more=1), "more: is not a file")
        refused(lambda v: v["separate"].reverse(), "another type")
        refused(lambda v: v.update(choices={"program": "../up"}), "can't be called")
        refused(lambda v: v["program"]["blocks"][0]["vars"][3].update(name="../fc_0.w_0"), "is not a name of a file")

    def test_replacing_a_directory(self):
        folder = self.copy("combined")
        values = self.path("values.json", run("decode", "--json", "--full", folder)[1])
        self.assertEqual(run("encode", values, "-o", folder), (0, "", ""))
        self.assertEqual(sorted(os.listdir(folder)), ["__model__", "__params__"])
        other = os.path.join(folder, "notes.txt")
        with open(other, "w") as out:
            out.write("mine")
        code, out, err = run("encode", values, "-o", folder)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("notes.txt", err)
        self.assertEqual(content(other), b"mine")
        self.assertEqual([name for name in os.listdir(self.folder.name) if "." in name and name != "values.json"], [])

    def test_replacing_keeps_what_is_no_part(self):
        """However deep it lies, and whatever it is."""
        schema = self.path("logs.yaml", LOG)
        part = b"\1\5\0"
        folder = self.folder_of({"head.bin": head(3, [b"a"]), "of_a": part, "data/only.bin": part,
                                 **{f"part_{i}.bin": part for i in (1, 2, 3)}})
        code, out, err = run("decode", "--json", "--full", "--schema", schema, folder)
        self.assertEqual((code, err), (0, ""))
        changed = json.loads(out)
        changed["values"]["parts"].pop()
        changed["values"]["head"].update(total=2, names=[{"text": "b", "is_kept": 1}])
        values = self.path("values.json", json.dumps(changed))

        def refused(name):
            before = sorted(os.path.join(at, each) for at, _, files in os.walk(folder) for each in files)
            code, out, err = run("encode", values, "--schema", schema, "-o", folder)
            self.assertEqual((code, out), (2, ""))
            self.assertIn(f"it holds '{name}', which is not part of what is to be saved; move it elsewhere", err)
            self.assertEqual(before, sorted(os.path.join(at, each) for at, _, files in os.walk(folder) for each in files))
            self.assertEqual([n for n in os.listdir(self.folder.name) if n.startswith("set.")], [])
        for name in ("data/thesis.txt", "more/thesis.txt", "data/deep/er/thesis.txt", "part_01.bin", "of_c"):
            self.folder_of({name: b"years of work"})
            top = name.split("/")[0] if name.startswith("more") else "data/deep" if "deep" in name else name
            refused(top)
            self.assertEqual(content(os.path.join(folder, name)), b"years of work")
            path = os.path.join(folder, top)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        os.mkdir(os.path.join(folder, "part_4.bin"))  # no file
        refused("part_4.bin")
        os.rmdir(os.path.join(folder, "part_4.bin"))
        os.symlink(self.path("outside", "x"), os.path.join(folder, "data", "link"))
        refused("data/link")
        os.remove(os.path.join(folder, "data", "link"))
        # Parts that the new one doesn't have are no loss: numbered ones, and those that old keys name.
        self.assertEqual(run("encode", values, "--schema", schema, "-o", folder), (0, "", ""))
        self.assertEqual(sorted(os.listdir(folder)), ["data", "head.bin", "of_b", "part_1.bin", "part_2.bin"])
        self.assertEqual(content(self.path("outside")), b"x")

    # ---- numbered files, directories in directories, rules ----

    def test_an_array_over_files(self):
        schema = self.path("parts.yaml", PARTS)
        numbers = struct.pack("<6i", 5, -4, 3, -2, 1, 9)
        parts = [numbers[:8], numbers[8:10], numbers[10:]]  # an element may lie across two files
        files = {"head.bin": b"\2i4\1\5\0", **{f"part_{i}.bin": struct.pack("<B", len(z)) + z for i, z in
                                               enumerate(map(zlib.compress, parts))}}
        folder = self.folder_of(files)
        code, out, err = run("decode", "--json", "--full", "--schema", schema, folder)
        self.assertEqual((code, err), (0, ""))
        array = json.loads(out)["values"]["array"]
        # Five elements count, of the six that the files hold.
        self.assertEqual((array["dtype"], array["dims"], array["nbytes"], array["pieces"]), ("i32", [5], 20, 3))
        self.assertEqual(array["sha256"], hashlib.sha256(numbers[:20]).hexdigest())
        stats = json.loads(run("stats", "--json", "--schema", schema, folder)[1])["arrays"]
        self.assertEqual([(a["name"], a["mean"]) for a in stats], [("array", 0.6)])
        explained = json.loads(run("explain", "--json", "--schema", schema, folder)[1])
        [told] = explained["arrays"]
        self.assertEqual((told["path"], told["type"], told["nbytes"], told["value"]), ("array", "i32[5]", 20, [5, -4, 3, -2, 1]))
        sizes = [len(files[f"part_{i}.bin"]) - 1 for i in range(3)]
        self.assertEqual(told["pieces"], [{"file": f"part_{i}.bin", "offset": 1, "size": size} for i, size in enumerate(sizes)])
        only = json.loads(run("explain", "--json", "--schema", schema, "--path", "array", folder)[1])
        self.assertEqual(only, {"files": [], "arrays": [told]})
        lines = run("explain", "--schema", schema, folder)[1].splitlines()
        self.assertEqual(lines[-1], "= array: i32[5]  20 bytes in 3 pieces  5 -4 3 -2 1")
        pages = os.path.join(self.folder.name, "pages")
        self.assertEqual(run("explain", "--schema", schema, folder, "-o", pages), (0, "", ""))
        index = content(os.path.join(pages, "index.html")).decode()
        self.assertIn('i32[5], 20 bytes: 3 pieces in 3 files, <a href="part_0.bin.html">part_0.bin</a>, ', index)
        [shown] = json.loads(re.search('<script type="application/json" id="data">(.*?)</script>', index)[1])
        self.assertEqual(shown["values"], [5, -4, 3, -2, 1])
        self.assertEqual(shown["statistics"], {"min": "-4", "max": "5", "mean": "0.6", "median": "1",
                                               "std": f"{statistics.pstdev([5, -4, 3, -2, 1]):.6g}"})
        again = os.path.join(self.folder.name, "again")
        code, _, err = run("encode", "--schema", schema, self.path("parts.json", out), "-o", again)
        self.assertEqual((code, err), (0, ""))
        for name, data in files.items():
            self.assertEqual(content(os.path.join(again, name)), data)

    def test_a_dataset_of_its_own_schema(self):
        part = b"\1\5\0"
        files = {"head.bin": head(2, [b"a"]), "part_1.bin": part, "part_2.bin": b"\0", "of_a": part,
                 "data/only.bin": part}
        folder = self.folder_of(files)
        schema = self.path("logs.yaml", LOG)
        self.assertEqual(run("validate", "--schema", schema, folder), (0, f"{folder}: valid (logs)\n", ""))
        out = run("decode", "--json", "--full", "--schema", schema, folder)[1]
        values = json.loads(out)["values"]
        self.assertEqual(values["parts"], [{"items": [5]}, {"items": []}])
        self.assertEqual(values["inner"], {"only": {"items": [5]}})
        made = os.path.join(self.folder.name, "made")
        self.assertEqual(run("encode", self.path("values.json", out), "--schema", schema, "-o", made), (0, "", ""))
        for name, data in files.items():
            self.assertEqual(content(os.path.join(made, name)), data)
        names = [f["file"] for f in json.loads(run("explain", "--json", "--schema", schema, folder)[1])["files"]]
        self.assertEqual(names, ["head.bin", "part_1.bin", "part_2.bin", "of_a", "data/only.bin"])

    def test_numbered_files(self):
        self.assertEqual(self.log({"head.bin": head(2), "part_1.bin": b"\0", "part_3.bin": b"\0"}),
                         [("part_2.bin", "parts[1]", 0, "missing-file")])
        self.assertEqual(self.log({"head.bin": head(1), "part_2.bin": b"\0"}, "gap"),
                         [("part_1.bin", "parts[0]", 0, "missing-file")])
        # Names that only look like numbers are no parts.
        self.assertEqual(self.log({"head.bin": head(1), "part_01.bin": b"\0", "part_.bin": b"\0", "part_-1.bin": b"\0",
                                   "part_99999999999999999999.bin": b"\0"}, "odd"),
                         [("head.bin", "total", 0, "bad-count")])

    def test_some_files_of_keys(self):
        schema = self.path("some.yaml", OPTIONAL)
        files = {"head.bin": b"\1a\1\1b\2\1c\3", "row_a": b"\1\0", "row_c": b"\3\0", "of_b/row.bin": b"\0\0", "p5": b"\0\x21", "p6": b"\0\x34"}
        folder = self.folder_of(files)
        self.assertEqual(run("validate", "--schema", schema, folder), (0, f"{folder}: valid (some)\n", ""))
        out = run("decode", "--json", "--full", "--schema", schema, folder)[1]
        values = json.loads(out)["values"]
        self.assertEqual([row and row["v"] for row in values["rows"]], [1, None, 3])
        self.assertEqual([inner and inner["row"]["v"] for inner in values["inner"]], [None, 0, None])
        made = os.path.join(self.folder.name, "made")
        self.assertEqual(run("encode", self.path("values.json", out), "--schema", schema, "-o", made), (0, "", ""))
        for name, data in files.items():
            self.assertEqual(content(os.path.join(made, name)), data)

        def found(name, change):
            return self.violations(self.folder_of({**files, **change}, name), "--schema", schema)
        self.assertEqual(found("other", {"row_b": b"\7\0"}), [("row_b", "v", 0, "bad-value"), ("head.bin", "names", 0, "bad-value")])
        self.assertEqual(found("two", {"of_c/row.bin": b"\0\0"}), [("head.bin", "names", 0, "bad-value")])
        self.assertEqual(found("bits", {"p5": b"\0\0"}), [("head.bin", "names", 0, "bad-value")])
        fewer = {name: data for name, data in files.items() if name[0] not in "po"}
        self.assertEqual(self.violations(self.folder_of({**fewer, "p4": b"\0\0"}, "fewer"), "--schema", schema),
                         [("single.bin", "single", 0, "missing-file"), ("p5", "parts", 0, "missing-file")])

    def test_names_that_are_no_utf8(self):
        schema = self.path("logs.yaml", LOG)
        folder = self.folder_of({"head.bin": head(0, [b"\xff"])})
        code, out, err = run("validate", "--json", "--schema", schema, folder)
        self.assertEqual((code, err), (1, ""))
        self.assertIn("missing-file", [each["rule"] for each in json.loads(out)["violations"]])

    def test_what_is_wrong_is_in_its_file(self):
        self.assertEqual(self.log({"head.bin": head(1, [b"a", b"a"]), "part_1.bin": b"\2\0\0", "of_a": b"\0",
                                   "data/only.bin": b"\0\0"}),
                         [("part_1.bin", "n", 0, "resource-limit"), ("part_1.bin", "items[1]", 3, "truncated"),
                          ("head.bin", "names[1].text", 5, "duplicate-name"),
                          ("of_a", "n", 0, "bad-value"), ("data/only.bin", "", 1, "trailing-data")])

    def test_directories_in_place_of_others(self):
        folder = self.folder_of({"head.bin": head(0)})
        os.symlink(MADE, os.path.join(folder, "data"))
        self.assertEqual(self.violations(folder, "--schema", self.path("logs.yaml", LOG)),
                         [("data", "inner", 0, "out-of-bounds")])


if __name__ == "__main__":
    unittest.main(verbosity=1)
