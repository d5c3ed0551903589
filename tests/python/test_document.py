"""What the documents show works, line by line, and says what they say."""
import ast
import contextlib
import io
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import numpy
import schemac
import vectors


class Document(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(made.name)
        shutil.copy(vectors.DATA / "vectors/oinf/v1_simple_model.oinf", "model.oinf")
        os.symlink(vectors.ROOT / "examples", "examples")
        schemac.write("numbers.blp", {"checksum": "crc32", "typesize": 8, "chunk_size": 8000, "options": {}, "stale": b"",
                                      "array": numpy.arange(10_000).view(numpy.uint8)}, "bloscpack")

    def snippets(self, page):
        return re.findall(r"^```python\n(.*?)^```", (vectors.ROOT / page).read_text(), re.MULTILINE | re.DOTALL)

    def test_snippets_run(self):
        for page in ("docs/python.md", "python/README.md", "README.md"):
            names = {"numpy": numpy}
            with contextlib.redirect_stdout(io.StringIO()):
                for snippet in self.snippets(page):
                    exec(compile(snippet, page, "exec"), names)

    def test_what_a_line_is_said_to_give_is_what_it_gives(self):
        """A comment that is an expression of Python: `data.flags.writeable  # False`."""
        names, seen, to_compare = {"numpy": numpy}, 0, {"array": numpy.array, "uint64": numpy.uint64}
        for snippet in self.snippets("docs/python.md"):
            for node in ast.parse(snippet).body:
                said = snippet.splitlines()[node.end_lineno - 1].partition("  # ")[2].partition(": ")[0]
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(ast.Module([node], []), "docs/python.md", "exec"), names)
                try:
                    expected = eval(said, to_compare)
                except (NameError, SyntaxError):
                    continue  # words
                seen += 1
                numpy.testing.assert_array_equal(eval(ast.unparse(node), names), expected, said)
        self.assertGreaterEqual(seen, 4)


class Notebook(unittest.TestCase):
    def test_a_file_is_a_table_with_histograms(self):
        file = schemac.open(vectors.DATA / "vectors/oinf/v1_simple_model.oinf")
        shown = file._repr_html_()
        for text in ("v1_simple_model.oinf", "sizevars", "[0] B", "1024", "W.0", "float32[128]", "<svg", "-3.197 to 2.875"):
            self.assertIn(text, shown)
        self.assertLess(len(shown), 100_000)

    def test_texts_of_a_file_are_no_markup(self):
        with tempfile.TemporaryDirectory() as folder:
            schema = pathlib.Path(folder) / "text.yaml"
            schema.write_text("schema: text\nroot: File\ntypes: {File: {fields: [{name: said, type: str, size: eos}]}}\n")
            path = pathlib.Path(folder) / "some"
            path.write_bytes(b"<script>alert(1)</script>")
            self.assertNotIn("<script>", schemac.open(path, schema)._repr_html_())

    def test_violations_are_a_table(self):
        broken = next(iter(sorted((vectors.DATA / "vectors/oinf/invalid").iterdir())))
        report = schemac.validate(broken, "oinf")
        self.assertFalse(report.ok)
        self.assertIn(report[0].rule, report._repr_html_())
        self.assertEqual(schemac.validate(vectors.DATA / "vectors/oinf/v1_empty.oinf")._repr_html_(), "<p>valid</p>")

    def test_explain_makes_the_page_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            page = schemac.explain(vectors.DATA / "vectors/oinf/v1_simple_model.oinf", output=pathlib.Path(folder) / "page.html")
            self.assertIn("<html", pathlib.Path(page).read_text())


if __name__ == "__main__":
    unittest.main()
