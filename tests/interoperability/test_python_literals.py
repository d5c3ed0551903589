"""Python's literals: ours are read by Python, and what Python prints is what we write."""
import ast
import json
import random

from client import ClientTest

SCHEMA = """
schema: literals
endian: le
root: File
types:
  Line: {fields: [{name: n, type: u32}, {name: value, type: python, size: n}]}
  File: {fields: [{name: lines, type: Line, repeat: eos}]}
"""
TEXTS = ["", "a", "it's", '"', "'\"", "\\", "\n\r\t\x00\x1f\x7f", "é", "\x80\x9f\xa0\xad", "日本",
         "\U0001f600", "\\x41", "<f8"]
NUMBERS = [0, 1, -1, 2**63, 2**64 - 1, -2**63, 0.0, -0.0, 1.0, 0.1, -2.5e-300, 1e15, 1e16, 1e-4, 1e-5,
           123456789012345680.0, 5e-324, 1.7976931348623157e308]


class PythonLiterals(ClientTest):
    def setUp(self):
        super().setUp()
        self.schema = self.folder / "literals.yaml"
        self.schema.write_text(SCHEMA)

    def stored(self, lines):
        file = self.folder / "lines"
        texts = [line.encode() for line in lines]
        file.write_bytes(b"".join(len(text).to_bytes(4, "little") + text for text in texts))
        return file

    def made_up(self, some, depth=0):
        make = lambda: self.made_up(some, depth + 1)
        kind = some.randrange(8 if depth < 4 else 5)
        if kind == 0:
            return some.choice([None, True, False])
        if kind == 1:
            return some.choice(TEXTS)
        if kind == 2:
            return some.choice(TEXTS).encode()
        if kind in (3, 4):
            return some.choice(NUMBERS)
        if kind == 5:
            return [make() for _ in range(some.randrange(4))]
        if kind == 6:
            return tuple(make() for _ in range(some.randrange(4)))
        keys = TEXTS + [b"", b"\xff", 2, -1, 0.5, None]  # True is 1, of which it has one
        return {some.choice(keys): make() for _ in range(some.randrange(4))}

    def test_what_it_prints_is_what_we_write(self):
        some = random.Random(7)
        values = [*TEXTS, *NUMBERS, *(self.made_up(some) for _ in range(500))]
        file = self.stored([repr(value) for value in values])
        self.assert_valid(file, self.schema)
        document = self.decode(file, self.schema)
        # Nothing had to be kept of how it was spelled.
        self.assertNotIn('"choices": {"value"', json.dumps(document))
        again = self.encode(document, self.schema)
        self.assertEqual(again.read_bytes(), file.read_bytes())

    def test_it_reads_what_both_read(self):
        lines = ["0x_1f", "0B101", "0o17", "1_000_000", "+1", "- 1", ".5", "5.", "1_0.5e-1_0", "00", "((1))",
                 "(1,)", "( )", "[1,]", "{1:2,}", "'a' \"b\" 'c'", "b'a' B\"\\xff\"", "r'\\n'", "rb'\\x'",
                 "u'\\u00e9\\U0001f600\\101\\x41'", "'\\q'", "'a\\\nb'", "{'a': [(), (1, 2), {}]}", "None",
                 "\"'\"", "'\\''", "[True,False]"]
        file = self.stored(lines)
        self.assert_valid(file, self.schema)
        document = self.decode(file, self.schema)
        self.assertEqual(self.encode(document, self.schema).read_bytes(), file.read_bytes())
        for line in document["values"]["lines"]:
            line.pop("choices", None)
        told = self.encode(document, self.schema).read_bytes()
        for text in lines:
            size = int.from_bytes(told[:4], "little")
            self.assertEqual(told[4:4 + size].decode(), repr(ast.literal_eval(text)))
            told = told[4 + size:]
        self.assertEqual(told, b"")

    def test_both_refuse_the_same(self):
        for line in ("", "1 2", "01", "1__0", "1_", "0x", "0x1g", "1e", ".", "'a", "'a\nb'", "[1", "[1,,2]", "[,]",
                     "(,)", "{,}", "{1}:", "{1:}", "{1 2}", "true", "nan", "a", "'a' b'b'", "b'é'", "ub'a'",
                     "'\\x4'", "'\\u12'", "'\\U00110000'", "]", "{[]: 1}", "1 if 1 else 1", "f'a'", "--",
                     "[1)", "True1", "1a"):
            with self.subTest(line):
                with self.assertRaises((SyntaxError, ValueError, TypeError)):
                    ast.literal_eval(line)
                with self.assertRaisesRegex(AssertionError, "bad-python"):
                    self.assert_valid(self.stored([line]), self.schema)
