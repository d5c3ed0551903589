"""Runs a fuzz target from the reference files: run.py BUILD STEM --runs 2000, or --seconds 3600.

With a number of runs each call does the same; for a time it goes on with what it learned before.
"""
import argparse
import os
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
SEEDS = {
    "blaze": ["data/vectors/blaze", "data/vectors/blaze_chunked"],
    "bloscpack": ["data/vectors/bloscpack"],
    "oinf": ["data/vectors/oinf"],
    "paddle": ["data/vectors/paddle", "data/made/paddle"],
    "primitiv": ["data/vectors/primitiv"],
}
NO_SEED = re.compile(r"manifest\.json$|\.verify\.txt$|/deep_")  # the last are too long
# What a file may cost, with sanitizers and on a busy machine.
LIMITS = ["-max_len=4096", "-timeout=30", "-rss_limit_mb=1024", "-malloc_limit_mb=256"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("stem")
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seconds", type=int)
    options = parser.parse_args()
    folders = [TESTS / name for name in SEEDS.get(options.stem, ["fuzz/" + options.stem])]
    files = sorted(str(path) for folder in folders for path in folder.rglob("*") if path.is_file())
    # By name: libFuzzer would put what it finds into the first of several folders.
    own = options.build.resolve() / "tests/fuzz" / options.stem
    (own / "seeds.txt").write_text(",".join(name for name in files if not NO_SEED.search(name)))
    words = [str(own.parent / ("fuzz_" + options.stem)), "-seed_inputs=@seeds.txt", *LIMITS]
    if options.runs is not None:
        os.environ["SCHEMAC_FUZZ_RUNS"] = str(options.runs)
    if options.seconds is not None:
        (own / "corpus").mkdir(exist_ok=True)
        words += ["-max_total_time=%d" % options.seconds, "-print_final_stats=1", "corpus"]
    os.environ.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1:malloc_context_size=4")
    os.environ.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    os.chdir(own)
    sys.stdout.flush()
    os.execv(words[0], words)


if __name__ == "__main__":
    main()
