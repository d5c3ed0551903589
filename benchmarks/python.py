#!/usr/bin/env python3
"""The Python package beside the packages of the formats, in one run: python.py [--tensors 1000]

For each format a file with many arrays is made, by its own package where that writes. Then both open
it, read all arrays, and read one of them. Printed is the best of some runs of both, in milliseconds,
and the ratio. Needs safetensors, gguf, openinfer-oinf and numpy; what isn't installed is left out.
"""
import argparse
import contextlib
import importlib
import io
import pathlib
import tempfile
import time

import numpy as np

import schemac

ROOT = pathlib.Path(__file__).resolve().parents[1]


def best(work, runs=7):
    """Milliseconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return 1000 * min(times)


def installed(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} isn't installed")
        return None


def compare(format_name, jobs):
    for job, theirs, ours in jobs:
        their_time, our_time = best(theirs), best(ours)
        print(f"{format_name:12} {job:28} {their_time:9.3f} {our_time:9.3f} {our_time / their_time:6.2f}")


def touch(arrays):
    return sum(float(array.reshape(-1)[0]) for array in arrays)


def safetensors_jobs(folder, arrays):
    numpy_side = importlib.import_module("safetensors.numpy")
    library = importlib.import_module("safetensors")
    path, schema = folder / "model.safetensors", ROOT / "examples/formats/safetensors.yaml"
    numpy_side.save_file(arrays, path)
    last = list(arrays)[-1]

    def each():
        with library.safe_open(path, "np") as file:
            return touch(file.get_tensor(name) for name in file.keys())

    def one():
        with library.safe_open(path, "np") as file:
            return touch([file.get_tensor(last)])

    def tensors():
        return schemac.open(path, schema).header.tensors

    return [("open", lambda: library.safe_open(path, "np").__enter__(), lambda: schemac.open(path, schema)),
            ("open, read all arrays", each, lambda: touch(each.value.data for each in tensors())),
            ("open, read one array", one, lambda: touch([tensors()[last].value.data]))]


def gguf_jobs(folder, arrays):
    library = importlib.import_module("gguf")
    path, schema = folder / "model.gguf", ROOT / "examples/formats/gguf.yaml"
    writer = library.GGUFWriter(path, "none")
    for name, array in arrays.items():
        writer.add_tensor(name, array)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    # The schema has the payloads of all tensors as one field: what is compared is the head.
    return [("open, read all names", lambda: [tensor.name for tensor in library.GGUFReader(path).tensors],
             lambda: schemac.open(path, schema).tensors.keys())]


def oinf_jobs(folder, arrays):
    """The package has no reader but its verifier, which prints statistics of each array."""
    library = importlib.import_module("oinf_verify")
    path = folder / "model.oinf"
    template = schemac.open(ROOT / "tests/data/vectors/oinf/v1_simple_model.oinf")
    like = schemac.asdict(template.tensors["W.0"])
    tensors = [{**like, "name": name, "dims": array.shape, "data": array} for name, array in arrays.items()]
    schemac.write(path, template.replace(tensors=tensors, metadata=[]))
    last = list(arrays)[-1]

    def verify():
        with contextlib.redirect_stdout(io.StringIO()):
            library.parse_file(str(path))

    return [("open, read all arrays", verify, lambda: touch(tensor.data for tensor in schemac.open(path).tensors)),
            ("open, read one array", verify, lambda: touch([schemac.open(path).tensors[last].data]))]


def numpy_jobs(folder, arrays):
    path, schema = folder / "one.npy", ROOT / "examples/formats/npy.yaml"
    np.save(path, np.concatenate([array.reshape(-1) for array in arrays.values()]))
    return [("open, read the array", lambda: touch([np.load(path, mmap_mode="r")]),
             lambda: touch([np.asarray(schemac.open(path, schema).array)]))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tensors", type=int, default=1000)
    options = parser.parse_args()
    random = np.random.default_rng(1)
    arrays = {f"layer.{i}": random.normal(size=(64, 32)).astype(np.float32) for i in range(options.tensors)}
    print(f"{'format':12} {'job':28} {'theirs':>9} {'ours':>9} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for name, package, jobs in (("safetensors", "safetensors", safetensors_jobs), ("gguf", "gguf", gguf_jobs),
                                    ("npy", "numpy", numpy_jobs), ("oinf", "oinf_verify", oinf_jobs)):
            if installed(package):
                compare(name, jobs(pathlib.Path(folder), arrays))


if __name__ == "__main__":
    main()
