#include "model/unsupported.h"

#include <algorithm>
#include <array>

namespace schemac::model {
namespace {

struct Remedy {
  std::string_view part;  ///< of the feature
  std::string_view help;
};

// The first row whose part is in the feature.
constexpr std::array remedies = {
    // what lies where
    Remedy{
        "'at' that no field",
        "let a field of the record hold the offset; or let what lies before it stand in line, as "
        "bytes"},
    Remedy{"which stands before their section",
           "let it lie in a section of its own before that one: 'in'"},
    Remedy{"begins of elements but those", "let the begins stand in line, before the list"},
    Remedy{"'order' of records that place",
           "leave 'order' out; numbers may be compared by a rule under 'each': _last or _.a < "
           "_next.a"},
    Remedy{"'parts' of bytes but those that are always there",
           "let the bytes stand in line, without 'if'"},
    Remedy{"which stands elsewhere",
           "let a record stand there that holds it, and its rules with it"},
    Remedy{"an alignment that a value gives", "write the alignment as a number"},
    Remedy{"an alignment of section", "write the alignment as a number"},
    Remedy{"a calculated 'pad' of section", "write the multiple as a number"},
    Remedy{"after another one but without 'begin'",
           "let a field state where it begins: 'begin: FIELD'"},
    Remedy{"'align' in a record inside",
           "put {pad: n} before it, which counts from the begin of its record"},
    Remedy{"padding of some versions", "let padding stand in every version, or name it as bytes"},
    Remedy{"padding inside of a case", "make the case a record whose last field is the padding"},
    Remedy{"a calculated 'pad'", "write the number of bytes"},
    Remedy{"a calculated 'm", "write a rule of the record: 'len(...) <= ...'"},
    Remedy{"a complex number", "write 'ndarray: {dtype: c64, dims: [2]}', or two real numbers"},
    Remedy{"'size' of a digest", "leave it out: its kind says how long it is"},
    Remedy{"'repeat' of a digest",
           "let a record hold the digest with what it covers, and repeat that"},
    Remedy{"'pad' of ", "put the padding after it as a field of its own: {pad: n}"},
    Remedy{
        "sections of a record inside",
        "declare the sections in the root type, and before them one that holds the record: 'in'"},
    Remedy{"elements that follow from others", "mark them with 'given: true', and add a rule"},
    Remedy{"aligned elements", "let the element's type have 'pad' with the same number"},
    // types, cases, versions
    Remedy{"a record with 'size: eos'",
           "leave 'size' out: a message goes to the end, other records know theirs"},
    Remedy{"an integer of any width that follows from others",
           "give it a width, such as u16; or mark it with 'given: true', and add a rule"},
    Remedy{"a 'size' of its own inside a case", "write 'size' at the field with the 'switch'"},
    Remedy{"'size' of", "write 'size' at the fields of that type"},
    Remedy{"'since' of a section", "let the fields that lie in it have the versions"},
    Remedy{"'until' of a section", "let the fields that lie in it have the versions"},
    Remedy{"'since' of a case", "leave it out, or let members of the tag's enumeration have it"},
    Remedy{"'until' of a case", "leave it out, or let members of the tag's enumeration have it"},
    Remedy{"'since' of a type", "write 'since' at the fields of that type"},
    Remedy{"'until' of a type", "write 'until' at the fields of that type"},
    Remedy{"a condition or place inside a case",
           "make the case a record, whose field has the condition or the place"},
    Remedy{"' inside a case", "make the case a record, whose field has the key"},
    Remedy{"a switch inside a case", "make the case a record, whose field has the switch"},
    Remedy{
        "a switch over texts",
        "let an enumeration name the tags: in JSON of type 'str', else of a number, whose values "
        "may be texts of as many bytes"},
    Remedy{"a type given by", "let a 'switch' choose between the types"},
    Remedy{"'oneof' of a message", "declare its fields without 'oneof': the bytes are the same"},
    Remedy{"a group of a message", "leave the field out: what isn't declared is kept"},
    // lists
    Remedy{"a list of ndarrays", "repeat a record that holds the ndarray"},
    Remedy{"a list of constants", "repeat a record that holds the constant"},
    Remedy{"which isn't a plain number that is always there",
           "leave it out, or let it be of a number such as u32, without 'if'"},
    Remedy{"'unknown' of '", "leave it out"},
    Remedy{"a repetition of repetitions", "repeat a record that holds the inner list"},
    Remedy{"versions of a rule under 'each'",
           "let elements be records, whose type has the rule under 'rules'"},
    Remedy{"a place of its own of a rule under 'each'",
           "leave 'at' out: a violation is at its element"},
    Remedy{"versions of a rule of files", "leave 'since' and 'until' out"},
    Remedy{"'order: any'",
           "leave 'order' out: a writer puts them in the order of the values that own them"},
    Remedy{"'each' of records in", "put the rules into the type of the elements"},
    Remedy{"conditions on members of elements", "put 'valid' at the members of the element's type"},
    Remedy{
        "a list of elements whose size nothing states",
        "repeat a record that holds one with its 'size', which here is that of the whole list; or "
        "let 'prefix' say it"},
    Remedy{"or whose count may be unknown",
           "leave out 'unique' and 'order', or else 'slack' and 'unknown'"},
    Remedy{"'unique' and 'order' of lists of the same record",
           "give the lists records of their own"},
    Remedy{"'unique: _'", "let elements be records of one field, and name that"},
    Remedy{"'unique: ",
           "tell elements apart by a text or a number of a fixed width that nothing else gives"},
    Remedy{"'order' by '_'", "let elements be records of one field, and order by that"},
    Remedy{"'order' by another member", "order by the member that 'unique' names"},
    Remedy{"whose 'order' is only noted", "let 'order' have 'level: rule'"},
    Remedy{"'order' by '",
           "order by a whole number or a text that every element has, and that nothing else gives"},
    Remedy{"'valid' of a list",
           "write 'rules' for what holds for the list, or 'each' for the elements"},
    Remedy{"which tells of several fields that may be absent",
           "give each of these fields a number of its own"},
    // texts, codecs, digests, arrays
    Remedy{"'pad-right'", "leave it out: what fills the field up is then a part of its value"},
    Remedy{"a limit for the length of a text", "make a record that holds the text"},
    Remedy{"'max' of a text", "make a record that holds the text"},
    Remedy{"a constant with a length or end mark",
           "leave out 'prefix' and 'terminator', and let 'const' have their bytes, too"},
    Remedy{"a default that is not a number", "leave the default out"},
    Remedy{"a default of what is no single whole number", "leave the default out"},
    Remedy{"that hangs on offsets or on the size of the file",
           "let a field state it, and hold that to the place in a rule"},
    Remedy{"whose level or element hangs on sizes or offsets",
           "let a field that is given state it, or write it as a number"},
    Remedy{"a 'default' that isn't a number", "write the default as a number"},
    Remedy{"a constant that is not a whole number",
           "write its bytes, without a type: const: [0, 0, 0x80, 0x3f]"},
    Remedy{"'is' of what is not a number", "leave 'is' out: then both are given"},
    Remedy{"the value of '",
           "expressions calculate with numbers; of a text or of bytes they can ask for len(...)"},
    Remedy{"a digest of what stands after it", "put the digest after the fields that it covers"},
    Remedy{"a digest of fields backwards", "name the first field in 'from', the last one in 'to'"},
    Remedy{"which lies elsewhere", "let the digest stand in the record that it covers"},
    Remedy{"a digest inside of a case", "let a field with 'if' be the digest, beside the switch"},
    Remedy{"a digest that stands elsewhere", "let it stand inline, without 'at' and 'in'"},
    Remedy{"a digest that begins or ends with a field that may be absent",
           "let a record hold that field, and cover the record"},
    Remedy{"a codec of what stands elsewhere", "let the record that stands there hold the field"},
    Remedy{"a codec of other than bytes and JSON", "encode bytes: 'type: bytes'"},
    Remedy{"'prefix' with a codec", "let a number before it state its 'size'"},
    Remedy{"'repeat' with a codec", "repeat a record that holds the encoded bytes"},
    Remedy{"'pad' with a codec", "let a record with that 'pad' hold the encoded bytes"},
    Remedy{"with a codec", "keep the bytes as they are stored: leave out 'codec'"},
    Remedy{"'inside' of a type with 'params'",
           "leave 'params' out, and put the rule beside the field"},
    Remedy{"a codec inside of MessagePack", "keep the bytes as they are stored: leave out 'codec'"},
    Remedy{"'from: file' of a text", "write 'from: text', or let the root itself hold the text"},
    // directories and arrays of pieces
    Remedy{"arrays of some elements", "leave the array out"},
    // keys that are kept for later
    Remedy{"'language'", "leave it out"},
    Remedy{"'codec' of an array", "leave it out, and decode the joined bytes in code"},
    Remedy{"'derive'", "leave it out: let 'given: true' mark the field, and add a rule"},
    Remedy{
        "'to-size'",
        "let a record with a 'size' hold what is filled up, and after it bytes with 'size: eos'"},
    Remedy{"'until' of", "let a field before the list say how many elements it has"},
    Remedy{"'order' of a list in a message", "leave it out: elements keep the order they have"},
    // expressions
    Remedy{"a text in an expression", "compare it with a text field of the record: ==, !="},
    Remedy{"'any-of' of a text", "compare it in 'expr': word == 'a' or word == 'b'"},
    Remedy{"'any-of' of texts", "let the elements be records, whose rule compares their text"},
    Remedy{"an element that is a text",
           "let the elements be records, whose rule compares their text"},
    Remedy{"comparing a text", "put the rule into the record that holds the text"},
    Remedy{"a list of integers of any width", "give them a width, such as u64"},
    Remedy{"a real number in an expression",
           "leave it out: nothing is calculated with real numbers"},
    Remedy{"a list in an expression",
           "compare the elements: a[0] == 1; lists stand in sum, product, 'in' and 'dims'"},
    Remedy{"a comprehension",
           "name the values one by one, or put a rule for each element under 'each'"},
    Remedy{"over the elements of a list",
           "put a rule for each element under 'each', or name single ones: items[0]"},
    Remedy{"'all(...)'", "put a rule for each element under 'each', or name single ones: items[0]"},
    Remedy{"'any(...)'", "put a rule for each element under 'each', or name single ones: items[0]"},
    Remedy{"'count(...)'", "'len' says how many elements a list has"},
    Remedy{"'stored(...)'",
           "let a digest cover the field: it is made of the bytes as they are stored"},
    Remedy{"'_next'", "let elements be records, and name a member: '_next.x'"},
    Remedy{"which is under a condition", "put what needs it into the record that holds it"},
    Remedy{"a member of another record",
           "put what needs it into the record that holds it; of elements of a list, under 'each'"},
    Remedy{"which is neither a text nor bytes of a message",
           "let the rule be about something else: 'len' says how many elements a list has"},
    Remedy{"which may be another number", "leave out its 'level'"},
    Remedy{"which has a count and a size", "leave out the 'size', which follows from the count"},
    Remedy{"a value of an outer record",
           "let another record be the root, and pass the value as a parameter"},
    Remedy{"the length, size or offset of what is no field",
           "ask for the length of fields: len(a) + len(b)"},
    Remedy{"comparing an attribute", "compare the member that has it: kind == name"},
    Remedy{"the length, size or offset of an element",
           "let elements be records, with 'valid' at their fields"},
    Remedy{"asking whether a field of another record is there",
           "put what needs it into the record that holds it"},
    Remedy{"a length, size or offset in another record",
           "put the rule into that record; or let a field there hold the number, and name that"},
    Remedy{"a list of a message or text, told",
           "pass the number that is needed instead of the list"},
    Remedy{"a list that isn't a field of scalars",
           "name one list of numbers at a time: sum(a) + sum(b)"},
    Remedy{"a list that isn't a field", "pass the number that is needed instead of the list"},
    Remedy{"the least or greatest of a list", "name the numbers one by one: min(a, b)"},
    Remedy{"joining lists", "compare the elements: a[0] == 1; lists are joined only in 'dims'"},
    Remedy{"looking for a value in a list", "name the values one by one: x in [1, 2]"},
};

}  // namespace

source::Diagnostic& report_unsupported_alone(source::Diagnostics& diagnostics,
                                             source::SourceRange range, std::string_view feature) {
  if (feature.ends_with(',')) feature.remove_suffix(1);
  return diagnostics.error(range, "unsupported",
                           "this version doesn't support " + std::string(feature));
}

source::Diagnostic& report_unsupported(source::Diagnostics& diagnostics, source::SourceRange range,
                                       std::string_view feature) {
  source::Diagnostic& error = report_unsupported_alone(diagnostics, range, feature);
  const auto* const remedy = std::find_if(
      remedies.begin(), remedies.end(),
      [&](const Remedy& each) { return feature.find(each.part) != std::string_view::npos; });
  if (remedy != remedies.end()) error.help(std::string(remedy->help));
  return error;
}

}  // namespace schemac::model
