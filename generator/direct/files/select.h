// Which format a file is of: by its leading constant, then by its name, then by trying.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "schemac/core/limits.h"

namespace schemac::direct {

/// A kind of file: a root of a plan. Borrows both.
struct Candidate {
  const plan::Plan* plan = nullptr;
  const plan::Root* root = nullptr;
};

/// "log", or "log:daily" for a root that has a name.
[[nodiscard]] std::string name_of(const Candidate& candidate);
[[nodiscard]] std::string name_of(const plan::Plan& plan, const plan::Root& root);

/// Whether files of that name hold a message as text.
[[nodiscard]] bool has_text_extension(const plan::Root& root, std::string_view file_name);

/// Whether a file has one of these extensions, in whatever case.
[[nodiscard]] bool has_extension(const std::vector<std::string>& extensions,
                                 std::string_view file_name);
/// Whether a file begins with one of these (plan::Root::beginnings) that says something: zeros
/// could be anything's.
[[nodiscard]] bool begins_with(const std::vector<std::vector<std::uint8_t>>& beginnings,
                               Bytes bytes);

/// Whether a file begins as this kind does, or has one of its extensions.
[[nodiscard]] bool is_recognised(const Candidate& candidate, Bytes bytes,
                                 std::string_view file_name);
/// Whether nothing in a file's first bytes or in its name says that it is of this kind.
[[nodiscard]] bool says_nothing(const Candidate& candidate);

/// Every root of `plan`.
[[nodiscard]] std::vector<Candidate> candidates_of(const plan::Plan& plan);

/// What is left of `known` for a file: one if it is recognised; several if it isn't clear which;
/// none if nothing fits.
[[nodiscard]] std::vector<Candidate> select(const std::vector<Candidate>& known, Bytes bytes,
                                            std::string_view file_name, const Limits& limits = {});

}  // namespace schemac::direct
