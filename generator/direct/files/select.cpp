#include "direct/files/select.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <functional>

#include "direct/files/file_form.h"

namespace schemac::direct {
namespace {

using Candidates = std::vector<Candidate>;

bool is_telling(const std::vector<std::uint8_t>& beginning) {
  return std::ranges::any_of(beginning, [](std::uint8_t byte) { return byte != 0; });
}

bool has_telling(const plan::Root& root) {
  return std::ranges::any_of(root.beginnings, is_telling);
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& ch : lower) ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
  return lower;
}

bool has_extension_of(const Candidate& candidate, std::string_view file_name) {
  return has_extension(candidate.root->extensions, file_name) ||
         has_text_extension(*candidate.root, file_name);
}

Candidates filtered(const Candidates& from, const std::function<bool(const Candidate&)>& fits) {
  Candidates result;
  std::copy_if(from.begin(), from.end(), std::back_inserter(result), fits);
  return result;
}

}  // namespace

bool begins_with(const std::vector<std::vector<std::uint8_t>>& beginnings, Bytes bytes) {
  return std::ranges::any_of(beginnings, [&](const std::vector<std::uint8_t>& each) {
    return is_telling(each) && bytes.size() >= each.size() &&
           std::memcmp(bytes.data(), each.data(), each.size()) == 0;
  });
}

bool has_extension(const std::vector<std::string>& extensions, std::string_view file_name) {
  const std::string name = in_lower_case(file_name);
  return std::any_of(extensions.begin(), extensions.end(), [&](const std::string& each) {
    return name.ends_with("." + in_lower_case(each));
  });
}

bool has_text_extension(const plan::Root& root, std::string_view file_name) {
  return has_extension(root.text_extensions, file_name);
}

bool is_recognised(const Candidate& candidate, Bytes bytes, std::string_view file_name) {
  return begins_with(candidate.root->beginnings, bytes) || has_extension_of(candidate, file_name);
}

bool says_nothing(const Candidate& candidate) {
  return !has_telling(*candidate.root) && candidate.root->extensions.empty() &&
         candidate.root->text_extensions.empty();
}

std::string name_of(const plan::Plan& plan, const plan::Root& root) {
  return root.name.empty() ? plan.format : plan.format + ":" + root.name;
}
std::string name_of(const Candidate& candidate) {
  return name_of(*candidate.plan, *candidate.root);
}

std::vector<Candidate> candidates_of(const plan::Plan& plan) {
  Candidates result;
  for (const plan::Root& root : plan.roots) result.push_back({&plan, &root});
  return result;
}

std::vector<Candidate> select(const std::vector<Candidate>& known, Bytes bytes,
                              std::string_view file_name, const Limits& limits) {
  Candidates left = filtered(
      known, [&](const Candidate& each) { return begins_with(each.root->beginnings, bytes); });
  if (left.size() == 1) return left;
  const Candidates by_name = filtered(left.empty() ? known : left, [&](const Candidate& each) {
    return has_extension_of(each, file_name);
  });
  if (by_name.size() == 1) return by_name;
  if (!by_name.empty()) left = by_name;
  if (bytes.empty()) return left;  // every format that may have nothing in it would do
  // Without a trace of the format in its first bytes or its name, trying only serves formats that
  // have no magic.
  const Candidates tried =
      left.empty() ? filtered(known, [](const Candidate& each) { return !has_telling(*each.root); })
                   : left;
  const Candidates valid = filtered(tried, [&](const Candidate& each) {
    return validate(FileForm(*each.plan, *each.root, bytes, limits)).ok();
  });
  if (valid.empty()) return left;
  // A file can be valid as several roots of one format: as a record, and as a row of one.
  const bool is_one_format = std::all_of(valid.begin(), valid.end(), [&](const Candidate& each) {
    return each.plan == valid.front().plan;
  });
  return is_one_format ? Candidates{valid.front()} : valid;
}

}  // namespace schemac::direct
