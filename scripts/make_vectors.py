#!/usr/bin/env python3
"""Makes the test files that the reference vectors lack: scripts/make_vectors.py [--check]

Writes tests/data/made/<format>/ with manifest.json and invalid/manifest.json, in the form that
tests/data/README.md describes. Every run makes the same bytes. Each file is held against an
independent strict reader before it is written. --check only says whether the committed files are
these, and whether that reader agrees with the reference vectors; exit status 1 if not.
"""
import argparse
import hashlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True
from vectors import oinf_faults, oinf_reader, oinf_valid, oinf_writer  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "tests" / "data" / "made"
REFERENCE = ROOT / "tests" / "data" / "vectors" / "oinf"


def dump(value, depth=0):
    """JSON with a line for each innermost object or list, so that diffs stay readable."""
    indent = " " * depth
    nested = isinstance(value, (dict, list)) and any(
        isinstance(v, (dict, list)) and v
        for v in (value.values() if isinstance(value, dict) else value)
    )
    if not nested:
        return json.dumps(value)
    if isinstance(value, dict):
        if depth and len(json.dumps(value)) < 160:
            return json.dumps(value)
        lines = [f"{indent} {json.dumps(k)}: {dump(v, depth + 1)}" for k, v in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if all(not isinstance(v, (dict, list)) for v in value):
        return json.dumps(value)
    return "[\n" + ",\n".join(f"{indent} {dump(v, depth + 1)}" for v in value) + f"\n{indent}]"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def valid_files():
    """{file name: (bytes, manifest entry)}"""
    files = {}
    for name, canonical, purpose, model in oinf_valid.FILES:
        data, decoded = oinf_writer.write(model)
        oinf_reader.read_strictly(data)
        path = name + ".oinf"
        entry = {"path": path, "kind": "file", "variant": "oinf-v1", "canonical": canonical}
        entry |= {"produced_by": f"Written by scripts/make_vectors.py: {purpose}."}
        entry |= {"size": len(data), "sha256": sha256(data), "members": [], "reference": None}
        files[path] = (data, entry | {"decoded": decoded})
    return files


def broken_entry(fault, base_path, base_data, data):
    try:
        oinf_reader.read_strictly(data)
    except oinf_reader.Fault as found:
        seen = found
    else:
        sys.exit(f"{fault.name}: the strict reader accepts it")
    accepted = [fault.rule_id, *fault.also]
    if seen.rule not in accepted:
        sys.exit(f"{fault.name}: the strict reader says {seen}, accepted are {accepted}")
    strict = {"rule_id": seen.rule, "offset": seen.offset, "text": seen.text}
    return {
        "path": fault.name + ".oinf", "kind": "file", "base": base_path,
        "base_sha256": sha256(base_data), "size": len(data), "sha256": sha256(data),
        "changes": fault.changes, "offset": fault.changes[0]["offset"], "rule_id": fault.rule_id,
        "also_accepted_rule_ids": fault.also, "basis": fault.basis, "rule": fault.sentence,
        "strict_reader": strict, "reference": None,
    }  # fmt: skip


def make():
    """{relative path: bytes} of everything."""
    valid = valid_files()
    head = {"schema": "vectors-manifest/1", "format": "oinf", "set": "made"}
    head |= {"spec": "OINF Binary Format (version 1)", "files": [e for _, e in valid.values()]}
    result = {f"oinf/{path}": data for path, (data, _) in valid.items()}
    result["oinf/manifest.json"] = (dump(head) + "\n").encode()

    entries = []
    for fault, data in oinf_faults.make({p: (d, e["decoded"]) for p, (d, e) in valid.items()}):
        base_data = valid[fault.base][0]
        entries.append(broken_entry(fault, fault.base, base_data, data))
        path = f"oinf/invalid/{fault.name}.oinf"
        if path in result:
            sys.exit(f"two broken files are called {fault.name}")
        result[path] = data
    head = {"schema": "invalid-manifest/1", "format": "oinf", "set": "made", "files": entries}
    result["oinf/invalid/manifest.json"] = (dump(head) + "\n").encode()
    return result


def reader_against_reference():
    """Where the strict reader disagrees with the files that real tools made."""
    wrong = []
    for folder in (REFERENCE, REFERENCE / "invalid"):
        for entry in json.loads((folder / "manifest.json").read_text())["files"]:
            found = None
            try:
                oinf_reader.read_strictly((folder / entry["path"]).read_bytes())
            except oinf_reader.Fault as fault:
                found = fault.rule
            wanted = entry.get("rule_id") and {entry["rule_id"], *entry["also_accepted_rule_ids"]}
            if found not in (wanted or {None}):
                wrong.append(f"strict reader says {found} of {entry['path']}, not {wanted}")
    return wrong


def check(files):
    folders = {name.split("/")[0] for name in files}  # other scripts have folders of their own
    there = {p.relative_to(OUT).as_posix() for p in OUT.rglob("*") if p.is_file()}
    there = {name for name in there if name.split("/")[0] in folders}
    wrong = reader_against_reference()
    wrong += [f"not committed: {p}" for p in sorted(set(files) - there)]
    wrong += [f"not made by this script: {p}" for p in sorted(there - set(files))]
    wrong += [f"differs: {p}" for p in sorted(there & set(files)) if (OUT / p).read_bytes() != files[p]]
    print("\n".join(wrong) or f"{len(files)} files are as committed")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    files = make()
    if parser.parse_args().check:
        return check(files)
    for path, data in files.items():
        (OUT / path).parent.mkdir(parents=True, exist_ok=True)
        (OUT / path).write_bytes(data)
    print(f"{len(files)} files in {OUT.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
