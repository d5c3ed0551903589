#!/usr/bin/env python3
"""Pages of files, as their readers see them: in a browser.

  explain.py SCHEMAC

Expected values come from the manifests, from `struct` and from `validate --json`.
"""
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import browser
import contrast
from tensor_file import tensor_file

SCHEMAC = os.path.abspath(sys.argv.pop(1))
DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
VECTORS = DATA / "vectors/oinf"
SKIPPED = 77
MOST = 5 << 20  # bytes of a page of a large file

# Texts of a file are its own: any bytes.
NOTES = """schema: notes
title: <b>Notes & more</b>
doc: Ends an element </script><script>document.title = 'injected'</script>
extensions: [notes]
endian: le
root: File
types:
  File:
    fields:
      - {name: magic, const: NOTE}
      - {name: n, type: u8, doc: "How many <i>notes</i>: \\"quoted\\" & 'apostrophes'."}
      - {name: notes, type: str, prefix: u8, repeat: n}
"""
NASTY = [
    b"</script><script>document.title = 'injected'</script>",
    b"<img src=x onerror=\"document.title = 'injected'\">",
    b"<!-- <script> ]]> ${1} `",
    b"\x1b[31mred\x07\x00\x7f\xc2\x85",
    "line\u2028 para\u2029 left\u202eright \ufeff".encode(),
    b"\xff\xfe\x80 no text",
]


def setUpModule():
    global WINDOW, FOLDER
    FOLDER = tempfile.TemporaryDirectory()
    WINDOW = browser.Browser()
    unittest.addModuleCleanup(FOLDER.cleanup)
    unittest.addModuleCleanup(WINDOW.close)


class Pages(unittest.TestCase):
    def path(self, name, content=None):
        path = pathlib.Path(FOLDER.name, name)
        if content is not None:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def make(self, file, *args):
        page = self.path(pathlib.Path(file).name + ".html")
        done = subprocess.run([SCHEMAC, "explain", *args, file, "-o", page], capture_output=True, text=True, timeout=300)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        return page

    def open(self, file, *args, **options):
        page = WINDOW.open(self.make(file, *args), **options)
        self.addCleanup(page.close)
        self.addCleanup(self.check_quiet, page)
        return page

    def check_quiet(self, page):
        page.settle(0.05)
        self.assertEqual(page.errors, [])
        self.assertEqual(page.requests, [])
        self.assertEqual(page.overflow(), 0)

    # What can be seen of the page.

    def marked(self, page, mark="chosen"):
        """Offsets of the marked bytes in sight."""
        return page.value(f"[...document.querySelectorAll('.hex > .{mark}')].map((cell) => cell.offset)")

    def line(self, page, name):
        """The id of a field's line, which is in sight."""
        return page.value(f"""(() => {{
            const field = model.find({json.dumps(name)});
            fields.list.reveal(fields.lineOf.get(field));
            return fields.idOf(field);
        }})()""")

    def chosen_line(self, page):
        return page.value("document.querySelector('#fields [aria-selected=true]')?.querySelector('.name').textContent")

    def details(self, page):
        facts = page.value("""[...document.querySelectorAll('#details dl:first-of-type dt')].map(
            (term) => [term.textContent, term.nextSibling.textContent])""")
        return dict(facts)


class DecodedFile(Pages):
    """An array over pieces that a codec has stored, and a text that one has."""

    def setUp(self):
        self.page = self.open(DATA / "vectors/bloscpack/ndarray_f64_2d.blp")

    def test_an_array_over_pieces_is_shown(self):
        self.assertEqual(self.page.value("document.querySelector('#notes summary').textContent"), "1 array")
        self.assertEqual(self.page.value("[...document.querySelectorAll('#notes tbody tr > *')].map((cell) => cell.textContent)"),
                         ["array", "f64[60, 40]", "19,200", "", ""])
        self.page.click("#notes a")
        self.assertEqual(self.chosen_line(self.page), "array")
        self.assertEqual(self.details(self.page), {"Offset": "742 0x2e6", "Type": "f64[60, 40]", "Stored": "19,200 bytes in 3 pieces"})
        numbers = [i / 7 for i in range(2400)]  # what the file was made of
        mean = sum(numbers) / 2400
        expected = {"min": 0, "max": numbers[-1], "mean": mean, "median": (numbers[1199] + numbers[1200]) / 2,
                    "std": (sum((x - mean) ** 2 for x in numbers) / 2400) ** 0.5}
        self.assertEqual(self.page.value("model.find('array').array.statistics"), {k: f"{v:.6g}" for k, v in expected.items()})
        self.assertEqual(self.page.value("[...document.querySelectorAll('.values tr:nth-child(2) td')].map((cell) => Number(cell.textContent))"),
                         numbers[40:48])
        self.assertEqual(self.page.value("[...document.querySelector('#details canvas').getContext('2d').getImageData(39, 59, 1, 1).data]"),
                         [255, 255, 255, 255])
        self.assertEqual(self.page.value("document.querySelectorAll('.histogram rect').length"), 10)

    def test_arrays_are_a_table(self):
        page = self.open(VECTORS / "v1_all_tensor_dtypes.oinf")
        rows = "[...document.querySelectorAll('#notes tbody tr')].filter((row) => !row.hidden).map((row) => row.innerText.split('\\t'))"
        self.assertEqual(page.value(rows), [])  # filled once it is opened
        page.click("#notes summary")
        listed = json.loads(subprocess.run([SCHEMAC, "ls", "--json", VECTORS / "v1_all_tensor_dtypes.oinf"],
                                           capture_output=True, check=True).stdout)["arrays"]
        wanted = [[a["name"], f"{a['dtype']}[{', '.join(map(str, a['dims']))}]", f"{a['nbytes']:,}", f"{a['offset']:,}", a["path"]]
                  for a in listed if a.get("nbytes")]  # of others there is nothing on the page
        self.assertEqual([[cell.strip() for cell in row] for row in page.value(rows)], wanted)
        page.value("document.querySelector('#notes input').value = 'U16'")
        page.value("document.querySelector('#notes input').dispatchEvent(new Event('input'))")
        self.assertEqual([row[0] for row in page.value(rows)], [row[0] for row in wanted if "u16" in " ".join(row).lower()])
        page.click("#notes tbody tr:not([hidden]) a")
        self.assertIn("[", page.value("document.querySelector('#details h3').textContent"))

    def test_an_array_marks_the_bytes_of_its_pieces(self):
        chunks = [(742, 997), (1743, 504), (2251, 581)]  # as the manifest has them
        self.page.click("#notes a")
        self.assertTrue(self.marked(self.page))
        for begin, size in chunks:
            for at, is_marked in ((begin - 1, False), (begin, True), (begin + size - 1, True), (begin + size, False)):
                self.page.value(f"bytes.list.reveal(bytes.lineAt({at}))")
                self.assertEqual(self.page.value(f"document.getElementById('byte-{at}').classList.contains('chosen')"), is_marked, at)
        # And the way back: a part of a piece leads to the array.
        self.page.value("actions.choose(model.find('chunks[1].content.nbytes'), 'test')")
        self.assertEqual(self.details(self.page)["Part of"], "array, piece 2")
        self.page.click("#details dd a")
        self.assertEqual(self.chosen_line(self.page), "array")
        self.page.value("actions.choose(model.find('chunks[1].digest'), 'test')")
        self.assertNotIn("Part of", self.details(self.page))

    def test_content_behind_a_codec_is_shown(self):
        self.page.click("#" + self.line(self.page, "metadata.data"))
        text = self.page.value("document.querySelector('.content pre').textContent")
        self.assertEqual(json.loads(text), {"dtype": "'<f8'", "shape": [60, 40], "order": "C", "container": "numpy"})
        self.assertIn('\n  "shape": [60, 40],\n', text)
        self.page.click("#" + self.line(self.page, "chunks[1].content"))
        text = self.page.value("document.querySelector('.content pre').textContent")
        plain = struct.pack("<1000d", *(i / 7 for i in range(1000, 2000)))[:256]
        self.assertEqual(bytes.fromhex("".join(line[6:] for line in text.splitlines())), plain)

    def test_lines_of_json_say_what_the_text_says(self):
        for text in ('{"a":[],"b":{},"c":[[1,2],{"x":"{[,:"}],"d":123456789012345678901,"e":1.0}', "[1,[2,[3]]]", "{}", '{"s":"\\\\\\"]"}'):
            shown = self.page.value(f"laidOut({json.dumps(text)}, {len(text)})")
            self.assertEqual(re.sub(r"\s", "", shown), text)
            self.assertEqual(json.loads(shown), json.loads(text))

    def test_a_large_array_gives_a_small_page(self):
        size, count = 1 << 20, 100
        chunk = struct.pack("<4B3I", 2, 1, 2, 8, size, size, size + 16) + bytes(range(256)) * (size // 256)
        meta = json.dumps({"dtype": "uint8", "shape": [count, size], "others": []}).encode()
        file = self.path("large.blpk", b"blpk" + bytes([1, 2, 0, 1]) + struct.pack("<iiqI", size, size, count, len(meta)) + bytes(4) + meta + chunk * count)
        page = self.make(file, "--schema", "blaze")
        self.assertLess(page.stat().st_size, MOST)
        page = WINDOW.open(page)
        self.addCleanup(page.close)
        self.assertEqual(page.value("model.find('array').array.statistics.mean"), "127.5")


class ValidFile(Pages):
    def setUp(self):
        self.page = self.open(VECTORS / "v1_simple_model.oinf")

    def test_choosing_a_field_marks_its_bytes(self):
        self.page.click("#" + self.line(self.page, "tensors[2].data_nbytes"))
        self.assertEqual(self.marked(self.page), list(range(268, 276)))
        self.assertEqual(self.details(self.page)["Value"].split()[0], "16384")
        self.page.click("#" + self.line(self.page, "sizevars[1]"))
        self.assertEqual(self.marked(self.page), list(range(88, 104)))

    def test_choosing_a_byte_marks_its_field(self):
        self.page.click("#byte-85")
        self.assertEqual(self.marked(self.page), list(range(80, 88)))
        self.assertEqual(self.chosen_line(self.page), "value")
        self.assertEqual(self.details(self.page)["Value"].split()[0], "1024")
        self.assertEqual(self.page.value("location.hash"), "#sizevars[0].value")

    def test_pointing_marks_the_other_side(self):
        self.page.hover("#" + self.line(self.page, "version"))
        self.assertEqual(self.marked(self.page, "pointed"), [5, 6, 7, 8])
        self.page.hover("#byte-30")
        pointed = "document.querySelector('#fields .pointed .name').textContent"
        self.assertEqual(self.page.value(pointed), "offset_sizevars")
        # Folded away: what is in sight of it.
        self.page.value("fields.setOpen(model.find('sizevars'), false)")
        self.page.hover("#byte-76")
        self.assertEqual(self.page.value(pointed), "sizevars")
        self.assertIn("sizevars[0].name", self.page.value("document.querySelector('footer').textContent"))

    def test_offsets_link_to_what_they_point_at(self):
        self.page.click("#" + self.line(self.page, "tensors[2].data_offset") + " .name")
        self.page.click("#details dd a")
        self.assertEqual(self.chosen_line(self.page), "data")
        self.assertEqual(self.details(self.page)["Offset"].split()[0], "2,936")
        self.assertEqual(self.marked(self.page)[0], 2936)
        self.page.value("history.back()")
        self.assertTrue(self.page.wait_until("fields.chosen.path === 'tensors[2].data_offset'"))
        self.page.click("#" + self.line(self.page, "offset_tensors") + " .target")
        self.assertEqual(self.page.value("fields.chosen.path"), "tensors")
        # Every link of the tree leads to the byte that its value says.
        for path, target in self.page.value("""fields.lines.filter(({field}) => model.targetOf(field)).map(
                ({field}) => [model.valueOf(field), model.targetOf(field).offset])"""):
            self.assertEqual(path, target)

    def test_search_finds_names_paths_values_and_offsets(self):
        for text, path, offset in (("kernel", "tensors[2].name", 228), ("tensors[1].dims", "tensors[1].dims", 200),
                                   ("268", "tensors[2].data_nbytes", 268), ("0x10C", "tensors[2].data_nbytes", 268),
                                   ("tensors[2].dims[1]", "tensors[2].dims[1]", 260)):
            with self.subTest(text):
                self.page.click("#search")
                self.page.value("search.input.value = ''")
                self.page.type(text)
                self.page.press("Enter")
                self.assertEqual(self.page.value("fields.chosen.path"), path)
                self.assertEqual(self.page.value("bytes.cursor"), offset)
                self.assertIn(offset, self.marked(self.page))
        self.page.value("search.input.value = ''")
        self.page.type("no such field")
        self.assertTrue(self.page.wait_until("document.querySelector('#found').textContent === 'Nothing found'"))

    def test_search_goes_from_one_to_the_next(self):
        self.page.press("/")
        self.page.type("data_nbytes")
        paths = []
        for _ in range(6):
            self.page.press("Enter")
            paths.append(self.page.value("fields.chosen.path"))
        self.assertEqual(paths, [f"tensors[{i}].data_nbytes" for i in (0, 1, 2, 3, 4, 0)])
        self.page.press("Escape")
        self.assertTrue(self.page.value("document.querySelector('#found').hidden"))

    def test_fields_fold(self):
        lines = self.page.value("fields.lines.length")
        self.page.click("#" + self.line(self.page, "tensors") + " .fold")
        self.assertLess(self.page.value("fields.lines.length"), lines)
        self.assertEqual(self.page.value("document.getElementById(fields.idOf(model.find('tensors'))).ariaExpanded"), "false")
        self.page.click("#expand")
        self.assertGreater(self.page.value("fields.lines.length"), lines)
        self.page.click("#collapse")
        self.assertEqual(self.page.value("fields.lines.length"), 17)

    def test_keys(self):
        self.page.value("document.querySelector('#fields').focus()")
        self.page.press("ArrowDown")
        self.page.press("ArrowDown")
        self.assertEqual(self.chosen_line(self.page), "version")
        self.page.press("End")
        self.page.press("ArrowLeft")
        self.assertEqual(self.page.value("fields.chosen.path"), "blobs")
        self.page.press("ArrowLeft")
        self.assertFalse(self.page.value("fields.chosen.isOpen"))
        self.page.press("Home")
        self.assertEqual(self.chosen_line(self.page), "magic")
        self.page.value("document.querySelector('#bytes').focus()")
        for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
            self.page.press(key)
        self.assertEqual(self.page.value("bytes.cursor"), 18)
        self.assertEqual(self.chosen_line(self.page), "n_metadata")
        self.page.press("End")
        self.assertEqual(self.page.value("bytes.cursor"), 19327)
        # What has the focus names the line that is active, and that line is there.
        for box in ("fields", "bytes"):
            self.assertTrue(self.page.value(f"""(() => {{
                const box = document.getElementById('{box}');
                return box.contains(document.getElementById(box.getAttribute('aria-activedescendant')));
            }})()"""))

    def test_arrays_have_statistics(self):
        self.page.value("actions.choose(model.find('tensors[2].data'), 'test')")
        data = (VECTORS / "v1_simple_model.oinf").read_bytes()[2936:2936 + 16384]
        numbers = dict(self.page.value("""[...document.querySelectorAll('#details .numbers dt')].map(
            (term) => [term.textContent, term.nextSibling.textContent])"""))
        self.assertEqual(numbers["min"], str(min(data)))
        self.assertEqual(numbers["max"], str(max(data)))
        self.assertEqual(numbers["mean"], f"{sum(data) / len(data):.6g}")
        cells = self.page.value("[...document.querySelectorAll('.values td')].map((cell) => cell.textContent)")
        self.assertEqual(cells[:9], [str(byte) for byte in [*data[:8], data[128]]])
        bars = self.page.value("[...document.querySelectorAll('.histogram rect title')].map((bar) => bar.textContent)")
        self.assertEqual(sum(int(bar.split(": ")[1].replace(",", "")) for bar in bars), len(data))
        # The picture's brightest and darkest pixels are the largest and the least element.
        shades = self.page.value("""(() => {
            const canvas = document.querySelector('canvas');
            return [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data].filter((_, i) => i % 4 === 0);
        })()""")
        self.assertEqual(len(shades), len(data))
        self.assertEqual(shades[data.index(max(data))], 255)
        self.assertEqual(shades[data.index(min(data))], 0)

    def test_the_address_names_what_is_chosen(self):
        page = WINDOW.open(self.path("v1_simple_model.oinf.html"), fragment="metadata[0].key")
        self.addCleanup(page.close)
        self.assertEqual(page.value("fields.chosen.path"), "metadata[0].key")
        self.assertEqual(self.marked(page)[0], 104)

    def test_every_byte_is_there(self):
        data = (VECTORS / "v1_simple_model.oinf").read_bytes()
        self.assertEqual(bytes(self.page.value("[...model.bytesFrom(0, model.size)]")), data)


class BrokenFile(Pages):
    def violations(self, file):
        done = subprocess.run([SCHEMAC, "validate", "--json", file], capture_output=True, text=True)
        return json.loads(done.stdout)["violations"]

    def test_violations_are_listed_and_in_place(self):
        for name in ("tensor_overlap", "trunc_tensor_table", "charset", "trunc_header", "dims_overflow"):
            with self.subTest(name):
                file = VECTORS / f"invalid/{name}.oinf"
                expected = self.violations(file)
                page = self.open(file)
                items = page.value("[...document.querySelectorAll('#violations li')].map((item) => item.textContent)")
                self.assertEqual(len(items), len(expected))
                for item, violation in zip(items, expected):
                    self.assertIn(violation["message"], item)
                    self.assertIn(violation["path"], item)
                    self.assertIn(f"[{violation['rule']}]", item)
                self.assertIn("not valid", page.value("document.querySelector('.verdict').textContent"))
                for i, violation in enumerate(expected):
                    page.click(f"#violations li:nth-child({i + 1}) a")
                    if violation["path"]:
                        self.assertEqual(page.value("fields.chosen.path"), violation["path"])
                        sentences = page.value("[...document.querySelectorAll('#fields .broken')].map((line) => line.textContent)")
                        self.assertTrue(any(violation["message"] in s for s in sentences), sentences)
                    if violation["offset"] < page.value("model.size"):
                        bad = self.marked(page, "bad")
                        self.assertIn(violation["offset"], bad)

    def test_what_could_not_be_read_is_said(self):
        page = self.open(VECTORS / "invalid/trunc_tensor_table.oinf")
        self.assertIn("missing", page.value("fieldText(model, model.find('tensors[2].dims[0]'))"))
        self.assertEqual(page.value("model.sortOf(model.fieldAt(254)).kind"), 4)  # unknown

    def test_an_empty_file(self):
        page = self.open(self.path("empty.oinf", b""))
        self.assertIn("The file is empty.", page.value("document.querySelector('#bytes').textContent"))
        self.assertEqual(page.value("document.querySelectorAll('#violations li').length"), 1)
        page.value("document.querySelector('#bytes').focus()")
        page.press("ArrowDown")


class LargeFile(Pages):
    def test_twenty_thousand_records(self):
        file = self.path("many.oinf")
        data = struct.pack("<8f", *range(8))
        places = tensor_file(file, [(f"layer.{i}", [2, 4], data) for i in range(20000)])
        self.assertLess(self.make(file).stat().st_size, MOST)
        page = self.open(file)
        self.assertIn("20,000 elements", page.value("document.getElementById(fields.idOf(model.find('tensors'))).textContent"))
        page.click("#expand")
        self.assertGreater(page.value("fields.lines.length"), 200000)
        self.assertLess(page.value("document.querySelectorAll('*').length"), 6000)
        page.click("#search")
        page.type("layer.19876")
        page.press("Enter")
        self.assertEqual(page.value("fields.chosen.path"), "tensors[19876].name")
        page.value("actions.choose(model.find('tensors[19876].data'), 'test')")
        self.assertEqual(self.marked(page)[0], places[19876])

    def test_a_table_that_is_too_large_is_cut_and_says_so(self):
        file = self.path("cut.oinf")
        count = 25000
        tensor_file(file, [(f"a.rather.long.name.of.a.layer.{i}", [2, 4], struct.pack("<8f", *range(8))) for i in range(count)])
        page = self.open(file)
        self.assertLess(self.path("cut.oinf.html").stat().st_size, MOST)
        shown = page.value("model.data.cut.elements")
        self.assertLess(shown, count)
        self.assertIn(f"{shown:,} elements", page.value("document.querySelector('.note').textContent"))
        self.assertIn("25,000 elements", page.value("document.getElementById(fields.idOf(model.find('tensors'))).textContent"))
        page.value("fields.setOpen(model.find('tensors'), true); fields.list.box.scrollTop = 1e9")
        self.assertTrue(page.wait_until("document.querySelector('#fields').textContent.includes('are not on this page')"))
        # Asked for, everything is there.
        page = self.open(file, "--all")
        self.assertEqual(page.value("model.find('tensors').children.length"), count)

    def test_a_hundred_megabytes_of_payload(self):
        file = self.path("payload.oinf")
        random.seed(5)
        block = random.randbytes(1 << 20)
        tensors = [(f"w{i}", [1024, 1280], block * 5) for i in range(20)]
        places = tensor_file(file, tensors)
        self.assertGreater(file.stat().st_size, 100 << 20)
        self.assertLess(self.make(file).stat().st_size, MOST)
        began = time.monotonic()
        page = self.open(file)
        self.assertLess(time.monotonic() - began, 60)
        self.assertLess(page.value("performance.timing.loadEventEnd - performance.timing.navigationStart"), 10000)
        page.value("actions.choose(model.find('tensors[7].data'), 'test')")
        self.assertEqual(self.marked(page)[0], places[7])
        begin, end = bytes(page.value(f"[...model.bytesFrom({places[7]}, {places[7] + 16})]")), places[7] + (5 << 20)
        self.assertEqual(begin, block[:16])
        self.assertEqual(bytes(page.value(f"[...model.bytesFrom({end - 16}, {end})]")), block[-16:])
        folds = page.value("model.stretches.filter((stretch) => !stretch.bytes).length")
        self.assertEqual(folds, 20)
        page.value(f"bytes.list.reveal(bytes.lineAt({places[7] + (1 << 20)}))")
        self.assertTrue(page.wait_until("document.querySelector('.folded.chosen') !== null"))
        self.assertIn("tensors[7].data", page.value("document.querySelector('.folded.chosen').textContent"))


class Everywhere(Pages):
    """Sizes, colours, hostile texts."""

    def test_narrow_and_wide_light_and_dark(self):
        for file in (VECTORS / "v1_simple_model.oinf", VECTORS / "invalid/trunc_tensor_table.oinf"):
            for width in (320, 400, 1000, 1400):
                for dark in (False, True):
                    with self.subTest(file=file.name, width=width, dark=dark):
                        page = self.open(file, width=width, dark=dark)
                        page.value("actions.choose(model.find('tensors[0].name'), 'test')")
                        self.assertEqual(page.overflow(), 0)
                        self.assertEqual(contrast.poor(page), [])

    def test_a_theme_can_be_chosen(self):
        page = self.open(VECTORS / "v1_simple_model.oinf")
        page.value("actions.choose(model.find('version'), 'test')")
        colours = []
        for _ in range(3):
            page.click(".theme")
            self.assertEqual(contrast.poor(page), [])
            colours.append(page.value("getComputedStyle(document.querySelector('.hex .chosen')).backgroundColor"))
        self.assertNotEqual(colours[0], colours[1])
        self.assertEqual(colours[0], colours[2])

    def test_structure_for_those_who_listen(self):
        page = self.open(VECTORS / "invalid/tensor_overlap.oinf")
        self.assertEqual(page.value("document.documentElement.lang"), "en")
        self.assertEqual(page.value("[...document.querySelectorAll('h1, h2')].map((title) => title.tagName + ' ' + title.textContent)"),
                         ["H1 tensor_overlap.oinf", "H2 Bytes", "H2 Fields", "H2 Details"])
        self.assertEqual(page.value("document.querySelectorAll('main').length"), 1)
        self.assertEqual(page.value("[...document.querySelectorAll('section')].filter((part) => !document.getElementById(part.getAttribute('aria-labelledby'))).length"), 0)
        self.assertEqual(page.value("document.querySelector('label[for=search]').textContent"), "Search")
        page.value("actions.choose(model.find('tensors[2].ndim'), 'test')")
        self.assertIn("tensors[2].ndim 2, byte 244", page.value("document.querySelector('[role=status]').textContent"))
        line = "document.querySelector('#fields [aria-selected=true]')"
        self.assertEqual(page.value(f"[{line}.ariaLevel, {line}.ariaPosInSet, {line}.ariaSetSize]"), ["3", "3", "8"])
        # From one part to the next by Tab: the search, the arrays, the bytes, the fields.
        page.value("document.querySelector('#search').focus()")
        seen = []
        for _ in range(20):
            page.press("Tab")
            seen.append(page.value("document.activeElement.id"))
        self.assertLess(seen.index("bytes"), seen.index("fields"))

    def test_without_scripts_the_violations_can_be_read(self):
        page = WINDOW.open(self.make(VECTORS / "invalid/tensor_overlap.oinf"), javascript=False)
        self.addCleanup(page.close)
        text = self.path("tensor_overlap.oinf.html").read_text()
        self.assertIn("inside a payload that ends at 2936", text)
        self.assertIn("<noscript>", text)

    def test_texts_stay_texts(self):
        schema = self.path("notes.yaml", NOTES)
        file = self.path("<img src=x onerror=alert(1)>&'.notes",
                         b"NOTE" + bytes([len(NASTY)]) + b"".join(bytes([len(n)]) + n for n in NASTY))
        page = self.open(file, "--schema", schema)
        self.assertEqual(page.value("document.title"), file.name + " explained")
        self.assertEqual(page.value("document.querySelector('h1').textContent"), file.name)
        self.assertEqual(page.value("document.querySelectorAll('img, b:not(footer b), i').length"), 0)
        for i, note in enumerate(NASTY):
            page.value(f"actions.choose(model.find('notes[{i}]'), 'test')")
            value = self.details(page)["Value"]
            self.assertNotRegex(value, "[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\u202e\ufeff]")
            self.assertIn("script" if b"script" in note else value, value)
        self.assertEqual(page.value("valueText(model.valueOf(model.find('notes[3]')))"), '"\\u{1b}[31mred\\u{7}\\u{0}\\u{7f}\\u{85}"')
        self.assertEqual(self.details(page)["Value"], "ff fe 80 20 6e 6f 20 74 65 78 74")
        page.value("actions.choose(model.find('n'), 'test')")
        self.assertIn("""How many <i>notes</i>: "quoted" & 'apostrophes'.""", page.value("document.querySelector('#details').textContent"))
        # One script element of data, whose end is its own.
        text = self.path(file.name + ".html").read_text()
        self.assertEqual(len(re.findall(r"<script\b", text)), 13)
        self.assertNotRegex(text, "[\\x00-\\x08\\x0b-\\x1f\\x7f\u2028\u2029]")

    def test_nothing_of_this_machine_is_in_a_page(self):
        page = self.make(VECTORS / "v1_empty.oinf").read_text()
        self.assertNotIn(str(DATA), page)
        self.assertNotIn(FOLDER.name, page)


class Directory(Pages):
    def test_files_and_their_pages_lead_to_each_other(self):
        pages = self.path("model")
        model = DATA / "made/paddle/separate"
        subprocess.run([SCHEMAC, "explain", model, "-o", pages], check=True)
        for width, dark in ((1400, False), (400, True)):
            page = WINDOW.open(pages / "index.html", width=width, dark=dark)
            self.addCleanup(page.close)
            self.check_quiet(page)
            self.assertEqual((page.overflow(), contrast.poor(page)), (0, []))
        self.assertEqual(page.value("document.querySelectorAll('.card').length"), 0)
        files = page.value("[...document.querySelectorAll('tbody a')].map((a) => a.textContent)")
        self.assertEqual(sorted(files), sorted(file.name for file in model.iterdir()))
        page.click("tbody tr:nth-child(2) a")
        page.wait_until("document.querySelector('#fields') !== null")
        self.assertEqual(page.value("document.querySelector('h1').textContent"), files[1])
        page.click(".facts a")
        page.wait_until("document.querySelector('.files') !== null")


    def test_arrays_over_files_are_shown(self):
        pages = self.path("columns")
        subprocess.run([SCHEMAC, "explain", DATA / "vectors/blaze_chunked/chunked_nested", "-o", pages], check=True)
        manifest = json.loads((DATA / "vectors/blaze_chunked/manifest.json").read_text())
        told = next(file for file in manifest["files"] if file["path"] == "chunked_nested")["decoded"]["tensors"]
        for width, dark in ((1400, False), (400, True)):
            page = WINDOW.open(pages / "index.html", width=width, dark=dark)
            self.addCleanup(page.close)
            self.check_quiet(page)
            self.assertEqual((page.overflow(), contrast.poor(page)), (0, []))
            cards = page.value("""[...document.querySelectorAll('.card')].map((card) => [card.querySelectorAll('.histogram rect').length,
                [...card.querySelectorAll('.values td')].slice(0, 3).map((cell) => Number(cell.textContent))])""")
            self.assertEqual([first for _, first in cards], [tensor["first3"] for tensor in told])
            self.assertTrue(all(bars > 1 for bars, _ in cards))
            levels = page.value("[...document.querySelectorAll('h1, h2, h3, h4')].map((each) => +each.tagName[1])")
            self.assertTrue(levels[0] == 1 and all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels)
        page.click(".card a")
        self.assertTrue(page.wait_until("document.querySelector('#fields') !== null"))
        self.assertEqual(page.value("model.data.joined"), [])  # what the file alone doesn't know the type of


class Refused(Pages):
    def refused(self, *args):
        done = subprocess.run([SCHEMAC, "explain", *args], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_files_that_have_no_page(self):
        page = self.path("page.html")
        self.assertIn("No such file", self.refused(self.path("missing"), "-o", page))
        self.assertIn("no known format", self.refused(self.path("other.txt", "hello"), "-o", page))
        self.assertIn("no known format", self.refused(self.path("nothing.txt", b""), "-o", page))
        self.assertFalse(page.exists())
        same = self.path("same.oinf", (VECTORS / "v1_empty.oinf").read_bytes())
        self.assertIn("another name", self.refused(same, "-o", same))
        self.assertEqual(same.read_bytes(), (VECTORS / "v1_empty.oinf").read_bytes())
        self.refused(same, "-o", "/dev/null/page.html")


if __name__ == "__main__":
    if not browser.program():
        print("not checked: no Chromium")
        sys.exit(SKIPPED)
    unittest.main(verbosity=1)
