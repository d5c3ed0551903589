// How the writer spells the fields of a record, whose value is called `value`: members, and what
// follows from them.
//
// Members are what the user filled in; a derived field is a local of the function at hand, computed
// from members alone. The sizes of contents are expressions, too, so that no function has to keep
// any.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/spelling.h"
#include "plan/facts/asked_layout.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

class WriteScope {
 public:
  /// `begin` is where the record begins in the file, as far as that matters for its size.
  WriteScope(const plan::Plan& plan, const plan::Record& record, std::string begin = "0")
      : plan_(plan), record_(record), begin_(std::move(begin)) {}
  /// Whether anything was spelled, by this scope or a copy of it, that asks the value.
  [[nodiscard]] bool is_value_asked() const { return *is_value_asked_; }
  /// A record that another one holds, whose value is spelled `value`: it has no locals.
  /// An element of a list of records, likewise.
  [[nodiscard]] std::shared_ptr<WriteScope> of_element(const plan::Nested& nested,
                                                       std::string value) const;
  static WriteScope inside(const plan::Plan& plan, const plan::Record& record, std::string value,
                           std::string begin = "0") {
    WriteScope scope(plan, record, std::move(begin));
    scope.value_ = std::move(value);
    scope.has_locals_ = false;
    return scope;
  }

  /// The same where the function at hand has no locals: what follows from others is computed again.
  [[nodiscard]] WriteScope without_locals() const {
    WriteScope scope = *this;
    scope.has_locals_ = false;
    return scope;
  }

  /// The same in another function, of which nobody knows yet which names it uses.
  [[nodiscard]] WriteScope in_function() const {
    WriteScope scope = *this;
    scope.names_ = std::make_shared<UsedNames>();
    return scope;
  }
  /// The same record at `begin`.
  [[nodiscard]] WriteScope standing_at(std::string begin) const {
    WriteScope scope = *this;
    scope.begin_ = std::move(begin);
    return scope;
  }
  /// A name that the function at hand uses: of a parameter or a local.
  std::string use(std::string name) const {
    names_->add(name);
    return name;
  }
  void forget(const std::string& name) const { names_->remove(name); }
  [[nodiscard]] bool uses(const std::string& name) const { return names_->has(name); }
  /// "const Tensor& value", without the name where the function doesn't use it.
  [[nodiscard]] std::string parameter(const std::string& type, const std::string& name) const {
    return uses(name) ? type + " " + name : type;
  }
  /// ", const Tensor& value, std::uint64_t version": of a record's functions for its params.
  [[nodiscard]] std::string parameters() const;

  [[nodiscard]] bool leaves_out_measured() const { return leaves_out_measured_; }
  /// The same without what records measure along with their checks (along.h): their size
  /// is 0.
  [[nodiscard]] WriteScope without_measured() const {
    WriteScope scope = *this;
    scope.leaves_out_measured_ = true;
    return scope;
  }

  /// The same where locals that are used say how large a record is, which isn't measured once more.
  [[nodiscard]] WriteScope with_known_sizes() const;
  /// A field whose size a local says.
  void know_size(plan::FieldId id, std::string local) { sizes_[id] = std::move(local); }

  /// The same in a check, which keeps the products of lists whose elements it looks at
  /// (notes_product).
  [[nodiscard]] WriteScope knowing_products() const {
    WriteScope scope = *this;
    scope.knows_products_ = true;
    return scope;
  }

  [[nodiscard]] const plan::Plan& plan() const { return plan_; }
  [[nodiscard]] const plan::Record& record() const { return record_; }
  [[nodiscard]] std::string begin() const { return begin_ == "0" ? begin_ : use(begin_); }
  [[nodiscard]] const plan::Field& field(plan::FieldId id) const { return record_.fields[id]; }

  /// "value.data", whether present or not.
  [[nodiscard]] std::string member(plan::FieldId id) const;
  /// The content of a member that is there: "*value.data" of an optional one.
  [[nodiscard]] std::string content(plan::FieldId id) const;
  /// Whether a field with a presence is there, as a condition: an optional member knows itself.
  [[nodiscard]] std::string is_there(plan::FieldId id) const;
  /// Of a run with a condition: what a member in it says, or the condition.
  [[nodiscard]] std::string is_there(const plan::Run& run) const;
  /// A scalar, wherever it comes from: a member, a local, a constant.
  [[nodiscard]] std::string scalar(plan::FieldId id) const;

  /// Bytes of a body whose value is spelled `x`, if it begins at `at`.
  [[nodiscard]] std::string size_of(plan::FieldId id, const plan::Body& body, const std::string& x,
                                    const std::string& at = "0") const;
  /// Bytes of a field's body, of one that is there.
  [[nodiscard]] std::string size_of_content(plan::FieldId id) const;
  /// Bytes of a field, its own padding included, 0 if it isn't there.
  [[nodiscard]] std::string size_of_field(plan::FieldId id) const;
  /// The same of one that is there.
  [[nodiscard]] std::string present_size_of(plan::FieldId id) const;
  /// Bytes of what an encoded field decodes to.
  [[nodiscard]] std::string plain_size_of(plan::FieldId id) const;
  /// A list of numbers, without elements where it isn't there.
  [[nodiscard]] std::string list(plan::FieldId id) const;
  /// Elements of a list, bytes of a text.
  [[nodiscard]] std::string length_of(plan::FieldId id) const;

  /// The local of a derived field, or of the number that a member's enumerator has; and its type.
  [[nodiscard]] std::string local(plan::FieldId id) const { return use(name_of_local(id)); }
  [[nodiscard]] std::string name_of_local(plan::FieldId id) const;
  [[nodiscard]] bool uses_local(plan::FieldId id) const { return uses(name_of_local(id)); }
  [[nodiscard]] std::string local_type(plan::FieldId id) const;
  /// What a derived field is computed by; not for those that state where something begins.
  [[nodiscard]] std::string derivation(plan::FieldId id) const;
  /// The choice whether a derived field that may be unknown is stated.
  [[nodiscard]] std::string is_known(plan::FieldId id) const;
  /// Of a count or a size that is stated divided: the number before division.
  [[nodiscard]] std::string whole(plan::FieldId id) const;
  /// What a field says of the place at which content is put.
  [[nodiscard]] std::string number_of_place(plan::FieldId id, const std::string& place) const;
  /// Whether it is a member whose type is an enumeration: expressions take its number.
  [[nodiscard]] bool is_enumerator(plan::FieldId id) const;
  /// Whether the writer computes it (constants aside).
  [[nodiscard]] bool is_derived(plan::FieldId id) const;
  /// Whether it states a place in the file, so that it is known only after measuring.
  [[nodiscard]] bool states_place(plan::FieldId id) const;
  /// Whether it says where a field is that may be absent, and nothing has its place yet: a
  /// condition can ask whether it is `absent`, no more.
  [[nodiscard]] bool tells_presence(plan::FieldId id) const;
  /// A number that answers that.
  [[nodiscard]] std::string presence_number(plan::FieldId id) const;
  /// Whether an expression asks where something is in the file, or how large the file is: that is
  /// known only after measuring.
  [[nodiscard]] bool asks_layout(const plan::Expr& expr) const;
  [[nodiscard]] bool asks_layout(const plan::List& list, const plan::EachRule& rule) const;
  [[nodiscard]] bool asks_layout(const plan::Dims& dims) const;
  /// `wanted` and the locals that these depend on, each after those that it needs.
  [[nodiscard]] std::vector<plan::FieldId> needed(const std::vector<plan::FieldId>& wanted) const;

  [[nodiscard]] Spelling spelling() const;
  /// The same where no locals are: derived fields are computed on the spot.
  [[nodiscard]] Spelling inline_spelling() const;

  /// What a record held by this one gets as parameters: ", root_version". `named` gives arguments
  /// names, in functions that see no record.
  [[nodiscard]] std::string arguments(const plan::Nested& nested) const;
  /// The same before everything has its place: 0 for what is known only then, which no size asks
  /// for.
  [[nodiscard]] std::string early_arguments(const plan::Nested& nested) const;
  void name_arguments(std::map<std::string, std::string> named) { named_ = std::move(named); }
  /// One of them. Its name, if it has one, is looked up by its text.
  [[nodiscard]] std::string argument(const plan::Expr& argument, const Spelling& spelling) const;
  /// Whether it can't always be computed, or a number that it asks another record for.
  /// `element`: what `_` and `_next` are, of a list of records.
  [[nodiscard]] bool can_fail(const plan::Expr& expr, const plan::Record* element = nullptr) const;
  [[nodiscard]] std::string text_of_argument(const plan::Expr& argument) const;
  [[nodiscard]] static std::string text_of_argument(const plan::Expr& argument,
                                                    const Spelling& spelling);

  /// "size_of_metadata_value": a function about one field.
  [[nodiscard]] std::string function(std::string_view verb, plan::FieldId id) const;
  /// The local that computes a digest.
  [[nodiscard]] std::string digester(plan::FieldId id) const;
  /// ", value.choices.n_spelled.bytes()": for the body of a field that is a number with a form.
  [[nodiscard]] std::string spelling_argument(plan::FieldId id, const plan::Body& body) const;
  /// The section that something is placed in, as the variable that runs through it.
  [[nodiscard]] std::string section(const plan::SectionRef& reference) const;
  /// The same with copies of these variables, which are ahead of what was put: "file_ahead".
  [[nodiscard]] WriteScope ahead() const {
    WriteScope scope = *this;
    scope.is_ahead_ = true;
    return scope;
  }

 private:
  [[nodiscard]] std::string own_value() const {
    *is_value_asked_ = true;
    return value_ == "value" ? use(value_) : value_;
  }
  [[nodiscard]] std::string known_argument(const plan::Expr& argument) const;
  [[nodiscard]] std::string stated_derivation(plan::FieldId id) const;
  [[nodiscard]] std::string text_of_derivation(const plan::Expr& expr, const std::string& type,
                                               const Spelling& spelling) const;
  [[nodiscard]] std::string present_plain_size_of(plan::FieldId id) const;
  [[nodiscard]] std::string present_length_of(plan::FieldId id) const;
  [[nodiscard]] std::string if_there(plan::FieldId id, const std::string& x) const;
  [[nodiscard]] std::string number(plan::FieldId id) const;
  void spell_clearing(Spelling& spelling, const std::string& flag, bool is_inline) const;
  [[nodiscard]] std::string told(const plan::Nested& nested, plan::ParamId number) const;
  [[nodiscard]] std::string in_its_versions(plan::FieldId id, const std::string& is_there) const;

  const plan::Plan& plan_;
  const plan::Record& record_;
  std::string begin_;
  std::string value_ = "value";
  bool has_locals_ = true;
  bool leaves_out_measured_ = false;
  bool knows_products_ = false;
  std::map<plan::FieldId, std::string> sizes_;  ///< of records: the local that says it
  std::string fits_ = "fits";                   ///< what numbers that can't be computed clear
  // Of a record in another one, in whose expressions its own are spelled: what that passes to it.
  std::function<std::string(plan::ParamId)> told_;
  bool is_ahead_ = false;
  std::shared_ptr<bool> is_value_asked_ = std::make_shared<bool>(false);
  std::map<std::string, std::string> named_;
  std::shared_ptr<OpenFlags> open_flags_ = std::make_shared<OpenFlags>();
  std::shared_ptr<UsedNames> names_ = std::make_shared<UsedNames>();
};

/// Whether the member of a field says itself whether it is there.
[[nodiscard]] bool knows_presence(const plan::Field& field);
/// Whether field `id` of the record at hand is the list of a file that grows, whose elements may
/// come one by one (streams.h).
[[nodiscard]] bool is_streamed(const WriteScope& scope, plan::FieldId id);
/// "value.data->size()" for "*value.data" and "size()".
[[nodiscard]] std::string access(const std::string& object, std::string_view member);

/// A local's name for a section: "blobs".
[[nodiscard]] std::string section_variable(std::string_view name);

/// `text`, in parentheses if it has operators.
[[nodiscard]] std::string in_parentheses(const std::string& text);

}  // namespace schemac::emit::cpp
