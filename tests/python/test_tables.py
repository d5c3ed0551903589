"""Lists of records as structured arrays and columns; lists longer than what is kept of them."""
import pathlib
import tempfile
import unittest

import numpy as np

import schemac

POINTS = """
schema: points
root: File
endian: le
enums:
  Kind: {type: u8, unknown: keep, members: {open: 1, shut: 2}}
types:
  File:
    fields:
      - {name: n, type: u32}
      - {name: points, type: Point, repeat: n}
      - {name: m, type: u32}
      - {name: notes, type: Note, repeat: m}
  Point:
    fields:
      - {name: kind, type: Kind}
      - {name: reserved, type: u8, const: 0}
      - {name: x, type: f32}
      - {name: place, type: Place}
      - {name: corners, type: i16, repeat: 3, endian: be}
  Place:
    fields:
      - {name: row, type: u16}
      - {name: column, type: i64}
  Note:
    fields:
      - {name: text, type: str, prefix: u8}
"""
# As NumPy lays it out: the constant is no member.
POINT = np.dtype({"names": ["kind", "x", "place", "corners"],
                  "formats": ["u1", "<f4", np.dtype([("row", "<u2"), ("column", "<i8")]), (">i2", 3)],
                  "offsets": [0, 2, 6, 16], "itemsize": 22})


class Tables(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)
        self.schema = self.folder / "points.yaml"
        self.schema.write_text(POINTS)

    def open(self, count, notes=(b"a", b"bc")):
        random = np.random.default_rng(count)
        points = np.zeros(count, POINT)
        points["kind"] = random.integers(0, 4, count)
        points["x"] = random.normal(size=count)
        points["place"]["row"] = random.integers(0, 1 << 16, count)
        points["place"]["column"] = random.integers(-9, 9, count)
        points["corners"] = random.integers(-9, 9, (count, 3))
        path = self.folder / "some.points"
        path.write_bytes(np.uint32(count).tobytes() + points.tobytes() + np.uint32(len(notes)).tobytes()
                         + b"".join(bytes([len(note)]) + note for note in notes))
        return schemac.open(path, self.schema), points

    def test_records_of_a_fixed_size_are_an_array_in_place(self):
        file, points = self.open(10_000)
        found = file.points.to_numpy()
        self.assertEqual((found.shape, found.dtype.itemsize, found.dtype.names), ((10_000,), 22, POINT.names))
        for name in POINT.names:
            np.testing.assert_array_equal(found[name], points[name])
        self.assertFalse(found.flags.writeable)
        self.assertFalse(found.flags.owndata)
        with self.assertRaisesRegex(TypeError, "notes has no records of a fixed size"):
            file.notes.to_numpy()
        empty, _ = self.open(0)
        self.assertEqual(empty.points.to_numpy().shape, (0,))

    def test_they_are_records_as_well(self):
        file, points = self.open(100)
        for index in (0, 57, -1):
            record, expected = file.points[index], points[index]
            self.assertEqual((record.kind, record.x, record.place.row, record.place.column),
                             (expected["kind"], expected["x"], expected["place"]["row"], expected["place"]["column"]))
            np.testing.assert_array_equal(record.corners, expected["corners"])
        self.assertEqual([note.text for note in file.notes], ["a", "bc"])

    def test_elements_beyond_those_that_are_kept(self):
        """A million values are kept of all lists; these are more."""
        file, points = self.open(200_000, [b"note"] * 100)
        for index in (199_999, 0, 120_000, 119_999, 199_998):
            self.assertEqual(file.points[index].x, points[index]["x"], index)
        self.assertEqual(len(file.notes), 100)
        self.assertEqual(file.notes[99].text, "note")
        self.assertEqual([point.x for point in file.points[150_000:150_010]], points["x"][150_000:150_010].tolist())
        total = sum(point.place.row for point in file.points)
        self.assertEqual(total, int(points["place"]["row"].sum(dtype=np.int64)))
        schemac.write(self.folder / "copy", file)
        self.assertEqual((self.folder / "copy").read_bytes(), (self.folder / "some.points").read_bytes())

    def test_a_dictionary_of_records_is_written(self):
        file, points = self.open(50)
        values = schemac.asdict(file)
        self.assertEqual(schemac.encode(values, self.schema), (self.folder / "some.points").read_bytes())


if __name__ == "__main__":
    unittest.main()
