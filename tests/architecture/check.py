#!/usr/bin/env python3
"""Holds the project to the rules of its architecture: check.py RULE [PROGRAM | COMPILER... | BUILD-FOLDER | --fix]

Each rule is a function that yields a line for each breach, with its place. Why each rule is there
stands above it. Standard library only. Exit status 0: held, 1: broken, 77: can't be checked here.
"""
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


class Skip(Exception):
    """What a rule needs is not on this machine."""


def tree(*folders, suffixes=None):
    """The project's own files below these folders, build folders and test data left out."""
    for folder in folders or (".",):
        for parent, folders_here, files in os.walk(ROOT / folder):
            here = pathlib.Path(parent)
            skip = [d for d in folders_here if d.startswith("build") or d in (".git", ".cache", "__pycache__")]
            folders_here[:] = sorted(d for d in folders_here if d not in skip and here / d != ROOT / "tests/data")
            for file in sorted(files):
                if file != ".git" and (suffixes is None or file.endswith(tuple(suffixes))):
                    yield (here / file).relative_to(ROOT)


def lines(path):
    text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
    return enumerate(text.splitlines(), start=1)


def includes(path):
    """(line number, name, whether in quotes)"""
    for number, line in lines(path):
        found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if found:
            yield number, found[2], found[1] == '"'


# A later stage may use an earlier one, never the other way round, and the two executors of a plan
# don't know each other; html knows nothing of formats. compile.h is the list of the stages: only
# the program stands above it.
RANKS = {"html": 0, "source": 0, "syntax": 1, "model": 2, "plan": 3, "steps": 4, "emit": 5, "direct": 5, "stats": 6, "diff": 7, "extract": 7, "pages": 7,
         "compile": 7, "known": 8, "cli": 9}
# A library that only one stage knows can be replaced there.
ONLY_IN = {"yaml-cpp/": "syntax", "CLI/": "cli", "openssl/": "direct", "png.h": "extract"}


def stage_of(path):
    """The stage of a path below generator/, or of an include's name."""
    head = pathlib.PurePath(path).parts[0]
    return "compile" if head.startswith("compile.") else head


def rule_stages():
    for path in tree("generator", suffixes=(".h", ".cpp")):
        own = stage_of(path.relative_to("generator"))
        if own not in RANKS:
            yield f"{path}: '{own}' is no stage; known are {', '.join(RANKS)}"
            continue
        for number, name, quoted in includes(path):
            place = f"{path}:{number}"
            for library, stage in ONLY_IN.items():
                if name.startswith(library) and own != stage:
                    yield f"{place}: <{name}> belongs to generator/{stage}"
            if not quoted or name.startswith("schemac/"):
                continue
            other = stage_of(name)
            if not (ROOT / "generator" / name).is_file():
                yield f'{place}: "{name}" is no path below generator/'
            elif other != own and RANKS[other] >= RANKS[own]:
                yield f"{place}: {own} may not include {other}: \"{name}\""


# Folders that are divided into rooms. Each room names those of its folder that it may include; what lies
# at the top is for all of them, and includes none.
ROOMS = {
    "cli": {"commands": (), "shell": ()},
    "direct": {"pieces": (), "walk": ("pieces",), "json": ("pieces", "walk"), "path": ("json", "walk"),
               "write": ("json", "pieces", "walk"),
               "text": ("json", "pieces"), "explain": ("json", "path", "pieces", "text", "walk"),
               "files": ("explain", "json", "path", "pieces", "text", "walk", "write")},
    "emit/doc": {"queries": (), "describe": ("queries",), "chapters": ("describe", "queries"),
                 "diagrams": (), "html": ("diagrams",), "markdown": ("diagrams",)},
    "model/passes": {"types": (), "bind": ("types",), "files": ("types",), "relations": ("types",), "check": ("types",)},
    "plan": {"facts": (), "reading": ("facts",), "writing": ("facts",), "expressions": (), "make": ("expressions", "facts"), "print": ()},
    "emit/cpp": {"spell": (), "wire": ("spell",), "measure": ("spell", "wire"), "pieces": ("spell", "measure"),
                 "print": ("spell", "wire"),
                 "walk": ("spell", "wire", "print"),
                 "view": ("spell", "wire", "pieces", "print", "walk"),
                 "public": ("spell", "wire", "measure", "pieces", "walk"),
                 "refuse": ("spell", "wire", "measure"),
                 "write": ("spell", "wire", "measure", "pieces", "public", "refuse"),
                 "folder": ("pieces",)},
}
# The rooms that other folders may enter.
OPEN = {"cli": (), "direct": tuple(ROOMS["direct"]), "emit/cpp": ("folder",), "emit/doc": ("html", "markdown"), "model/passes": (),
        "plan": ("facts", "print", "reading", "writing")}
# What calls the rooms of a folder one after the other: it may enter all of them. Others call each room of direct.
CALLERS = {"cli": "cli/verbs.cpp", "emit/cpp": "emit/cpp/header.cpp", "emit/doc": "emit/doc/make_page.cpp", "model/passes": "model/resolve.cpp",
           "plan": "plan/make_plan.cpp"}
MOST_FILES = 40  # `ls` is a table of contents


def room_of(path):
    """The folder with rooms that a path below generator/ lies in, if any, and its room there; "" at the top."""
    path = pathlib.PurePath(path)
    for folder in ROOMS:
        if path.is_relative_to(folder):
            inner = path.relative_to(folder).parts
            return folder, inner[0] if len(inner) > 1 else ""
    return None, ""


def rule_rooms():
    files = {}
    for path in tree("generator"):
        inside = path.relative_to("generator").as_posix()
        folder, room = room_of(inside)
        if folder:
            files[path.parent] = files.get(path.parent, 0) + 1
        if room and room not in ROOMS[folder]:
            yield f"{path}: '{room}' is no room of generator/{folder}; known are {', '.join(ROOMS[folder])}"
            continue
        for number, name, quoted in includes(path) if path.suffix in (".h", ".cpp") else ():
            other, entered = room_of(name)
            if not quoted or not entered or (other, entered) == (folder, room) or CALLERS.get(other) == inside:
                continue
            may = OPEN[other] if other != folder else ROOMS[folder][room] if room else ()
            if entered not in may:
                yield f'{path}:{number}: {room or "this"} may not include what lies in {entered}: "{name}"'
    for folder, count in files.items():
        if count > MOST_FILES:
            yield f"{folder}: {count} files, but no folder has more than {MOST_FILES}"


# What each compiler brings along for one processor; used after a test of the processor.
CODECS = {"blosc.h", "zlib.h", "zstd.h"}
DIGESTS = {"boost/crc.hpp", "libdeflate.h", "openssl/evp.h", "xxhash.h"}
INTRINSICS = {"emmintrin.h"}
POSIX = {"dirent.h", "fcntl.h", "poll.h", "sys/file.h", "sys/mman.h", "sys/stat.h", "sys/types.h", "sys/uio.h", "sys/xattr.h", "unistd.h"}
SOURCES = {"json": {"nlohmann/json.hpp"}}  # what compiled parts hide


def foreign(name, quoted, folders, system=()):
    """Whether an include is neither of these runtime folders nor of the standard library."""
    if name.startswith(tuple(f"schemac/{f}/" for f in folders)):
        return not (ROOT / "runtime/include" / name).is_file()
    return quoted or not (re.fullmatch(r"[a-z_0-9]+", name) or name in system)


# What only generated code calls is in rooms beside the core, and in the namespace schemac::impl. A room may
# include those in front of it in this list, and the core, which is what users see.
INNER = ("base", "check", "walk", "write", "wire", "read", "grow")
# Which rooms a header of the core enters, because it can't do without: what users hold decodes bytes when it is
# asked (base), ranges walk from element to element and say where they ended (check, walk), some in a wire form;
# files that grow are written. Nothing else of the core includes a room.
CORE_ENTERS = {
    "coded": ("check",), "free_value": ("base", "check"), "members": ("base", "check"), "sink": ("base",),
    "scalar": ("base",), "scalar_list": ("base",), "ndarray": ("base",), "with_product": ("base",), "tagged_list": ("base",),
    "joined_array": ("base", "check", "walk"), "loose_range": ("base", "check", "walk"), "record_range": ("check", "walk"),
    "text_view": ("check", "walk", "wire"), "numeral_views": ("base", "check", "walk", "wire"), "msgpack_views": ("check", "walk", "wire"),
    "msgpack_object": ("base", "check", "walk", "wire"),
    "message_lists": ("base", "check", "walk", "wire"), "message_numbers": ("base", "walk", "wire"),
    "update": ("check", "grow", "read", "write"),
}
# Headers of a room that define members of a class of the core.
MEMBERS = ("update_elements", "update_start")
# Beside the core and its rooms: what needs a library or a system, or is a subject of its own.
BESIDE = ("array", "codec", "digest", "io", "json", "testing")


def runtime_may_include(folder, header):
    """The folders of the runtime that a header of `folder` may include."""
    if folder == "core":
        return ("core", *CORE_ENTERS.get(header, ()))
    if folder in INNER:
        return ("core", *INNER[: INNER.index(folder) + 1])
    return ("core", *INNER, folder) if folder in BESIDE else ()


# The core and its rooms are what every generated header drags into a user's program.
def rule_runtime():
    files = {}
    for path in tree("runtime", suffixes=(".h", ".cpp")):
        is_source = not path.is_relative_to("runtime/include/schemac")  # compiled, after a target of its own
        folder = path.relative_to("runtime" if is_source else "runtime/include/schemac").parts[0]
        files[folder] = files.get(folder, 0) + 1
        allowed = runtime_may_include(folder, path.stem)
        if not allowed:
            yield f"{path}: '{folder}' is no part of the runtime"
            continue
        entered = set()
        for number, name, quoted in includes(path):
            libraries = SOURCES.get(folder, ()) if is_source else {"io": POSIX, "codec": CODECS, "digest": DIGESTS}.get(folder, INTRINSICS)
            if foreign(name, quoted, allowed, libraries):
                yield f"{path}:{number}: {folder} may not include {name}"
            entered |= {name.split("/")[1]} if name.startswith("schemac/") else set()
        for room in set(allowed) - entered - {"core"} if folder == "core" else ():
            yield f"{path}: CORE_ENTERS says that it needs {room}, but it doesn't"
        for number, line in lines(path) if folder in INNER and path.stem not in MEMBERS else ():
            if re.match(r"namespace (?!schemac::impl\b|detail\b)", line):
                yield f"{path}:{number}: what lies in {folder} is for generated code: namespace schemac::impl"
    for folder, count in files.items():
        if count > MOST_FILES:
            yield f"runtime/include/schemac/{folder}: {count} files, but no folder has more than {MOST_FILES}"


# An app copies a generated header, the runtime core and its rooms, and has everything; of a format with
# checksums or codecs also what computes them.
def rule_generated_includes():
    for path in tree("generated", suffixes=(".h",)):
        for number, name, quoted in includes(path):
            is_of_folder = path.stem.endswith("_folder") and (
                name in ("schemac/io/dataset.h", "schemac/io/dataset_array.h", "schemac/io/dataset_names.h",
                         "schemac/io/dataset_validation.h", path.stem.removesuffix("_folder") + ".h"))
            if foreign(name, quoted, ("core", *INNER, "codec", "digest", "json")) and not is_of_folder:
                yield f"{path}:{number}: a generated header may not include {name}"


# Generated code is read, too: it may have so many lines for each of its schema's, all of them together.
MOST_LINES = 10
MOST_PARAMETERS = 7
FUNCTION = re.compile(r"^[\w\[\]: <>&*,]*?[\w>&*]\s[&*]?([\w:~]+)\(", re.MULTILINE)


def parameters_at(text, begin):
    """How many parameters the list has that begins there, after its bracket."""
    depth, commas, at = 1, 0, begin
    while depth and at < len(text):
        depth += (text[at] in "([{<") - (text[at] in ")]}>" and text[at - 1] != "-")
        commas += depth == 1 and text[at] == ","
        at += 1
    return commas + 1 if text[begin : at - 1].strip() else 0


def rule_emitted():
    def count(folder, suffix):
        return sum(sum(1 for _ in lines(path)) for path in tree(folder, suffixes=(suffix,)))

    schemas, headers = count("schemas", ".yaml"), count("generated", ".h")
    if headers > MOST_LINES * schemas:
        yield f"generated: {headers} lines for {schemas} of schemas; at most {MOST_LINES} for each"
    for path in tree("generated", suffixes=(".h",)):
        for number, line in lines(path):
            if len(line) > 100:
                yield f"{path}:{number}: {len(line)} columns"
        text = re.sub(r"//.*", "", (ROOT / path).read_text())
        for function in FUNCTION.finditer(text):
            parameters = parameters_at(text, function.end())
            if parameters > MOST_PARAMETERS and not function[0].lstrip().startswith(("return", "namespace")):
                yield f"{path}: {function[1]} has {parameters} parameters; at most {MOST_PARAMETERS}"


# What `extract` writes, as it writes JSON: the command offers these, whatever format it takes arrays from.
OUTPUT_FORMS = {"npy", "png"}
OFFER_OUTPUT_FORMS = ("generator/extract/", "generator/cli/", "generator/CMakeLists.txt")


# A fifth format must need no change to the compiler: it can't know any by name.
def rule_names():
    names = {p.stem for p in (ROOT / "schemas").glob("*.yaml")}
    names |= {p.stem for p in (ROOT / "examples" / "formats").glob("*.yaml")}
    pattern = re.compile(rf"(?<![A-Za-z])({'|'.join(sorted(names))})(?![A-Za-z])", re.IGNORECASE)
    for path in tree("generator", "runtime"):
        for number, line in lines(path):
            for found in pattern.findall(line):
                if found.lower() in OUTPUT_FORMS and str(path).startswith(OFFER_OUTPUT_FORMS):
                    continue
                yield f"{path}:{number}: names the format '{found}'"


# What is committed is what a reader sees and an app copies: it must be what schemac makes.
def rule_generated_current(program):
    outputs = {".h": ["gen"], ".html": ["doc"], ".md": ["doc", "--format", "md"]}
    schemas = sorted((ROOT / "schemas").glob("*.yaml"))
    committed = {p.name: p.read_text() for p in (ROOT / "generated").iterdir() if p.suffix in outputs}
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        for schema in schemas:
            for verb in outputs.values():
                # As a user would type it, so that no path of this machine gets into the text.
                command = [program, *verb, schema.relative_to(ROOT), "-o", folder]
                done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
                if done.returncode:
                    yield f"schemac {verb[0]} {schema.relative_to(ROOT)} fails:\n{done.stdout}{done.stderr}"
        made = {p.name: p.read_text() for p in pathlib.Path(folder).iterdir()}
    for name in sorted(committed.keys() | made.keys()):
        names = f"generated/{name} as committed", f"generated/{name} as schemac makes it"
        texts = [c.get(name, "").splitlines() for c in (committed, made)]
        diff = [line[:200] for line in difflib.unified_diff(*texts, *names, lineterm="", n=2)]
        if diff:
            rest = [f"... and {len(diff) - 60} more lines"] if len(diff) > 60 else []
            yield "\n".join([*diff[:60], *rest, "Build the target `generated` to refresh it."])


PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/?")
SUFFIXES = (".md", ".h", ".cpp", ".yaml", ".py", ".txt", ".json", ".cmake", ".case", ".sh")


# A document that names files which are gone misleads.
def rule_documents():
    files = {p.as_posix() for p in tree()}
    files |= {p.relative_to(ROOT).as_posix() for p in (ROOT / "tests/data").rglob("*")}
    folders = {parent.as_posix() for f in files for parent in pathlib.PurePath(f).parents}
    known = ["/" + p for p in files | folders]
    tops = {p.split("/")[0] for p in files if "/" in p}
    for path in tree(suffixes=(".md",)):
        fenced = False
        for number, line in lines(path):
            fenced ^= line.lstrip().startswith("```")
            for text in re.findall(r"`([^`]+)`", "" if fenced else line):
                if not PATH.fullmatch(text):
                    continue
                is_path = text.endswith((*SUFFIXES, "/")) or ("/" in text and text.split("/")[0] in tops)
                if is_path and not any(k.endswith("/" + text.rstrip("/")) for k in known):
                    yield f"{path}:{number}: there is no `{text}`"


def anchors_in(path):
    """Those that its headings have, by the rules of GitHub: small letters, spaces as dashes, no other marks."""
    seen = {}
    text = re.sub(r"^```.*?^```", "", (ROOT / path).read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.M):
        name = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
        seen[name] = seen.get(name, -1) + 1
        yield name if seen[name] == 0 else "%s-%d" % (name, seen[name])


# A link that leads nowhere is found by the reader it was meant for.
def rule_links():
    for path in tree(".", suffixes=[".md"]):
        if path.parts[0] in ("generated", "tests"):
            continue
        for number, line in lines(path):
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`(?!\])", "", line)):
                if "://" in target:
                    continue
                name, _, anchor = target.partition("#")
                file = (ROOT / path).parent / name if name else ROOT / path
                if not file.exists():
                    yield f"{path}:{number}: {target}: there is no such file"
                elif anchor and anchor not in anchors_in(file.resolve().relative_to(ROOT)):
                    yield f"{path}:{number}: {target}: there is no such heading"


# What pages quote stands in a file that they name, which is compiled and run.
def rule_quotations():
    for page in ("docs/cpp.md", "docs/growing.md"):
        text = (ROOT / page).read_text()
        for language in ("cpp", "yaml"):
            blocks = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
            sources = re.findall(rf"`((?:examples|schemas|tests)/\S+\.{language})`", text)
            whole = "\n".join(stripped((ROOT / source).read_text()) for source in sources)
            for block in blocks:
                if stripped(block) not in whole:
                    yield f"{page}: this isn't in {' or '.join(sources)}:\n{block}"


def stripped(text):
    return "\n".join(line.strip() for line in text.strip().splitlines())


def rule_format(*options):
    program = shutil.which("clang-format-14")
    if not program:
        raise Skip("no clang-format-14")
    paths = list(tree("generator", "runtime", "generated", "examples", "benchmarks", "python", "tests", suffixes=(".h", ".cpp")))
    if "--fix" in options:
        subprocess.run([program, "-i", *paths], cwd=ROOT, check=True)
    done = subprocess.run([program, "--dry-run", *paths], cwd=ROOT, capture_output=True, text=True)
    per_file = {}
    for found in re.finditer(r"^(\S+?):(\d+):\d+: warning", done.stderr, re.MULTILINE):
        per_file.setdefault(found[1], []).append(found[2])
    for path, numbers in per_file.items():
        yield f"{path}: not as clang-format-14 has it, {len(numbers)} places, first in line {numbers[0]}"


# The generator knows the locals of its own templates: a field that is called so gets another name.
def rule_locals():
    declared = re.compile(r"^ *(?:for \(|if \()?(?:const )?(?:auto|bool|char|std::[\w:<>$]+|schemac::[\w:<>$]+)"
                          r"[&* ]+([a-z]\w*)(?: =|;|\{| :|\(\w+\);)", re.MULTILINE)
    folder = ROOT / "generator/emit/cpp"
    known = set(re.findall(r'"(\w+)"', (folder / "spell/local_names.cpp").read_text()))
    for path in sorted(folder.rglob("*.cpp")):
        for template in re.findall(r'R"cc\((.*?)\)cc"', path.read_text(), re.DOTALL):
            for name in declared.findall(template):
                if name not in known and not name.endswith("_"):
                    yield f"{path.relative_to(ROOT)}: the local '{name}' is missing in own_words() of local_names.cpp"


# A new kind or operation should be met by a compiler's warning at each place that decides about it.
def rule_switches():
    for path in tree("generator", "runtime", suffixes=(".cpp", ".h")):
        label = ""
        for number, line in lines(path):
            if re.search(r"\bswitch \(", line):
                label = ""
            if found := re.match(r" *case ([\w:]+):", line):
                label = found[1]
            elif re.match(r" *default:", line) and "::" in label and "::TYPE_" not in label:
                yield f"{path}:{number}: 'default:' among {label} and others of our own"


MOST_LINES_OF_FILE = 500


def rule_sizes():
    for path in tree("generator", "runtime", "python", suffixes=(".cpp", ".h", ".py")):
        count = sum(1 for _ in lines(path))
        if count > MOST_LINES_OF_FILE:
            yield f"{path}: {count} lines; at most {MOST_LINES_OF_FILE}"


# What is built or written here must not remember where.
def rule_machine_paths():
    pattern = re.compile(r"(?<![\w.})])/(work|tmp|root|home|Users|var/tmp)(?![\w-])")
    for path in tree():
        for number, line in lines(path):
            if pattern.search(line):
                yield f"{path}:{number}: a path of this machine: {line.strip()[:100]}"


WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


# Each header of ours compiles by itself, without a warning. All compilers compile it as part of
# everything else; here it is asked whether it stands by itself. What is generated is compiled for a
# sanitizer, under which g++ takes fewer expressions for constants.
def rule_headers(compiler):
    def breach(header, options):
        command = [compiler, "-std=c++20", *WARNINGS, *options, "-Iruntime/include", "-I.", "-fsyntax-only", "-xc++", "-"]
        text = f'#include "{header}"\n'
        done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True)
        return f"{header} by itself:\n{done.stderr[:2000]}" if done.returncode else ""

    jobs = [(p.relative_to("runtime/include"), []) for p in tree("runtime", suffixes=(".h",))]
    jobs += [(p, ["-fsanitize=undefined"]) for p in tree("generated", suffixes=(".h",))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(lambda job: breach(*job), jobs))


# What .clang-tidy asks for holds in everything that is compiled but the tests, whose macros it can't
# follow. Folders of the compiler are looked at as they are compiled, a file of #include lines each.
# Tests look at some of it only, since all of it takes minutes: scripts/tidy.
def rule_tidy(build, *folders):
    tidy = shutil.which("clang-tidy-14")
    if not tidy:
        raise Skip("clang-tidy-14 is not installed")
    folders = [str(top / name) for name in folders for top in (ROOT, pathlib.Path(build))]
    commands = json.loads(pathlib.Path(build, "compile_commands.json").read_text())
    files = sorted({c["file"] for c in commands if c["file"].startswith(tuple(folders))})

    def findings(file):
        command = [tidy, "-quiet", "-p", build, "--extra-arg=-Wno-unknown-warning-option", file]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout

    seen = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text in pool.map(findings, files):
            seen |= {line for line in text.splitlines() if re.match(rf"{ROOT}.*: (warning|error): ", line)}
    yield from sorted(seen)


def listed_in(path):
    """The files that a CMakeLists.txt names, from the project's root."""
    text = re.sub(r"#.*", "", (ROOT / path).read_text())
    folder = path.parent
    for stage, names in re.findall(r"schemac_stage\(([\w/]+)\s+([^)]*)\)", text):
        yield from (folder / stage / name for name in names.split())
    for name in re.findall(r"schemac_example\((\w+)\)", text):
        yield folder / f"{name}.cpp"
    yield from (folder / word for word in re.split(r"[\s()]+", text) if "." in word and "$" not in word)


# Sources are listed by hand, so that adding a file is seen in a review; none may be forgotten. Only
# test data is globbed.
def rule_lists():
    folders = {
        "generator": (".cpp",),
        "runtime": (".h",),
        "schemas": (".yaml",),
        "tests": (".cpp",),
        "examples": (".cpp", ".yaml"),
        "benchmarks": (".cpp",),
        "python": (".cpp",),
    }
    for folder, suffixes in folders.items():
        lists = [p for p in tree(folder) if p.name == "CMakeLists.txt"]
        for path in lists:
            for number, line in lines(path):
                if "GLOB" in line and not line.rstrip().endswith("*.case)"):
                    yield f"{path}:{number}: globs sources"
        listed = {p.as_posix() for path in lists for p in listed_in(path)}
        for path in tree(folder, suffixes=suffixes):
            is_data = folder == "tests" and path.suffix == ".yaml"
            if path.as_posix() not in listed and not is_data:
                yield f"{path}: in no CMakeLists.txt"


def main():
    rules = {name[5:]: f for name, f in globals().items() if name.startswith("rule_")}
    if len(sys.argv) < 2 or sys.argv[1] not in rules:
        sys.exit(f"usage: check.py RULE...; rules are {', '.join(rules)}")
    try:
        breaches = list(rules[sys.argv[1]](*sys.argv[2:]))
    except Skip as reason:
        print(f"not checked: {reason}")
        return SKIPPED
    print("\n".join(breaches) or "held")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
