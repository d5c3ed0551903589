#!/usr/bin/env python3
"""What shells and `man` get to know of the command: shell.py SCHEMAC

Completions are asked of the shells themselves, as far as they are installed.
"""
import os
import re
import shutil
import subprocess
import unittest

from program import SCHEMAC, InFolder, run

VERBS = re.findall(r"^  ([a-z]+) ", run("--help")[1].split("Subcommands:")[1], re.MULTILINE)

BASH = """source {script}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMP_LINE="${{COMP_WORDS[*]}}"
compopt() {{ :; }}
_schemac schemac
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; bindkey "^I" complete-word'
zpty -w shell 'zstyle ":completion:*" list-prompt ""; LISTMAX=1000; print rea''dy'
zpty -r shell line '*ready*'
zpty -w -n shell '{line}'$'\\t'
sleep 2
zpty -w -n shell $'\\n'
sleep 1
while zpty -r -t shell line; do print -r -- $line; done
"""


class Shell(InFolder):
    def script(self, shell, name):
        code, out, err = run("completion", shell)
        self.assertEqual((code, err), (0, ""))
        return self.path(name, out)

    def output(self, *args, **options):
        done = subprocess.run(args, capture_output=True, text=True, timeout=60, cwd=self.folder.name,
                              env={**os.environ, "PATH": os.path.dirname(SCHEMAC) + ":" + os.environ["PATH"]}, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def asked(self, complete):
        """What each line is completed to, by a function of the shell."""
        os.makedirs(self.path("some.d"))
        self.path("my.yaml", ""), self.path("my file.log", "")
        self.assertEqual(complete("schemac ex"), ["explain", "extract"])
        self.assertEqual(set(VERBS) - set(complete("schemac ")), set())
        self.assertEqual(complete("schemac extract --fo"), ["--format"])
        self.assertEqual(complete("schemac extract --format n"), ["npy", "npz"])
        self.assertEqual(complete("schemac completion z"), ["zsh"])
        self.assertIn("my file.log", complete("schemac ls my"))
        self.assertIn("my.yaml", complete("schemac check "))
        self.assertIn("oinf", complete("schemac validate --schema oi"))

    def test_bash(self):
        script = self.script("bash", "schemac")

        def complete(line):
            words = " ".join(f"'{word}'" for word in line.split(" "))
            return sorted(self.output("bash", "-c", BASH.format(script=script, words=words)).split("\n")[:-1])

        self.asked(complete)
        self.assertEqual(complete("schemac doc --format = m"), ["md"])
        self.assertEqual(complete("schemac check m"), ["my.yaml"])

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish(self):
        script = self.script("fish", "schemac.fish")

        def complete(line):
            out = self.output("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'")
            return sorted(entry.split("\t")[0].rstrip("/") for entry in out.splitlines())

        self.asked(complete)

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh(self):
        self.script("zsh", "_schemac")
        self.output("zsh", "-n", self.path("_schemac"))
        for line, found in (("schemac ext", "schemac extract"), ("schemac extract --form", "schemac extract --format"),
                            ("schemac doc --format m", "schemac doc --format md"),
                            ("schemac completion z", "schemac completion zsh")):
            shown = self.output("zsh", "-f", "-c", ZSH.format(folder=self.folder.name, line=line))
            self.assertIn(found, shown)

    def test_manual_pages(self):
        folder = self.path("man1")
        self.assertEqual(run("man", "-o", folder)[0], 0)
        pages = sorted(os.listdir(folder))
        self.assertEqual(pages, sorted(["schemac.1", *(f"schemac-{verb}.1" for verb in VERBS)]))
        for verb in VERBS:
            with open(os.path.join(folder, f"schemac-{verb}.1")) as page:
                self.assertEqual(run("man", verb), (0, page.read(), ""))
        code, _, err = run("man", "extrct")
        self.assertEqual(code, 2)
        self.assertIn("did you mean 'extract'?", err)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_manual_pages_as_they_are_read(self):
        for verb in VERBS:
            page = run("man", verb)[1]
            shown = self.output("groff", "-man", "-ww", "-Tascii", "-P-cbou", input=page)
            lines = [line.strip() for line in shown.splitlines()]
            for option in re.findall(r"^  (?:-\w,)?(--[a-z-]+)", run(verb, "--help")[1], re.MULTILINE):
                self.assertTrue(any(line.startswith(option) or f", {option}" in line for line in lines), (verb, option))
            self.assertIn(f"schemac-{verb.upper()}".upper() + "(1)", shown)
            if (help_text := run(verb, "--help")[1]).count("Examples:"):
                example = help_text.split("Examples:\n")[1].splitlines()[0].strip()
                self.assertIn(example, shown.replace("\n", " "))
        shown = self.output("groff", "-man", "-ww", "-Tascii", "-P-cbou", input=run("man")[1])
        for word in (*VERBS, "SCHEMAC_PATH", "NO_COLOR", "EXIT STATUS"):
            self.assertIn(word, shown)


if __name__ == "__main__":
    unittest.main()
