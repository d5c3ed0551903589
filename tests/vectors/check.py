#!/usr/bin/env python3
"""Holds the command to a folder of vectors:

  check.py PROGRAM FOLDER [VARIANT-PREFIX]

A valid file is accepted, its arrays are those of the manifest (type, dimensions, first elements,
digest), `explain` covers every byte once and has each field of the manifest at its place with its
value, and decode and encode give the file back (with all choices where it is canonical; without
them at least a valid file). A broken file is refused by an accepted rule at an accepted place, both
of one violation. tests/data/README.md says what the manifests hold. A line for
each shortfall; exit status 1 if there is one. Standard library only.
"""
import argparse
import concurrent.futures
import functools
import json
import pathlib
import subprocess
import sys
import tempfile

import shown_values


class Shortfall(Exception):
    """A promise of the command that isn't kept."""


def hold(condition, text):
    if not condition:
        raise Shortfall(text)


def everything(value, is_wanted):
    """All wanted objects inside a JSON value, not looking inside a wanted one."""
    if isinstance(value, dict) and is_wanted(value):
        yield value
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from everything(inner, is_wanted)


def without(value, key):
    if isinstance(value, dict):
        return {k: without(v, key) for k, v in value.items() if k != key}
    return [without(v, key) for v in value] if isinstance(value, list) else value


class Vectors:
    def __init__(self, program, folder, variant=""):
        self.program, self.folder = program, pathlib.Path(folder)
        files = self.manifest("manifest.json")
        self.valid = {f["path"]: f for f in files if f["variant"].startswith(variant)}
        broken = self.manifest("invalid/manifest.json")
        self.broken = [f for f in broken if f["base"] in self.valid]
        self.names = shown_values.Names()

    def manifest(self, name):
        return json.loads((self.folder / name).read_text())["files"]

    def run(self, *arguments, exits=(0,)):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, timeout=120)
        said = (done.stdout[-300:] + done.stderr[-300:]).decode(errors="replace")
        hold(done.returncode in exits, f"{arguments[0]}: exit {done.returncode}, not {exits}: {said}")
        return done.stdout

    def judge(self, files, exits):
        """What `validate` says of files, by file: one process, since there are hundreds of them."""
        if not files:
            return {}
        lines = self.run("validate", "--json", *files, exits=exits).decode().splitlines()
        return {report["file"]: report for report in map(json.loads, lines)}

    @functools.cached_property
    def verdicts(self):
        broken = [self.folder / "invalid" / entry["path"] for entry in self.broken]
        valid = [self.folder / path for path in self.valid]
        return self.judge(valid, (0, 1)) | self.judge(broken, (1,))

    # Each check takes a manifest's entry and the path of its file.

    def accepted(self, entry, path):
        report = self.verdicts[str(path)]
        hold(report["ok"] is True, f"ok is {report['ok']}")
        serious = [v for v in report["violations"] if v["level"] in ("error", "rule")]
        hold(not serious, f"violations of an accepted file: {serious[:2]}")

    def arrays(self, entry, path):
        values = json.loads(self.run("decode", "--json", path))["values"]
        found = list(everything(values, lambda v: "sha256" in v and "dims" in v))
        for array in entry["decoded"]["tensors"]:
            if array["stored"] == "absent":
                continue
            same = [a for a in found if (a["sha256"], a["nbytes"]) == (array["sha256"], array["nbytes"])]
            hold(any(self.is_same_array(array, each) for each in same),
                 f"array {array['name']} is missing or differs: {[{**a, 'sha256': ''} for a in same]}")

    @staticmethod
    def is_same_array(wanted, shown):
        # Elements without a type of ours are bytes, under the name that the file has for them.
        dtype = "bool8" if wanted["dtype"] == "bool" else wanted["dtype"]
        return (wanted["shape"] == shown["dims"] and
                (dtype == shown["dtype"] or dtype == "struct" and shown["element_size"] > 0) and
                shown_values.is_same(wanted["first3"], shown["preview"][:3], dtype))

    def layout(self, entry, path):
        told = json.loads(self.run("explain", "--json", path))
        if entry["kind"] == "file":
            return self.layout_of_file(told["fields"], entry["size"], entry["decoded"]["layout"])
        rows = {file["file"]: file["fields"] for file in told["files"]}
        sizes = {member["path"]: member["size"] for member in entry["members"]}
        hold(rows.keys() == sizes.keys(), f"explains {sorted(rows)}")
        for file in entry["decoded"]["layout"]:
            self.layout_of_file(rows[file["path"]], sizes[file["path"]], file["fields"])

    def layout_of_file(self, rows, size, fields):
        end = 0
        for row in (r for r in rows if r["size"]):
            hold(row["offset"] == end, f"byte {end} is explained twice or not at all, at {row['path']}")
            end += row["size"]
        hold(end == size, f"explained up to {end} of {size}")
        places, todo = {}, list(rows)
        while todo:
            row = todo.pop()
            places.setdefault((row["offset"], row["size"]), []).append(row)
            todo += row.get("children") or []
        for field in (f for f in fields if f["size"]):
            there = places.get((field["offset"], field["size"]))
            hold(there, f"no row at {field['offset']} of {field['size']} bytes for {field['name']}")
            told = [(row["type"], row["value"]) for row in there]
            hold("value" not in field or
                 any(shown_values.shows(row, field["value"], self.names) for row in there),
                 f"{field['name']} is {field.get('value')!r}, explained as {told}")

    def round_trip(self, entry, path):
        full = self.run("decode", "--json", "--full", path)
        names = [""] if entry["kind"] == "file" else [member["path"] for member in entry["members"]]
        with tempfile.TemporaryDirectory() as folder:
            values, result = pathlib.Path(folder, "values.json"), pathlib.Path(folder, "result")
            values.write_bytes(full)
            self.run("encode", values, "-o", result)
            for name in names:
                same = (result / name).read_bytes() == (path / name).read_bytes()
                hold(same or not entry["canonical"], f"decode and encode give other bytes {name}")
            values.write_text(json.dumps(without(json.loads(full), "choices")))
            self.run("encode", values, "-o", result)
            self.run("validate", result)

    def refused(self, entry, path):
        hold(self.verdicts[str(path)]["ok"] is False, "accepted")
        violations = self.verdicts[str(path)]["violations"]
        rules = {entry["rule_id"], *entry["also_accepted_rule_ids"]}
        told = [(v["rule"], v["offset"]) for v in violations]
        places = self.places(entry)
        hold(any(rule in rules and at in places for rule, at in told),
             f"says {told[:4]}, accepted is one of {sorted(rules)} at one of {sorted(places)[:8]}")

    def places(self, entry):
        base = self.valid[entry["base"]]
        layout = base["decoded"]["layout"] if base["kind"] == "file" else []
        places = {entry["offset"], entry["strict_reader"]["offset"]}
        for change in entry["changes"]:
            begin, end = change["offset"], change["offset"] + max(1, change["new_size"])
            places |= set(range(begin, end))
            places |= {f["offset"] for f in layout if f["offset"] <= begin < f["offset"] + f["size"]}
        return places

    def jobs(self):
        for path, entry in self.valid.items():
            for check in (self.accepted, self.arrays, self.layout, self.round_trip):
                yield check, entry, self.folder / path
        for entry in self.broken:
            yield self.refused, entry, self.folder / "invalid" / entry["path"]


def outcome(job):
    check, entry, path = job
    try:
        check(entry, path)
    except Shortfall as shortfall:
        return f"{check.__name__}: {entry['path']}: {shortfall}"
    except (ValueError, KeyError, TypeError, OSError, subprocess.TimeoutExpired) as error:
        return f"{check.__name__}: {entry['path']}: {type(error).__name__}: {error}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("variant", nargs="?", default="")
    args = parser.parse_args()
    vectors = Vectors(args.program, args.folder, args.variant)
    jobs = list(vectors.jobs())
    vectors.verdicts  # before threads ask for it
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        shortfalls = [line for line in pool.map(outcome, jobs) if line]
    print("\n".join(shortfalls))
    print(f"{len(jobs) - len(shortfalls)} of {len(jobs)} checks of {vectors.folder.name} held")
    return 1 if shortfalls or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
