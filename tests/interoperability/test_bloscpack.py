"""The package bloscpack unpacks what we write, and we read what it packs and appends.

Its last release asks `collections` for names that Python 3.10 has moved, so they are put back first.
"""
import collections
import collections.abc
import itertools
import os
import pathlib
import subprocess
import unittest

import numpy

collections.MutableMapping = collections.abc.MutableMapping
import bloscpack  # noqa: E402
from bloscpack.append import append  # noqa: E402

from client import ClientTest, stored_bytes  # noqa: E402

CHECKSUMS = ["None", "adler32", "crc32", "md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
CODECS = ["blosclz", "lz4", "lz4hc", "zlib", "zstd"]


def data_of(seed, size):
    """Bytes that compress somewhat."""
    return (numpy.random.default_rng(seed).integers(0, 50, size).cumsum() % 256).astype("u1").tobytes()


def content_of(document):
    """The content of all chunks, as decode --full shows them."""
    return b"".join(stored_bytes(chunk["content"]) for chunk in document["values"]["chunks"])


def without(value, *names):
    """What decode shows, without the members of these names."""
    if isinstance(value, dict):
        return {k: without(v, *names) for k, v in value.items() if k not in names}
    return [without(v, *names) for v in value] if isinstance(value, list) else value


class Bloscpack(ClientTest):
    def pack(self, name, data, **arguments):
        file = self.folder / name
        bloscpack.pack_bytes_to_file(data, str(file), **arguments)
        return file

    def unpack(self, file):
        return bloscpack.unpack_bytes_from_file(str(file))

    def kinds(self):
        """Files of every checksum, codec, with and without offsets and metadata."""
        for number, (checksum, codec) in enumerate(itertools.product(CHECKSUMS, CODECS)):
            data = data_of(number, 3000 + 17 * number)
            yield number, data, self.pack(
                f"{number}.blp", data, chunk_size=1000 + number,
                metadata={"number": number, "words": ["ä", None]} if number % 2 else None,
                blosc_args=bloscpack.BloscArgs(typesize=1 + number % 8, clevel=number % 10, cname=codec),
                bloscpack_args=bloscpack.BloscpackArgs(checksum=checksum, offsets=number % 3 != 0))

    def test_we_read_what_it_packs(self):
        for number, data, file in self.kinds():
            with self.subTest(number):
                self.assert_valid(file)
                self.assertEqual(content_of(self.decode(file)), data)
                self.assert_same_after_encode(file)

    def test_it_unpacks_what_we_compress(self):
        for number, data, file in self.kinds():
            document = without(self.decode(file), "stored")
            with self.subTest(number):
                ours = self.encode(document, name=f"{number}.ours.blp")
                self.assert_valid(ours)
                self.assertEqual(self.unpack(ours)[0], data)
                expected = {"number": number, "words": ["ä", None]} if number % 2 else None
                self.assertEqual(self.unpack(ours)[1], expected)

    def test_arrays_of_numpy(self):
        random = numpy.random.default_rng(1)
        for dtype in ("f8", "f4", "i2", "u8", "?"):
            for order in "CF":
                array = numpy.asarray((random.random((7, 11, 3)) * 2).astype(dtype), order=order)
                file = self.folder / f"{dtype.replace('?', 'b')}{order}.blp"
                bloscpack.pack_ndarray_to_file(array, str(file), chunk_size=256)
                with self.subTest(dtype=dtype, order=order):
                    self.assert_valid(file)
                    self.assertEqual(content_of(self.decode(file)), array.tobytes(order))

    def test_we_read_what_it_appends(self):
        first, second = data_of(1, 5000), data_of(2, 7300)
        file = self.pack("grown.blp", first, chunk_size=900)
        more = self.folder / "more"
        more.write_bytes(second)
        append(str(file), str(more))
        self.assert_valid(file)
        document = self.decode(file)
        whole = self.unpack(file)[0]
        self.assertEqual(whole, first + second)
        self.assertEqual(content_of(document), whole)


@unittest.skipUnless("EXAMPLES" in os.environ, "needs the built examples")
class Growing(ClientTest):
    """Generated code makes, extends and changes files chunk by chunk."""

    pack, unpack = Bloscpack.pack, Bloscpack.unpack

    def grow(self, *arguments, data=b"", code=0):
        program = pathlib.Path(os.environ["EXAMPLES"]) / "example_bloscpack_grow"
        done = subprocess.run([program, *map(str, arguments)], input=data, capture_output=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr.decode()

    def test_it_unpacks_what_we_stream_and_append(self):
        first, second, third = data_of(3, 4000), data_of(4, 3000), data_of(5, 1234)
        file = self.folder / "streamed.blp"
        self.grow("create", file, 1000, 4, 20, data=first)
        self.assertEqual(self.unpack(file)[0], first)
        self.grow("append", file, data=second)
        self.assertEqual(self.unpack(file)[0], first + second)
        self.grow("append", file, data=third)
        self.assertEqual(self.unpack(file)[0], first + second + third)
        self.assert_valid(file)
        self.assert_same_after_encode(file)

    def test_we_append_to_what_it_packs_and_it_to_what_we_append(self):
        parts = [data_of(6, 4500), data_of(7, 1800), data_of(8, 2000), data_of(9, 900)]
        for checksum in ("None", "crc32", "sha512"):
            with self.subTest(checksum):
                file = self.pack(f"both.{checksum}.blp", parts[0], chunk_size=900, metadata={"of": "both"},
                                 bloscpack_args=bloscpack.BloscpackArgs(checksum=checksum))
                self.grow("append", file, data=parts[1])
                self.assertEqual(self.unpack(file), (parts[0] + parts[1], {"of": "both"}))
                more = self.folder / "more"
                more.write_bytes(parts[2])
                append(str(file), str(more))
                self.assertEqual(self.unpack(file)[0], b"".join(parts[:3]))
                # Its last chunk isn't full now: both fill it before they append others.
                self.grow("append", file, data=parts[3])
                whole = b"".join(parts)
                self.assertEqual(self.unpack(file)[0], whole)
                self.assertEqual(content_of(self.decode(file)), whole)
                self.assert_valid(file)

    def test_both_append_in_turn_in_parts_of_any_size(self):
        file = self.pack("turns.blp", data_of(10, 1234), chunk_size=500)
        whole = data_of(10, 1234)
        for turn, size in enumerate((1, 265, 499, 500, 501, 1500, 3, 77)):
            part = data_of(20 + turn, size)
            if turn % 2 == 0:
                self.grow("append", file, data=part)
            else:
                more = self.folder / "more"
                more.write_bytes(part)
                append(str(file), str(more))
            whole += part
            with self.subTest(turn):
                self.assertEqual(self.unpack(file)[0], whole)
                self.assertEqual(content_of(self.decode(file)), whole)
                self.assert_valid(file)

    def test_the_table_has_no_more_room_than_it_made(self):
        file = self.pack("full.blp", data_of(1, 2000), chunk_size=1000,
                         bloscpack_args=bloscpack.BloscpackArgs(max_app_chunks=2))
        self.grow("append", file, data=data_of(2, 2000))
        before = self.unpack(file)[0]
        self.assertIn("room for 4 elements", self.grow("append", file, data=data_of(3, 1000), code=1))
        self.assertEqual(self.unpack(file)[0], before)

    def test_a_chunk_is_replaced_by_one_of_its_size(self):
        data = numpy.random.default_rng(1).integers(0, 256, 3000).astype("u1").tobytes()  # stored as it is
        file = self.pack("noise.blp", data, chunk_size=1000)
        self.grow("replace", file, 1, data=data[2000:])
        self.assertEqual(self.unpack(file)[0], data[:1000] + data[2000:] + data[2000:])
        self.assertIn("it has no slack", self.grow("replace", file, 1, data=bytes(1000), code=1))
        self.assert_valid(file)
