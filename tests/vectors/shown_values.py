"""Values as a manifest has them and as the command shows them."""
import struct

REALS = {"f16": "<e", "f32": "<f", "c64": "<f", "f64": "<d", "c128": "<d"}


def is_same(wanted, shown, dtype):
    """Whether elements, single or in lists, are the same; a shown real may be the shortest one that
    comes back, and a NaN may tell its bits."""
    if isinstance(wanted, list):
        return isinstance(shown, list) and len(wanted) == len(shown) and all(
            is_same(a, b, dtype) for a, b in zip(wanted, shown))
    if wanted == "nan":
        return isinstance(shown, str) and (shown == "nan" or shown.startswith("nan:"))
    if isinstance(wanted, float) and isinstance(shown, (int, float)):
        form = REALS.get(dtype, "<d")
        return struct.pack(form, wanted) == struct.pack(form, shown)
    return type(wanted) is type(shown) and wanted == shown


def leaves(row, name):
    """The values below a row of what is called `name`, those of a list one after the other."""
    found = []
    for child in row.get("children") or []:
        rest = child["path"].removeprefix(f"{row['path']}.{name}")
        if rest == "" and not isinstance(child["value"], list) or rest.startswith("["):
            found.append(child["value"])
        found += leaves(child, name)
    return found


class Names:
    """Members of enumerations and sets of flags are shown by name, and a manifest has their numbers:
    in all files each number has one name, and each name one number."""

    def __init__(self):
        self.seen = {}

    def agree(self, kind, number, name):
        return (self.seen.setdefault((kind, "number", number), str(name)) == str(name) and
                self.seen.setdefault((kind, "name", str(name)), number) == number)


def shows(row, wanted, names):
    """Whether a row of `explain` shows the value of a manifest's field."""
    shown = row["value"]
    if isinstance(wanted, dict):  # of a record
        return all(is_same(each if isinstance(each, list) else [each], leaves(row, key), row["type"]) or
                   not isinstance(each, list) and len(leaves(row, key)) == 1 and
                   names.agree(key, each, leaves(row, key)[0]) for key, each in wanted.items())
    if is_same(wanted, shown, row["type"]):
        return True
    if isinstance(wanted, int) and row["type"] == "tag":
        return isinstance(shown, str) and int(shown, 16) == wanted
    if isinstance(wanted, int) and isinstance(shown, (str, dict)):
        last = row["path"].rsplit(".", 1)[-1]
        return names.agree((last, row["type"]), wanted, shown)
    if isinstance(wanted, str) and row["type"] == "bytes":  # cut short, or filled up
        return wanted.startswith(shown) and len(shown) == 64 or wanted == shown.rstrip("\0")
    return False
