#include "pages/page_data.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "direct/byte_text.h"
#include "direct/pieces/joined_array.h"
#include "direct/text/plain_content.h"
#include "direct/text/row_path.h"
#include "direct/walk/validate.h"
#include "pages/array_details.h"
#include "pages/page_bytes.h"
#include "pages/row_table.h"
#include "source/utf8.h"

namespace schemac::pages {
namespace {

constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();

// What a page leaves out to become smaller; each of these is smaller than the one before.
struct Detail {
  std::uint64_t elements = all;  // of each list
  std::uint64_t payloads = all;  // with their first and last bytes, and what is in them
  std::uint64_t whole = all;     // bytes of a row that is shown as a whole
};
constexpr std::array<Detail, 12> details = {{
    {all, 2000, 1 << 16},
    {all, 2000, 4096},
    {all, 2000, 512},
    {most_elements, 1000, 256},
    {most_elements, 200, 128},
    {10000, 500, 128},
    {5000, 500, 128},
    {2000, 500, 128},
    {1000, 200, 128},
    {500, 200, 128},
    {200, 100, 64},
    {50, 50, 64},
}};

constexpr std::size_t most_joined = 100;         // arrays over pieces
constexpr std::size_t most_listed = 1000;        // arrays in the table
constexpr std::size_t most_places = 20000;       // of the pieces of all of them
constexpr std::uint64_t most_content = 1 << 19;  // bytes of a page for what is after codecs
constexpr std::size_t most_content_text = 4096;  // characters of one
constexpr std::size_t most_content_hex = 256;    // bytes of one

// Elements of a list that are left out.
struct Cut {
  std::string path;  // of the list
  std::uint64_t from = 0, to = 0;
};

// What `row` is a part of that goes beyond the first `most` elements of its list; or what has no
// rows of its own anyway.
std::optional<Cut> cut_of(const direct::Row& row, std::uint64_t most) {
  for (auto element = direct::element_of(row.path); element && most != all;
       element = direct::element_of(row.path, element->size)) {
    if (element->index >= most)
      return Cut{std::string(element->list), element->index, element->index};
  }
  if (row.kind != direct::RowKind::folded) return std::nullopt;
  return Cut{row.path, row.value[0].get<std::uint64_t>(), row.value[1].get<std::uint64_t>()};
}

// A row of the page: one of the explanation, or a stretch of elements that it leaves out.
struct Shown {
  const direct::Row* row = nullptr;
  std::uint64_t offset = 0, size = 0;
  std::string path;  // of the list that is cut
  std::uint64_t from = 0, to = 0;
};

// Padding between two elements that are left out is left out with them.
std::vector<Shown> shown_rows(const std::vector<direct::Row>& rows, std::uint64_t most_elements) {
  std::vector<Shown> result;
  std::size_t joined = 0;  // rows of the result up to which a cut may take padding in
  for (const direct::Row& row : rows) {
    const auto cut = cut_of(row, most_elements);
    if (!cut) {
      result.push_back({&row, row.offset, row.size, {}, 0, 0});
      if (row.kind != direct::RowKind::padding) joined = result.size();
      continue;
    }
    const bool continues = joined > 0 && joined <= result.size() &&
                           result[joined - 1].row == nullptr &&
                           result[joined - 1].path == cut->path;
    if (continues) {
      result.resize(joined);
    } else {
      result.push_back({nullptr, row.offset, 0, cut->path, cut->from, cut->to});
    }
    Shown& whole = result.back();
    whole.size = row.offset + row.size - whole.offset;
    whole.from = std::min(whole.from, cut->from);
    whole.to = std::max(whole.to, cut->to);
    joined = result.size();
  }
  return result;
}

// Bytes of the page that JSON takes.
std::uint64_t size_of(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace).size();
}

PassProgress progress_for(const std::string& path, const PageProgress& progress) {
  if (!progress) return {};
  return [&progress, path](unsigned pass, double done) { progress(path, pass, done); };
}

stats::FileArray array_in(const direct::Row& row, Bytes file) {
  stats::FileArray array;
  array.path = row.path;
  array.dtype = row.grid->dtype;
  array.dims = row.grid->dims;
  array.is_column_major = row.grid->is_column_major;
  array.endian = row.grid->endian;
  array.bytes = file.subspan(row.offset, row.size);
  return array;
}

// [offset, size, offset, size, ...] of the first pieces, as many as `room` is for.
Json places_json(const std::vector<direct::PiecePlace>& places, std::size_t& room) {
  Json list = Json::array();
  for (const direct::PiecePlace& place : places) {
    if (room == 0) break;
    --room;
    list.push_back(place.offset);
    list.push_back(place.size);
  }
  return list;
}

// Arrays over pieces: {"path", "type", "doc", "size", "pieces", "places", "array"}.
void add_joined(const std::vector<direct::PlacedArray>& arrays, const PageProgress& progress,
                ArrayBudget& budget, Json& data) {
  Json& list = data["joined"] = Json::array();
  std::size_t room = most_places;
  for (const direct::PlacedArray& each : arrays) {
    if (list.size() == most_joined) break;
    const direct::Joined& joined = each.joined;
    const stats::FileArray array = stats::array_of(joined, each.path);
    Json places = places_json(each.places, room);
    list.push_back({{"path", each.path},
                    {"type", direct::type_text(joined)},
                    {"doc", joined.declared->doc},
                    {"size", joined.size},
                    {"pieces", joined.pieces.size()},
                    {"places", std::move(places)},
                    {"array", array_details(array, budget, progress_for(each.path, progress))}});
  }
}

// All arrays that have bytes, for a table: [[path, type, bytes, offset, name], ...]; offset is null
// over pieces, the name isn't there where only the page finds it. Those beyond a thousand are
// counted.
void add_table(const direct::Explanation& explanation, Json& data) {
  Json& list = data["table"] = Json::array();
  std::uint64_t left_out = 0;
  const auto add = [&](Json line) {
    if (list.size() < most_listed)
      list.push_back(std::move(line));
    else
      ++left_out;
  };
  for (const direct::PlacedArray& each : explanation.arrays) {
    const bool is_whole = each.places.size() == 1 && each.joined.pieces.size() == 1;
    Json line = {each.path, direct::type_text(each.joined), each.joined.size,
                 is_whole ? Json(each.offset) : Json(nullptr)};
    if (!each.name.empty()) line.push_back(source::as_utf8(each.name));
    add(std::move(line));
  }
  for (const direct::Row& row : explanation.rows)
    if (row.grid) add({row.path, row.type, row.size, row.offset});
  data["table_left_out"] = left_out;
}

// What is after codecs: {"path", "codec", "size", "text" or "hex" or "problem"}.
void add_contents(const std::vector<direct::CodedContent>& coded, Json& data) {
  Json& list = data["contents"] = Json::array();
  std::uint64_t carried = 0;
  for (const direct::CodedContent& each : coded) {
    if (carried > most_content) break;
    const direct::PlainContent plain = direct::plain_content(each, most_content_text);
    const CodecAlgorithm codec = each.bytes.codec()->algorithm;
    if (codec == CodecAlgorithm::none && !plain.is_text) continue;
    Json content = {{"path", each.path}, {"codec", name(codec)}, {"size", plain.size}};
    const Bytes first = plain.first.bytes();
    if (!plain.problem.empty()) {
      content["problem"] = plain.problem;
    } else if (plain.is_text) {
      const Bytes shown =
          direct::first_characters(first, std::min(first.size(), most_content_text));
      content["text"] = std::string(reinterpret_cast<const char*>(shown.data()), shown.size());
      carried += 2 * shown.size();
    } else {
      content["hex"] = direct::to_hex(first.first(std::min(first.size(), most_content_hex)));
      carried += 2 * most_content_hex;
    }
    carried += each.path.size() + 100;
    list.push_back(std::move(content));
  }
}

class Maker {
 public:
  Maker(const std::vector<direct::Row>& rows, const Report& report, Bytes bytes,
        const PageProgress& progress, const ArrayBudget& budget)
      : rows_(rows), bytes_(bytes), progress_(progress), budget_(budget) {
    for (const Violation& violation : report.violations()) faulty_.push_back(violation.offset);
  }

  /// Adds rows, bytes and arrays to `data` if they take at most `most_bytes`; returns whether.
  bool add(const Detail& detail, std::uint64_t most_bytes, Json& data) {
    set_elements(detail.elements);
    if (table_size_ > most_bytes) return false;
    Json rest = make_rest(detail);
    if (table_size_ + size_of(rest) > most_bytes) return false;
    data.update(table_);
    data.update(rest);
    return true;
  }

 private:
  // The rows, if they aren't those already.
  void set_elements(std::uint64_t most) {
    if (elements_ == most) return;
    elements_ = most;
    shown_ = shown_rows(rows_, most);
    cut_lists_.clear();
    RowTable table;
    for (const Shown& shown : shown_) {
      if (shown.row == nullptr) {
        cut_lists_.insert(split_path(shown.path).pattern);
        table.add_cut(shown.path, shown.offset, shown.size, shown.from, shown.to);
      } else if (shown.row->grid) {
        direct::Row plain = *shown.row;
        plain.value = nullptr;  // first values are among the array's details
        table.add(plain);
      } else {
        table.add(*shown.row);
      }
    }
    table_ = table.take();
    table_size_ = size_of(table_);
  }

  Json make_rest(const Detail& detail) {
    Json arrays = Json::object();
    std::vector<Stretch> folds;
    std::uint64_t payloads = 0, left_out = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const Stretch whole{shown_[i].offset, shown_[i].offset + shown_[i].size};
      const direct::Row* row = shown_[i].row;
      if (row == nullptr) {
        add_fold(fold_of(whole, 0, 0), folds);
        continue;
      }
      const bool is_payload = row->kind == direct::RowKind::payload;
      const bool is_detailed = !is_payload || payloads < detail.payloads;
      if (is_payload) ++(is_detailed ? payloads : left_out);
      if (row->size > detail.whole || !is_detailed) {
        const std::uint64_t kept = is_detailed ? detail.whole / 2 : 0;
        add_fold(fold_of(whole, kept - kept / 4, kept / 4), folds);
      }
      if (row->grid && is_detailed) arrays[std::to_string(i)] = details_of(*row);
    }
    Json rest = {{"arrays", std::move(arrays)}};
    rest["bytes"] = stretches_json(bytes_, without(folds, faulty_));
    rest["cut"] = {{"elements", *elements_ == all ? Json(nullptr) : Json(*elements_)},
                   {"lists", cut_lists_},
                   {"payloads", payloads},
                   {"plain_payloads", left_out}};
    return rest;
  }

  static void add_fold(const Stretch& fold, std::vector<Stretch>& folds) {
    if (fold.begin == fold.end) return;
    if (!folds.empty() && folds.back().end == fold.begin) {
      folds.back().end = fold.end;
    } else {
      folds.push_back(fold);
    }
  }
  // Statistics cost a walk over the array: they are made once, for whatever detail.
  const Json& details_of(const direct::Row& row) {
    const auto found = arrays_.find(row.offset);
    if (found != arrays_.end()) return found->second;
    Json made = array_details(array_in(row, bytes_), budget_, progress_for(row.path, progress_));
    return arrays_.emplace(row.offset, std::move(made)).first->second;
  }

  const std::vector<direct::Row>& rows_;
  Bytes bytes_;
  const PageProgress& progress_;
  std::vector<std::uint64_t> faulty_;  // where violations are
  std::optional<std::uint64_t> elements_;
  std::vector<Shown> shown_;
  std::set<std::string> cut_lists_;
  Json table_;
  std::uint64_t table_size_ = 0;
  ArrayBudget budget_;
  std::unordered_map<std::uint64_t, Json> arrays_;
};

}  // namespace

nlohmann::ordered_json page_data(const direct::Explanation& explanation, Bytes bytes,
                                 const PageOptions& options) {
  const Report& report = explanation.report;
  Json data = {{"file", options.file_name},
               {"format", options.format},
               {"title", options.title},
               {"file_size", bytes.size()}};
  data["violations"] = Json::array();
  for (const Violation& violation : report.violations())
    data["violations"].push_back(direct::to_json(violation));
  data["dropped"] = report.dropped();
  ArrayBudget budget;
  add_joined(explanation.arrays, options.progress, budget, data);
  add_contents(explanation.coded, data);
  add_table(explanation, data);
  const std::uint64_t own_size = size_of(data);
  const std::uint64_t most = options.has_all_elements ? all : options.most_bytes - own_size;
  Maker maker(explanation.rows, report, bytes, options.progress, budget);
  for (const Detail& detail : details)
    if (maker.add(detail, most, data)) break;
  return data;
}

}  // namespace schemac::pages
