// How generated code gets at a value of a directory's files: what it opens one in the other, the
// steps in what that is, and the type that is found.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

using FileSteps = std::vector<model::FileStep>;

/// What is opened, one in the other, to get at a value: directories, then a file or what was passed
/// to the directory.
struct Route {
  struct Step {
    std::string local;  ///< a Result
    std::string call;
    bool may_be_missing = false;
  };
  std::vector<Step> openings;
  const plan::Record* record = nullptr;  ///< of the last; null: of no type
  FileSteps rest;                        ///< in it
};

/// None if the path leads through several files, or isn't one that code can follow.
[[nodiscard]] std::optional<Route> route_of(const plan::Plan& plan, std::size_t directory,
                                            const model::FileExpression& path);
/// Whether a path is found in values: of fields, which not all kinds of values have.
[[nodiscard]] bool can_follow(const plan::Record* record, const FileSteps& steps,
                              const plan::Plan& plan);

/// Prints
///
///   const auto meta_folder = self.meta();
///   if (!meta_folder) return meta_folder.error();
///   const auto metaSizes_file = meta_folder->read_sizes();
///   if (!metaSizes_file) return metaSizes_file.error();
///
/// but for those that are `open` already.
void emit_openings(Printer& out, const Route& route, std::string from, std::set<std::string>& open);
/// Prints what leads to the last of some fields, and returns how that is spelled:
///
///   const auto* const sizes_file_at_0 = schemac::impl::held(sizes_file->content);
///   if (sizes_file_at_0 == nullptr) return {};
[[nodiscard]] std::string emit_steps(Printer& out, const std::string& root, bool may_be_missing,
                                     const std::vector<const plan::Field*>& fields,
                                     const std::string& absent);

[[nodiscard]] std::optional<std::size_t> entry_named(const model::Directory& form,
                                                     const std::string& name);
/// The record of a field, or of the elements of a list. Null if there is none.
[[nodiscard]] const plan::Record* record_of(const plan::Plan& plan, const plan::Field& field);
/// The type of what is passed to a directory: "DType", "std::vector<DType>"; numbers are of no
/// type.
[[nodiscard]] std::string told_type(const plan::Plan& plan, std::size_t directory,
                                    std::size_t parameter);

}  // namespace schemac::emit::cpp
