#!/usr/bin/env python3
"""Shows that the net finds things: brings mended defects back, one by one, and runs the net until it finds each.

    reverted.py [WORD...] [--schemas N] [--seconds N] [--files N] [--seed S] [--jobs N] [--folder FOLDER]
    reverted.py --check        only that each entry of reverted_table.py still fits the sources

WORDs choose entries, in their order: those whose defect or path has the word. Sources are changed in a copy, which has a build folder of
its own. A find counts if the unchanged sources don't have it for the same schema. What is the same without the change (headers
of schemas, mostly) is compiled once, for all entries. Exit status 0: each was caught. Standard library only.
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import time
from typing import Iterator

from net import BATCH, make_batch
from program import NEEDS_NO_COMPILER, ROOT, Find, Outcome, Program, lay_beside, prepared, tried
from reverted_table import TABLE, Reverted

# Headers of schemas show what a change here does. Of one elsewhere, the direct executor alone may show it.
PRINTED = "generator/emit/"


def misfits() -> list[str]:
    """Entries whose old text doesn't stand exactly once where it should."""
    found = []
    for entry in TABLE:
        path = ROOT / entry.path
        count = path.read_text().count(entry.old) if path.exists() else 0
        if count != 1:
            found.append("%s: %d places in %s" % (entry.defect, count, entry.path))
    return found


def has_text(path: pathlib.Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def stamp_of_sources() -> str:
    """What the headers of schemas, and what is found of them, depend on."""
    digest = hashlib.sha256()
    for folder in ("generator", "runtime", "tests/random"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".cpp", ".h", ".py", ".proto", ".css", ".js") and not path.name.startswith("reverted"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


class Tree:
    """A copy of the sources, in which one entry at a time is changed and built."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.root = folder / "tree"
        self.build = self.root / "build/asan"
        self.changed: Reverted | None = None
        self.copy()
        # Files that are changed are compiled by themselves, not with all others of their folder.
        alone = sorted({entry.path for entry in TABLE if entry.path.endswith(".cpp")})
        (folder / "alone.cmake").write_text("cmake_language(DEFER CALL set_source_files_properties\n%s  DIRECTORY generator\n"
                                            "  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)\n"
                                            % "".join("  ${CMAKE_SOURCE_DIR}/%s\n" % path for path in alone))
        self.call("cmake", "--preset", "asan", "-DCMAKE_PROJECT_schemac_INCLUDE=%s" % (folder / "alone.cmake"))

    def copy(self) -> None:
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
        for name in listed.stdout.splitlines():
            source, copied = ROOT / name, self.root / name
            if not source.is_file() or (copied.is_file() and copied.read_bytes() == source.read_bytes()):
                continue
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copied)
            shutil.copymode(source, copied)

    def call(self, *words: str) -> None:
        done = subprocess.run(words, cwd=self.root, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError("%s: %s" % (" ".join(words), (done.stdout + done.stderr)[-3000:]))

    def restore(self) -> None:
        if self.changed is not None:
            (self.root / self.changed.path).write_text((ROOT / self.changed.path).read_text())
        self.changed = None

    def make(self, entry: Reverted | None) -> None:
        """Builds the sources as they are, or with this change."""
        self.restore()
        self.changed = entry
        if entry is not None:
            (self.root / entry.path).write_text((ROOT / entry.path).read_text().replace(entry.old, entry.new))
        self.call("cmake", "--build", "--preset", "asan", "--target", "net_laws", "--", "-j2")


@dataclasses.dataclass
class Batch:
    folder: pathlib.Path  # headers that the unchanged sources make
    schemas: list[pathlib.Path]
    library: list[pathlib.Path] | None = None  # schemas whose headers are in batch.so; none: it isn't made yet
    known: dict[tuple[str, str], set[str]] = dataclasses.field(default_factory=dict)  # symptoms without a change


class Unchanged:
    """What the unchanged sources make of the schemas, as far as anybody asks."""

    def __init__(self, tree: Tree, folder: pathlib.Path, options: argparse.Namespace) -> None:
        self.folder = folder / "unchanged" / str(options.seed)
        self.options = options
        stamp = self.folder / "stamp"
        if not stamp.exists() or stamp.read_text() != stamp_of_sources():
            tree.make(None)
            shutil.rmtree(self.folder, ignore_errors=True)
            (self.folder / "tests/random").mkdir(parents=True)
            facts = json.loads((tree.build / "tests/random/net.json").read_text())
            facts["program"] = str(shutil.copy(facts["program"], self.folder / "net_laws"))
            (self.folder / "tests/random/net.json").write_text(json.dumps(facts))
            stamp.write_text(stamp_of_sources())
        self.program = Program(self.folder)
        self.batches: dict[int, Batch] = {}

    def batch(self, number: int) -> Batch:
        if number not in self.batches:
            schemas = [path for path, _ in make_batch(number, BATCH, self.options.seed, self.folder)]
            folder = self.folder / ("batch%d" % number)
            if not (folder / "prepared").exists():
                folder.mkdir(exist_ok=True)
                for path in schemas:
                    lay_beside(path)
                self.program.call(["prepare", folder, *schemas])
                (folder / "prepared").touch()
            self.batches[number] = Batch(folder, schemas)
        return self.batches[number]

    def library(self, batch: Batch) -> list[pathlib.Path]:
        if batch.library is None:
            ready = [path for path in batch.schemas if has_text(batch.folder / (path.stem + ".net.h"))]
            outcomes = {path.stem: Outcome(path.stem) for path in ready}
            self.program.compile(ready, batch.folder, outcomes, [""])
            batch.library = [path for path in ready if outcomes[path.stem].status == "compiled"]
        return batch.library

    def has(self, batch: Batch, path: pathlib.Path, find: Find) -> bool:
        """Whether the same is found without a change."""
        is_early = find.law in (*self.program.others, *NEEDS_NO_COMPILER)
        law = find.law if is_early else "any other"
        if (path.stem, law) not in batch.known:
            outcome, = self.program.run([path], batch.folder / path.stem, self.options.files, 1, law)
            batch.known[path.stem, law] = {each.symptom() for each in outcome.finds}
        return find.symptom() in batch.known[path.stem, law]


class Changed(Program):
    """The same with one entry: what it leaves as it is isn't compiled again."""

    def __init__(self, tree: Tree, unchanged: Unchanged, entry: Reverted) -> None:
        is_of_runtime = entry.path.startswith("runtime/")
        super().__init__(tree.build, tree.root if is_of_runtime else ROOT)
        if not is_of_runtime:
            self.heads = unchanged.program.heads
        self.entry = entry
        self.unchanged = unchanged

    def finds_of(self, number: int, folder: pathlib.Path) -> list[tuple[str, Find]]:
        """What is found of each schema of a batch, and isn't without the change."""
        batch = self.unchanged.batch(number)
        folder.mkdir(parents=True)
        outcomes = {path.stem: Outcome(path.stem) for path in batch.schemas}
        for line in self.call(["prepare", folder, *batch.schemas]):
            prepared(outcomes[line["name"]], line, folder)
        accepted = [path for path in batch.schemas if outcomes[path.stem].status == "accepted"]
        same = [path for path in accepted if self.is_same(batch, folder, path.stem)]
        others = [path for path in accepted if path not in same]
        if same and not self.entry.path.startswith(PRINTED):
            kept = [path for path in self.unchanged.library(batch) if path in same]
            self.try_all(kept, batch.folder / "batch.so", outcomes)
        compilers = [*self.others, ""] if self.entry.kind == "injection" else [""]
        library = self.compile(others, folder, outcomes, compilers)
        if library is not None:
            self.try_all([path for path in others if outcomes[path.stem].status == "compiled"], library, outcomes)
        shutil.rmtree(folder)
        return [(path.stem, find) for path in batch.schemas for find in outcomes[path.stem].finds
                if not self.unchanged.has(batch, path, find)]

    def is_same(self, batch: Batch, folder: pathlib.Path, name: str) -> bool:
        files = [name + ".h", name + ".net.h"]
        return not self.entry.path.startswith("runtime/") and all(
            (batch.folder / each).exists() and (batch.folder / each).read_bytes() == (folder / each).read_bytes() for each in files)

    def try_all(self, schemas: list[pathlib.Path], library: pathlib.Path, outcomes: dict[str, Outcome]) -> None:
        if schemas:
            for path, line in zip(schemas, self.call(["try", library, 1, self.unchanged.options.files, *schemas])):
                tried(outcomes[path.stem], line, library.parent)


def search(changed: Changed, folder: pathlib.Path, options: argparse.Namespace) -> tuple[str, Find] | None:
    """The first find, in the order of the schemas."""
    shutil.rmtree(folder, ignore_errors=True)
    numbers = iter(range((options.schemas + BATCH - 1) // BATCH))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def run(number: int) -> list[tuple[str, Find]]:
            return changed.finds_of(number, folder / ("batch%d" % number))

        def results() -> Iterator[list[tuple[str, Find]]]:
            running = [pool.submit(run, number) for number, _ in zip(numbers, range(options.jobs))]
            while running:
                yield running.pop(0).result()
                following = next(numbers, None)
                if following is not None:
                    running.append(pool.submit(run, following))

        began = time.monotonic()
        for finds in results():
            if finds:
                return finds[0]
            if options.seconds and time.monotonic() - began > options.seconds:
                break
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--schemas", type=int, default=2000)
    parser.add_argument("--seconds", type=float, help="for one entry")
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/reverted")
    options = parser.parse_args()
    if wrong := misfits():
        print("\n".join(wrong))
        return 1
    if options.check:
        return 0
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    tree = Tree(folder)
    unchanged = Unchanged(tree, folder, options)
    is_all_caught = True
    print("| kind | defect | schemas | what was found |\n| --- | --- | --- | --- |", flush=True)
    chosen = [entry for word in options.words for entry in TABLE if word in entry.defect or word in entry.path]
    for entry in dict.fromkeys(chosen) if options.words else TABLE:
        began = time.monotonic()
        try:
            tree.make(entry)
        except RuntimeError as error:
            print("| %s | %s | - | it doesn't compile: %s" % (entry.kind, entry.defect, error), flush=True)
            is_all_caught = False
            continue
        built = time.monotonic()
        try:
            caught = search(Changed(tree, unchanged, entry), folder / "changed", options)
        except (RuntimeError, OSError) as error:
            print("| %s | %s | - | it can't be run: %s" % (entry.kind, entry.defect, error), flush=True)
            is_all_caught = False
            continue
        is_all_caught = is_all_caught and caught is not None
        schemas, what = (str(int(caught[0][1:]) + 1), caught[1].law + ": " + caught[1].what) if caught else ("-", "nothing")
        print("| %s | %s | %s | %s |" % (entry.kind, entry.defect, schemas, what.replace("|", "\\|").replace("\n", " ")[:200]), flush=True)
        print("  built in %d s, ran %d s" % (built - began, time.monotonic() - built), file=sys.stderr, flush=True)
    tree.restore()
    return 0 if is_all_caught else 1


if __name__ == "__main__":
    sys.exit(main())
