#!/usr/bin/env python3
"""Makes valid schemas at random and holds them to the laws: what check accepts works, the same everywhere, and nothing is lost.

    net.py BUILD [--schemas N | --seconds N | --endless] [--files N] [--seed S] [--finds FOLDER] [--raw]
    net.py BUILD --folder FOLDER      the schemas of a folder instead

BUILD is a build folder in which net_laws was made, best one for sanitizers. A find is made small and saved, with the
words that were said of it. Exit status 0: nothing was found. docs/testing.md says what is tested. Standard library only.
"""
import argparse
import concurrent.futures
import pathlib
import re
import shutil
import sys
import time
from typing import Any, Iterator

from finds import Finds
from maker import make_schema
from program import Outcome, Program, write_schema
from statistics_of_net import Statistics

BATCH = 10
Batch = list[tuple[pathlib.Path, dict[str, Any] | None]]


def make_batch(number: int, size: int, seed: str, folder: pathlib.Path) -> Batch:
    """Some schemas, whose formats are called differently."""
    batch: Batch = []
    spaces: set[str] = set()
    for i in range(number * size, (number + 1) * size):
        name = "r%d" % i
        schema = make_schema(name, "%s:%d" % (seed, i))
        if schema["schema"] in spaces:
            schema["schema"] = name
        spaces.add(schema["schema"])
        batch.append((write_schema(folder, name, schema), schema))
    return batch


class Net:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.program = Program(options.build)
        self.work = options.build / "net" / str(options.seed)
        self.finds = Finds(self.program, options.finds, None if options.raw else self.work / "small", options.ignore)
        self.statistics = Statistics(self.program.keys())
        self.began = time.monotonic()
        # Half of what a batch compiles is the same in all: large ones save a sixth, small ones end in time.
        is_long = options.endless or options.folder is not None
        self.size = 3 * BATCH if is_long else min(BATCH, -(-options.schemas // options.jobs))

    def batches(self) -> Iterator[tuple[int, Batch | None]]:
        """Numbers of batches; those of a folder with their schemas."""
        if self.options.folder is None:
            number = 0
            while self.options.endless or number * self.size < self.options.schemas:
                yield number, None
                number += 1
            return
        with_others = [path for path in self.options.folder.glob("*/*.yaml") if path.stem == path.parent.name]
        left = sorted([*self.options.folder.glob("*.yaml"), *with_others])[::self.options.every]
        number = 0
        while left:  # formats of one batch are called differently
            spaces: set[str] = set()
            batch: Batch = []
            for path in list(left):
                found = set(re.findall(r"^schema:\s*(\w+)", path.read_text(errors="replace"), re.M))
                if len(batch) < self.size and not found & spaces:
                    spaces |= found
                    batch.append((path, None))
                    left.remove(path)
            yield number, batch
            number += 1

    def run_batch(self, number: int, batch: Batch | None) -> tuple[Batch, list[Outcome]]:
        batch = batch or make_batch(number, self.size, self.options.seed, self.work)
        folder = self.work / ("batch%d" % number)
        outcomes = self.program.run([path for path, _ in batch], folder, self.options.files, 1)
        shutil.rmtree(folder, ignore_errors=True)
        return batch, outcomes

    def is_late(self) -> bool:
        return self.options.seconds is not None and time.monotonic() - self.began > self.options.seconds

    def run_batches(self, pool: concurrent.futures.Executor) -> None:
        running: set[concurrent.futures.Future[tuple[Batch, list[Outcome]]]] = set()
        batches = self.batches()
        is_more = True
        while running or is_more:
            while is_more and len(running) < self.options.jobs and not self.is_late():
                following = next(batches, None)
                is_more = following is not None
                if following is not None:
                    running.add(pool.submit(self.run_batch, *following))
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for each in done:
                self.note(*each.result())

    def run(self) -> int:
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            try:
                self.run_batches(pool)
            except KeyboardInterrupt:  # how a run without end ends: what it saw is worth telling
                pool.shutdown(cancel_futures=True)
        self.statistics.save(self.work / "statistics.json")
        print(self.statistics.text(time.monotonic() - self.began))
        for defect, count in self.finds.known.items():
            print("known, to be mended (%d): %s" % (count, defect))
        return 1 if self.finds.counts else 0

    def note(self, batch: Batch, outcomes: list[Outcome]) -> None:
        schemas = {path.stem: schema for path, schema in batch}
        for outcome in outcomes:
            self.statistics.add(outcome)
            for symptom, find in self.finds.add(outcome, schemas[outcome.name]):
                print("%s: %s: %s" % (outcome.name, find.law, find.what), flush=True)
                if find.file:
                    print("    file %s" % find.file, flush=True)
        if self.options.endless:
            print(self.statistics.line(time.monotonic() - self.began), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of a folder the first of each N schemas")
    parser.add_argument("--schemas", type=int, default=10**9)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--endless", action="store_true")
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--finds", type=pathlib.Path)
    parser.add_argument("--raw", action="store_true", help="don't make what is found small")
    parser.add_argument("--ignore", action="append", default=[], help="a law that is let be")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.finds = options.finds or options.build / "net" / "finds"
    return Net(options).run()


if __name__ == "__main__":
    sys.exit(main())
