"""Bitmaps: what Pillow and OpenCV write, and what they see in files that we write."""

import json

import cv2
import numpy
from PIL import Image

from client import ROOT, ClientTest, as_array, payload_of

BMP = str(ROOT / "examples" / "formats" / "bmp.yaml")


class Bmp(ClientTest):
    def setUp(self):
        super().setUp()
        self.random = numpy.random.default_rng(7)

    def saved(self, mode, size=(17, 13)):
        """A picture of Pillow's, and its file."""
        width, height = size
        samples = {"RGB": (3,), "RGBA": (4,)}.get(mode, ())
        image = Image.fromarray(self.random.integers(0, 256, (height, width, *samples), "u1"))
        if mode == "1":
            image = image.convert("1")
        if mode == "P":
            image = image.convert("RGB").quantize(10)
        file = self.folder / f"{mode}.bmp"
        image.save(file, dpi=(254, 254))
        return image, file

    def rows(self, values):
        """The rows as a file has them, of bytes."""
        return as_array(values["bits"]["pixels"])

    @staticmethod
    def stored(pixels, order=slice(None, None, -1)):
        """Pixels of eight bits a sample as rows of a file, filled up; the lowest one first."""
        rows = pixels.reshape(len(pixels), -1)[order]
        return numpy.pad(rows, ((0, 0), (0, -rows.shape[1] % 4)))

    def document(self, pixels, bit_count, **more):
        height, width = pixels.shape[:2]
        bits = {"pixels": payload_of(self.stored(pixels), "u8")}
        return {"schema": "bmp", "values": {"width": width, "height": height, "bit_count": bit_count,
                                            "compression": "rgb", "size_image": 0, "clr_used": 0,
                                            "colors": [], "bits": bits, **more}}

    def test_we_read_pictures(self):
        for mode, bits in (("1", 1), ("L", 8), ("P", 8), ("RGB", 24), ("RGBA", 32)):
            image, file = self.saved(mode)
            with self.subTest(mode):
                self.assert_valid(file, BMP)
                values = self.decode(file, BMP)["values"]
                self.assertEqual((values["header_size"], values["width"], values["height"], values["bit_count"]),
                                 (40, 17, 13, bits))
                self.assertEqual(values["x_pels_per_meter"], 10000)
                pixels = numpy.asarray(image)
                if mode == "1":
                    pixels = numpy.packbits(pixels, axis=1)
                elif mode in ("RGB", "RGBA"):
                    pixels = pixels[..., [2, 1, 0, 3][:pixels.shape[2]]]
                numpy.testing.assert_array_equal(self.rows(values), self.stored(pixels))
                if mode == "P":
                    colors = [each[name] for each in values["colors"] for name in ("red", "green", "blue")]
                    self.assertEqual(colors, image.getpalette()[:len(colors)])
                    self.assertEqual(len(values["colors"]), 10)
                self.assert_same_after_encode(file, BMP)

    def test_we_read_the_newest_header(self):
        pixels = self.random.integers(0, 256, (5, 7, 4), "u1")
        file = self.folder / "alpha.bmp"
        cv2.imwrite(str(file), pixels)
        self.assert_valid(file, BMP)
        values = self.decode(file, BMP)["values"]
        self.assertEqual((values["header_size"], values["compression"], values["cs_type"]), (124, "bitfields", "srgb"))
        self.assertEqual([values[name] for name in ("red_mask", "green_mask", "blue_mask", "alpha_mask")],
                         [0xff0000, 0xff00, 0xff, 0xff000000])
        numpy.testing.assert_array_equal(self.rows(values), self.stored(pixels))
        self.assert_same_after_encode(file, BMP)

    def test_they_open_pictures_that_we_write(self):
        pixels = self.random.integers(0, 256, (4, 5, 3), "u1")
        file = self.encode(self.document(pixels, 24), BMP, "made.bmp")
        self.assert_valid(file, BMP)
        numpy.testing.assert_array_equal(numpy.asarray(Image.open(file)), pixels[..., ::-1])
        numpy.testing.assert_array_equal(cv2.imread(str(file)), pixels)

    def test_every_header(self):
        """Pillow takes all of them."""
        pixels = self.random.integers(0, 256, (4, 5, 4), "u1")
        masks = {"red_mask": 0xff0000, "green_mask": 0xff00, "blue_mask": 0xff, "alpha_mask": 0xff000000}
        none = {"x": 0, "y": 0, "z": 0}
        color = {"cs_type": "srgb", "endpoints": {"red": none, "green": none, "blue": none},
                 "gamma_red": 0, "gamma_green": 0, "gamma_blue": 0}
        without_alpha = {name: mask for name, mask in masks.items() if name != "alpha_mask"}
        apart = {name[:-5]: mask for name, mask in masks.items()}
        for size, more, mode in ((40, {"masks": {**apart, "alpha": None}}, "RGB"),
                                 (40, {"masks": apart, "compression": "alphabitfields"}, "RGBA"),
                                 (52, without_alpha, "RGB"), (56, masks, "RGBA"), (108, {**masks, **color}, "RGBA"),
                                 (124, {**masks, **color, "intent": "images"}, "RGBA")):
            with self.subTest(size, mode=mode):
                more = {"header_size": size, "compression": "bitfields", **more}
                file = self.encode(self.document(pixels, 32, **more), BMP, "made.bmp")
                self.assert_valid(file, BMP)
                self.assertEqual(self.decode(file, BMP)["values"]["header_size"], size)
                if more["compression"] != "bitfields":
                    continue  # Pillow knows no such picture
                image = Image.open(file)
                self.assertEqual(image.mode, mode)
                numpy.testing.assert_array_equal(numpy.asarray(image), pixels[..., [2, 1, 0, 3][:len(mode)]])

    def test_the_oldest_header(self):
        values = {"header_size": 12, "core_width": 3, "core_height": 2, "bit_count": 1,
                  "colors": [{"blue": 1, "green": 2, "red": 3}, {"blue": 250, "green": 251, "red": 252}],
                  "bits": {"pixels": [[0b01000000, 0, 0, 0], [0b10100000, 0, 0, 0]]}}
        file = self.encode({"schema": "bmp", "values": values}, BMP, "made.bmp")
        self.assert_valid(file, BMP)
        dark, light = [3, 2, 1], [252, 251, 250]
        numpy.testing.assert_array_equal(numpy.asarray(Image.open(file).convert("RGB")),
                                         [[light, dark, light], [dark, light, dark]])

    def test_runs(self):
        runs = bytes([3, 7, 2, 9, 0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 1])  # two runs; five pixels, one filled up
        gray = [{"blue": i, "green": i, "red": i} for i in range(256)]
        values = {"width": 5, "height": 2, "bit_count": 8, "compression": "rle8", "size_image": len(runs), "clr_used": 0,
                  "colors": gray, "bits": {"encoded": {"hex": runs.hex()}}}
        file = self.encode({"schema": "bmp", "values": values}, BMP, "made.bmp")
        self.assert_valid(file, BMP)
        numpy.testing.assert_array_equal(numpy.asarray(Image.open(file).convert("L")), [[1, 2, 3, 4, 5], [7, 7, 7, 9, 9]])

    def test_a_wider_picture(self):
        image, file = self.saved("L", (17, 13))
        wider = numpy.hstack([numpy.asarray(image), numpy.full((13, 6), 200, "u1")])
        rows = {"pixels": payload_of(self.stored(wider), "u8")}
        made = self.folder / "wider.bmp"
        self.schemac("set", "--schema", BMP, file, "width", 23, "size_image", 13 * 24, "bits", json.dumps(rows), "-o", made)
        numpy.testing.assert_array_equal(numpy.asarray(Image.open(made)), wider)

    def test_a_profile_and_a_gap(self):
        """Neither is in the way of those who only want pixels."""
        image, _ = self.saved("RGB")
        none = {"x": 0, "y": 0, "z": 0}
        more = {"header_size": 124, "red_mask": 0, "green_mask": 0, "blue_mask": 0, "alpha_mask": 0,
                "cs_type": "profile_embedded", "endpoints": {"red": none, "green": none, "blue": none},
                "gamma_red": 0, "gamma_green": 0, "gamma_blue": 0, "intent": "graphics",
                "profile": {"hex": b"a profile".hex()}, "choices": {"gap": {"hex": "010203"}}}
        pixels = numpy.asarray(image)[..., ::-1]
        file = self.encode(self.document(pixels, 24, **more), BMP, "made.bmp")
        self.assert_valid(file, BMP)
        data = file.read_bytes()
        self.assertEqual(data[138:141], b"\1\2\3")
        self.assertEqual(int.from_bytes(data[14 + 112:14 + 116], "little") + 14, len(data) - 9)
        self.assertTrue(data.endswith(b"a profile"))
        self.assert_same_after_encode(file, BMP)
        numpy.testing.assert_array_equal(numpy.asarray(Image.open(file)), pixels[..., ::-1])

    def test_what_is_broken_is_found_where_it_is(self):
        _, file = self.saved("L")
        whole = file.read_bytes()
        def put(at, value, size=4):
            return whole[:at] + value.to_bytes(size, "little") + whole[at + size:]
        for data, field, rule in ((whole[:-5], "bits", "truncated"), (put(14, 64), "header_size", "bad-version"),
                                  (put(28, 7, 2), "bit_count", "bad-value"), (put(34, 8), "size_image", "size-mismatch"),
                                  (put(10, 50), "gap", "bad-value"), (put(22, 1 << 30), "bits", "truncated"),
                                  (put(46, 300), "gap", "bad-value"), (put(2, 5), "size", "trailing-data")):
            file.write_bytes(data)
            with self.subTest(field):
                self.assertIn((field, rule), self.violations(file, BMP))
