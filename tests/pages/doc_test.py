#!/usr/bin/env python3
"""What `schemac doc` writes, in a real browser: read with eyes, ears, keyboard, mouse, and on paper.

  doc_test.py SCHEMAC

Skipped (exit status 77) where there is no Chromium.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser
import contrast

SCHEMAC = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "schemac"
ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTHS = (320, 400, 768, 840, 940, 1000, 1210, 1280, 1400, 1920)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.files = {}
        for schema in [*sorted((ROOT / "schemas").glob("*.yaml")), ROOT / "examples/tally/tally.yaml",
                       ROOT / "tests/pages/wide.yaml"]:
            subprocess.run([SCHEMAC, "doc", schema, "-o", cls.folder.name], check=True)
            cls.files[schema.stem] = pathlib.Path(cls.folder.name, schema.stem + ".html")
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def open(self, name, **options):
        page = self.browser.open(self.files[name], **options)
        page.value("document.documentElement.style.scrollBehavior = 'auto'")
        self.addCleanup(page.close)
        return page

    def assert_quiet(self, page):
        page.settle()
        self.assertEqual(page.errors, [])
        self.assertEqual(page.requests, [])

    # ---- loading ----

    def test_nothing_is_asked_for_and_nothing_goes_wrong(self):
        for name in self.files:
            with self.subTest(page=name):
                for dark in (False, True):
                    page = self.open(name, dark=dark)
                    page.value("scrollTo(0, document.body.scrollHeight)")
                    self.assert_quiet(page)

    def test_words_of_a_schema_are_words(self):
        page = self.open("wide")
        self.assertEqual(page.value("document.title"),
                         "A format of <script>fail(1)</script> long names: specification")
        self.assertEqual(page.value("document.querySelectorAll('main :is(img, b, i, u, script, style)').length"), 0)
        self.assertIn("<b>Bold</b>", page.value("document.querySelector('main').innerText"))
        self.assertEqual(page.value("getComputedStyle(document.querySelector('main')).display"), "block")
        self.assert_quiet(page)

    def test_without_scripts_everything_can_be_read(self):
        for name in self.files:
            with self.subTest(page=name):
                page = self.open(name, javascript=False, width=400)
                self.assertEqual(page.overflow(), 0)
                hidden = page.value("""[...document.querySelectorAll('main *, nav *')].filter(e =>
                    !e.closest('svg, .wide, thead') && e.textContent && !e.getClientRects().length).map(e => e.className)""")
                self.assertEqual([h for h in hidden if "none" not in h and "anchor" not in h and h], [])
                self.assertFalse(page.value("!!document.querySelector('#search').getClientRects().length"))

    # ---- space ----

    def test_no_width_is_too_small(self):
        for name in self.files:
            with self.subTest(page=name):
                page = self.open(name)
                for width in WIDTHS:
                    page.resize(width)
                    self.assertEqual(page.overflow(), 0, f"{name} at {width}")
                    cut = page.value("""[...document.querySelectorAll('main svg')].filter(e => e.getClientRects().length)
                        .filter(e => e.getBoundingClientRect().right > innerWidth + 1).length""")
                    self.assertEqual(cut, 0, f"{name} at {width}: diagrams")
                    if name == "wide":
                        continue  # names of no end: its tables may be moved
                    cut = page.value("""[...document.querySelectorAll('.table')]
                        .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText.slice(0, 40))""")
                    self.assertEqual(cut, [], f"{name} at {width}: tables")

    def test_one_drawing_of_each_kind_is_shown(self):
        for width, columns in ((1400, 16), (400, 8)):
            page = self.open("oinf", width=width)
            shown = page.value("""[...document.querySelectorAll('svg.bytes')].filter(e => e.getClientRects().length)
                .map(e => e.querySelectorAll('.ruler').length)""")
            self.assertEqual(set(shown), {columns})
            self.assertEqual(len(shown), page.value("document.querySelectorAll('figure.bytes').length"))

    def test_words_in_drawings_stay_in_their_boxes(self):
        for name in self.files:
            with self.subTest(page=name):
                for width in (1400, 400):
                    page = self.open(name, width=width)
                    outside = page.value("""[...document.querySelectorAll('svg.bytes a')]
                        .filter(a => a.getClientRects().length)
                        .flatMap(a => {
                            const box = a.querySelector('.fill').getBoundingClientRect();
                            return [...a.querySelectorAll('text')].filter(t => {
                                const words = t.getBoundingClientRect();
                                return words.left < box.left - 1 || words.right > box.right + 1 ||
                                       words.top < box.top - 1 || words.bottom > box.bottom + 3;
                            }).map(t => t.textContent);
                        })""")
                    self.assertEqual(outside, [], f"{name} at {width}")

    # ---- ways around ----

    def test_links_lead_somewhere(self):
        for name in self.files:
            with self.subTest(page=name):
                page = self.open(name)
                lost = page.value("""[...document.querySelectorAll('a[href^="#"]')].map(a => a.getAttribute('href'))
                    .filter(href => !document.getElementById(decodeURIComponent(href.slice(1))))""")
                self.assertEqual(lost, [])
                others = page.value("""[...document.querySelectorAll('a:not([href^="#"])')].map(a => a.href)
                    .filter(href => !href.startsWith('https://'))""")
                self.assertEqual(others, [])

    def test_contents_follow(self):
        page = self.open("oinf")
        page.value("document.getElementById('Tensor').scrollIntoView()")
        self.assertTrue(page.wait_until(
            "document.querySelector('#contents [aria-current]').hash === '#Tensor'"))
        # They stay in view themselves.
        top, bottom = page.value("""(() => { const box = document.querySelector('#contents').getBoundingClientRect();
            return [box.top, box.bottom]; })()""")
        self.assertGreater(top, 0)
        self.assertLessEqual(bottom, 900)

    def test_contents_of_a_narrow_page_open(self):
        page = self.open("oinf", width=400)
        self.assertFalse(page.value("!!document.querySelector('#contents').getClientRects().length"))
        page.value("scrollTo(0, 5000)")  # wherever one is
        page.click(".menu")
        self.assertLess(page.value("document.querySelector('#contents a').getBoundingClientRect().top"), 200)
        page.press("Escape")
        self.assertFalse(page.value("!!document.querySelector('#contents').getClientRects().length"))
        page.click(".menu")
        self.assertEqual(page.value("document.querySelector('.menu').getAttribute('aria-expanded')"), "true")
        page.click("#contents a[href='#Tensor']")
        self.assertFalse(page.value("!!document.querySelector('#contents').getClientRects().length"))
        self.assertEqual(page.value("location.hash"), "#Tensor")
        top = page.value("document.getElementById('Tensor').getBoundingClientRect().top")
        bar = page.value("document.querySelector('.bar').offsetHeight")
        self.assertGreaterEqual(top, bar)

    def search(self, page, words):
        page.press("/")
        page.type(words)
        return page.value("[...document.querySelectorAll('#results [role=option] code')].map(e => e.textContent)")

    def test_search_finds(self):
        page = self.open("oinf")
        self.assertEqual(self.search(page, "data_off")[0], "data_offset")
        page.press("Enter")
        self.assertTrue(page.wait_until("location.hash === '#Tensor.data_offset'"))
        self.assertEqual(page.value("document.querySelector(':target').id"), "Tensor.data_offset")
        row = page.value("document.querySelector(':target').getBoundingClientRect().top")
        self.assertGreaterEqual(row, page.value("document.querySelector('.bar').offsetHeight"))
        self.assert_quiet(page)

    def test_search_by_what_it_is(self):
        page = self.open("oinf")
        self.assertEqual(self.search(page, "bitset value")[0], "BITSET")
        page.press("Escape")
        self.assertTrue(page.value("document.querySelector('#results').hidden"))
        page.value("document.activeElement.blur()")
        self.assertEqual(self.search(page, "zzz"), [])
        self.assertIn("Nothing", page.value("document.querySelector('#results').textContent"))

    def test_search_with_arrow_keys_and_mouse(self):
        page = self.open("oinf")
        found = self.search(page, "name")
        self.assertGreater(len(found), 3)
        page.press("ArrowDown")
        page.press("ArrowDown")
        page.press("ArrowUp")
        selected = page.value("[...document.querySelectorAll('#results [aria-selected=true]')].map(e => e.id)")
        self.assertEqual(selected, ["result-1"])
        self.assertEqual(page.value("document.querySelector('#search').getAttribute('aria-activedescendant')"),
                         "result-1")
        hash_ = page.value("document.querySelector('#result-2').dataset.hash")
        page.click("#result-2")
        self.assertTrue(page.wait_until(f"location.hash === {hash_!r}"))

    def test_results_stay_in_sight(self):
        for width in (320, 400, 1400):
            page = self.open("oinf", width=width, height=600)
            self.assertGreater(len(self.search(page, "name")), 3)
            left, top, right, bottom = page.value("""(() => {
                const box = document.querySelector('#results').getBoundingClientRect();
                return [box.left, box.top, box.right, box.bottom]; })()""")
            self.assertTrue(0 <= left < right <= width and 0 <= top < bottom <= 600, (left, top, right, bottom))
            self.assertEqual(page.overflow(), 0)

    # ---- colours ----

    def background(self, page):
        return page.value("getComputedStyle(document.body).backgroundColor")

    def test_light_and_dark(self):
        light = self.background(self.open("oinf"))
        dark = self.background(self.open("oinf", dark=True))
        self.assertNotEqual(light, dark)
        page = self.open("oinf")
        seen = []
        for _ in range(3):
            page.click("button.theme")
            seen.append((page.value("document.querySelector('button.theme').textContent"), self.background(page)))
        self.assertEqual(seen, [("Light", light), ("Dark", dark), ("Auto", light)])
        page.color_scheme(True)
        self.assertEqual(self.background(page), dark)

    def test_words_have_contrast(self):
        for dark in (False, True):
            page = self.open("oinf", dark=dark)
            page.value("[...document.querySelectorAll('.anchor')].forEach(e => e.remove())")  # unseen until pointed at
            self.assertEqual(contrast.poor(page), [])

    # ---- ears and keyboard ----

    def test_landmarks_and_names(self):
        for name in self.files:
            with self.subTest(page=name):
                page = self.open(name)
                for landmark in ("body > header", "nav[aria-label]", "main", "form[role=search]"):
                    self.assertEqual(page.value(f"document.querySelectorAll('{landmark}').length"), 1, landmark)
                levels = page.value("[...document.querySelectorAll('h1, h2, h3, h4')].map(e => +e.tagName[1])")
                self.assertEqual(levels[0], 1)
                self.assertTrue(all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels)
                nameless = page.value("""[...document.querySelectorAll('svg')].filter(svg => {
                    const names = (svg.getAttribute('aria-labelledby') ?? '').split(' ');
                    return svg.getAttribute('role') !== 'img' || names.length !== 2 ||
                           names.some(id => !document.getElementById(id)?.textContent.trim());
                }).length""")
                self.assertEqual(nameless, 0)
                self.assertEqual(page.value("document.querySelectorAll('table:not(:has(caption))').length"), 0)
                buttons = page.value("[...document.querySelectorAll('button')].map(b => b.getAttribute('aria-label') ?? b.textContent)")
                self.assertTrue(all(buttons))
                self.assertEqual(page.value("document.documentElement.lang"), "en")

    def test_keyboard(self):
        page = self.open("oinf")
        page.press("Tab")
        self.assertEqual(page.value("document.activeElement.className"), "skip")
        self.assertGreaterEqual(page.value("document.activeElement.getBoundingClientRect().top"), 0)
        page.press("Enter")
        self.assertEqual(page.value("location.hash"), "#content")
        page.value("document.querySelector('.skip').focus()")
        order = []
        for _ in range(4):
            page.press("Tab")
            order.append(page.value("document.activeElement.id || document.activeElement.className || document.activeElement.hash"))
        self.assertEqual(order, ["name", "search", "theme", "#overview"])
        outline = page.value("getComputedStyle(document.activeElement).outlineStyle")
        self.assertNotEqual(outline, "none")
        # Drawings have no stops of their own: the tables have the same links.
        self.assertEqual(page.value("document.querySelectorAll('svg a:not([tabindex=\"-1\"])').length"), 0)

    # ---- examples ----

    def test_bytes_and_meaning_mark_each_other(self):
        page = self.open("oinf", width=1400)
        rows = page.value("[...document.querySelectorAll('.example tr[data-f]')].map(e => e.dataset.f)")
        self.assertGreater(len(rows), 30)
        page.hover(".example tr[data-f='7'] td")
        lit = "[...new Set([...document.querySelectorAll('.example .lit')].map(e => e.dataset.f))]"
        self.assertEqual(page.value(lit), ["7"])
        # offset_sizevars is the eighth: bytes 29 to 36 of the sample.
        words = page.value("[...document.querySelectorAll('.hex .lit')].map(e => e.textContent).join(' ')")
        self.assertEqual(words, "48 00 00 00 00 00 00 00")
        page.hover(".example .hex [data-f='3']")
        self.assertEqual(page.value(lit), ["3"])
        self.assertEqual(page.value("document.querySelector('.example tr.lit th').textContent"), "n_sizevars")

    def test_each_byte_of_an_example_is_shown_once(self):
        page = self.open("oinf")
        text = page.value("""[...document.querySelector('.example').querySelectorAll('.line')].map(line =>
            [...line.querySelectorAll('.hex .f')].map(e => e.textContent).join(' ')).join(' ')""")
        self.assertEqual(bytes.fromhex(text)[:5], b"OINF\0")
        self.assertEqual(len(bytes.fromhex(text)), 256)  # of the sample named quantized

    # ---- paper ----

    def test_paper(self):
        page = self.open("oinf", dark=True, width=800)
        page.medium("print")
        for part in (".bar", "#contents"):
            self.assertEqual(page.value(f"getComputedStyle(document.querySelector('{part}')).display"), "none")
        ink = page.value("getComputedStyle(document.querySelector('main p')).color")
        self.assertLess(max(map(int, ink[4:-1].split(","))), 100)
        self.assertEqual(page.overflow(), 0)
        path = pathlib.Path(self.folder.name, "page.pdf")
        page.pdf(path)
        self.assertEqual(path.read_bytes()[:5], b"%PDF-")


if __name__ == "__main__":
    if not browser.program():
        print("not checked: no Chromium")
        sys.exit(77)
    unittest.main()
