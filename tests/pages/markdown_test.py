#!/usr/bin/env python3
"""What `schemac doc --format md` writes, as GitHub's own parser understands it.

  markdown_test.py SCHEMAC

Skipped (exit status 77) where there is no cmark-gfm.
"""
import html.parser
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCHEMAC = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "schemac"
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSIONS = ["table", "autolink", "strikethrough", "tasklist"]
# All that our Markdown is made of. `input` would be a task list, `del` a text struck through.
ELEMENTS = {"a", "br", "code", "em", "h1", "h2", "h3", "hr", "li", "p", "pre", "strong", "table", "tbody", "td",
            "th", "thead", "tr", "ul"}


class Read(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.elements, self.ids, self.links, self.tables, self.words = set(), [], [], [], []
        self.attributes = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attributes}
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append(0)
        elif tag in ("td", "th"):
            self.tables[-1][-1] += 1

    def handle_comment(self, data):
        self.elements.add("a comment")

    def handle_data(self, data):
        self.words.append(data)


class Markdown(unittest.TestCase):
    def read(self, schema):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([SCHEMAC, "doc", "--format", "md", schema, "-o", folder], check=True)
            text = pathlib.Path(folder, schema.stem + ".md").read_text()
        options = [word for name in EXTENSIONS for word in ("-e", name)]
        done = subprocess.run(["cmark-gfm", "--unsafe", *options], input=text, capture_output=True, text=True, check=True)
        return Read(done.stdout)

    def hold(self, schema):
        page = self.read(schema)
        self.assertEqual(page.elements - ELEMENTS, set())
        self.assertEqual(page.attributes - {"id", "href", "align", "class"}, set())
        self.assertEqual(len(page.ids), len(set(page.ids)))
        for link in page.links:
            self.assertTrue(link[1:] in page.ids if link.startswith("#") else link.startswith("https://"), link)
        # A table that was cut by a stray sign has rows of other lengths, or none.
        self.assertGreater(len(page.tables), 3)
        for table in page.tables:
            self.assertGreater(len(table), 1)
            self.assertEqual(len(set(table)), 1, table)
        return page

    def test_our_formats(self):
        for schema in sorted((ROOT / "schemas").glob("*.yaml")):
            with self.subTest(schema=schema.stem):
                self.hold(schema)

    def test_words_of_a_schema_are_words(self):
        page = self.hold(ROOT / "tests/pages/wide.yaml")
        words = "".join(page.words)
        for part in ("A format of <script>fail(1)</script> long names", "Words </main><img src=x onerror=fail(2)> and code, *stars*",
                     "<b>Bold</b>", "*/ --> ]]> <style>main{display:none}</style>", "Why <i>not</i>.", "<u>Only</u> a number."):
            self.assertIn(part, words)
        self.assertNotIn("https://example.invalid/", page.links)


if __name__ == "__main__":
    if not shutil.which("cmark-gfm"):
        print("not checked: no cmark-gfm")
        sys.exit(77)
    unittest.main()
