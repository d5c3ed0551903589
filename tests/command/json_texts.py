#!/usr/bin/env python3
"""JSON texts of no type, held against Python's own reader: made-up ones of fixed seeds, the same
damaged, and hostile ones. Both take them or both don't, and then they stand for the same value.

  json_texts.py SCHEMAC

Where the two differ on purpose:
- a byte order mark is let be, as RFC 8259 allows; Python refuses it in a text
- halves of surrogate pairs are refused: no text in UTF-8 holds them
- whole numbers beyond 64 bits are real ones, and numbers beyond these are refused
- more than 100 lists and objects inside each other are refused
- names that stand twice are told, a rule; Python says nothing
"""
import json
import math
import random
import re
import struct
import unittest

from program import InFolder, run

SCHEMA = """schema: texts
endian: le
root: File
types:
  Line: {fields: [{name: n, type: u32}, {name: v, type: json, size: n}]}
  File: {fields: [{name: lines, type: Line, repeat: eos}]}
"""
BATCH = 100
MOST_DEPTH = 100

VALID_HOSTILE = [
    "0", "-0", "-0.0", "0e5", "-0e-5", "1E+2", "1.50", "5e-324", "2e-324", "1e-400", "1e23", "1e22", "9007199254740993",
    "9007199254740993.0", "123456789.123456789", "18446744073709551615", "18446744073709551616", "-9223372036854775808",
    "-9223372036854775809", "1.7976931348623157e308", "1" * 300, "0." + "1" * 2000, "1e-99999", '""', '"\\u0000"', '"\\u00e9"',
    '"\\ud83d\\ude00"', '"\U0001f600"', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\x7f"', '"\uffff\ufdd0"', '"\u2028"', "[]", "{}",
    '{"":0}', '{"a":{"a":{"a":[]}}}', '{"hex":"00"}', '{"\\\\hex":1}', '{"choices":{},"map":[],"tuple":[],"ext":1,"real":""}',
    '{"a":1,"a":2}', '{"a":1,"\\u0061":1}', '{"x":[{"b":1,"c":2,"b":3}]}', " \t\r\n1 \t\r\n", "[1 , 2 ]", "null", "true", "[false]",
    "[" * 100 + "]" * 100, '{"a":' * 100 + "1" + "}" * 100, '[{"a":' * 50 + "1" + "}]" * 50,
]
INVALID_HOSTILE = [
    "", " ", "01", "-", "-01", "+1", ".5", "5.", "1.e5", "1e", "1e+", "0x10", "1_0", "NaN", "Infinity", "-Infinity", "nan", "TRUE",
    "tru", "truee", "nulll", "None", "'a'", '"a', '"\\x41"', '"\\u12"', '"\\u12g4"', '"\t"', '"\n"', '"\x00"', "\x001", "1\x00",
    "[1]\x00}}}", "[1\x00]", "[", "]", "[1", "[1,]", "[,1]", "[1,,2]", "[1 2]", "{", "}", '{"a"}', '{"a":}', '{"a":1,}', '{,}',
    "{1:2}", "{a:1}", '{"a":1 "b":2}', '{"a":1]', "[1}", "1 2", "[] []", "// a\n1", "/* a */1", "1 # a", "[1;2]", "\v1", "\f1",
    "\u00a01", "\u20281", "1\u3000", "=1", "\\u0031",
]
# Not UTF-8: alone, overlong, cut off, half of a pair, beyond Unicode.
INVALID_BYTES = [b'"\xff"', b'"\x80"', b'"\xc0\x80"', b'"\xc1\xbf"', b'"\xe0\x80\x80"', b'"\xe2\x82"', b'"\xed\xa0\x80"',
                 b'"\xf0\x80\x80\x80"', b'"\xf4\x90\x80\x80"', b'"\xf8\x88\x80\x80\x80"', b'{"\xff":1}', b"\xff\xfe1\x00", b"1\xa0"]
OURS_ALONE = [b"\xef\xbb\xbf1", b"\xef\xbb\xbf[1]"]
PYTHONS_ALONE = ["1e400", "-1e309", "1.7976931348623159e308", "[1e999]", "9" * 400, '"\\ud83d"', '"\\ude00"', '"\\ud83dx"',
                 '"\\ud83d\\u0041"', '"\\ude00\\ud83d"', '{"\\udfff":1}', "[" * 101 + "]" * 101, '{"a":' * 101 + "1" + "}" * 101]
PIECES = [b"\0", b'"', b"\\", b"\\u", b"\\ud83d", b"\\ude00", b",", b":", b"[", b"]", b"{", b"}", b"0", b"-", b".", b"e", b"E+",
          b"1e400", b"null", b"NaN", b"'", b" ", b"\n", b"\t", b"\xff", b"\xc3", b"\xa9", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"/*",
          b"9999999999999999999999"]
TEXTS = ["", "a", "b", "hex", "map", "\\hex", "choices", "\u00e9", "\U0001f600", "\0", "\n", '"', "\\", "/", "\x7f", "k" * 40]


class Made:
    """Values of every kind, and their texts."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def value(self, depth=0):
        kind = self.random.randrange(9 if depth < 4 else 6)
        if kind == 0:
            return self.random.choice((None, True, False))
        if kind == 1:
            return self.random.randrange(-(1 << 63), 1 << 64) >> self.random.randrange(64)
        if kind == 2:
            bits = self.random.getrandbits(64)
            real = struct.unpack("<d", struct.pack("<Q", bits))[0]
            return real if math.isfinite(real) else 0.5
        if kind in (3, 4, 5):
            return self.random.choice(TEXTS) if kind == 3 else self.random.choice((0, -1, 1.0, 1e16, 0.1, -2.5e-300))
        if kind == 6:
            return [self.value(depth + 1) for _ in range(self.random.randrange(5))]
        names = self.random.sample(TEXTS, self.random.randrange(5))
        return {name: self.value(depth + 1) for name in names}

    def text(self):
        return json.dumps(self.value(), ensure_ascii=self.random.random() < 0.5,
                          indent=self.random.choice((None, None, 0, 3)),
                          separators=self.random.choice((None, (",", ":"), (" ,", " :\t")))).encode()

    def damaged(self):
        text = self.text()
        for _ in range(self.random.randrange(1, 3)):
            at = self.random.randrange(len(text) + 1)
            kind = self.random.randrange(4)
            if kind == 0:
                text = text[:at]
            elif kind == 1:
                text = text[:at] + text[at + self.random.randrange(1, 4):]
            elif kind == 2:
                text = text[:at] + bytes([self.random.randrange(256)]) + text[at + 1:]
            else:
                text = text[:at] + self.random.choice(PIECES) + text[at:]
        return text


class Refused(ValueError):
    """What Python takes and schemac doesn't."""


def pythons(text):
    """The value as Python reads it, objects as pairs; and whether a name stands twice."""
    twice = []

    def pairs(members):
        names = [name for name, _ in members]
        if len(set(names)) != len(names):
            twice.append(names)
        return ("object", members)

    def constant(name):
        raise ValueError(name)

    def whole(digits):
        number = int(digits)
        return number if -(1 << 63) <= number < 1 << 64 else real(digits)

    def real(digits):
        number = float(digits)
        if math.isinf(number):
            raise Refused("beyond 64-bit floating point")
        return number

    value = json.loads(text.decode(), object_pairs_hook=pairs, parse_constant=constant, parse_int=whole, parse_float=real)
    look(value)
    return value, bool(twice)


def look(value, depth=1):
    """Refuses halves of pairs, and what is too deep."""
    if isinstance(value, str):
        if any(0xd800 <= ord(each) <= 0xdfff for each in value):
            raise Refused("half of a surrogate pair")
    if not isinstance(value, (list, tuple)):
        return
    if depth > MOST_DEPTH:
        raise Refused("too deep")
    for each in value if isinstance(value, list) else [part for pair in value[1] for part in pair]:
        look(each, depth + 1)


def ours(members):
    """A value that `decode` printed, in the same form."""
    if isinstance(members, list):
        return [ours(each) for each in members]
    if not isinstance(members, tuple):
        return members
    pairs = members[1]
    if pairs and pairs[0][0] == "map":  # of which two names are the same
        return ("object", [(key, ours(value)) for key, value in pairs[0][1]])
    return ("object", [(name.removeprefix("\\") if re.fullmatch(r"\\+(hex|ext|real|map|tuple|choices)", name) else name,
                        ours(value)) for name, value in pairs])


def told_apart(value):
    """1, 1.0 and true differ, and so do zeros of either sign."""
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(told_apart, value)]
    return (type(value).__name__, repr(value))


class JsonTexts(InFolder):
    def file_of(self, texts):
        return self.path("texts.bin", b"".join(struct.pack("<I", len(text)) + text for text in texts))

    def verdicts(self, texts):
        """The rules that each text breaks."""
        code, out, errors = run("validate", "--json", "--schema", self.path("texts.yaml", SCHEMA), self.file_of(texts))
        self.assertIn(code, (0, 1), errors)
        found = [set() for _ in texts]
        for violation in json.loads(out)["violations"]:
            found[int(re.match(r"lines\[(\d+)\]\.v", violation["path"])[1])].add(violation["rule"])
        return found

    def values(self, texts):
        code, out, errors = run("decode", "--json", "--full", "--most", "0", "--schema", self.path("texts.yaml", SCHEMA),
                                self.file_of(texts))
        self.assertEqual(code, 0, errors)
        document = json.loads(out, object_pairs_hook=lambda members: ("object", members))
        lines = dict(dict(document[1])["values"][1])["lines"]
        return [ours(dict(line[1])["v"]) for line in lines]

    def hold(self, texts):
        """Returns how many of them stand for a value."""
        count = 0
        for first in range(0, len(texts), BATCH):
            batch = texts[first:first + BATCH]
            good = []
            for text, rules in zip(batch, self.verdicts(batch)):
                try:
                    value, is_twice = pythons(text)
                except ValueError:  # which bytes that aren't UTF-8 and JSONDecodeError are
                    self.assertTrue(rules & {"bad-json", "nesting-limit"}, text[:200])
                    continue
                self.assertEqual(rules, {"duplicate-name"} if is_twice else set(), text[:200])
                good.append((text, value))
            for (text, value), found in zip(good, self.values([text for text, _ in good])):
                self.assertEqual(told_apart(found), told_apart(value), text[:200])
            count += len(good)
        return count

    def test_made_up_texts(self):
        texts = [Made(seed).text() for seed in range(1500)]
        self.assertEqual(self.hold(texts), len(texts))

    def test_damaged_texts(self):
        texts = [Made(seed).damaged() for seed in range(3000)]
        # With a byte order mark Python differs; it has its own test.
        texts = [text for text in texts if not text.startswith(b"\xef\xbb\xbf")]
        count = self.hold(texts)
        self.assertGreater(count, 300)
        self.assertGreater(len(texts) - count, 1500)

    def test_hostile_texts(self):
        self.assertEqual(self.hold([text.encode() for text in VALID_HOSTILE]), len(VALID_HOSTILE))
        self.assertEqual(self.hold([text.encode() for text in INVALID_HOSTILE] + INVALID_BYTES), 0)

    def test_where_they_differ(self):
        for text in PYTHONS_ALONE:
            json.loads(text)
            with self.assertRaises(Refused, msg=text):
                pythons(text.encode())
        self.assertEqual(self.hold([text.encode() for text in PYTHONS_ALONE]), 0)
        for text in OURS_ALONE:
            with self.assertRaises(ValueError):
                pythons(text)
        self.assertEqual(self.verdicts(OURS_ALONE), [set(), set()])
        self.assertEqual(self.values(OURS_ALONE), [1, [1]])


if __name__ == "__main__":
    unittest.main()
