// Makes rows of what a walk finds in a file, in the order of the walk.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "direct/byte_text.h"
#include "direct/explain/cover.h"
#include "direct/explain/folding.h"
#include "direct/explain/list_folder.h"
#include "direct/explain/object_rows.h"
#include "direct/json/element_json.h"
#include "direct/json/free_json.h"
#include "direct/json/value_json.h"
#include "direct/json_texts.h"
#include "direct/msgpack.h"
#include "direct/text/plain_content.h"
#include "direct/text/row.h"
#include "direct/walk/observer.h"
#include "direct/walk/value_builder.h"
#include "model/spelling.h"
#include "plan/plan.h"

namespace schemac::direct {

class RowMaker final : public Observer {
 public:
  /// What the fields that state an offset point at, by their paths.
  using Targets = std::vector<std::pair<std::string, Target>>;

  RowMaker(const plan::Plan& plan, Bytes space, const Folding& folding)
      : plan_(plan), space_(space), folding_(folding), folder_(folding) {}

  std::vector<Row> take() {
    folder_.finish(rows_);
    return std::move(rows_);
  }
  /// Whether there were too many rows.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }
  [[nodiscard]] const Targets& targets() const { return targets_; }
  [[nodiscard]] std::vector<CodedContent> take_coded() { return std::move(coded_); }

  void begin_record(const Spot&, const plan::Record& record) override {
    records_.push_back(&record);
  }
  void end_record() override { records_.pop_back(); }
  void begin_list(const Spot& spot, const plan::List&, const std::byte*) override {
    if (folded_ == 0) folder_.begin_list(path_of(spot));
  }
  void end_list() override {
    if (folded_ == 0) folder_.end_list();
  }
  [[nodiscard]] bool listens() const override { return true; }
  [[nodiscard]] bool asks_for_last(std::uint64_t index) const override {
    return folded_ == 0 && !is_full() && !folder_.keeps(index);
  }
  void begin_element(std::uint64_t index, bool is_last) override {
    is_cut_ = is_cut_ || (folded_ == 0 && is_full() && folder_.keeps(index));
    const bool is_kept = folded_ == 0 && !is_full() && (is_last || folder_.keeps(index));
    if (is_kept) return folder_.keep();
    if (folded_++ == 0) folder_.fold(index);
  }
  void end_element() override {
    if (folded_ != 0) --folded_;
  }
  void section(const Spot& spot, const plan::Section& section, std::uint64_t begin,
               std::uint64_t end) override {
    if (folded_ != 0 && regions_.size() >= most_regions) return;
    const std::uint64_t last = section.is_whole_file ? last_placed_ : 0;
    regions_.push_back({path_of(spot), begin, end, section.gap.has_value(), last});
    if (section.begin) add_target(spot, *section.begin, begin);
  }
  void begin_placed(const Spot& spot, const plan::Section& section, std::uint64_t begin) override {
    if (section.is_whole_file) last_placed_ = std::max(last_placed_, begin);
    add_target(spot, spot.field->jump->stated_by, begin);
  }
  void head(const Spot& spot, const plan::Head& head, std::uint64_t number, Bytes bytes) override {
    add_head(folded_ == 0 ? path_of(spot) : std::string(), head, number, bytes);
  }
  void scalar(const Spot& spot, const plan::Scalar& scalar, Bytes bytes) override {
    if (!takes(bytes)) return;
    if (scalar.place) return add_bits(spot, scalar, bytes);
    if (scalar.is_group) {
      add(path_of(spot), bytes, RowKind::field, "bits", nullptr, "");
      return;
    }
    for (Row& each : rows_of(path_of(spot), scalar, bytes, value_json(scalar, bytes)))
      add(std::move(each));
    Row& row = rows_.back();
    row.doc = doc_of(spot);
    const bool is_derived = spot.field != nullptr && spot.field->role == model::RoleKind::derived;
    if (is_derived) row.relation = spot.field->role_text;
  }
  void constant(const Spot& spot, const plan::Constant&, Bytes bytes) override {
    if (!takes(bytes)) return;
    add(path_of(spot), bytes, RowKind::field, "bytes", text_json(bytes), doc_of(spot));
  }
  void text(const Spot& spot, const plan::Text& text, const TextBytes& text_bytes) override;
  void raw(const Spot& spot, const plan::Raw& raw, Bytes bytes) override {
    if (raw.free) return add_free(spot, *raw.free, bytes);
    if (!takes(bytes)) return;
    Json preview = to_hex(bytes.first(std::min(bytes.size(), preview_bytes)));
    add(path_of(spot), bytes, RowKind::payload, "bytes", std::move(preview), doc_of(spot));
  }
  void end_coded(const Spot& spot, const CodedBytes* whole) override {
    const bool is_shown = folded_ == 0 && text_.empty() && coded_.size() < most_coded;
    if (!is_shown || whole == nullptr || whole->codec() == nullptr || whole->stored().empty())
      return;
    coded_.push_back({path_of(spot), offset_of(whole->stored()), *whole});
  }
  void scalars(const Spot& spot, const plan::Scalar& scalar, std::uint64_t count,
               Bytes bytes) override;
  void array(const Spot& spot, const plan::Array& array, Dtype dtype,
             const std::vector<std::uint64_t>& dims, Bytes bytes) override;
  void message(const Spot& spot, const plan::Record& record, Bytes bytes) override {
    tags_ = 0;
    if (!text_.empty()) return;
    const auto add_piece = [&](Bytes piece) {
      if (takes(piece)) add(path_of(spot), piece, RowKind::field, record.name, nullptr, record.doc);
    };
    const impl::JoinedMessages::Message* joined =
        joined_ == nullptr ? nullptr : joined_->message_at(bytes.data());
    if (joined == nullptr || joined->bytes().data() != bytes.data()) return add_piece(bytes);
    for (const impl::JoinedMessages::Piece& piece : joined->pieces) add_piece(piece.bytes);
  }
  // Each piece, and what is in it, has rows where it lies.
  void begin_pieces(const Spot&, const impl::JoinedMessages::Message&,
                    const impl::JoinedMessages& all) override {
    joined_ = &all;
  }
  // What is in a text has no bytes of its own: its rows are the text's children.
  void begin_text(const Spot& spot, Bytes text, const std::shared_ptr<const void>&) override {
    if (takes(text)) {
      const Bytes shown = first_characters(text, preview_characters);
      add(path_of(spot), text, RowKind::field, text_type(spot), text_json(shown), doc_of(spot));
    }
    text_ = text;
  }
  void end_text() override { text_ = {}; }
  void tag(const Spot& spot, Bytes bytes) override {
    if (!text_.empty() || !takes(bytes) || !takes_tag()) return;
    add(path_of(spot) + ".tag", bytes, RowKind::field, "tag", to_hex(bytes),
        "Number and form of the field after it.");
  }
  void number(const Spot& spot, const plan::Scalar& scalar, Bytes where, Bytes plain) override {
    if (!takes(where)) return;
    add(path_of(spot), where, RowKind::field, type_of(scalar),
        to_json(value_of(plan_, scalar, plain), Payloads::preview), doc_of(spot));
  }
  void unknown_field(const Spot& spot, std::uint32_t number, Bytes bytes) override {
    if (!takes(bytes) || !takes_tag()) return;
    const Bytes shown = bytes.first(std::min(bytes.size(), preview_characters));
    add(path_of(spot), bytes, RowKind::unknown, "field " + std::to_string(number), text_json(shown),
        "A field that the message doesn't declare.");
  }
  void slack(const Spot& spot, const plan::Slack& slack, Bytes bytes) override {
    if (!takes(bytes)) return;
    Json preview = to_hex(bytes.first(std::min(bytes.size(), preview_bytes)));
    add(path_of(spot), bytes, RowKind::slack, "bytes", std::move(preview), slack.doc);
  }
  void padding(const Spot& spot, Bytes bytes) override {
    if (!takes(bytes)) return;
    add(path_of(spot), bytes, RowKind::padding, "", nullptr, "");
  }

 private:
  static std::string doc_of(const Spot& spot) {
    return spot.field == nullptr ? std::string() : spot.field->doc;
  }
  std::string type_of(const plan::Scalar& scalar) const {
    return scalar.enumeration ? plan_.enums[*scalar.enumeration].name : model::type_name(scalar);
  }
  // A part of the group, whose row is the last one.
  void add_bits(const Spot& spot, const plan::Scalar& scalar, Bytes bytes);
  Json value_json(const plan::Scalar& scalar, Bytes bytes) const;
  // A scalar's tag, if it has one, and its value.
  std::vector<Row> rows_of(const std::string& path, const plan::Scalar& scalar, Bytes bytes,
                           Json value) const {
    const Bytes content = content_of(scalar, bytes);
    std::vector<Row> rows;
    if (content.size() < bytes.size())
      rows.push_back({path + ".tag",
                      offset_of(bytes),
                      1,
                      RowKind::field,
                      "tag",
                      to_hex(bytes.first(1)),
                      "States the form of what is after it.",
                      {}});
    rows.push_back({path,
                    offset_of(content),
                    content.size(),
                    RowKind::field,
                    type_of(scalar),
                    std::move(value),
                    "",
                    {}});
    return rows;
  }
  void add_head(const std::string& path, const plan::Head& head, std::uint64_t number,
                Bytes bytes) {
    if (!takes(bytes)) return;
    constexpr const char* types[] = {"str head", "bin head", "array head", "map head"};
    add(path + ".head", bytes, RowKind::field, types[static_cast<std::size_t>(head.form)], number,
        "States the form and the length of what is after it.");
  }
  void add_target(const Spot& spot, plan::FieldId stated_by, std::uint64_t begin) {
    if (folded_ != 0) return;
    const Spot stating{spot.frame, records_.back()->fields[stated_by].name, impl::Frame::no_index,
                       nullptr};
    targets_.emplace_back(path_of(stating), Target{begin, path_of(spot)});
  }
  [[nodiscard]] bool is_full() const { return row_count_ >= folding_.rows; }
  // Whether these bytes have a row. What lies in no list has one even where there are too many,
  // within reason: a message may have any number of fields that nobody knows.
  bool takes(Bytes bytes) {
    if (bytes.empty()) return false;
    if (folded_ != 0) {
      folder_.add(offset_of(bytes), offset_of(bytes) + bytes.size());
      return false;
    }
    const bool has_room = !is_full() || row_count_ - folding_.rows < most_outside_lists;
    is_cut_ = is_cut_ || !has_room;
    return has_room;
  }
  // Whether a field found in a message has a row as such. They come before what they hold, for
  // which half of the rows is left.
  bool takes_tag() {
    const bool has_room = row_count_ < folding_.rows / 2 + 1;
    is_cut_ = is_cut_ || !has_room;
    return has_room && tags_++ < std::max(folding_.elements, most_tags);
  }
  Row& add(std::string path, Bytes bytes, RowKind kind, std::string type, Json value,
           std::string doc) {
    return add({std::move(path),
                offset_of(bytes),
                text_.empty() ? bytes.size() : text_.size(),
                kind,
                std::move(type),
                std::move(value),
                std::move(doc),
                {}});
  }
  Row& add(Row row) {
    ++row_count_;
    return rows_.emplace_back(std::move(row));
  }
  // What a text is, which a record or a list of such is decoded from.
  [[nodiscard]] std::string text_type(const Spot& spot) const {
    const plan::Body* body = spot.field == nullptr ? nullptr : &spot.field->body;
    const auto* list = body == nullptr ? nullptr : std::get_if<plan::List>(&body->kind);
    if (list != nullptr) body = &list->element.front();
    const auto* nested = body == nullptr ? nullptr : std::get_if<plan::Nested>(&body->kind);
    if (nested == nullptr) return "json";
    const auto& json = plan_.records[nested->record].json;
    return json && json->style.syntax == impl::json::Syntax::python ? "python" : "json";
  }
  void add_free(const Spot& spot, const plan::FreeForm& free, Bytes bytes) {
    if (bytes.empty() || !takes(bytes)) return;
    if (is_object(free)) return add_object(spot, free, bytes);
    const bool is_text = free.wire == plan::FreeForm::Wire::text;
    Json value = is_text ? text_json(first_characters(bytes, preview_characters))
                         : free_json(free_value_in(free, bytes));
    const std::string type = free.style.syntax == impl::json::Syntax::python ? "python" : "json";
    add(path_of(spot), bytes, RowKind::field, is_text ? type : "any", std::move(value),
        doc_of(spot));
  }
  // A list or a map is one row, with its parts as children; what it says as a whole is its value,
  // for tables, as long as people would read it.
  void add_object(const Spot& spot, const plan::FreeForm& free, Bytes bytes) {
    const std::uint64_t most = is_full() ? 1 : std::min(most_children, folding_.rows - row_count_);
    bool is_whole = true;
    std::vector<Row> rows = object_rows(path_of(spot), bytes, offset_of(bytes), most, is_whole);
    is_cut_ = is_cut_ || !is_whole;
    const bool is_one = rows.front().size == bytes.size();
    Row& whole = add(std::move(rows.front()));
    row_count_ += rows.size() - 1;
    if (is_one && rows.size() > 1 && bytes.size() <= most_read)
      whole.value = free_json(free_value_in(free, bytes));
    if (is_one)
      whole.children.assign(std::make_move_iterator(rows.begin() + 1),
                            std::make_move_iterator(rows.end()));
    else
      for (auto row = rows.begin() + 1; row != rows.end(); ++row) rows_.push_back(std::move(*row));
    (is_one ? whole : rows_.back()).doc = doc_of(spot);
  }
  [[nodiscard]] std::uint64_t offset_of(Bytes bytes) const {
    if (!text_.empty()) bytes = text_;
    const std::byte* const at = joined_ == nullptr ? bytes.data() : joined_->place_of(bytes.data());
    return static_cast<std::uint64_t>(at - space_.data());
  }

  static constexpr std::uint64_t most_children = 4096;
  static constexpr std::size_t most_read = 4096;  // bytes of an object of no type
  static constexpr std::uint64_t most_bits = 1 << 16;
  static constexpr std::uint64_t preview_elements = 8;
  static constexpr std::size_t preview_bytes = 32;
  static constexpr std::size_t preview_characters = 1u << 16;
  static constexpr std::uint64_t most_regions = 4096;  // of folded elements
  static constexpr std::uint64_t most_outside_lists = 1u << 17;
  static constexpr std::size_t most_coded = 10'000;
  static constexpr std::uint64_t most_tags = 1000;  // of a message whose lists are folded

  const plan::Plan& plan_;
  Bytes space_;
  const Folding& folding_;
  std::vector<Row> rows_;
  std::uint64_t row_count_ = 0;  // those within rows included
  bool is_cut_ = false;
  std::uint64_t tags_ = 0;                        // found in the message at hand
  Bytes text_;                                    // the JSON text at hand
  const impl::JoinedMessages* joined_ = nullptr;  // the copies that events may be about
  std::vector<Region> regions_;
  std::uint64_t last_placed_ = 0;             // where the last content begins, of the whole file
  std::vector<const plan::Record*> records_;  // those being walked, the innermost last
  Targets targets_;
  std::vector<CodedContent> coded_;
  ListFolder folder_;
  std::uint64_t folded_ = 0;  // elements being walked from the one on that is folded
};

}  // namespace schemac::direct
