#!/usr/bin/env python3
"""The colours that pages have in common can be told apart: contrasts as WCAG 2.1 measures them.

  colours.py
"""
import pathlib
import re
import unittest

CSS = pathlib.Path(__file__).resolve().parents[2] / "generator/html/common.css"
SURFACES = ["page", "panel", "hover", "mark"]


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def palettes():
    light, dark = CSS.read_text().split("@media screen and (prefers-color-scheme: dark)")
    return {name: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part))
            for name, part in (("light", light), ("dark", dark))}


class Colours(unittest.TestCase):
    def hold(self, text, background, least):
        for name, colours in palettes().items():
            with self.subTest(palette=name, text=text, background=background):
                self.assertGreaterEqual(contrast(colours[text], colours[background]), least)

    def test_both_palettes_have_the_same_names(self):
        light, dark = palettes().values()
        self.assertEqual(light.keys(), dark.keys())

    def test_text_can_be_read_on_everything(self):
        fills = [name for name in palettes()["light"] if name.startswith("fill-")]
        for background in SURFACES + fills + ["good-soft", "warn-soft", "error-soft"]:
            self.hold("ink", background, 7)

    def test_coloured_text_can_be_read(self):
        for text in ("soft", "accent", "good", "warn", "error"):
            for background in SURFACES:
                self.hold(text, background, 4.5)
        for text in ("good", "warn", "error"):
            self.hold(text, text + "-soft", 4.5)
        self.hold("soft", "fill-none", 4.5)

    def test_lines_and_marks_can_be_seen(self):
        for tone in [name for name in palettes()["light"] if name.startswith("tone-")] + ["edge"]:
            for background in ("page", "panel"):
                self.hold(tone, background, 3)


if __name__ == "__main__":
    unittest.main()
