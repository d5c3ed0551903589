#!/usr/bin/env python3
"""Makes tests/data/models/*.json: the two example models of the OINF document, for example_oinf_pack.

  python3 -m venv venv && venv/bin/pip install numpy
  venv/bin/python scripts/make_models.py

The random numbers are made as the document makes them, so that what is packed must be the files
that the format's own tool packed.
"""
import json
import pathlib

import numpy as np

OUT = pathlib.Path(__file__).resolve().parent.parent / "tests/data/models"


def minimal():
    rng = np.random.default_rng(1)
    a = rng.uniform(-1.0, 1.0, size=1024).astype(np.float32)
    return {"sizevars": {"B": 1024}, "tensors": {"a": {"dtype": "f32", "data": numbers(a)}}}


def simple():
    rng = np.random.default_rng(0)
    a = rng.normal(size=1024).astype(np.float16)
    w0 = rng.normal(size=128).astype(np.float32)
    kernel = rng.integers(0, 256, size=(128, 128), dtype=np.uint8)
    return {
        "sizevars": {"D": 128, "B": 1024},
        "metadata": {"mode": "clamp_up"},
        "tensors": {
            "a": {"dtype": "f16", "data": numbers(a)},
            "x": {"dtype": "f32", "data": 10.35},
            "W_0": {"name": "W.0", "dtype": "f32", "data": numbers(w0)},
            "y": {"dtype": "i16", "shape": []},
            "kernel": {"dtype": "u8", "data": kernel.tolist()},
        },
    }


def numbers(array):
    """The shortest decimals that come back as the same elements."""
    return [float(str(x)) for x in array]


def text(value, depth=1):
    """JSON with a line for each member and each row of numbers."""
    if isinstance(value, dict):
        members = (f"{' ' * depth}{json.dumps(k)}: {text(v, depth + 1)}" for k, v in value.items())
        return "{\n" + ",\n".join(members) + "}"
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"{' ' * depth}{json.dumps(row)}" for row in value) + "]"
    if isinstance(value, list):
        rows = (json.dumps(value[i : i + 8])[1:-1] for i in range(0, len(value), 8))
        return "[\n" + ",\n".join(f"{' ' * depth}{row}" for row in rows) + "]"
    return json.dumps(value)


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    for model in (minimal, simple):
        (OUT / f"{model.__name__}.json").write_text(text(model()) + "\n")
