// The table itself. Rows stand in the order in which the language is explained: the schema, its
// enumerations and types, the parts of fields, then what repeats, places and encodes them.
#include <utility>

#include "syntax/keys.h"

namespace schemac::syntax {
namespace {

// --- ways to write a value ----------------------------------------------------------------------

ValueForm a_name(NameKind kind = NameKind::identifier) {
  return {.form = Form::name, .name_kind = kind};
}
ValueForm a_text() { return {.form = Form::text}; }
ValueForm a_quoted_text() { return {.form = Form::quoted}; }
ValueForm an_integer() { return {.form = Form::integer}; }
ValueForm a_boolean() { return {.form = Form::boolean}; }
ValueForm an_expression() { return {.form = Form::expression}; }
// A YAML list of expressions is a list expression: `dims: [length / 3, 3]`.
ValueForm expressions() { return {.form = Form::expression, .takes_list = true}; }
ValueForm a_type() { return {.form = Form::type}; }
ValueForm anything() { return {.form = Form::unchecked}; }
ValueForm a_word(std::vector<std::string_view> words, std::string_view described = {}) {
  return {.form = Form::word, .words = std::move(words), .described = described};
}
ValueForm a_map(Context context) { return {.form = Form::record, .context = context}; }
ValueForm a_list(std::vector<ValueForm> items) {
  return {.form = Form::list, .values = std::move(items)};
}
ValueForm named(std::vector<ValueForm> values, NameKind kind = NameKind::identifier) {
  return {.form = Form::names, .values = std::move(values), .name_kind = kind};
}

ValueForm a_class() {
  return a_word(
      {"truncated",    "trailing-data", "bad-magic",       "bad-version",      "bad-type",
       "bad-value",    "bad-count",     "bad-order",       "bad-charset",      "bad-checksum",
       "bad-json",     "bad-protobuf",  "duplicate-name",  "misaligned",       "missing-file",
       "negative-dim", "nesting-limit", "nonzero-padding", "nonzero-reserved", "out-of-bounds",
       "overflow",     "overlap",       "resource-limit",  "size-mismatch"},
      "a class of violations, such as bad-value");
}

using enum Context;
using enum KeyStatus;

using Rows = std::vector<Key>;

// clang-format packs initializers; a row a key reads better with few breaks.
Rows schema_rows() {
  return {
      {"schema", {schema}, {a_name()}, executed, "the format's name; its code's namespace"},
      {"title", {schema}, {a_text()}, executed, "the format's full name"},
      {"doc",
       {schema, enumeration, member, attach, type, field, case_body, section, rule, valid, bit,
        array, directory_entry, sample},
       {a_text()},
       executed,
       "what it is, for readers of the code and of the specification"},
      {"doc-ref",
       {schema, enumeration, type, field, case_body, section, rule, array},
       {a_text(), a_list({a_text()})},
       executed,
       "where the format's own document says so"},
      {"language", {schema}, {an_integer()}, planned, "version of this language", "ks-version"},
      {"extensions",
       {schema, type},
       {a_list({a_text()})},
       executed,
       "of files, without dot",
       "file-extension"},
      {"endian",
       {schema, type, field, case_body, ndarray, digest, codec},
       {a_word({"le", "be"}), a_map(endian_switch)},
       executed,
       "byte order of what is inside"},
      {"switch",
       {endian_switch},
       {an_expression()},
       planned,
       "the value that says the byte order",
       "switch-on"},
      {"cases",
       {endian_switch},
       {named({a_word({"le", "be"})}, NameKind::case_label)},
       planned,
       "the byte order for each value"},
      {"imports", {schema}, {a_list({a_text()})}, executed, "schemas whose names are used here"},
      {"root", {schema, sample}, {a_name(NameKind::dotted)}, executed, "the type of a whole file"},
      {"roots",
       {schema},
       {named({a_name(NameKind::dotted)})},
       executed,
       "several kinds of files, each with its type"},
      {"version", {schema}, {an_expression()}, executed, "what since and until compare with"},
      {"trailing",
       {schema, type},
       {a_word({"error", "rule", "warn", "ignore", "keep"})},
       executed,
       "what bytes behind the end are"},
      {"types", {schema, type}, {named({a_map(type)})}, executed, "records, unions, named forms"},
      {"enums", {schema, type}, {named({a_map(enumeration)})}, executed, "the enumerations"},
      {"samples",
       {schema},
       {a_list({a_map(sample)})},
       executed,
       "files that the schema must accept or refuse"},
      {"attach",
       {schema},
       {named({a_map(attach)}, NameKind::dotted)},
       executed,
       "attributes for imported enumerations"},
      {"protos", {schema}, {a_list({a_text()})}, executed, ".proto files whose messages are types"},
  };
}

Rows enumeration_rows() {
  return {
      {"type", {enumeration}, {a_type()}, executed, "how a member lies in bytes"},
      {"unknown",
       {enumeration},
       {a_word({"error", "keep"})},
       executed,
       "what a value without a member is"},
      {"attributes",
       {enumeration, attach},
       {named({a_type()})},
       executed,
       "what is known of members: names and types"},
      {"members",
       {enumeration},
       {named({an_integer(), a_quoted_text(), a_map(member)})},
       executed,
       "the known values"},
      {"members",
       {attach},
       {named({a_map(attach_member)})},
       executed,
       "attributes of members that are declared elsewhere"},
      {"value",
       {member},
       {an_integer(), a_quoted_text()},
       executed,
       "the number in the bytes, or these"},
      {"since",
       {member, bit, field, rule},
       {an_integer()},
       executed,
       "the first version that has it"},
      {"until",
       {member, bit, field, rule},
       {an_integer()},
       executed,
       "the first version that has it no more"},
      {"since",
       {type, case_body, section},
       {an_integer()},
       planned,
       "the first version that has it"},
      {"until",
       {type, case_body, section},
       {an_integer()},
       planned,
       "the first version that has it no more"},
  };
}

// Keys of whole records.
Rows record_rows() {
  return {
      {"params", {type}, {named({a_type()})}, executed, "what users of the type must pass"},
      {"let",
       {type, field, case_body},
       {named({an_expression()})},
       executed,
       "names for expressions",
       "instances"},
      {"fields",
       {type, field, case_body},
       {a_list({a_map(field)})},
       executed,
       "what lies in the bytes, in order",
       "seq"},
      {"sections",
       {type},
       {a_list({a_map(section)})},
       executed,
       "named ranges, each ending where the next begins"},
      {"rules",
       {type, field, case_body},
       {a_list({a_map(rule)})},
       executed,
       "conditions that validation checks"},
      {"arrays", {type}, {a_list({a_map(array)})}, planned, "arrays made of pieces elsewhere"},

      {"begin", {section}, {an_expression()}, executed, "the field that says where it begins"},
      {"gaps",
       {section},
       {a_word({"zero-fill", "error", "warn", "ignore"})},
       executed,
       "what bytes between payloads are"},
      {"overlap",
       {section},
       {a_word({"error", "rule", "warn", "ignore"})},
       executed,
       "what payloads that share bytes are"},
      {"order",
       {section},
       {a_word({"visit", "any"})},
       executed,
       "the order of payloads: of the values that own them, or any"},
      {"each", {section}, {a_map(section_each)}, executed, "what holds for each payload"},

      {"expr", {rule, valid, each}, {an_expression()}, executed, "what must be true"},
      {"message", {rule, valid, each}, {a_text()}, executed, "the sentence for people"},
      {"class",
       {field, type, case_body, rule, valid, each},
       {a_class()},
       executed,
       "what kind of violation it is when broken"},
      {"level",
       {field, type, case_body, rule, valid, each, order},
       {a_word({"error", "rule", "canonical", "warn"})},
       executed,
       "who insists: reading, validation, the writer, nobody"},
      {"at", {rule, valid, each}, {an_expression()}, executed, "the field to point at"},
  };
}

// Keys of one field, and of types and cases that stand for a field's body.
Rows field_rows() {
  const std::vector<Context> bodies = {type, field, case_body};
  return {
      {"name",
       {field, section, array, directory_entry, slack},
       {a_name()},
       executed,
       "how it is called",
       "id"},
      {"name",
       {rule, valid, each, sample},
       {a_name(NameKind::kebab)},
       executed,
       "how it is called"},
      {"type", bodies, {a_type()}, executed, "what it is: u32, str, bytes, a type of the schema"},
      {"const",
       bodies,
       {an_integer(), a_boolean(), a_text(), a_list({an_integer(), a_text()})},
       executed,
       "its one value; bytes are text or a list like [0x89, ABC]",
       "contents"},
      {"is",
       {type, field, case_body, each},
       {expressions()},
       executed,
       "what it follows from: checked, and written"},
      {"derive", bodies, {expressions()}, planned, "what the writer puts here"},
      {"default", bodies, {expressions()}, executed, "its value where nobody says another"},
      {"given", bodies, {a_boolean()}, executed, "true: people say it, it isn't derived"},
      {"choice", bodies, {a_boolean()}, planned, "true: changes the bytes, not the meaning"},
      {"valid", bodies, {a_map(valid)}, executed, "what its value must be", "eq"},
      {"any-of", {valid, each}, {expressions()}, executed, "the allowed values", "one-of"},
      {"min",
       {type, field, case_body, valid, each},
       {an_expression()},
       executed,
       "the least value, or the least number of elements"},
      {"max",
       {type, field, case_body, valid, each},
       {an_expression()},
       executed,
       "the greatest value, or number of elements"},
      {"if",
       {type, field, case_body, section, directory_entry},
       {an_expression()},
       executed,
       "when it is there"},
      {"absent",
       bodies,
       {an_expression()},
       executed,
       "its value when what it tells of isn't there"},
      {"unknown", bodies, {an_expression()}, planned, "the value that means 'not stated'"},
      {"enum",
       bodies,
       {named({an_integer(), a_quoted_text(), a_map(member)}), a_type()},
       executed,
       "names for its values"},
      {"flags", bodies, {named({an_integer(), a_map(bit)})}, executed, "names for its bits"},
      {"bit", {bit}, {an_integer()}, executed, "which bit; 0 is the lowest"},
      {"bits", {bit}, {a_list({an_integer()})}, executed, "first and last bit: [5, 7]"},
      {"switch",
       bodies,
       {an_expression()},
       executed,
       "the tag that chooses what is here",
       "switch-on"},
      {"cases",
       bodies,
       {named({a_map(case_body)}, NameKind::case_label)},
       executed,
       "what is here for each value of the tag"},
      {"keep-tag",
       {case_body, field},
       {a_boolean()},
       planned,
       "true: the alternative remembers its tag"},
      {"alternative", {case_body}, {a_name()}, executed, "the alternative's name in code"},
      {"ndarray", bodies, {a_map(ndarray)}, executed, "it is an array of numbers"},
      {"dtype", {ndarray}, {an_expression()}, executed, "type of an element"},
      {"dims", {ndarray}, {expressions()}, executed, "number of elements in each dimension"},
      {"order",
       {ndarray},
       {a_word({"row", "column"}), an_expression()},
       executed,
       "row: the last index is the fastest"},
      {"block", {ndarray}, {an_expression()}, planned, "elements that are packed together"},
      {"block_bytes", {ndarray}, {an_expression()}, planned, "bytes of such a block"},
  };
}

// Where fields lie, how often and how large they are.
Rows extent_rows() {
  const std::vector<Context> bodies = {type, field, case_body};
  return {
      {"repeat",
       {type, field, case_body, directory_entry},
       {a_word({"eos", "head"}), a_map(until), an_expression()},
       executed,
       "how many times",
       "repeat-expr repeat-until"},
      {"until", {until}, {an_expression()}, planned, "true for the last element", "repeat-until"},
      {"each",
       bodies,
       {a_map(each), a_list({a_map(rule)}), named({a_map(valid)})},
       executed,
       "what holds for each element"},
      {"unique", bodies, {an_expression()}, executed, "what may not occur twice: name, _"},
      {"order",
       bodies,
       {a_word({"ascending", "descending"}), a_map(order)},
       executed,
       "the order of its elements"},
      {"order",
       {each},
       {a_word({"ascending", "descending"})},
       planned,
       "the order of the elements"},
      {"by", {order}, {an_expression()}, executed, "what is compared"},
      {"size",
       bodies,
       {a_word({"eos", "rest"}), an_expression()},
       executed,
       "bytes of the whole field",
       "size-eos"},
      {"prefix", bodies, {a_type()}, executed, "the number in front that says its length"},
      {"terminator", bodies, {an_integer()}, executed, "the byte that ends it"},
      {"encoding", bodies, {a_name(NameKind::kebab)}, executed, "of a text: utf-8, ascii, ..."},
      {"charset", bodies, {a_text()}, executed, "the characters of a text: [a-z0-9_]+"},
      {"pad-right", bodies, {an_integer()}, planned, "the byte that fills up a text"},
      {"at",
       {type, field, case_body},
       {a_map(at_each), an_expression()},
       executed,
       "the field that says where it lies",
       "pos"},
      {"each", {at_each}, {an_expression()}, planned, "where each element lies"},
      {"base",
       bodies,
       {a_word({"file", "section"}), an_expression()},
       planned,
       "what offsets count from",
       "io"},
      {"in", bodies, {a_name()}, executed, "the section that holds it"},
      {"align",
       {type, field, case_body, section, section_each, each},
       {an_expression()},
       executed,
       "its begin is a multiple of this"},
      {"pad",
       {type, field, case_body},
       {a_map(pad), an_expression()},
       executed,
       "zero bytes behind it, up to a multiple of this"},
      {"pad",
       {section},
       {an_expression()},
       executed,
       "zero bytes at its end, up to a multiple of this"},
      {"to-size", {pad}, {an_expression()}, planned, "bytes with the padding"},
      {"of", {pad}, {an_expression()}, planned, "what is filled up"},
      {"slack", bodies, {a_map(slack)}, planned, "room that is kept behind it"},
      {"until", {slack}, {an_expression()}, planned, "where the room ends"},
      {"stream", bodies, {a_word({"append"})}, planned, "the writer learns the count last"},
  };
}

// What comes in other wire forms, encoded, or spread over files.
Rows encoding_rows() {
  const std::vector<Context> bodies = {type, field, case_body};
  return {
      {"wire",
       {schema, type, field, case_body},
       {a_word({"msgpack", "protobuf", "python"})},
       executed,
       "the wire form of what is inside"},
      {"message", {type}, {a_type()}, executed, "a message of a .proto file, by its full name"},
      {"unknown-fields",
       {type},
       {a_word({"keep", "drop"})},
       executed,
       "what happens to fields that the message doesn't declare"},
      {"map", bodies, {a_map(map)}, executed, "pairs of keys and values, in their order"},
      {"key", {map}, {a_type(), a_map(case_body)}, executed, "what the keys are"},
      {"value", {map}, {a_type(), a_map(case_body)}, executed, "what the values are"},
      {"codec",
       {type, field, case_body, array},
       {a_map(codec)},
       planned,
       "how its bytes are encoded",
       "process"},
      {"by", {codec}, {an_expression()}, planned, "the algorithm"},
      {"by", {digest}, {an_expression()}, executed, "the algorithm"},
      {"level", {codec}, {an_expression()}, planned, "the effort of the encoder"},
      {"size", {codec}, {an_expression()}, planned, "bytes of the plain content"},
      {"inside",
       {type, field, case_body, codec},
       {a_type()},
       planned,
       "the record that the codec itself writes"},
      {"digest", bodies, {a_map(digest)}, executed, "it is a checksum"},
      {"over", {digest}, {a_map(span), expressions()}, executed, "the fields that it is made of"},
      {"from", {span}, {an_expression()}, executed, "the first of them"},
      {"to", {span}, {an_expression()}, executed, "the last of them"},
      {"json",
       {type, field, case_body, directory_entry},
       {anything()},
       planned,
       "the members of a JSON text"},
      {"style",
       {type, field, case_body, directory_entry},
       {a_map(style)},
       planned,
       "how a JSON text is written"},
      {"separators",
       {style},
       {a_list({a_text()})},
       planned,
       "between items, between key and value"},
      {"ascii", {style}, {a_boolean()}, planned, "true: other characters are escaped"},
      {"indent", {style}, {an_integer()}, planned, "blanks a level"},

      {"join", {array}, {an_expression()}, planned, "the pieces"},
      {"split", {array}, {an_expression()}, planned, "the writer's size of a piece"},
      {"ndarray", {array}, {a_map(ndarray)}, planned, "what the pieces make up"},

      {"directory",
       {type},
       {a_list({a_map(directory_entry)}), a_map(directory_switch)},
       planned,
       "the files of a dataset"},
      {"commit", {type}, {a_list({a_name()})}, planned, "the order in which files are replaced"},
      {"switch",
       {directory_switch},
       {an_expression()},
       planned,
       "what chooses the entries",
       "switch-on"},
      {"cases",
       {directory_switch},
       {named({a_list({a_map(directory_entry)})}, NameKind::case_label)},
       planned,
       "the entries for each value"},
      {"file", {directory_entry}, {a_text(), a_list({a_text()})}, planned, "a file's name"},
      {"dir", {directory_entry}, {a_text()}, planned, "a directory's name"},
      {"type", {directory_entry}, {a_type()}, planned, "what is in the file"},
      {"optional", {directory_entry}, {a_boolean()}, planned, "true: it may be missing"},
      {"keyed", {directory_entry}, {an_expression()}, planned, "names for its elements"},
      {"first", {directory_entry}, {an_integer()}, planned, "the number of the first file"},

      {"file", {sample}, {a_text()}, executed, "a file beside the schema"},
      {"hex", {sample}, {a_text()}, executed, "bytes in hexadecimal"},
      {"values", {sample}, {anything()}, executed, "what must be at which path"},
      {"refused", {sample}, {a_class()}, executed, "the class of the violation it must have"},
  };
}

std::vector<Key> all_rows() {
  Rows result;
  for (const Rows& rows : {schema_rows(), enumeration_rows(), record_rows(), field_rows(),
                           extent_rows(), encoding_rows()}) {
    result.insert(result.end(), rows.begin(), rows.end());
  }
  return result;
}

}  // namespace

const std::vector<Key>& keys() {
  static const std::vector<Key> rows = all_rows();
  return rows;
}

}  // namespace schemac::syntax
