"""Test files of the formats, made without the compiler: scripts/make_vectors.py writes them."""
