#include "direct/json/references.h"

#include <nlohmann/json.hpp>

#include "direct/json/scalars_from_json.h"

namespace schemac::direct {
namespace {

// What a program handed over, or null.
template <class T>
const T* handed_over(const std::vector<T>& all, const Json& json) {
  const std::uint64_t index = json.get_binary().subtype();
  return index < all.size() ? &all[static_cast<std::size_t>(index)] : nullptr;
}

Referenced of_lent(const Lent& lent) {
  return {lent.content, lent.array, lent.array ? "the array " : "the buffer "};
}

// Records of the same type have the same members, wherever they are.
bool is_same_record(const plan::Body& body, const plan::Body& other) {
  const auto* nested = std::get_if<plan::Nested>(&body.kind);
  const auto* that = std::get_if<plan::Nested>(&other.kind);
  return nested != nullptr && that != nullptr && nested->record == that->record;
}

}  // namespace

std::optional<Referenced> open_reference(const nlohmann::ordered_json& name,
                                         const std::string& path, const References& references,
                                         std::vector<Problem>& problems) {
  std::string problem;
  if (name.is_binary()) {
    if (const Lent* lent = handed_over(references.lent, name)) return of_lent(*lent);
    problem = "\"file\" refers to nothing that was handed over";
  } else if (!name.is_string()) {
    problem = "\"file\" is not a name of a file";
  } else if (!references.open_file) {
    problem = "files can't be referred to here";
  } else {
    const auto& text = name.get_ref<const std::string&>();
    auto content = references.open_file(text);
    if (content) {
      Referenced file{*std::move(content), std::nullopt, "'" + text + "' "};
      if (is_array_file(file.content.bytes)) file.array = parse_array_file(file.content.bytes);
      return file;
    }
    problem = content.error().message;
  }
  problems.push_back({path, std::move(problem), ""});
  return std::nullopt;
}

bool is_kept(const nlohmann::ordered_json& json) { return json.is_binary(); }

Value kept_value(const plan::Body& body, const nlohmann::ordered_json& json,
                 const std::string& path, const References& references,
                 std::vector<Problem>& problems) {
  const Kept* kept = handed_over(references.kept, json);
  if (kept == nullptr) return problem_at(problems, path, "refers to nothing that was handed over");
  const bool is_record = std::holds_alternative<Members>(kept->value->kind);
  const bool fits = kept->body == &body ||
                    (is_record && kept->body != nullptr && is_same_record(*kept->body, body));
  if (!fits) return problem_at(problems, path, "is a value of another type");
  return *kept->value;
}

Value kept_record(const plan::Plan& plan, const plan::Record& record,
                  const nlohmann::ordered_json& json, const References& references,
                  std::vector<Problem>& problems) {
  plan::Nested nested;
  nested.record = plan::id_of(plan, record);
  plan::Body body;
  body.kind = std::move(nested);
  return kept_value(body, json, "", references, problems);
}

}  // namespace schemac::direct
