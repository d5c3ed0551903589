#!/usr/bin/env python3
"""Counts instructions and allocations per tensor, hand-written beside generated.

Runs oinf_driver under callgrind, which collects in `measured_job` only, with two numbers of tensors;
the difference between both, divided by the tensors between them, is free of fixed costs and repeats
to the last digit. Exit status 1 if a generated job takes more than LIMIT times the instructions of
the hand-written one, allocates more, or if its instructions per tensor grow with the number of
tensors; 77 (skipped) where valgrind isn't installed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

JOBS = ["validate", "lazy", "owned", "find", "write", "open"]
UNSORTED = "validate-unsorted"  # names that don't ascend; its hash table has a seed of its own each run
PARTS = [UNSORTED, "validate-plain", "validate-names", "lazy-names", "owned-names", "walk", "index"]
SIZES = (10_000, 20_000)
LARGE = 200_000
GROWTH_LIMIT = 1.02
SKIPPED = 77


class NotAvailable(Exception):
    """The driver doesn't know this implementation or job."""


class Counter:
    def __init__(self, driver, directory):
        self.driver = driver
        self.directory = directory
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

    def _file(self, job, tensors):
        """A file for a job; made once, natively."""
        make = "make-unsorted" if job == UNSORTED else "make"
        path = os.path.join(self.directory, f"{make}-{tensors}.oinf")
        if not os.path.exists(path):
            subprocess.run([self.driver, make, path, str(tensors)], check=True)
        return path

    def _run(self, implementation, job, tensors, prefix=()):
        name = "validate" if job == UNSORTED else job
        command = [*prefix, self.driver, implementation, name, self._file(job, tensors)]
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
        out = os.path.join(self.directory, "callgrind.out")
        prefix = ("valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=measured_job",
                  f"--callgrind-out-file={out}")
        text = self._run(implementation, job, tensors, prefix)["stderr"]
        collected = re.search(r"Collected : (\d+)", text)
        if not collected:
            sys.exit(f"callgrind collected nothing:\n{text}")
        return int(collected.group(1))


def compare(counter, job, limit):
    """Prints the row of one job, both implementations; returns what it breaks."""
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
    broken = []
    if len(rates) == 2:
        ratio = rates["generated"] / rates["handwritten"]
        cells.append(f"{ratio:6.3f}")
        if ratio > limit:
            broken.append(f"{job}: {ratio:.3f} times the instructions of the hand-written version")
        if heaps["generated"][0] > heaps["handwritten"][0] + 0.001:
            broken.append(f"{job}: more allocations than the hand-written version")
        if results["generated"] != results["handwritten"]:
            broken.append(f"{job}: the implementations disagree on the result")
    print("  ".join(cells), flush=True)
    return broken


def compare_all(counter, jobs, limit):
    columns = f"{'Ir':>12}  {'allocs':>6} {'bytes':>7}"
    print(f"per tensor, {SIZES[0]:,} to {SIZES[1]:,}: hand-written, then generated, then the ratio of instructions")
    print(f"{'job':16}{columns}{columns}   ratio")
    return [line for job in jobs for line in compare(counter, job, limit)]


def measure_growth(counter, jobs):
    """Instructions per tensor of generated code: up to a million tensors, relative to few."""
    print(f"generated, per tensor: {SIZES[0]:,} to {SIZES[1]:,}, then up to {LARGE:,}")
    broken = []
    for job in jobs:
        few = counter.per_tensor("generated", job, SIZES)
        many = counter.per_tensor("generated", job, (SIZES[1], LARGE))
        print(f"{job:18}  {few:10.1f}  {many:10.1f}  {100 * (many / few - 1):+6.2f} %", flush=True)
        if many > few * GROWTH_LIMIT:
            broken.append(f"{job}: instructions per tensor grow {many / few:.3f} times")
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("driver", help="path of oinf_driver")
    parser.add_argument("jobs", nargs="*", help=f"default: {' '.join(JOBS)}")
    parser.add_argument("--parts", action="store_true", help="also what single rules cost")
    parser.add_argument("--growth", action="store_true", help="instead: whether a million tensors cost more each")
    parser.add_argument("--limit", type=float, default=1.10, help="highest ratio (default: %(default)s)")
    options = parser.parse_intermixed_args()
    if shutil.which("valgrind") is None:
        print("valgrind isn't installed: nothing was counted")
        return SKIPPED

    # A million tensors opened are a million tensors walked over.
    every = JOBS[:-1] if options.growth else JOBS + (PARTS if options.parts else [])
    jobs = options.jobs or every
    with tempfile.TemporaryDirectory() as directory:
        counter = Counter(options.driver, directory)
        broken = measure_growth(counter, jobs) if options.growth else compare_all(counter, jobs, options.limit)
    for line in broken:
        print(f"too much: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
