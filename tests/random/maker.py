"""Makes a schema: types first, then the record of a whole file, of parts chosen at random."""
from typing import Any

import bits
import bricks
import encoded
import excess
import forms
import growing
import idioms
import messages
import orders
import outside
import packs
import relations
import sections
import texts
import versions
import wholes
from dice import Dice
from imported import imported
from names import SCHEMAS
from recursion import recursive
from scope import Record, Schema, Type
from words import Words

# How often each part is chosen.
PARTS: dict[bricks.Brick, int] = {
    bricks.number: 10,
    bricks.constant: 3,
    bits.group: 3,
    bricks.text: 7,
    bricks.padding: 2,
    bricks.sized_bytes: 4,
    bricks.given_size: 2,
    bricks.repeated: 8,
    bricks.region: 4,
    bricks.prefixed: 5,
    bricks.nested: 6,
    relations.condition: 6,
    relations.union: 6,
    relations.follows: 3,
    encoded.digest: 2,
    encoded.coded: 1,
    encoded.typed_array: 1,
    relations.array: 3,
    relations.rule: 4,
    relations.let: 2,
    relations.inline: 3,
    relations.chosen: 1,
    sections.placed: 2,
    sections.sectioned: 2,
    wholes.unknown_count: 1,
    wholes.last_size: 1,
    wholes.parts: 1,
    wholes.joined: 1,
    wholes.outer: 1,
    wholes.union_type: 2,
    wholes.passed_on: 1,
    outside.counted_by_bits: 1,
    outside.asked: 2,
    outside.sized_by_file: 1,
    outside.absent: 1,
    texts.inline_text: 1,
    packs.mapped: 4,
    packs.anything: 2,
    packs.object_field: 1,
    growing.growing: 2,
    idioms.idiom: 6,
    messages.sized: 1,
    messages.attached: 1,
    messages.listed: 1,
    messages.rest: 1,
}


def fill(schema: Schema, record: Record, count: int, may_open: bool) -> None:
    before = len(record.fields)
    for _ in range(count * 3):
        if count == 0 or record.is_open:
            break
        if schema.dice.weighted(PARTS)(schema, record):
            count -= 1
    if may_open and not record.sections and schema.dice.one_in(2):
        bricks.rest(schema, record)
    if len(record.fields) == before:
        bricks.number(schema, record)


def make_record(schema: Schema) -> None:
    dice = schema.dice
    name = schema.names.type(schema.type_names)
    record = Record(wire=schema.wire)
    params = []
    if dice.one_in(4):
        for _ in range(dice.between(1, 2)):
            param = schema.names.field(record.used)
            kind = dice.pick(["number", "number", "list", "signed"])
            types = {"list": ["u64[]"], "number": ["u8", "u16", "u32", "u64"], "signed": ["i8", "i32", "i64"]}
            record.params[param] = dice.pick(types[kind])
            params.append(kind)
            {"list": record.lists, "number": record.numbers, "signed": record.signed}[kind].append(param)
    fill(schema, record, dice.between(1, 4), may_open=dice.one_in(3))
    made = record.to_type()
    if dice.one_in(8) and not schema.wire and not record.is_open:
        made["pad"] = dice.pick([2, 4, 8])
    if dice.one_in(10) and not schema.wire:
        made["endian"] = dice.pick(["le", "be"])
    if dice.one_in(10):
        made["doc"] = schema.note()
    schema.types[name] = made
    numbers = [each for each in record.numbers if each not in record.params]
    schema.records.append(Type(name, record.is_open, record.least, numbers, record.texts, params, schema.wire))


def make_schema(name: str, seed: str) -> dict[str, Any]:
    dice = Dice(seed)
    if dice.one_in(12):
        name = dice.pick(SCHEMAS)
    if dice.one_in(40):
        return excess.make(name, dice)
    schema = Schema(name, dice)
    if dice.one_in(8):
        schema.wire = "msgpack"
    if dice.one_in(6):
        imported(schema)
    if dice.one_in(8):
        recursive(schema)
    for _ in range(dice.pick([0, 1, 1, 2, 3])):
        make_record(schema)
    if not schema.wire and dice.one_in(6):  # an object among bytes
        schema.wire = "msgpack"
        make_record(schema)
        schema.wire = ""
    if not schema.wire and dice.one_in(4):
        for _ in range(dice.pick([1, 1, 2, 3])):
            texts.make_text(schema)
    record = Record(is_root=True, wire=schema.wire)
    if dice.one_in(6):
        bricks.constant(schema, record)
    place = len(record.fields) if dice.one_in(5) else None
    if place is not None:
        name = bricks.named(schema, record)
        schema.version = "File." + name
        version = {"name": name, "type": dice.pick(["u8", "u16", "u32"]), "valid": {"any-of": [1, 2, 3]}, "default": 3}
        record.fields.append(version)
    elif not schema.wire and dice.one_in(8):
        orders.stated(schema, record)
    if any(bricks.is_text(each) for each in schema.records) and not schema.wire and dice.most():
        bricks.text_region(schema, record)
    fill(schema, record, dice.pick([2, 3, 4, 6, 8]), may_open=True)
    if place is not None and dice.one_in(10):  # mostly refused: what depends on the version stands before it
        record.fields.insert(dice.below(len(record.fields)), record.fields.pop(place))
    schema.types["File"] = record.to_type()
    if not schema.version and not schema.byte_order and dice.one_in(6):  # which are fields of the one root
        make_other_root(schema)
    if not schema.version and not schema.byte_order and not schema.wire and dice.one_in(20):
        messages.make_root(schema)
    finish(schema)
    return schema.document()


def finish(schema: Schema) -> None:
    """What a whole schema is given once its records are made."""
    for other in schema.imports.values():
        finish(other)
    for made in list(schema.types.values()):
        forms.name_forms(schema, made)
    sections.without_payloads(schema.types)
    if schema.version:
        versions.spread(schema, [schema.types, schema.enums])
    if schema.byte_order:
        orders.settle(schema, schema.types)
    if schema.dice.one_in(4):
        forms.make_local(schema)
    Words(schema).of_schema({"types": schema.types, "enums": schema.enums, "attach": schema.attached})


def make_other_root(schema: Schema) -> None:
    """Another kind of file, which may hold the same records."""
    dice = schema.dice
    names: set[str] = set()
    schema.roots[schema.names.field(names)] = "File"
    other = schema.names.type(schema.type_names)
    record = Record(is_root=True, wire=schema.wire)
    schema.budget += 4
    fill(schema, record, dice.pick([1, 2, 4]), may_open=True)
    schema.types[other] = record.to_type()
    if dice.one_in(3):
        schema.types[other].update(dice.pick([{"trailing": "warn"}, {"trailing": "ignore"}, {"trailing": "error"}, {"extensions": ["oth"]}]))
    schema.roots[schema.names.field(names)] = other
