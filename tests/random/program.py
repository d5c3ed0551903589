"""Schemas through the compiler, both C++ compilers and the laws: a batch at a time."""
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
from typing import Any

from included import not_included
from yaml_text import BESIDE, to_yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]

COMPILERS = ("g++", "clang++", "clang++-14")
# What is found before C++ is compiled.
NEEDS_NO_COMPILER = ("crash of the compiler", "too long")


@dataclasses.dataclass
class Find:
    """A law that a schema breaks."""
    law: str
    what: str
    file: str = ""

    def symptom(self) -> str:
        """What two finds of one kind have in common: no names, no numbers."""
        text = re.sub(r" of \{.*", "", self.what, flags=re.S)  # values
        text = re.sub(r"'(?:[^'\\]|\\.)*'", "'x'", text)
        if self.law in COMPILERS:
            text = re.sub("\u2018.*?\u2019", "'x'", text)
            return self.law + ": " + re.sub(r"\d+", "#", re.sub(r"[\w:<>,* &]+::", "", text))[:90]
        text = re.sub(r"[0-9a-f]{6,}", "#", text)
        text = re.sub(r"(?<= )[\w.\[\]-]+ \d+ (?=[a-z-]+(?:\(| ))", "", text)  # path and offset
        return self.law + ": " + re.sub(r"\d+", "#", text)[:110]


@dataclasses.dataclass
class Outcome:
    """What became of one schema."""
    name: str
    status: str = ""  # refused, not compiled, run, ...
    finds: list[Find] = dataclasses.field(default_factory=list)
    counts: dict[str, int] = dataclasses.field(default_factory=dict)
    checks: list[str] = dataclasses.field(default_factory=list)  # that it can fail
    keys: list[str] = dataclasses.field(default_factory=list)  # that it uses
    refusal: str = ""
    has_files: bool = True
    seconds: float = 0


def run(words: list[Any]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace")


class Heads:
    """Headers that all batches include, compiled once for each compiler: the library's, the runtime's, the driver's."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.folder = tempfile.TemporaryDirectory(prefix="net-heads-")
        self.made: dict[str, list[Any]] = {}
        self.lock = threading.Lock()

    def included(self, command: list[Any], is_driver: bool) -> list[Any]:
        compiler = str(command[0])
        with self.lock:
            if compiler not in self.made:
                self.made[compiler] = self.make(command, is_driver)
            return self.made[compiler]

    def make(self, command: list[Any], is_driver: bool) -> list[Any]:
        name = pathlib.Path(command[0]).name
        folder = pathlib.Path(tempfile.mkdtemp(prefix=name + "-", dir=self.folder.name))
        heads = ["schemac/%s/%s" % (room, path.name) for room in ("core", "base", "check", "walk", "write", "wire", "read", "grow", "json", "digest")
                 for path in sorted((self.root / "runtime/include/schemac" / room).glob("*.h"))]
        header = folder / "heads.h"
        header.write_text("".join("#include \"%s\"\n" % head for head in heads + ["random/handle.h"] * is_driver))
        is_clang = "clang" in name
        made = folder / ("heads.pch" if is_clang else "heads.h.gch")
        is_library = is_clang and is_driver
        own = ["-Xclang", "-fmodules-codegen"] if is_library else []
        if run([*command, *own, "-x", "c++-header", header, "-o", made]).returncode != 0:
            return []  # batches include what they need themselves
        if not is_clang:
            return ["-include", header]
        return ["-include-pch", made, *(self.library(command, made) if is_library else [])]

    def library(self, command: list[Any], made: pathlib.Path) -> list[Any]:
        """What batches link: the functions of these headers. Sanitizing them takes longer than the rest of a batch."""
        library = made.with_suffix(".so")
        flags = [word for word in command if str(word).startswith(("-f", "-g", "-O", "-std"))]
        done = run([command[0], *flags, "-shared", made, "-o", library])
        if done.returncode != 0:
            raise RuntimeError(done.stderr[:2000])
        return ["-Wl,-rpath," + str(library.parent), library]


class Program:
    """The compiler and the laws of a build folder; `root` is where its sources are."""

    def __init__(self, build: pathlib.Path, root: pathlib.Path = ROOT) -> None:
        facts = json.loads((build / "tests/random/net.json").read_text())
        self.laws = facts["program"]
        self.compiler = facts["compiler"]
        self.flags = facts["flags"].split()
        self.root = root
        self.include = root / "runtime/include"
        self.heads = Heads(root)
        self.others = [name for name in ("g++", "clang++-14") if shutil.which(name) and not self.compiler.endswith("/" + name)]

    def run(self, schemas: list[pathlib.Path], folder: pathlib.Path, files: int, seed: int, law: str = "") -> list[Outcome]:
        """All laws for these schemas, whose formats are called differently; or as far as one law needs."""
        folder.mkdir(parents=True, exist_ok=True)
        for path in schemas:
            lay_beside(path)
        outcomes = {path.stem: Outcome(path.stem) for path in schemas}
        for line in self.call(["prepare", folder, *schemas]):
            prepared(outcomes[line["name"]], line, folder)
        ready = [path for path in schemas if outcomes[path.stem].status == "accepted"]
        sound = [path for path in ready if (folder / (path.stem + ".h")).exists()]
        if law in NEEDS_NO_COMPILER:
            return list(outcomes.values())
        library = self.compile(sound, folder, outcomes, [law] if law in COMPILERS else [*self.others, ""] if not law else [""])
        if library is not None and law not in COMPILERS:
            left = [path for path in sound if outcomes[path.stem].status == "compiled"]
            for path, line in zip(left, self.call(["try", library, seed, files, *left])):
                tried(outcomes[path.stem], line, folder)
        for path in schemas:
            answered(outcomes[path.stem], path)
        return list(outcomes.values())

    def call(self, words: list[Any]) -> list[dict[str, Any]]:
        done = subprocess.run([self.laws, *map(str, words)], capture_output=True, text=True, errors="replace",
                              env={"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=4",
                                   "UBSAN_OPTIONS": "print_stacktrace=1"})
        if done.stderr:
            raise RuntimeError(done.stderr[:2000])
        return [json.loads(line) for line in done.stdout.splitlines()]

    def keys(self) -> list[str]:
        """The language's keys, with words and types that they may have."""
        return run([self.laws, "keys"]).stdout.splitlines()

    def compile(self, schemas: list[pathlib.Path], folder: pathlib.Path, outcomes: dict[str, Outcome],
                compilers: list[str]) -> pathlib.Path | None:
        """The library of a batch; schemas whose headers can't be compiled are left out."""
        good = schemas
        for compiler in compilers:
            while good:
                errors = self.errors(compiler, good, folder)
                if not errors:
                    break
                for name, error in errors.items():
                    outcomes[name].finds.append(Find(compiler or pathlib.Path(self.compiler).name, error))
                    outcomes[name].status = "not compiled"
                good = [path for path in good if path.stem not in errors]
        for path in good:
            outcomes[path.stem].status = "compiled"
        return folder / "batch.so" if good else None

    def errors(self, compiler: str, schemas: list[pathlib.Path], folder: pathlib.Path) -> dict[str, str]:
        """What a compiler says of each header that it refuses; without one they become a library."""
        text = ["#include \"%s/%s.h\"" % (folder, path.stem) for path in schemas]
        source = folder / ("batch.cpp" if not compiler else "headers.cpp")
        if compiler:
            command = [compiler, "-std=c++20", "-O0", *WARNINGS, "-I", self.include]
            ending = ["-fsyntax-only", source]
        else:
            text += ["#include \"random/handle.h\""] + ["#include \"%s/%s.net.h\"" % (folder, path.stem) for path in schemas]
            command = [self.compiler, "-std=c++20", *self.flags, *WARNINGS, "-isystem", self.include, "-isystem",
                       self.root / "tests", "-isystem", self.root / "generator", "-fPIC"]
            ending = ["-shared", source, "-o", folder / "batch.so"]
        source.write_text("\n".join(text) + "\n")
        done = run([*command, *self.heads.included(command, is_driver=not compiler), *ending])
        if done.returncode == 0:
            left_out = {path.stem: not_included(folder / (path.stem + ".h"), self.include) for path in schemas if compiler}
            return {name: "not included: " + ", ".join(names) for name, names in left_out.items() if names}
        found: dict[str, str] = {}
        names = {path.stem for path in schemas}
        said = [each for each in done.stderr.splitlines() if re.search(r"error:|note:|required from|In file included", each)]
        for i, line in enumerate(said):
            if "error:" not in line:
                continue
            # The error itself may be in the runtime, and where it comes from in the lines around it.
            around = [line, *said[i + 1:i + 8], *reversed(said[max(0, i - 8):i])]
            places = [match[1] for each in around for match in re.finditer(r"/([\w-]+?)(?:\.net)?\.h:\d", each) if match[1] in names]
            if places:
                found.setdefault(places[0], line.split("error:", 1)[1].strip())
        return found or {path.stem: (said or [done.stderr[:200]])[0] for path in schemas[:1]}


def write_schema(folder: pathlib.Path, name: str, schema: dict[str, Any]) -> pathlib.Path:
    """A schema as a file; with those that it imports in a folder of their own."""
    beside: dict[str, dict[str, Any]] = {}
    left = [schema]
    while left:
        inner = left.pop().get(BESIDE, {})
        beside.update(inner)
        left += inner.values()
    if beside:
        folder = folder / name
        folder.mkdir(parents=True, exist_ok=True)
    for other, made in beside.items():
        (folder / (other + ".yaml")).write_text(to_yaml(made))
    path = folder / (name + ".yaml")
    path.write_text(to_yaml(schema))
    return path


def lay_beside(schema: pathlib.Path) -> None:
    """What schemas of the maker ask for."""
    proto = schema.parent / "net.proto"
    asks = [schema, *(path for path in schema.parent.glob("*.yaml") if schema.parent.name == schema.stem)]
    if not proto.exists() and any(proto.name in path.read_text(errors="replace") for path in asks):
        proto.write_text((ROOT / "tests/random" / proto.name).read_text())


def prepared(outcome: Outcome, line: dict[str, Any], folder: pathlib.Path) -> None:
    outcome.status = line["status"]
    outcome.checks = line.get("checks", [])
    outcome.keys = line.get("keys", [])
    if line["status"] in ("crashed", "too long"):
        outcome.finds.append(Find("crash of the compiler" if line["status"] == "crashed" else "too long", last_words(folder, outcome.name)))
    for diagnostic in line.get("diagnostics", [])[:1]:
        outcome.refusal = "%s [%s]" % (diagnostic["message"], diagnostic["code"])


def tried(outcome: Outcome, line: dict[str, Any], folder: pathlib.Path) -> None:
    outcome.status = line["status"]
    if line["status"] in ("crashed", "too long"):
        outcome.finds.append(Find("crash" if line["status"] == "crashed" else "too long for a file", last_words(folder, outcome.name)))
    outcome.finds += [Find(each["law"], each["what"], each["file"]) for each in line.get("finds", [])]
    outcome.counts = line.get("counts", {})
    outcome.has_files = "without files" not in line
    outcome.seconds = line.get("seconds", 0)


def answered(outcome: Outcome, schema: pathlib.Path) -> None:
    """Holds what check said to what NAME.json beside the schema asks for: "work", "be refused" or "either"."""
    plan = schema.with_suffix(".json")
    must = json.loads(plan.read_text()).get("must", "either") if plan.exists() else "either"
    if must == "work" and outcome.status == "refused":
        outcome.finds.append(Find("refused, though it can work", outcome.refusal))
    if must == "be refused" and outcome.status != "refused":
        outcome.finds.append(Find("accepted, though it can't mean anything", outcome.status))


def last_words(folder: pathlib.Path, name: str) -> str:
    """What a process said before it ended: the kind of error, and where in our code."""
    text = (folder / (name + ".errors")).read_text(errors="replace")
    kind = re.search(r"ERROR: AddressSanitizer: ([\w-]+)|runtime error: (.*)|Assertion '(.*)' failed|terminate called .*", text)
    said = next((each for each in kind.groups() if each), kind[0]) if kind else text[:100]
    said = re.sub(r"0x[0-9a-f]+", "an address", said)
    places = []
    for frame in re.findall(r"^    #\d+ \w+ in (.*?)(?: \(|$)", text, re.M):
        if "net::" in frame or len(places) == 3:
            break
        called = re.sub(r"<.*?>|\(.*", "", frame.split("/")[0]).strip().split(" ")[-1]
        if not called.startswith(("__", "std::", "operator")):
            places.append("generated code" if "/" + name + ".h" in frame else called.split("::")[-1])
    return said + (" in " + ", ".join(places) if places else "")
