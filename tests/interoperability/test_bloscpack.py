"""The package bloscpack unpacks what we write, and we read what it packs and appends.

Its last release asks `collections` for names that Python 3.10 has moved, so they are put back first.
"""
import collections
import collections.abc
import itertools

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
