// What is to be written, before and after it has a place: a node for each record, field and body,
// with its value.
//
// The tree is built from values, laid out by the plan's items, asked for its derived numbers and
// emitted, in this order. A derived number is computed when it is first asked for, so expressions
// find whatever they depend on.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "direct/evaluate.h"
#include "direct/json_texts.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/check/check.h"
#include "schemac/check/frame.h"

namespace schemac::direct {

struct RecordNode;

/// Something at a place: a field's content, an element, an alternative.
struct BodyNode {
  const plan::Body* body = nullptr;
  const Value* value = nullptr;  ///< null for what has no member
  std::uint64_t begin = 0, size = 0;
  std::uint64_t padding = 0;           ///< of a text, inside `size`
  std::unique_ptr<RecordNode> record;  ///< of Nested
  std::vector<BodyNode> inner;         ///< elements; the alternative held
  std::uint32_t alternative = 0;
  std::optional<Coded> coded;  ///< of a field that is encoded: with stored bytes once there are
};

/// The number of a field, which is computed when an expression first asks for it.
struct AskedNumber {
  std::optional<Outcome> found;
  bool is_asked = false;  ///< it is being computed: asking again is a circle
};

struct FieldNode {
  bool is_present = true;
  bool is_placed = false;      ///< `begin` and `size` are known
  bool is_known = true;        ///< the choice of a derived field that may be unknown
  Bytes spelled;               ///< how its number was spelled when it was read
  mutable AskedNumber number;  ///< the same whoever asks first: the tree doesn't change by it
  BodyNode content;
};

struct SectionNode {
  std::uint64_t reached = 0;  ///< where ends what is before it
  std::uint64_t begin = 0, end = 0;
  std::uint64_t content_begin = 0;  ///< after its own fields
  std::uint64_t empty_at = 0;       ///< the last content without bytes whose offset is given
  bool is_placed = false;
};

/// Totals and problems of one writing.
struct WriteState {
  const plan::Plan& plan;
  std::vector<Problem>& problems;
  std::optional<std::uint64_t> file_size;
  JsonTexts texts{plan};
  /// Of elements that are lists themselves, which records refer to.
  std::deque<impl::Frame> frames = {};

  void problem(const impl::Frame& frame, std::string_view field, std::string message,
               std::string help = {});
  /// The check of the record at `frame` failed; or of its member `field`, where the check blames
  /// one that values don't have.
  void refuse(const impl::Frame& frame, const schemac::impl::Check& check,
              const impl::Facts& facts = {});
  void refuse_at(const impl::Frame& frame, std::string_view field, schemac::impl::Check check,
                 const impl::Facts& facts = {});
};

struct RecordNode final : Scope {
  RecordNode(WriteState& of, const plan::Record& kind, const impl::Frame& at)
      : state(of),
        record(kind),
        frame(at),
        fields(kind.fields.size()),
        sections(kind.sections.size()),
        anchors(kind.anchor_count) {}

  WriteState& state;
  const plan::Record& record;
  impl::Frame frame;  ///< its `up` is the frame of the record around it
  std::vector<FieldNode> fields;
  std::vector<SectionNode> sections;
  std::vector<std::uint64_t> anchors;
  std::uint64_t begin = 0, size = 0;
  std::optional<std::vector<std::byte>> encoded;  ///< of a message: all of its bytes; of JSON: text
  Bytes slack;                                    ///< bytes after it, as an element that has some
  RecordNode* up = nullptr;
  const plan::Nested* nested = nullptr;  ///< how `up` holds it: arguments are asked for there
  std::vector<std::pair<RecordNode*, std::uint32_t>> section_params;

  /// The record and the index of a section that a field is placed in.
  [[nodiscard]] std::pair<RecordNode*, std::uint32_t> section(const plan::SectionRef& ref);

  // What expressions ask (derive.cpp).
  [[nodiscard]] Outcome number(plan::FieldId field) const override;
  [[nodiscard]] Outcome length(plan::FieldId field) const override;
  [[nodiscard]] Outcome size_of(plan::FieldId field) const override;
  [[nodiscard]] Outcome offset_of(plan::FieldId field) const override;
  [[nodiscard]] Outcome plain_size(plan::FieldId field) const override;
  [[nodiscard]] Outcome size_of_last(plan::FieldId list, plan::FieldId member) const override;
  [[nodiscard]] Outcome given(plan::FieldId field) const override;
  [[nodiscard]] Outcome tag_of(plan::FieldId field) const override;
  [[nodiscard]] Outcome section_begin(std::uint32_t section) const override;
  [[nodiscard]] Outcome is_present(plan::FieldId field) const override;
  [[nodiscard]] Outcome item(plan::FieldId list, std::uint64_t index) const override;
  [[nodiscard]] std::optional<std::string_view> text(plan::FieldId field) const override;
  [[nodiscard]] const Scope* inside(plan::FieldId field) const override;
  [[nodiscard]] Outcome param(plan::ParamId param) const override;
  [[nodiscard]] ListOf param_list(plan::ParamId param) const override;
  [[nodiscard]] Outcome file_size() const override;
};

/// The tree of a root's values; values that can't be what the plan wants are problems. Borrows
/// `values`.
[[nodiscard]] std::unique_ptr<RecordNode> build_tree(WriteState& state, const plan::Record& record,
                                                     const Value& values,
                                                     std::deque<Value>& defaults);
/// Encodes what has plain content; what can't be is a problem.
void encode_tree(RecordNode& root);
/// The bytes of a message; numbers that don't fit their fields are problems.
[[nodiscard]] std::vector<std::byte> encode_message(RecordNode& node);
/// Whether a number fits its type; else that is a problem.
[[nodiscard]] bool check_number(WriteState& state, const plan::Scalar& scalar,
                                const Outcome& number, const impl::Frame& spot);
/// Gives everything its place and size, in file order; returns the size of the file.
[[nodiscard]] std::uint64_t place_tree(RecordNode& root);
/// Holds what was given against what the plan computes: counts, sizes, presence, tags. Whether
/// there are sizes that ask where things lie, which are left to `check_asked_sizes`.
[[nodiscard]] bool check_tree(RecordNode& root);
/// Holds those against what was given. All else was found right.
void check_asked_sizes(RecordNode& root);
/// Writes the bytes into `room`: as many zeros as the file has bytes. Numbers that don't fit their
/// fields are problems.
void emit_tree(RecordNode& root, MutableBytes room);

/// The number that a value is; of flags those that are given.
[[nodiscard]] Outcome given_number(const plan::Scalar& scalar, const Value* value);
/// The member of the tag's enumeration that has this dtype, and that no other alternative claims.
[[nodiscard]] std::optional<Int128> tag_of_dtype(const plan::Plan& plan, const plan::Switch& choice,
                                                 const plan::Alternative& held, Dtype dtype);
/// Elements in the order of the values, which a list may be sorted from.
[[nodiscard]] std::vector<BodyNode*> in_given_order(std::vector<BodyNode>& elements);
/// Bytes of all parts.
[[nodiscard]] std::uint64_t size_of(const RawBytes& raw);
/// Elements of a list, bytes of a text or of raw bytes.
[[nodiscard]] std::uint64_t length_of(const BodyNode& node);

}  // namespace schemac::direct
