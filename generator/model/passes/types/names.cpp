#include "model/passes/types/names.h"

#include <algorithm>
#include <array>
#include <optional>

namespace schemac::model {

namespace {

constexpr std::array<std::string_view, 4> foreign_forms = {"json", "bin", "any", "map"};

// The schema in which "schema.Name" is looked up, and the name itself.
const Schema* find_schema(const Draft& draft, const NameScope& scope,
                          const std::vector<std::string>& path) {
  const Schema& own = draft.schemas[scope.schema];
  if (path.size() == 1) return &own;
  if (path.size() != 2) return nullptr;
  for (const SchemaIndex index : own.imports)
    if (draft.schemas[index].name == path.front()) return &draft.schemas[index];
  return nullptr;
}

template <class Index>
std::optional<Index> in_table(const std::map<std::string, Index>& table, const std::string& name) {
  const auto found = table.find(name);
  return found != table.end() ? std::optional<Index>(found->second) : std::nullopt;
}

// "shapes.Point", as messages are called.
std::string joined(const std::vector<std::string>& path) {
  std::string name;
  for (const std::string& step : path) name += (name.empty() ? "" : ".") + step;
  return name;
}

// The number in "u24".
std::optional<std::uint64_t> bits_in(std::string_view name) {
  if (name.size() < 2 || (name[0] != 'u' && name[0] != 'i') || name[1] == '0') return std::nullopt;
  const auto bits = syntax::parse_integer(name.substr(1));
  if (!bits || bits->is_negative) return std::nullopt;
  return bits->magnitude;
}

// The least type of whole bytes that C++ has for so many bits.
Dtype smallest(bool is_signed, std::uint64_t bits) {
  if (bits <= 8) return is_signed ? Dtype::i8 : Dtype::u8;
  if (bits <= 16) return is_signed ? Dtype::i16 : Dtype::u16;
  if (bits <= 32) return is_signed ? Dtype::i32 : Dtype::u32;
  return is_signed ? Dtype::i64 : Dtype::u64;
}

}  // namespace

std::optional<TypeIndex> find_type(const Draft& draft, const NameScope& scope,
                                   const std::vector<std::string>& path) {
  if (path.size() == 1)
    for (auto type = scope.type; type; type = draft.sources[*type].outer)
      if (const auto found = in_table(draft.sources[*type].types, path.front())) return found;
  const Schema* schema = find_schema(draft, scope, path);
  if (schema != nullptr)
    if (const auto found = in_table(schema->types, path.back())) return found;
  return in_table(draft.schemas[scope.schema].messages, joined(path));
}

std::optional<EnumIndex> find_enum(const Draft& draft, const NameScope& scope,
                                   const std::vector<std::string>& path) {
  if (path.size() == 1)
    for (auto type = scope.type; type; type = draft.sources[*type].outer)
      if (const auto found = in_table(draft.sources[*type].enums, path.front())) return found;
  const Schema* schema = find_schema(draft, scope, path);
  if (schema != nullptr)
    if (const auto found = in_table(schema->enums, path.back())) return found;
  return in_table(draft.schemas[scope.schema].message_enums, joined(path));
}

std::optional<NumberType> builtin_scalar(std::string_view name) {
  if (name == "bool") return NumberType{Dtype::bool8};
  if (const auto dtype = dtype_named(name)) return NumberType{*dtype};
  const auto bits = bits_in(name);
  if (!bits || *bits > 64) return std::nullopt;
  return NumberType{smallest(name.front() == 'i', *bits), static_cast<std::uint8_t>(*bits)};
}

bool is_foreign_form(std::string_view name) {
  return std::find(foreign_forms.begin(), foreign_forms.end(), name) != foreign_forms.end();
}

namespace {

// How other languages call numbers and texts.
std::string_view builtin_for(std::string_view name) {
  using Row = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Row, 20> rows = {{
      {"int", "i32"},      {"uint", "u32"},     {"uint8", "u8"},     {"uint16", "u16"},
      {"uint32", "u32"},   {"uint64", "u64"},   {"int8", "i8"},      {"int16", "i16"},
      {"int32", "i32"},    {"int64", "i64"},    {"uint8_t", "u8"},   {"uint16_t", "u16"},
      {"uint32_t", "u32"}, {"uint64_t", "u64"}, {"float", "f32"},    {"double", "f64"},
      {"string", "str"},   {"strz", "str"},     {"boolean", "bool"}, {"byte", "u8"},
  }};
  const auto* row =
      std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.first == name; });
  return row == rows.end() ? std::string_view() : row->second;
}

// `u128`: a number of a width that there is none of.
std::optional<std::string> width_help(std::string_view name) {
  const auto bits = bits_in(name);
  if (!bits || *bits % 8 != 0) return std::nullopt;
  return "numbers have at most 64 bits; read others as bytes: {type: bytes, size: " +
         std::to_string(*bits / 8) + "}";
}

}  // namespace

void report_unknown_type(Draft& draft, const NameScope& scope,
                         const syntax::TypeReference& reference) {
  std::vector<std::string> candidates = {"u8",  "u16", "u32", "u64",  "i8",    "i16", "i32",  "i64",
                                         "f16", "f32", "f64", "bool", "bool8", "str", "bytes"};
  const Schema& own = draft.schemas[scope.schema];
  const auto add = [&](const auto& table, const std::string& prefix) {
    for (const auto& [name, index] : table) candidates.push_back(prefix + name);
  };
  for (auto type = scope.type; type; type = draft.sources[*type].outer) {
    add(draft.sources[*type].types, "");
    add(draft.sources[*type].enums, "");
  }
  add(own.types, "");
  add(own.enums, "");
  for (const SchemaIndex index : own.imports) {
    add(draft.schemas[index].types, draft.schemas[index].name + ".");
    add(draft.schemas[index].enums, draft.schemas[index].name + ".");
  }
  auto& error = draft.error(reference.name_range, "unknown-type",
                            "there is no type '" + reference.name + "'");
  const bool is_in_bytes = !scope.type || !draft.sources[*scope.type].node->has("wire");
  const std::string_view builtin = builtin_for(reference.name);
  if (!builtin.empty())
    error.help("did you mean '" + std::string(builtin) + "'?");
  else if (auto width = is_in_bytes ? width_help(reference.name) : std::nullopt)
    error.help(*width);
  else if (auto help = source::did_you_mean(reference.name, candidates))
    error.help(*help);
  else
    error.help("declare it under 'types' or 'enums'");
}

}  // namespace schemac::model
