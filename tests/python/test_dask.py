"""Arrays as Dask arrays, and many files at once, on a real cluster of several processes."""
import pathlib
import shutil
import tempfile
import unittest

import dask
import distributed
import numpy as np

import schemac
import schemac.dask
import vectors


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
                                               local_directory=cls.folder.name)
        cls.addClassCleanup(cls.cluster.close)
        cls.client = distributed.Client(cls.cluster)
        cls.addClassCleanup(cls.client.close)

    def test_arrays_are_those_of_the_manifests(self):
        for path, entry in [*vectors.files("bloscpack"), *vectors.folders("blaze_chunked")]:
            for expected in entry["decoded"]["tensors"]:
                if len(entry["decoded"]["tensors"]) != 1 or expected["numel"] == 0:
                    continue
                with self.subTest(path.name):
                    array = schemac.dask.from_dataset(path)
                    made = array.compute()
                    self.assertEqual((made.shape, array.dtype), (tuple(expected["shape"]), made.dtype))
                    self.assertEqual(vectors.fingerprint(np.asarray(made, order=expected["order"]))[1], expected["sha256"])

    def numbers(self):
        path = pathlib.Path(self.folder.name) / "numbers.blp"
        numbers = np.arange(1_000_000, dtype=np.int64)
        schemac.write(path, {"checksum": "none", "typesize": 8, "chunk_size": 800_000, "options": {}, "stale": b"",
                             "array": numbers.view(np.uint8)}, "bloscpack")
        return path, numbers.view(np.uint8)

    def test_a_block_is_a_chunk_or_some_chunks(self):
        path, numbers = self.numbers()
        small, large = schemac.dask.from_dataset(path, block_bytes=1), schemac.dask.from_dataset(path, block_bytes=2_000_000)
        self.assertEqual(small.chunks, ((800_000,) * 10,))
        self.assertEqual(large.chunks, ((1_600_000,) * 5,))
        self.assertEqual(int(large.sum(dtype=np.int64).compute()), int(numbers.sum(dtype=np.int64)))
        np.testing.assert_array_equal(small[799_990:800_010].compute(), numbers[799_990:800_010])

    def test_a_worker_that_dies_changes_nothing(self):
        path, numbers = self.numbers()
        total = schemac.dask.from_dataset(path, block_bytes=1).map_blocks(slow).sum(dtype=np.int64)
        future = self.client.compute(total)
        next(iter(self.cluster.workers.values())).process.process.kill()
        self.assertEqual(int(future.result(timeout=60)), int(numbers.sum(dtype=np.int64)))

    def test_arrays_in_place_are_found_by_name(self):
        path = vectors.DATA / "vectors/oinf/v1_simple_model.oinf"
        array = schemac.dask.from_dataset(path, "W.0", block_bytes=128)
        np.testing.assert_array_equal(array.compute(), schemac.open(path).tensors["W.0"].data)
        self.assertEqual(array.chunks, ((32,) * 4,))
        with self.assertRaisesRegex(KeyError, "W.0"):
            schemac.dask.from_dataset(path, "W.9")
        with self.assertRaisesRegex(ValueError, "name one of the arrays"):
            schemac.dask.from_dataset(path)

    def test_many_files_are_checked_at_once(self):
        folder = vectors.DATA / "vectors/oinf"
        paths = [*sorted(folder.glob("*.oinf")), *sorted((folder / "invalid").glob("*.oinf")), folder / "missing.oinf"]
        found = schemac.dask.validate(paths, schema="oinf")
        for path in paths[:-1]:
            expected = [(each.path, each.offset, each.rule) for each in schemac.validate(path, "oinf")]
            rows = found[found.file == str(path)]
            self.assertEqual(list(zip(rows.path, rows.offset, rows.rule)), expected)
        self.assertEqual(list(found[found.file == str(paths[-1])].rule), ["io-error"])

    def test_the_arrays_of_many_files_are_a_table(self):
        paths = [path for path, _ in vectors.files("oinf")]
        broken = pathlib.Path(self.folder.name) / "broken.oinf"
        shutil.copy(paths[0], broken)
        broken.write_bytes(broken.read_bytes()[:100])
        arrays, failed = schemac.dask.catalogue([*paths, broken])
        self.assertEqual(list(failed.file), [str(broken)])
        row = arrays[(arrays.file == str(vectors.DATA / "vectors/oinf/v1_simple_model.oinf")) & (arrays.name == "W.0")]
        self.assertEqual((row.dtype.item(), row["shape"].item(), row.nbytes.item()), ("float32", (128,), 512))


def slow(block):
    import time

    time.sleep(0.2)
    return block


if __name__ == "__main__":
    unittest.main()
