"""Parts of records that are encoded or stand for other bytes: codecs and checksums, as a member of an enumeration says."""
from typing import Any

import bricks
import scalars
from scope import Field, Record, Schema

CODECS = ["none", "zlib", "zstd", "blosc"]
NUMBERS = ["adler32", "crc32", "crc8", "crc16_arc", "crc16_ibm_3740", "crc16_kermit", "crc16_modbus", "crc16_umts", "crc16_x25",
           "crc16_xmodem", "crc24_openpgp", "crc32_bzip2", "crc32_cksum", "crc32_mpeg2", "crc32_ogg", "crc32c", "crc64_ecma",
           "crc64_go", "crc64_nvme", "crc64_xz", "sum8", "sum16", "sum32", "internet", "xor8", "fletcher16", "fletcher32", "xxh32",
           "xxh64", "xxh3"]
DIGESTS = ["none", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", *NUMBERS]


def chooser(schema: Schema, record: Record, kind: str, names: list[str]) -> str:
    """A field whose enumeration says which codec or digest: `field.attribute`."""
    dice = schema.dice
    made: Field = {}
    for number, each in enumerate(dice.random.sample(names, dice.between(1, min(3, len(names))))):
        made["by_" + each] = {"value": number, "how": each}
    if dice.one_in(3):
        made["by_nothing"] = {"value": 9}
    of: Field = {"type": dice.pick(["u8", "u8", "u16", "i8", "u32"]), "attributes": {"how": kind}, "members": made}
    if dice.one_in(4):
        of["unknown"] = "keep"
    name = schema.names.type(schema.type_names)
    schema.enums[name] = of
    field = bricks.named(schema, record)
    bricks.put(schema, record, {"name": field, "type": name})
    return field + ".how"


def coded(schema: Schema, record: Record) -> bool:
    """Bytes, a text of JSON, or a record that is a text, encoded; perhaps with a stated plain size."""
    if record.wire:
        return False
    dice = schema.dice
    body: Field = {"type": dice.pick(["bytes", "bytes", "json"])}
    if dice.one_in(3):  # by a codec that makes a header of its own
        return buffered(schema, record)
    codec: Field = {"by": chooser(schema, record, "codec", ["none", "zlib", "zstd"]) if dice.one_in(3) else dice.pick(CODECS[:3])}
    if dice.one_in(3):
        codec["level"] = dice.pick([1, 6, dice.pick(record.numbers or ["3"])])
    if dice.one_in(2):
        codec["size"] = bricks.derived_number(schema, record)
    size: Any = bricks.derived_number(schema, record)
    name = bricks.named(schema, record)
    bricks.put(schema, record, {"name": name, **body, "size": size, "codec": codec})
    record.sized.append(name)
    return True


def buffered(schema: Schema, record: Record) -> bool:
    """Bytes in a buffer of Blosc, whose header says how long it is."""
    dice = schema.dice
    if "BloscBuffer" not in schema.types:
        schema.type_names.add("BloscBuffer")
        head: list[Field] = [{"name": "head", "type": "u32"}]
        if dice.one_in(2):  # what a codec made may break what is said of it
            bits: Field = {"shuffle": {"bit": 0}, "copy": {"bit": 1}, "bits": {"bit": 2}, "whole": {"bit": 4}, "by": {"bits": [5, 7]}}
            head = [{"name": "version", "type": "u16"}, {"name": "flags", "type": "u8", "flags": bits}, {"name": "element", "type": "u8"}]
        made: Field = {"endian": "le", "fields": [
            *head, {"name": "nbytes", "type": "u32"}, {"name": "blocksize", "type": "u32"},
            {"name": "ctbytes", "type": "u32"}, {"name": "data", "type": "bytes", "size": "ctbytes - 16"}]}
        if dice.one_in(3):
            made["rules"] = [{"name": "of-codec", "expr": dice.pick(["blocksize < 1000", "nbytes % 2 == 0", "ctbytes < nbytes + 17", "ctbytes < size(file)", "offset(data) < 200"]),
                              "at": dice.pick(["nbytes", "ctbytes"]), **scalars.report(schema)}]
            made["rules"][0]["name"] = "of-codec"
        schema.types["BloscBuffer"] = made
    name = bricks.named(schema, record)
    codec: Field = {"by": "blosc", "element": dice.pick([1, 4, 8, dice.pick(record.numbers or ["2"])])}
    if dice.one_in(2):
        codec["level"] = dice.below(10)
    bricks.put(schema, record, {"name": name, "codec": codec, "inside": "BloscBuffer"})
    record.sized.append(name)
    if dice.one_in(2):
        record.rules.append({"name": "plain-size%d" % len(record.rules), "expr": "size(%s) %% 2 == 0" % name, "at": name})
    return True


def digest(schema: Schema, record: Record) -> bool:
    """A checksum over one field, several, or all from one to another; also over records inside and encoded content."""
    if not record.sized or record.wire:
        return False
    dice = schema.dice
    over: Any = dice.pick(record.sized)
    if dice.one_in(3) and len(record.sized) > 1:
        first = dice.below(len(record.sized) - 1)
        over = dice.pick([record.sized[first:first + 2], {"from": record.sized[first], "to": record.sized[-1]}])
    by = chooser(schema, record, "digest", DIGESTS) if dice.one_in(4) else dice.pick(DIGESTS)
    made: Field = {"by": by, "over": over}
    if dice.one_in(4) and by in NUMBERS:
        made["endian"] = dice.pick(["le", "be"])
    name = bricks.named(schema, record)
    field: Field = {"name": name, "digest": made}
    if not record.has_late_digest and dice.one_in(3):
        return late_digest(schema, record, field)
    if dice.one_in(5):
        field["level"] = dice.pick(["rule", "warn", "error", "canonical"])
    bricks.put(schema, record, field)
    return True


def late_digest(schema: Schema, record: Record, field: Field) -> bool:
    """One that comes before what it covers, or in the middle of it. No other digest may cover it."""
    dice = schema.dice
    after = bricks.named(schema, record)
    if dice.one_in(3):
        field["digest"]["over"] = dice.pick([after, [dice.pick(record.sized), after]])
    else:
        field["digest"].update({"over": {"from": dice.pick(record.sized), "to": after}, "own": dice.pick([0, 32, 255])})
    bricks.put(schema, record, field)
    bricks.put(schema, record, {"name": after, **dice.pick([{"type": "u8"}, {"type": "str", "prefix": "u8"}, {"type": "bytes", "size": dice.pick(record.numbers or ["3"])}])})
    record.sized[:] = [after]
    record.has_late_digest = True
    return True


def typed_array(schema: Schema, record: Record) -> bool:
    """An array whose element type and dimensions stand in the file; its dimensions may be too large to multiply."""
    dice = schema.dice
    made: Field = {}
    for number, each in enumerate(dice.random.sample(["u8", "f64", "i16", "u2", "bool8", "f16"], 3)):
        made["as_" + each] = {"value": number, "of": each}
    if dice.one_in(3):
        made["as_nothing"] = {"value": 7}
    name = schema.names.type(schema.type_names)
    schema.enums[name] = {"type": dice.pick(["u8", "i8", "u16"]), "attributes": {"of": "dtype"}, "members": made}
    kind = bricks.named(schema, record)
    bricks.put(schema, record, {"name": kind, "type": name})
    dims = bricks.named(schema, record)
    rank: Any = "head" if record.wire else dice.pick([2, 3, bricks.derived_number(schema, record)])
    bricks.put(schema, record, {"name": dims, "type": dice.pick(["u64", "i64", "u32", "u8"]), "repeat": rank})
    array: Field = {"dtype": kind + ".of", "dims": dims, "order": dice.pick(["row", "column"])}
    if record.numbers and dice.one_in(3):
        number = dice.pick(record.numbers)
        array["dims"] = dice.pick(["%s ++ [%s]" % (dims, number), "%s ++ if %s > 1 then [%s] else []" % (dims, number, number)])
    content: Field = {"name": bricks.named(schema, record), "ndarray": array}
    if record.wire:
        content["type"] = "bin"
    bricks.put(schema, record, content)
    record.rules.append({"name": "typed%d" % len(record.rules), "expr": "has(%s.of)" % kind, "class": "bad-type", "at": kind})
    if dice.one_in(2):
        record.rules.append({"name": "bounded%d" % len(record.rules), "at": dims, "class": dice.pick(["overflow", "bad-count"]),
                             "expr": dice.pick(["product(%s) < 1000", "sum(%s) * 2 < 100000", "last(%s) + 1 > 0"]) % dims})
    record.lists.append(dims)
    return True


