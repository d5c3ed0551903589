#include "direct/pieces/joined_array.h"

#include <algorithm>
#include <utility>

#include "direct/codecs.h"
#include "direct/pieces/value_facts.h"
#include "plan/facts/directory_forms.h"
#include "schemac/base/array_size.h"
#include "schemac/base/checked.h"
#include "schemac/check/decoding.h"
#include "schemac/core/joined_array.h"
#include "schemac/core/ndarray.h"
#include "schemac/io/dataset_values.h"
#include "schemac/wire/numpy_type.h"

namespace schemac::direct {
namespace {

// Whether a value is a piece, or a list of what leads to some; `step` of the path is next.
bool gather(const Value& value, const std::vector<model::FileStep>& steps, std::size_t step,
            std::vector<Piece>& out) {
  if (const auto* list = std::get_if<Elements>(&value.kind)) {
    return list->left_out == 0 &&
           std::all_of(list->values.begin(), list->values.end(), [&](const Value& each) {
             return each.is_absent() || gather(each, steps, step, out);
           });
  }
  if (step < steps.size()) {
    const auto* members = std::get_if<Members>(&value.kind);
    const Value* found = members == nullptr ? nullptr : members->find(steps[step].member);
    return found != nullptr && gather(*found, steps, step + 1, out);
  }
  if (const auto* raw = std::get_if<RawBytes>(&value.kind)) {
    const Blob kept = Blob::share(raw->content.bytes, raw->content.owner);
    out.push_back({CodedBytes(&codec_none, kept.bytes()), kept});
    return true;
  }
  const auto* encoded = std::get_if<EncodedContent>(&value.kind);
  if (encoded == nullptr) return value.is_absent();
  const Coded& coded = encoded->coded;
  if (coded.is_stored()) {
    out.push_back({coded.stored_content(), coded.stored()});
    return true;
  }
  const auto plain = coded.plain();
  if (!plain) return false;
  out.push_back({CodedBytes(&codec_none, plain->bytes()), *plain});
  return true;
}

std::optional<std::vector<std::uint64_t>> dims_of(const impl::FactScope& scope,
                                                  const model::FileExpression& path) {
  const impl::FileExpression lowered = plan::file_expression(path);
  const impl::FactWorth worth = impl::FactEvaluation(scope).of(lowered);
  if (worth->kind != impl::FileFact::Kind::list || !worth->inner.empty()) return std::nullopt;
  std::vector<std::uint64_t> dims;
  const bool are_dims = worth->numbers.all_of([&](Int128 number) {
    dims.push_back(static_cast<std::uint64_t>(number));
    return number >= 0 && number <= model::max_u64;
  });
  return are_dims ? std::optional(std::move(dims)) : std::nullopt;
}

// A name that no type has is left in `unknown`.
std::optional<ElementType> named_element(const impl::FactScope& scope,
                                         const model::JoinedForm& form,
                                         std::optional<UnknownType>& unknown) {
  if (form.dtype) return ElementType(*form.dtype, form.endian);
  const impl::FileExpression path = plan::file_expression(*form.dtype_text);
  const impl::FactWorth name = impl::FactEvaluation(scope).of(path);
  if (name->free != nullptr) return impl::numpy_type(*name->free);
  if (name->kind != impl::FileFact::Kind::text) return std::nullopt;
  auto type =
      numpy_type(name->text, form.is_repr ? impl::TypeSpelling::repr : impl::TypeSpelling::name);
  if (!type) unknown = UnknownType{model::path_text(*form.dtype_text), name->text};
  return type;
}

std::optional<JoinedShape> shape_by(const impl::FactScope& scope, const model::JoinedForm& form,
                                    std::optional<UnknownType>& unknown) {
  if (form.condition && !impl::holds(scope, plan::file_expression(*form.condition)).value_or(false))
    return std::nullopt;
  JoinedShape shape;
  auto element = named_element(scope, form, unknown);
  if (!element) return std::nullopt;
  shape.element = std::move(*element);
  shape.is_column_major = form.is_column_major;
  if (form.dims) {
    shape.dims = dims_of(scope, *form.dims);
    if (!shape.dims) return std::nullopt;
  }
  return shape;
}

// None if pieces are missing or nothing says what they are.
std::optional<Joined> join(const Members& members, const impl::FactScope& scope,
                           const model::JoinedArray& array) {
  Joined joined;
  joined.declared = &array;
  const std::vector<model::FileStep>& steps = array.join.steps;
  const Value* const begin = members.find(steps.front().member);
  if (begin == nullptr || !gather(*begin, steps, 1, joined.pieces)) return std::nullopt;
  for (const Piece& piece : joined.pieces) {
    const auto size = piece.bytes.size();
    if (!size || !impl::add(joined.size, *size, joined.size)) return std::nullopt;
  }
  auto shape = shape_of(scope, array);
  if (!shape) return std::nullopt;
  joined.element = std::move(shape->element);
  joined.unknown_type = std::move(shape->unknown_type);
  joined.is_column_major = shape->is_column_major;
  joined.dims = shape->dims ? std::move(*shape->dims)
                            : std::vector<std::uint64_t>{joined.size / joined.element.size};
  return joined;
}

}  // namespace

std::optional<JoinedShape> shape_of(const impl::FactScope& scope, const model::JoinedArray& array) {
  std::optional<UnknownType> unknown;
  for (const model::JoinedForm& form : array.forms) {
    auto shape = shape_by(scope, form, unknown);
    if (!shape) continue;
    if (form.dtype) shape->unknown_type = unknown;
    return shape;
  }
  return std::nullopt;
}

std::optional<Joined> join_files(const Members& files, const impl::FactScope& scope,
                                 const model::JoinedArray& array) {
  auto joined = join(files, scope, array);
  if (joined) joined->size = std::min(joined->size, needed_bytes(*joined));
  return joined;
}

void add_joined(const plan::Plan& plan, const plan::Record& record, Value& members) {
  std::vector<Member> found;
  for (const plan::JoinedArray& array : record.arrays) {
    const RecordFacts own(plan, record, members, plan::asked_names(array.form));
    Value value{Absent{}};
    if (auto joined = join(std::get<Members>(members.kind), own.scope(), array.form))
      value.kind = std::move(*joined);
    found.push_back({array.form.name, std::move(value)});
  }
  auto& given = std::get<Members>(members.kind).given;
  std::move(found.begin(), found.end(), std::back_inserter(given));
}

std::optional<std::string> each_piece(const Joined& joined,
                                      const std::function<bool(Bytes)>& visit) {
  std::uint64_t left = joined.size;
  for (const Piece& piece : joined.pieces) {
    if (left == 0) break;
    Blob plain;
    const CodecFlaw flaw = piece.bytes.decode(plain);
    if (flaw != CodecFlaw::none) return impl::violation_of(flaw).message;
    const Bytes bytes = plain.bytes().first(std::min<std::uint64_t>(plain.size(), left));
    left -= bytes.size();
    if (!visit(bytes)) break;
  }
  return std::nullopt;
}

std::uint64_t needed_bytes(const Joined& joined) {
  std::uint64_t needed = 0;
  return impl::array_size(joined.dims, joined.element.size, needed) ? needed : ~std::uint64_t{0};
}

std::vector<std::byte> first_bytes(const Joined& joined, std::uint64_t most) {
  std::vector<std::byte> bytes;
  (void)each_piece(joined, [&](Bytes piece) {
    const Bytes taken = piece.first(std::min<std::size_t>(piece.size(), most - bytes.size()));
    bytes.insert(bytes.end(), taken.begin(), taken.end());
    return bytes.size() < most;
  });
  return bytes;
}

std::string type_text(const Joined& joined) {
  std::string text = joined.element.name + '[';
  for (std::size_t i = 0; i < joined.dims.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(joined.dims[i]);
  return text + ']';
}

std::string unknown_type_text(const Joined& joined) {
  if (!joined.unknown_type) return "";
  const auto& [path, name] = *joined.unknown_type;
  return path + " is " + schemac::impl::unknown_type_text(name);
}

}  // namespace schemac::direct
