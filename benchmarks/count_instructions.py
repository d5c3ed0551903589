#!/usr/bin/env python3
"""Counts instructions and allocations per tensor, hand-written beside generated.

Runs oinf_driver under callgrind, which collects in `measured_job` only, with two numbers of tensors;
the difference between both, divided by the tensors between them, is free of fixed costs and repeats
to the last digit. Exit status 1 if a generated job takes more than LIMIT times the instructions of
the hand-written one, allocates more, or if a count per tensor grows with the number of tensors.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

JOBS = ["validate", "lazy", "owned", "find", "write", "open"]
PARTS = ["validate-plain", "validate-names", "validate-unsorted", "lazy-names", "owned-names", "walk", "index"]
SIZES = (10_000, 20_000)
LARGE = 1_000_000
GROWTH_LIMIT = 1.02


class NotAvailable(Exception):
    """The driver doesn't know this implementation or job."""


class Counter:
    def __init__(self, driver):
        self.driver = driver
        self.results = {}

    def instructions(self, implementation, job, tensors):
        key = (implementation, job, tensors)
        if key not in self.results:
            self.results[key] = self._run_callgrind(implementation, job, tensors)
        return self.results[key]

    def per_tensor(self, implementation, job, sizes):
        small, large = (self.instructions(implementation, job, size) for size in sizes)
        return (large - small) / (sizes[1] - sizes[0])

    def allocations_per_tensor(self, implementation, job):
        """(allocations, bytes) per tensor"""
        small, large = (self._run(implementation, job, size) for size in SIZES)
        return tuple((large[key] - small[key]) / (SIZES[1] - SIZES[0]) for key in ("allocations", "bytes"))

    def result(self, implementation, job):
        return self._run(implementation, job, SIZES[0])["result"]

    def _run(self, implementation, job, tensors, prefix=()):
        command = [*prefix, self.driver, implementation, job, str(tensors)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode == 2:
            raise NotAvailable(f"{implementation} {job}")
        if run.returncode != 0:
            sys.exit(f"failed: {' '.join(command)}\n{run.stdout}{run.stderr}")
        words = run.stdout.split()
        counts = {name: int(value) for name, value in zip(words[::2], words[1::2])}
        counts["stderr"] = run.stderr
        return counts

    def _run_callgrind(self, implementation, job, tensors):
        with tempfile.TemporaryDirectory() as directory:
            prefix = ("valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=measured_job",
                      f"--callgrind-out-file={os.path.join(directory, 'out')}")
            text = self._run(implementation, job, tensors, prefix)["stderr"]
        collected = re.search(r"Collected : (\d+)", text)
        if not collected:
            sys.exit(f"callgrind collected nothing:\n{text}")
        return int(collected.group(1))


def growth(counter, implementation, job):
    """Instructions per tensor at a million tensors, relative to ten thousand."""
    return counter.per_tensor(implementation, job, (SIZES[1], LARGE)) / counter.per_tensor(implementation, job, SIZES)


def measure(counter, job, options):
    """Prints the row of one job; returns what it breaks."""
    broken = []
    cells = [f"{job:18}"]
    rates, heaps, results = {}, {}, {}
    for implementation in ("handwritten", "generated"):
        try:
            rates[implementation] = counter.per_tensor(implementation, job, SIZES)
            heaps[implementation] = counter.allocations_per_tensor(implementation, job)
            results[implementation] = counter.result(implementation, job)
        except NotAvailable:
            cells += [f"{'-':>10}", f"{'-':>6} {'-':>7}"]
            continue
        cells += [f"{rates[implementation]:10.1f}", "{:6.2f} {:7.1f}".format(*heaps[implementation])]
        if options.growth:
            grown = growth(counter, implementation, job)
            cells.append(f"{100 * (grown - 1):+6.2f} %")
            if grown > GROWTH_LIMIT:
                broken.append(f"{job}: instructions per tensor of {implementation} grow {grown:.3f} times")
    if len(rates) == 2:
        ratio = rates["generated"] / rates["handwritten"]
        cells.append(f"{ratio:6.3f}")
        if ratio > options.limit:
            broken.append(f"{job}: {ratio:.3f} times the instructions of the hand-written version")
        if heaps["generated"][0] > heaps["handwritten"][0] + 0.001:
            broken.append(f"{job}: more allocations than the hand-written version")
        if results["generated"] != results["handwritten"]:
            broken.append(f"{job}: the implementations disagree on the result")
    print("  ".join(cells), flush=True)
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("driver", help="path of oinf_driver")
    parser.add_argument("jobs", nargs="*", help=f"default: {' '.join(JOBS)}")
    parser.add_argument("--parts", action="store_true", help="also what single rules of the hand-written version cost")
    parser.add_argument("--growth", action="store_true", help="also a million tensors: takes minutes")
    parser.add_argument("--limit", type=float, default=1.10, help="highest ratio (default: %(default)s)")
    options = parser.parse_args()

    counter = Counter(options.driver)
    jobs = options.jobs or JOBS + (PARTS if options.parts else [])
    grown = "   growth" if options.growth else ""
    columns = f"{'Ir':>12}  {'allocs':>6} {'bytes':>7}{grown}"
    print(f"per tensor, {SIZES[0]:,} to {SIZES[1]:,}: hand-written, then generated, then the ratio of instructions")
    print(f"{'job':16}{columns}{columns}   ratio")
    broken = [line for job in jobs for line in measure(counter, job, options)]
    for line in broken:
        print(f"too much: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
