"""The command on trees of directories, which a text in another file describes."""
import json
import os
import unittest

from program import InFolder, content, run

# A tree of directories, which a text in another file describes.
TREE = """
schema: trees
endian: le
root: Set
types:
  Kind: {wire: json, as: one-of, fields: [{name: size, type: u8}, {name: parts, type: Named, repeat: eos}]}
  Named: {wire: json, as: list, fields: [{name: name, type: str}, {name: kind, type: Kind}]}
  Head: {fields: [{name: kind, type: Kind, size: eos}]}
  Leaf: {fields: [{name: data, type: bytes, size: eos}]}
  Tree:
    params: {kind: Kind, whole: Kind}
    keys: {names: {list: kind.parts, by: name}}
    directory:
      switch: kind
      cases:
        size: [{name: leaf, file: leaf.bin, type: Leaf}]
        parts: [{name: parts, dir: "of_{_key}", keyed: names, type: "Tree(_key.kind, whole)"}]
    let:
      total: if present(kind.size) then kind.size else sum(parts.total)
    rules:
      - {name: full, expr: not present(kind.size) or size(leaf.data) == kind.size, class: size-mismatch, at: kind.size}
  Set:
    directory:
      - {name: head, file: head.json, type: Head}
      - {name: tree, dir: tree, type: "Tree(head.kind, head.kind)"}
    rules:
      - {name: small, expr: tree.total <= 9, class: resource-limit, at: head.kind, message: more than 9 bytes}
"""

# A file that stands for another one, in the second of two cases.
CASES = """
schema: cases
endian: le
root: Set
types:
  Kind: {wire: json, as: one-of, fields: [{name: size, type: u8}, {name: title, type: str}]}
  Head: {fields: [{name: kind, type: Kind, size: eos}]}
  Leaf: {fields: [{name: data, type: bytes, size: eos}]}
  Tree:
    params: {kind: Kind}
    directory:
      switch: kind
      cases:
        size: [{name: leaf, file: leaf.bin, type: Leaf}]
        title:
          - {name: table, file: table.bin, type: Leaf, optional: true}
          - {name: rows, file: rows.bin, type: Leaf, instead-of: table}
  Set:
    directory:
      - {name: head, file: head.json, type: Head}
      - {name: tree, dir: tree, type: Tree(head.kind)}
"""


class Trees(InFolder):
    def tree(self, files, name="set"):
        return self.violations(self.folder_of(files, name), "--schema", self.path("trees.yaml", TREE))

    def test_a_tree(self):
        files = {"head.json": b'[["a", 3], ["b", [["c", 2], ["d", []]]]]', "tree/of_a/leaf.bin": b"123",
                 "tree/of_b/of_c/leaf.bin": b"45"}
        folder = self.folder_of(files)
        os.mkdir(os.path.join(folder, "tree/of_b/of_d"))
        schema = self.path("trees.yaml", TREE)
        self.assertEqual(run("validate", "--schema", schema, folder), (0, f"{folder}: valid (trees)\n", ""))
        code, out, err = run("decode", "--json", "--full", "--schema", schema, folder)
        a, b = json.loads(out)["values"]["tree"]["parts"]
        self.assertEqual([(each["leaf"] is None, each["parts"]) for each in (a, *b["parts"])],
                         [(False, None), (False, None), (True, [])])
        values = json.loads(out)
        made = os.path.join(self.folder.name, "made")
        code, said, err = run("encode", self.path("values.json", out), "--schema", schema, "-o", made)
        self.assertEqual((code, said), (0, ""), err)
        for name, data in files.items():
            self.assertEqual(content(os.path.join(made, name)), data)
        # Another tree in its place: what the old one had is no loss, what lies beside it is.
        del values["values"]["head"]["kind"]["parts"][1]
        del values["values"]["tree"]["parts"][1]
        values = self.path("other.json", json.dumps(values))
        self.folder_of({"tree/of_b/thesis.txt": b"mine"})
        code, out, err = run("encode", values, "--schema", schema, "-o", folder)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("'tree/of_b/thesis.txt'", err)
        os.remove(os.path.join(folder, "tree/of_b/thesis.txt"))
        self.assertEqual(run("encode", values, "--schema", schema, "-o", folder), (0, "", ""))
        self.assertEqual(os.listdir(os.path.join(folder, "tree")), ["of_a"])

    def test_a_tree_that_is_not_there(self):
        kind = b'[["a", 3], ["b", [["c", 2]]]]'
        self.assertEqual(self.tree({"head.json": kind, "tree/of_a/leaf.bin": b"123", "tree/of_b/x": b""}),
                         [("tree/of_b/of_c", "parts[0]", 0, "missing-file")])
        self.assertEqual(self.tree({"head.json": kind, "tree/x": b""}, "none"),
                         [("tree/of_a", "parts[0]", 0, "missing-file"), ("tree/of_b", "parts[1]", 0, "missing-file")])
        self.assertEqual(self.tree({"head.json": b"7", "tree/x": b""}, "leaf"),
                         [("tree/leaf.bin", "leaf", 0, "missing-file")])
        # Nothing is looked for where nothing says what there is.
        self.assertEqual(self.tree({"head.json": b"true", "tree/leaf.bin": b""}, "kind"),
                         [("head.json", "kind", 0, "bad-type")])

    def test_rules_of_a_tree(self):
        self.assertEqual(self.tree({"head.json": b"3", "tree/leaf.bin": b"12"}),
                         [("head.json", "kind.size", 0, "size-mismatch")])
        self.assertEqual(self.tree({"head.json": b'[["a", 5], ["b", [["c", 5]]]]', "tree/of_a/leaf.bin": b"12345",
                                    "tree/of_b/of_c/leaf.bin": b"12345"}, "sum"),
                         [("head.json", "kind", 0, "resource-limit")])

    def test_names_in_a_tree_that_lead_elsewhere(self):
        for name in ("../a", "/a", "a/b", "\\u0000", "x" * 300):
            folder = f"set{len(name)}{name[0] == '.'}"
            found = self.tree({"head.json": f'[["{name}", 1]]'.encode(), "tree/x": b""}, folder)
            self.assertEqual(found, [("head.json", "kind.parts[0].name", 0, "out-of-bounds")], name)
        self.assertEqual(self.tree({"head.json": b'[["a", 0], ["a", 0]]', "tree/of_a/leaf.bin": b""}, "twice"),
                         [("head.json", "kind.parts[1].name", 0, "duplicate-name")])
        folder = self.folder_of({"head.json": b'[["a", 0]]', "tree/x": b""}, "link")
        os.symlink(os.path.join(self.folder.name, "twice", "tree", "of_a"), os.path.join(folder, "tree", "of_a"))
        self.assertEqual(self.violations(folder, "--schema", self.path("trees.yaml")),
                         [("tree/of_a", "parts[0]", 0, "out-of-bounds")])

    def test_a_deep_tree(self):
        text, path = "0", "tree"
        for _ in range(40):
            text, path = f'[["a", {text}]]', path + "/of_a"
        folder = self.folder_of({"head.json": text.encode(), path + "/leaf.bin": b""})
        code, out, err = run("validate", "--json", "--schema", self.path("trees.yaml", TREE), folder)
        self.assertEqual((code, json.loads(out)["violations"]), (0, []))
        for _ in range(100):
            text = f'[["a", {text}]]'
        self.assertEqual(self.tree({"head.json": text.encode(), path + "/leaf.bin": b""}, "deep"),
                         [("head.json", "kind", 0, "nesting-limit")])

    def test_values_of_another_tree(self):
        values = {"head": {"kind": {"size": 1, "parts": []}}, "tree": {"parts": []}}
        made = os.path.join(self.folder.name, "made")
        code, out, err = run("encode", self.path("v.json", json.dumps(values)), "--schema", self.path("trees.yaml", TREE),
                             "-o", made)
        self.assertEqual((code, out), (1, ""))
        self.assertIn("tree.leaf: is missing", err)
        values["tree"] = {"leaf": {"data": {"hex": "00"}}, "parts": []}
        code, out, err = run("encode", self.path("v.json", json.dumps(values)), "--schema", self.path("trees.yaml"),
                             "-o", made)
        self.assertEqual((code, out), (1, ""))
        self.assertIn("tree.parts: is there beside 'size'", err)
        self.assertFalse(os.path.exists(made))

    def test_a_file_instead_of_another_in_a_case(self):
        schema = self.path("cases.yaml", CASES)
        rows, both = {"rows": {"data": {"hex": "01"}}}, {"table": {"data": {"hex": "02"}}, "rows": {"data": {"hex": "01"}}}
        for number, (tree, said) in enumerate([(rows, ""), (both, "is there beside 'table'"), ({}, "rows: is missing")]):
            made = os.path.join(self.folder.name, f"made{number}")
            values = self.path("v.json", json.dumps({"head": {"kind": {"title": "t"}}, "tree": tree}))
            code, out, err = run("encode", values, "--schema", schema, "-o", made)
            self.assertEqual((code, out), (1 if said else 0, ""), err)
            self.assertIn(said, err)
        self.assertEqual(os.listdir(os.path.join(self.folder.name, "made0", "tree")), ["rows.bin"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
