#!/usr/bin/env python3
"""Does what docs/tutorial.md says, in an empty folder with an installed schemac, and compares.

  run.py --build FOLDER --cmake CMAKE --generator NAME --compiler CXX

A block after "**name**" is that file (after "end of **name**": added to it). A block of `console`
has commands after "$ " and what they print; a line "..." stands for any lines. Blocks of `sh` are
about installing, which is done here in another way.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TUTORIAL = pathlib.Path(__file__).resolve().parents[2] / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\*\*([\w.]+)\*\*")
END = "== end of a command =="


def steps(text):
    """("file", name, content), ("more", name, content) or ("run", command, expected output)"""
    after = 0
    for block in BLOCK.finditer(text):
        before = text[after : block.start()].strip().rpartition("\n\n")[2]
        language, content, after = block[1], block[2], block.end()
        if language == "sh":
            continue
        if language != "console":
            name = NAME.findall(before)
            if len(name) != 1:
                raise SystemExit(f"It isn't said what this is:\n{content}")
            yield ("more" if f"end of **{name[0]}**" in before else "file"), name[0], content
            continue
        for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield "run", command, expected


def matches(expected, actual):
    pattern = "".join(r"(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in expected.splitlines(True))
    return re.fullmatch(pattern, actual) is not None


class Shell:
    """One shell for all commands, so that what is exported stays so."""

    def __init__(self, folder, environment):
        self.process = subprocess.Popen(["sh"], cwd=folder, env=environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip

    def run(self, command):
        self.process.stdin.write(f"{{ {command}\n}} </dev/null\nprintf '{END}\\n'\n")
        self.process.stdin.flush()
        output = ""
        for line in self.process.stdout:
            if line.endswith(END + "\n"):
                return output + line[: -len(END) - 1]
            output += line
        raise SystemExit(f"$ {command}\nends the shell:\n{output}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("build", "cmake", "generator", "compiler"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prefix, work = pathlib.Path(folder) / "installed", pathlib.Path(folder) / "work"
        work.mkdir()
        subprocess.run([args.cmake, "--install", args.build, "--prefix", prefix], check=True, capture_output=True)
        paths = [prefix / "bin", pathlib.Path(args.cmake).parent]
        environment = os.environ | {
            "PATH": os.pathsep.join([*map(str, paths), os.environ["PATH"]]),
            "CMAKE_PREFIX_PATH": str(prefix), "CMAKE_GENERATOR": args.generator, "CXX": args.compiler,
        }  # fmt: skip
        environment.pop("SCHEMAC_PATH", None)
        shell = Shell(work, environment)
        commands = 0
        for kind, what, text in steps(TUTORIAL.read_text()):
            if kind == "run":
                commands += 1
                output = shell.run(what)
                if not matches(text, output):
                    sys.exit(f"$ {what}\n-- expected\n{text}-- printed\n{output}")
            else:
                with open(work / what, "a" if kind == "more" else "w") as file:
                    file.write(("\n" if kind == "more" else "") + text)
        if commands < 10:
            sys.exit("The tutorial has hardly any command: were they found?")
        print(f"{commands} commands print what the tutorial says")


if __name__ == "__main__":
    main()
