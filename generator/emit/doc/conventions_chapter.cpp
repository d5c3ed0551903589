#include <algorithm>
#include <set>

#include "emit/doc/body_kinds.h"
#include "emit/doc/chapters.h"
#include "emit/doc/spelling.h"

namespace schemac::emit::doc {
namespace {

// Types of numbers, functions and roles that a document uses: only these are explained.
struct Used {
  std::set<Dtype> dtypes;
  std::set<std::string_view> functions;
  std::set<Tone> roles;
};

void collect(const plan::Expr& expr, Used& used) {
  switch (expr.op) {
    case plan::Op::product:
      used.functions.insert("product(x)");
      break;
    case plan::Op::sum:
      used.functions.insert("sum(x)");
      break;
    case plan::Op::length:
      used.functions.insert("len(x)");
      break;
    case plan::Op::size_of:
    case plan::Op::plain_size:
      used.functions.insert("size(x)");
      break;
    case plan::Op::size_of_last:
      used.functions.insert("size(x)");
      break;
    case plan::Op::offset_of:
      used.functions.insert("offset(x)");
      break;
    case plan::Op::file_size:
      used.functions.insert("size(file)");
      break;
    case plan::Op::ceil_div:
      used.functions.insert("ceil_div(x, y)");
      break;
    case plan::Op::align_up:
      used.functions.insert("align_up(x, y)");
      break;
    case plan::Op::has_attribute:
      used.functions.insert("has(x.y)");
      break;
    default:
      break;
  }
  for (const plan::Expr& arg : expr.args) collect(arg, used);
}

void collect(const Context& context, const plan::Body& body, Used& used) {
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) used.dtypes.insert(scalar->dtype);
  if (const auto* what = std::get_if<plan::Text>(&body.kind)) {
    if (what->prefix) used.dtypes.insert(what->prefix->dtype);
    if (what->size) collect(*what->size, used);
  }
  if (const auto* raw = std::get_if<plan::Raw>(&body.kind); raw != nullptr && raw->size)
    collect(*raw->size, used);
  if (const auto* list = std::get_if<plan::List>(&body.kind); list != nullptr && list->count)
    collect(*list->count, used);
  if (const auto* array = std::get_if<plan::Array>(&body.kind)) {
    if (array->dims) used.functions.insert("product(x)");
    if (array->dtype.op == plan::Op::constant)
      used.dtypes.insert(static_cast<Dtype>(array->dtype.number));
  }
  for (const plan::Body* inner : inner_bodies(body)) collect(context, *inner, used);
}

Used find_used(const Context& context) {
  Used used;
  for (const plan::Record& record : context.plan.records) {
    for (const plan::Field& field : record.fields) {
      used.roles.insert(tone_of(field.role));
      collect(context, field.body, used);
      if (field.region) collect(field.region->size, used);
      if (field.source.expression) collect(*field.source.expression, used);
    }
    for (const plan::Item& item : record.items)
      if (const auto* rule = std::get_if<plan::Require>(&item)) collect(rule->condition, used);
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

std::string_view words_of_function(std::string_view function) {
  if (function == "product(x)") return "all elements of the list x multiplied; 1 if it has none";
  if (function == "sum(x)") return "all elements of the list x added";
  if (function == "len(x)") return "elements of a list, bytes of a text";
  if (function == "size(x)") return "bytes that x takes, its own padding included";
  if (function == "offset(x)") return "where x begins, from the begin of the file";
  if (function == "size(file)") return "bytes of the file";
  if (function == "ceil_div(x, y)") return "x / y, rounded up";
  if (function == "align_up(x, y)") return "the next multiple of y from x on";
  return "whether the member x of an enumeration states y";
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

Section conventions_chapter(const Context& context) {
  const Used used = find_used(context);
  Section chapter;
  chapter.id = conventions_id;
  chapter.title = "Conventions";
  Items items;
  items.items.push_back(
      text("Offsets and sizes are in bytes. Offsets in tables count from the begin of "
           "the record, offsets in fields from the begin of the file."));
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
  Section role_section;
  role_section.id = Links::below(std::string(conventions_id), "roles");
  role_section.title = "Roles of fields";
  role_section.blocks.emplace_back(std::move(roles));
  Section numbers;
  numbers.id = Links::below(std::string(conventions_id), "numbers");
  numbers.title = "Numbers";
  numbers.blocks.emplace_back(numbers_table(used));
  chapter.sections = {std::move(role_section), std::move(numbers)};
  if (!used.functions.empty()) {
    Section functions;
    functions.id = Links::below(std::string(conventions_id), "functions");
    functions.title = "Functions in expressions";
    Facts facts;
    for (const std::string_view function : used.functions)
      add_fact(facts, std::string(function), text(words_of_function(function)));
    functions.blocks.emplace_back(std::move(facts));
    chapter.sections.push_back(std::move(functions));
  }
  return chapter;
}

}  // namespace schemac::emit::doc
