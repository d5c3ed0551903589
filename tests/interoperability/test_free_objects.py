"""What a schema leaves open (`type: any`) is what the package msgpack packs and unpacks."""
import msgpack

from client import ROOT, ClientTest

SCHEMA = ROOT / "tests" / "messagepack" / "free_objects.yaml"

NUMBERS = [0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1,
           -1, -32, -33, -128, -129, -32768, -32769, -2**31, -2**31 - 1, -2**63, 0.5, -1e300]
TEXTS = ["", "x" * 31, "x" * 32, "x" * 255, "x" * 256, "x" * 65536, "Grüße"]
BYTES = [b"", bytes(range(256)), bytes(65536)]
EXTENSIONS = [msgpack.ExtType(kind, bytes(size)) for kind in (0, 127)
              for size in (0, 1, 2, 4, 8, 16, 17, 256)]
LISTS = [[], [None] * 15, [True] * 16, [[[[False]]]]]
MAPS = [{}, {"a": 1}, {str(i): i for i in range(16)}, {1: "x", None: 2, b"k": [], -5: {2.5: {}}}]
OBJECTS = [None, True, False, *NUMBERS, *TEXTS, *BYTES, *EXTENSIONS, *LISTS, *MAPS]


def shown(value):
    """An object as JSON has it, by the rules of docs/language/wire-forms.md."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, msgpack.ExtType):
        return {"ext": value.code, "hex": value.data.hex()}
    if isinstance(value, list):
        return [shown(each) for each in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: shown(each) for key, each in value.items()}
    if isinstance(value, dict):
        return {"map": [[shown(key), shown(each)] for key, each in value.items()]}
    return value


def values_of(objects):
    """A document of the schema: the first object, all as a list, each under a number, a last one."""
    return {"first": shown(objects[0]), "items": [shown(each) for each in objects],
            "pairs": [{"key": i, "value": shown(each)} for i, each in enumerate(objects)], "last": 7}


def file_of(objects):
    parts = [objects[0], objects, dict(enumerate(objects))]
    # The last one in its fixed width, which the library would shorten.
    return b"".join(msgpack.packb(part, use_bin_type=True) for part in parts) + b"\xcc\x07"


def objects_in(data):
    unpacker = msgpack.Unpacker(raw=False, strict_map_key=False, max_buffer_size=2**24)
    unpacker.feed(data)
    return list(unpacker)


class FreeObjects(ClientTest):
    def check(self, objects):
        file = self.folder / "objects"
        file.write_bytes(file_of(objects))
        self.assert_valid(file, SCHEMA)
        document = self.decode(file, SCHEMA)
        self.assertEqual(document["values"], values_of(objects))
        self.assert_same_after_encode(file, SCHEMA)
        # What is made of values alone the library reads as the same objects.
        document["values"] = values_of(objects)
        written = self.encode(document, SCHEMA).read_bytes()
        self.assertEqual(objects_in(written), [objects[0], objects, dict(enumerate(objects)), 7])

    def test_all_kinds(self):
        self.check(OBJECTS)

    def test_each_kind_at_the_begin(self):
        for value in (NUMBERS[6], TEXTS[2], BYTES[1], EXTENSIONS[3], LISTS[3], MAPS[3]):
            with self.subTest(value=value):
                self.check([value])
