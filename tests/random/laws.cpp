#include "random/laws.h"

#include <algorithm>

#include "direct/byte_text.h"
#include "direct/explain/explain.h"
#include "direct/json/from_json.h"
#include "direct/json/value_json.h"
#include "direct/walk/decode.h"
#include "direct/walk/validate.h"
#include "direct/write/encode.h"
#include "pages/explain_page.h"
#include "random/planned_values.h"
#include "random/spellings.h"

namespace net {

namespace direct = schemac::direct;
namespace plan = schemac::plan;
using schemac::Level;
using schemac::Report;
using schemac::Violation;

namespace {

bool has_error(const Report& report) {
  if (report.dropped() != 0 && report.worst_dropped() == Level::error) return true;
  return std::ranges::any_of(report.violations(),
                             [](const Violation& each) { return each.level == Level::error; });
}

// Without numbers: what two finds of one kind have in common.
std::string kind_of(const std::string& text) {
  std::string out;
  for (const char each : text) {
    if (each < '0' || each > '9')
      out += each;
    else if (out.empty() || out.back() != '#')
      out += '#';
  }
  return out.substr(0, 120);
}

// What says how a file is spelled, not what it means. A choice beside null is kept: it tells a null
// that a file holds from a member that isn't there.
void leave_out_spelling(Json& values) {
  if (values.is_object()) {
    Json told = Json::object();
    const auto choices = values.find("choices");
    if (choices != values.end() && choices->is_object()) {  // no flag that is called so
      for (const auto& [name, choice] : choices->items())
        if (values.contains(name) && values[name].is_null()) told[name] = choice;
      values.erase("choices");
      if (!told.empty()) values["choices"] = std::move(told);
    }
    const bool is_encoded = values.contains("dtype") || values.contains("value");
    if (values.contains("data") && values["data"].is_string() && is_encoded)
      values.erase("stored");  // no flag that is called so
  }
  if (values.is_structured())
    for (Json& each : values) leave_out_spelling(each);
}

// Whether both writers refuse a value alike. Values of the tools know dims, where C++ has bytes
// alone; and generated writers decode as much as every caller allows.
bool says_the_same(const direct::Problem& direct, const Violation& generated) {
  if (direct.path != generated.path) return false;
  const bool is_alike =
      !direct.rule || (*direct.rule == generated.rule && direct.level == generated.level &&
                       direct.name == generated.name);
  if (!is_alike) return false;
  const std::string& message = direct.message;
  if (generated.rule == schemac::Rule::size_mismatch && message.starts_with("its dims are "))
    return true;
  const auto without_limit = [](std::string_view text) { return text.substr(0, text.rfind("; ")); };
  if (generated.rule == schemac::Rule::resource_limit && message.ends_with(" are allowed"))
    return without_limit(message) == without_limit(generated.message);
  return message == generated.message;
}

}  // namespace

schemac::Limits limits() {
  schemac::Limits limits;
  limits.elements = 1U << 16;
  limits.empty_elements = 1U << 10;  // which cost a file nothing, and us a step each
  limits.decoded = 1U << 20;
  limits.depth = 12;
  return limits;
}

std::string line_of(const Violation& violation) {
  std::string line = violation.path.empty() ? "-" : violation.path;
  line += " " + std::to_string(violation.offset) + " " + std::string(id(violation.rule));
  if (!violation.name.empty()) line += "(" + violation.name + ")";
  return line + " " + std::string(id(violation.level)) + " " + violation.message;
}

void Laws::found(const std::string& law, const std::string& what) {
  if (!known_.insert(law + kind_of(what)).second || finds_.size() >= 12) return;
  finds_.push_back({law, what, file_ == nullptr ? "" : direct::to_hex(*file_)});
}

void Laws::check_reports(const Report& generated, const Report& directly) {
  const auto& x = generated.violations();
  const auto& y = directly.violations();
  for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    const std::string one = i < x.size() ? line_of(x[i]) : "nothing more";
    const std::string other = i < y.size() ? line_of(y[i]) : "nothing more";
    if (one == other) continue;
    return found("executors differ", "generated: " + one + "; direct: " + other);
  }
  if (generated.dropped() != directly.dropped() ||
      generated.worst_dropped() != directly.worst_dropped())
    found("executors differ", "of " + std::to_string(generated.dropped()) + " and " +
                                  std::to_string(directly.dropped()) + " violations not kept");
}

bool Laws::check(const File& file) {
  file_ = &file;
  ++counts_["files"];
  const Report report = handle_.validate(file, limits());
  check_reports(report, direct::validate(plan_, root_, file, limits()));
  for (const Violation& each : report.violations())
    ++counts_["violation " + std::string(id(each.rule)) + " " + std::string(id(each.level))];
  const bool is_read = check_read(file, report);
  const bool is_clean = is_read && report.violations().empty();
  if (is_clean) {
    ++counts_["valid files"];
    check_explained(file);
  }
  file_ = nullptr;
  return is_clean;
}

bool Laws::check_read(const File& file, const Report& report) {
  const auto value = handle_.read(file, limits());
  if (value.has_value() == has_error(report))
    found("read and validate differ",
          value ? "read takes it, though there is an error: " + line_of(*report.first())
                : "read refuses it: " + line_of(value.error()));
  const auto decoded = direct::decode(plan_, root_, file, direct::Reading::strict, limits());
  const auto& refused = decoded.report.violations();
  if (value.has_value() != refused.empty())
    found("readers differ", value ? "decode alone refuses: " + line_of(refused.front())
                                  : "generated read alone refuses: " + line_of(value.error()));
  else if (!value && line_of(value.error()) != line_of(refused.front()))
    found("readers differ",
          "generated: " + line_of(value.error()) + "; direct: " + line_of(refused.front()));
  if (!value || !refused.empty()) {
    check_view(file, report, nullptr);
    return false;
  }
  ++counts_["files read"];
  const Shown shown = handle_.show(*value);
  const auto other = show(plan_, plan_.records[root_.record], decoded.values);
  for (const std::string& each : differences(shown, other, false))
    found("values differ", "generated and direct at " + each);
  check_view(file, report, report.ok() ? &shown : nullptr);
  const Json values = direct::to_json(decoded.values, direct::Payloads::full);
  check_written(file, *value, values, report);
  if (report.violations().empty()) {
    check_plain(values, shown);
    if (handle_.growth && !is_grown_) check_growth(file, shown);
  }
  return true;
}

void Laws::check_view(const File& file, const Report& report, const Shown* value) {
  looking() = {};
  looking().limits = limits();
  looking().report = &report;
  looking().placed = &placed_;
  const auto view = handle_.look(file, limits());
  for (const std::string& each : looking().contradictions) found("a view contradicts itself", each);
  if (value == nullptr) return;
  if (!view && is_of_parts(view.error().message)) return;
  if (!view) return found("views differ", "no view of a valid file: " + line_of(view.error()));
  for (const std::string& each : differences(*value, *view, true))
    found("views differ", "value and view at " + each);
  check_arrays(*value, *view);
}

// An array over pieces is the plain content of these, one after the other.
void Laws::check_arrays(const Shown& value, const Shown& view) {
  const plan::Record& record = plan_.records[root_.record];
  for (const plan::JoinedArray& array : record.arrays) {
    const plan::Field& list_field = record.fields[array.list];
    const Shown* const shown = view.find(array.form.name);
    const Shown* const list = value.find(list_field.name);
    if (shown == nullptr || list == nullptr || shown->kind != Shown::Kind::bytes) continue;
    std::string whole = list->text;
    bool is_whole = true;
    if (const auto* elements = std::get_if<plan::List>(&list_field.body.kind)) {
      const auto& holder = std::get<plan::Nested>(elements->element.front().kind);
      const std::string& piece = plan_.records[holder.record].fields[array.piece].name;
      for (const auto& [name, part] : list->parts) {
        const Shown* const content = part.find(piece);
        is_whole = is_whole && (content == nullptr || content->kind == Shown::Kind::bytes ||
                                content->kind == Shown::Kind::nothing);
        if (content != nullptr) whole += content->text;
      }
    }
    if (is_whole && shown->text != whole)
      found("views differ", "the array " + array.form.name + " isn't that of its pieces");
  }
}

// Values without what says how they were spelled: encoded content is encoded anew.
void Laws::check_plain(const Json& values, const Shown& shown) {
  const auto is_choices = [](const plan::Field& field) { return field.name == "choices"; };
  for (const plan::Record& record : plan_.records)
    if (std::ranges::any_of(record.fields, is_choices)) return;  // a field that is called so
  Json plain = values;
  leave_out_spelling(plain);
  if (plain == values) return;
  File file;
  if (!check_values(plain, file).empty()) return;  // what was left out may be needed
  ++counts_["files spelled anew"];
  const auto again = handle_.read(file, limits());
  if (!again) return found("what is spelled anew can't be read", line_of(again.error()));
  for (const std::string& each : differences(shown, handle_.show(*again), false))
    found("what is spelled anew differs", each);
}

void Laws::check_written(const File& file, const AnyValue& value, const Json& values,
                         const Report& report) {
  schemac::MemorySink sink;
  const auto size = handle_.write(value, sink);
  const File bytes = sink.take();
  const auto encoded = direct::encode(plan_, root_, values, limits());
  if (size && *size != bytes.size())
    found("sizes differ", "write says " + std::to_string(*size) + " bytes and writes " +
                              std::to_string(bytes.size()));
  if (size.has_value() != encoded.ok())
    return found("writers differ", size
                                       ? "encode alone refuses: " + to_string(encoded.problems[0])
                                       : "generated write alone refuses: " + line_of(size.error()));
  if (!size) {
    ++counts_["values refused"];
    // What is only noted, and what no writer can put right.
    const schemac::Rule refused = size.error().rule;
    const bool is_hopeless = refused == schemac::Rule::overflow ||
                             size.error().message == schemac::impl::refusals::undecoded.sentence;
    const auto is_noted = [&](const schemac::Violation& note) {
      return is_hopeless && note.path == size.error().path;
    };
    const auto has_note = [&](schemac::Rule rule) {
      return std::ranges::any_of(report.violations(), [rule](const schemac::Violation& note) {
        return note.rule == rule;
      });
    };
    // Bytes that are left out, or spelled shorter, may be what a place, a size or a rule needs.
    const bool asks_for_end = refused == schemac::Rule::out_of_bounds ||
                              size.error().message.find("size(file)") != std::string::npos ||
                              (refused == schemac::Rule::size_mismatch && plan_.has_asked_sizes);
    const bool is_left_out =
        asks_for_end && (lets_be(plan_, root_) || has_note(schemac::Rule::trailing_data));
    const bool is_spread = refused == schemac::Rule::overflow &&
                           (may_share(plan_) || has_note(schemac::Rule::overlap));
    // What is sorted comes to lie elsewhere, and sizes may ask where.
    const bool is_sorted_anew =
        refused == schemac::Rule::size_mismatch && has_note(schemac::Rule::bad_order);
    // A number that was noted as another than it should be is calculated, and a rule asks for it.
    const auto is_calculated = [&](const schemac::Violation& note) {
      const std::string name = note.path.substr(note.path.rfind('.') + 1) + " is ";
      const std::string& said = size.error().message;
      const std::size_t at = said.find(name);
      return at != said.npos && (at == 0 || said[at - 1] == ' ' || said[at - 1] == '.');
    };
    const bool is_calculated_anew = size.error().rule == schemac::Rule::bad_value &&
                                    std::ranges::any_of(report.violations(), is_calculated);
    // The same where it can't be calculated at all, and a size asks for it.
    const bool is_beyond_calculation =
        size.error().message.ends_with("what is needed can't be calculated") &&
        !report.violations().empty();
    if (report.ok() && !is_left_out && !is_spread && !is_sorted_anew && !is_calculated_anew &&
        !is_beyond_calculation && std::ranges::none_of(report.violations(), is_noted))
      found("a valid file can't be written", to_string(encoded.problems.front()));
    const direct::Problem& problem = encoded.problems.front();
    if (!says_the_same(problem, size.error()))
      found("refusals differ",
            "generated: " + line_of(size.error()) + "; direct: " + to_string(problem));
    return;
  }
  ++counts_["files written"];
  if (bytes != encoded.bytes)
    found("writers differ",
          "generated " + direct::to_hex(bytes) + ", direct " + direct::to_hex(encoded.bytes));
  if (report.violations().empty() && bytes != file && !lets_be(plan_, root_) &&
      !is_same(file, bytes))
    found("a file doesn't come back", "written: " + direct::to_hex(bytes));
  const bool is_clean = report.violations().empty();  // else what is sorted may not have been
  if (bytes != file) check_same_again(bytes, is_clean ? handle_.show(value) : Shown());
}

// Whether a list that lies there, by its name, may state where elements begin, or that it is
// unknown.
bool Laws::may_be_starts(std::string_view path) const {
  const std::string_view name = path.substr(path.rfind('.') + 1);
  return std::ranges::any_of(plan_.records, [&](const plan::Record& record) {
    return std::ranges::any_of(record.fields, [&](const plan::Field& field) {
      return field.unknown && std::holds_alternative<plan::List>(field.body.kind) &&
             field.name == name;
    });
  });
}

// The bytes of a file as they come back, but for what may be written in another way: what is after
// the last field, where that is let be, and a table of starts, of which some alone may be stated.
bool Laws::is_same(const File& file, const File& written) const {
  if (has_several_spellings(plan_)) return true;
  const auto& sections = plan_.records[root_.record].sections;
  // The last of declared sections ends with the file, unless content may be anywhere.
  const bool is_open = sections.empty() || sections.back().is_whole_file;
  const bool ignores_trailing = !root_.trailing && is_open;
  if (ignores_trailing ? file.size() < written.size() : file.size() != written.size()) return false;
  File expected(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(written.size()));
  for (const direct::Row& row : direct::explain(plan_, root_, file).rows)
    if (may_be_starts(row.path) && row.offset + row.size <= written.size())
      std::copy_n(written.begin() + static_cast<std::ptrdiff_t>(row.offset), row.size,
                  expected.begin() + static_cast<std::ptrdiff_t>(row.offset));
  return expected == written;
}

void Laws::check_same_again(const File& written, const Shown& shown) {
  const Report report = handle_.validate(written, limits());
  if (!report.ok()) return found("what is written isn't valid", line_of(*report.first()));
  const auto again = handle_.read(written, limits());
  if (!again) return found("what is written can't be read", line_of(again.error()));
  if (shown.kind != Shown::Kind::nothing)
    for (const std::string& each : differences(shown, handle_.show(*again), false))
      found("what is written has other values", each);
  schemac::MemorySink sink;
  if (const auto size = handle_.write(*again, sink); !size)
    return found("what is written can't be written again", line_of(size.error()));
  if (const File second = sink.take(); second != written)
    found("what is written again differs",
          direct::to_hex(written) + " and " + direct::to_hex(second));
}

void Laws::check_explained(const File& file) {
  std::uint64_t at = 0;
  const auto explanation = direct::explain(plan_, root_, file);
  for (const auto& row : explanation.rows) {
    if (row.offset != at)
      return found("explain doesn't cover each byte once",
                   row.path + " at " + std::to_string(row.offset) + ", where byte " +
                       std::to_string(at) + " is next");
    const bool is_let_be =
        lets_be(plan_, root_) || (!root_.trailing && at + row.size == file.size());
    if (row.kind == direct::RowKind::unknown && !is_let_be)
      return found("explain doesn't cover each byte once", "unknown bytes in a valid file");
    at += row.size;
  }
  if (at != file.size())
    found("explain doesn't cover each byte once",
          std::to_string(at) + " of " + std::to_string(file.size()) + " bytes");
  if (counts_["pages"]++ > 0) return;
  schemac::pages::PageOptions page;
  page.file_name = page.format = "file";
  (void)schemac::pages::explain_page(explanation, file, page);
}

void Laws::check_verdict(const File& file, bool is_valid) {
  file_ = &file;
  const Report report = direct::validate(plan_, root_, file, limits());
  if (report.ok() != is_valid)
    found("a verdict is wrong", report.ok() ? "taken" : "refused: " + line_of(*report.first()));
  file_ = nullptr;
}

void Laws::check_answer(const Json& values, bool is_written, bool is_right) {
  if (is_written != is_right)
    found("an answer is wrong",
          std::string(is_written ? "encode takes " : "encode refuses ") + values.dump());
}

namespace {

// Whether the element type of an array is said in another record: JSON has one beside the bytes,
// which isn't held against it before the values are checked, and C++ has none.
bool has_type_from_elsewhere(const plan::Plan& plan) {
  const auto is_from_elsewhere = [](const plan::Field& field) {
    const auto* array = std::get_if<plan::Array>(&field.body.kind);
    return array != nullptr && array->dtype.op == plan::Op::attribute &&
           array->dtype.args.front().op != plan::Op::field;
  };
  return std::ranges::any_of(plan.records, [&](const plan::Record& record) {
    return std::ranges::any_of(record.fields, is_from_elsewhere);
  });
}

}  // namespace

// The same values in C++: the same bytes, or the same refusal. What a C++ type can't hold, and
// choices, which trees leave out, are for the direct writer alone.
void Laws::check_written_values(const Json& values, const direct::Encoded& encoded) {
  if (values.dump(-1, ' ', false, Json::error_handler_t::replace).find("\"choices\"") !=
      std::string::npos)
    return;
  if (has_type_from_elsewhere(plan_)) return;
  std::vector<direct::Problem> problems;
  const plan::Record& record = plan_.records[root_.record];
  const auto tree = direct::from_json(plan_, record, values, {}, problems);
  if (!problems.empty()) return;
  const AnyValue value = handle_.fill(show(plan_, record, tree));
  if (value == nullptr) return;
  ++counts_["values in C++"];
  schemac::MemorySink sink;
  const auto size = handle_.write(value, sink);
  const std::string said = " of " + values.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (size.has_value() != encoded.ok())
    return found("writers differ",
                 (size ? "encode alone refuses: " + to_string(encoded.problems[0])
                       : "generated write alone refuses: " + line_of(size.error())) +
                     said);
  if (!size) {
    ++counts_["values refused"];
    const direct::Problem& problem = encoded.problems.front();
    if (!says_the_same(problem, size.error()))
      found("refusals differ",
            "generated: " + line_of(size.error()) + "; direct: " + to_string(problem) + said);
  } else if (const File bytes = sink.take(); bytes != encoded.bytes) {
    found("writers differ", "generated " + direct::to_hex(bytes) + ", direct " +
                                direct::to_hex(encoded.bytes) + said);
  } else {
    check_read_back(value, bytes, said);
  }
}

// What was said is what stands there; what is sorted may stand in another order.
void Laws::check_read_back(const AnyValue& value, const File& written, const std::string& said) {
  if (sorts(plan_)) return;
  const auto again = handle_.read(written, limits());
  if (!again) return found("what is written can't be read", line_of(again.error()) + said);
  for (const std::string& each : differences(handle_.show(value), handle_.show(*again), false))
    found("values are lost", each + said);
}

std::vector<direct::Problem> Laws::check_values(const Json& values, File& out) {
  ++counts_["values"];
  auto encoded = direct::encode(plan_, root_, values, limits());
  check_written_values(values, encoded);
  if (!encoded.ok()) return std::move(encoded.problems);
  out = std::move(encoded.bytes);
  ++counts_["values written"];
  if (const Report report = direct::validate(plan_, root_, out, limits()); !report.ok()) {
    file_ = &out;
    found("what encode writes isn't valid", line_of(*report.first()));
    file_ = nullptr;
  }
  return {};
}

}  // namespace net
