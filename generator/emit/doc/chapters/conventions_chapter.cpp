#include <array>
#include <set>
#include <string_view>

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/queries/spelling.h"
#include "model/overload.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::emit::doc {
namespace {

// Types of numbers and roles that a document uses: only these are explained.
struct Used {
  std::set<Dtype> dtypes;
  std::set<Tone> roles;
};

struct WordRow {
  std::string_view word;  // as code_words has it
  std::string_view shown;
  std::string_view meaning;
};
constexpr std::array<WordRow, 22> expression_words = {{
    {"_", "_", "the value or the element that a condition is about"},
    {"_index", "_index", "its number in the list, from 0 on"},
    {"_last", "_last", "whether it is the last one of the list"},
    {"_next", "_next", "the element after it"},
    {"_key", "_key", "the element that a file or folder is named by"},
    {"align_up(", "align_up(x, y)", "the next multiple of y from x on"},
    {"ceil_div(", "ceil_div(x, y)", "x / y, rounded up"},
    {"digest_size(", "digest_size(x)", "bytes of a checksum of kind x"},
    {"element_bytes(", "element_bytes(x)", "bytes of one element of the type that NumPy calls x"},
    {"first(", "first(x)", "the first element of the list x"},
    {"has(", "has(x.y)", "whether the member x of an enumeration states y"},
    {"known(", "known(x)", "whether x is stated: one value of it says that it is not known"},
    {"last(", "last(x)", "the last element of the list x"},
    {"len(", "len(x)", "elements of a list, bytes of a text"},
    {"max(", "max(x, y)", "the greater of the two"},
    {"min(", "min(x, y)", "the lesser of the two"},
    {"offset(", "offset(x)", "where x begins, from the start of the file"},
    {"present(", "present(x)", "whether x is there"},
    {"product(", "product(x)", "all elements of the list x multiplied; 1 if it has none"},
    {"size(", "size(x)", "bytes that x takes, its own padding included; decoded, if it is encoded"},
    {"size(file)", "size(file)", "bytes of the file"},
    {"sum(", "sum(x)", "all elements of the list x added"},
}};

void collect(const plan::Body& body, Used& used) {
  std::visit(model::Overload{
                 [&](const plan::Scalar& scalar) { used.dtypes.insert(scalar.dtype); },
                 [](const plan::Constant&) {},
                 [&](const plan::Text& what) {
                   if (what.prefix) used.dtypes.insert(what.prefix->dtype);
                 },
                 [](const plan::Raw&) {},
                 [&](const plan::Array& array) {
                   if (array.dtype.op == plan::Op::constant)
                     used.dtypes.insert(static_cast<Dtype>(array.dtype.number));
                 },
                 [](const plan::Nested&) {},
                 [](const plan::List&) {},
                 [](const plan::Switch&) {},
             },
             body.kind);
  for (const plan::Body* inner : inner_bodies(body)) collect(*inner, used);
}

Used find_used(const Context& context) {
  Used used;
  for (const plan::Record& record : context.plan.records) {
    for (const plan::Field& field : record.fields) {
      used.roles.insert(tone_of(field.role));
      collect(field.body, used);
    }
  }
  for (const plan::Enum& enumeration : context.plan.enums) {
    used.dtypes.insert(enumeration.dtype);
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i)
      for (const plan::EnumMember& member : enumeration.members)
        if (enumeration.attributes[i].kind == model::AttributeKind::dtype && member.attributes[i])
          used.dtypes.insert(static_cast<Dtype>(*member.attributes[i]));
  }
  return used;
}

std::string words_of(Dtype dtype) {
  const std::string bits = std::to_string(bit_count(dtype));
  switch (dtype) {
    case Dtype::u8:
    case Dtype::u16:
    case Dtype::u32:
    case Dtype::u64:
      return "unsigned whole number of " + bits + " bits";
    case Dtype::i8:
    case Dtype::i16:
    case Dtype::i32:
    case Dtype::i64:
      return "signed whole number of " + bits + " bits, two's complement";
    case Dtype::f16:
      return "IEEE 754 half precision (binary16)";
    case Dtype::f32:
      return "IEEE 754 single precision (binary32)";
    case Dtype::f64:
      return "IEEE 754 double precision (binary64)";
    case Dtype::bf16:
      return "the upper half of a binary32: 8 bits of exponent, 7 of fraction";
    case Dtype::f8e5m2:
      return "the upper half of a binary16: 5 bits of exponent, 2 of fraction";
    case Dtype::bool8:
      return "0 for false, 1 for true, nothing else";
    case Dtype::c64:
      return "complex: two binary32, the real part first";
    case Dtype::c128:
      return "complex: two binary64, the real part first";
    case Dtype::u4:
    case Dtype::u2:
    case Dtype::u1:
      return "unsigned, " + counted(bit_count(dtype), "bit") +
             ", packed: the lowest bits of a byte first";
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
    case Dtype::t1:
      return "signed, " + counted(bit_count(dtype), "bit") +
             ", packed: the lowest bits of a byte first";
  }
  return "";
}

Table numbers_table(const Used& used) {
  Table table;
  table.caption = "Types of numbers";
  table.columns = {{"Type", false}, {"Bytes", true}, {"Meaning", false}};
  for (const Dtype dtype : used.dtypes) {
    TableRow row;
    row.id = dtype_id(dtype);
    const std::uint32_t bits = bit_count(dtype);
    row.cells = {{text(code(std::string(name(dtype))))},
                 {text(bits % 8 == 0 ? std::to_string(bits / 8) : std::to_string(bits) + "/8")},
                 {text(words_of(dtype))}};
    table.rows.push_back(std::move(row));
  }
  return table;
}

Chapter expressions_chapter(const std::set<std::string>& words) {
  Chapter inner;
  inner.id = Links::below(std::string(conventions_id), "expressions");
  inner.title = "Expressions";
  Facts facts;
  for (const WordRow& row : expression_words)
    if (words.contains(std::string(row.word)))
      add_fact(facts, std::string(row.shown), text(row.meaning));
  if (facts.facts.empty()) return inner;
  inner.blocks.emplace_back(
      Paragraph{text("Numbers in them are whole and exact, whatever the types of the fields.")});
  inner.blocks.emplace_back(std::move(facts));
  return inner;
}

Text words_of_role(Tone role) {
  switch (role) {
    case Tone::given:
      return text("what a file is about: whoever writes a file says it");
    case Tone::derived:
      return text(
          "follows from other fields, as beside it: a writer computes it, a reader may "
          "check it");
    case Tone::constant:
      return text("always the same");
    case Tone::choice:
      return text("changes the bytes, not what they mean: a writer is free in it");
    case Tone::padding:
      return text("zeros that fill up");
    case Tone::none:
    case Tone::error:
    case Tone::rule:
    case Tone::canonical:
    case Tone::warn:
      break;
  }
  return {};
}

}  // namespace

Chapter conventions_chapter(const Context& context, const std::set<std::string>& words) {
  const Used used = find_used(context);
  Chapter chapter;
  chapter.id = conventions_id;
  chapter.title = "Conventions";
  Items items;
  items.items.push_back(
      text("Offsets and sizes are in bytes. Offsets in tables count from the start of "
           "the record, offsets in fields from the start of the file."));
  if (!byte_order_of(context).empty())
    items.items.push_back(text("Numbers of more than one byte are ", byte_order_of(context), "."));
  items.items.push_back(
      text("Diagrams show 16 bytes a row (8 on a narrow screen): the type above "
           "the name. A box with a torn edge varies in size, one with a dashed "
           "border may be missing, and × means repetition."));
  chapter.blocks.emplace_back(std::move(items));
  Facts roles;
  for (const Tone role : used.roles)
    roles.facts.push_back({std::string(word(role)), words_of_role(role), role});
  roles.facts.push_back(
      {std::string(word(Tone::padding)), words_of_role(Tone::padding), Tone::padding});
  Chapter role_chapter;
  role_chapter.id = Links::below(std::string(conventions_id), "roles");
  role_chapter.title = "Roles of fields";
  role_chapter.blocks.emplace_back(std::move(roles));
  Chapter numbers;
  numbers.id = Links::below(std::string(conventions_id), "numbers");
  numbers.title = "Numbers";
  numbers.blocks.emplace_back(numbers_table(used));
  chapter.chapters = {std::move(role_chapter), std::move(numbers)};
  Chapter expressions = expressions_chapter(words);
  if (!expressions.blocks.empty()) chapter.chapters.push_back(std::move(expressions));
  return chapter;
}

}  // namespace schemac::emit::doc
