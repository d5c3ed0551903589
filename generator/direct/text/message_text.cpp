#include "direct/text/message_text.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <bit>

#include "direct/json/element_json.h"
#include "direct/text/message_types.h"
#include "direct/text/row_path.h"
#include "direct/text/text_lines.h"
#include "direct/text/text_lists.h"
#include "direct/text/text_path.h"
#include "schemac/base/counted.h"
#include "schemac/base/text.h"
#include "source/utf8.h"

namespace schemac::direct {
namespace {

namespace pb = google::protobuf;
using Tree = pb::TextFormat::ParseInfoTree;

// A message of the library takes many times the bytes of its text.
constexpr std::uint64_t most_text_bytes = 32u << 20;

class FirstError final : public pb::io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& message) override {
    if (is_set_) return;
    is_set_ = true;
    line_ = line;
    column_ = column;
    message_ = message.substr(0, message.find('\n'));
    if (message_.ends_with('.')) message_.pop_back();
  }
  void AddWarning(int /*line*/, int /*column*/, const std::string& /*message*/) override {}

  [[nodiscard]] Violation at(const TextLines& lines) const {
    Violation violation;
    violation.offset = lines.offset(line_, column_);
    violation.rule =
        message_.starts_with("Message is too deep") ? Rule::nesting_limit : Rule::bad_protobuf;
    violation.message =
        "line " + std::to_string(line_ + 1) + ": " + (is_set_ ? message_ : "is not a message");
    return violation;
  }

 private:
  bool is_set_ = false;
  int line_ = 0, column_ = 0;
  std::string message_;
};

Json value_json(const pb::Message& message, const pb::FieldDescriptor& field, int index) {
  const pb::Reflection& of = *message.GetReflection();
  const auto get = [&](auto single, auto element) {
    return index < 0 ? (of.*single)(message, &field) : (of.*element)(message, &field, index);
  };
  using R = pb::Reflection;
  switch (field.cpp_type()) {
    case pb::FieldDescriptor::CPPTYPE_INT32:
      return get(&R::GetInt32, &R::GetRepeatedInt32);
    case pb::FieldDescriptor::CPPTYPE_INT64:
      return get(&R::GetInt64, &R::GetRepeatedInt64);
    case pb::FieldDescriptor::CPPTYPE_UINT32:
      return get(&R::GetUInt32, &R::GetRepeatedUInt32);
    case pb::FieldDescriptor::CPPTYPE_UINT64:
      return get(&R::GetUInt64, &R::GetRepeatedUInt64);
    case pb::FieldDescriptor::CPPTYPE_BOOL:
      return get(&R::GetBool, &R::GetRepeatedBool);
    case pb::FieldDescriptor::CPPTYPE_FLOAT:
      return real_json(Dtype::f32,
                       std::bit_cast<std::uint32_t>(get(&R::GetFloat, &R::GetRepeatedFloat)));
    case pb::FieldDescriptor::CPPTYPE_DOUBLE:
      return real_json(Dtype::f64,
                       std::bit_cast<std::uint64_t>(get(&R::GetDouble, &R::GetRepeatedDouble)));
    case pb::FieldDescriptor::CPPTYPE_ENUM:
      return get(&R::GetEnum, &R::GetRepeatedEnum)->name();
    case pb::FieldDescriptor::CPPTYPE_STRING: {
      const std::string text = get(&R::GetString, &R::GetRepeatedString);
      return text_json(Bytes(impl::bytes_of(text), text.size()));
    }
    case pb::FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
  return nullptr;
}

std::string type_of(const plan::Plan& plan, const plan::Field& field,
                    const pb::FieldDescriptor& of) {
  if (of.type() == pb::FieldDescriptor::TYPE_STRING) return "str";
  if (of.type() == pb::FieldDescriptor::TYPE_BYTES) return "bytes";
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  const plan::Body& body = list == nullptr ? field.body : list->element.front();
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  if (scalar == nullptr) return "";
  return scalar->enumeration ? plan.enums[*scalar->enumeration].name
                             : std::string(name(scalar->dtype));
}

// Rows of the fields of a message, in the order of the text.
class TextRows {
 public:
  TextRows(const plan::Plan& plan, const MessageTypes& types, const TextLines& lines,
           const TextLists& lists)
      : plan_(plan), types_(types), lines_(lines), lists_(lists) {}

  std::vector<Row> fields(const plan::Record& record, const pb::Message& message, const Tree& tree,
                          const std::string& path) const {
    std::vector<Row> rows;
    std::vector<const pb::FieldDescriptor*> present;
    message.GetReflection()->ListFields(message, &present);
    for (const pb::FieldDescriptor* field : present) {
      const plan::Field& declared = types_.field(record, *field);
      const std::string own = path.empty() ? declared.name : path + "." + declared.name;
      if (!field->is_repeated()) {
        add(declared, message, *field, -1, range_of(tree.GetLocationRange(field, -1)), tree, own,
            rows);
        continue;
      }
      const int count = message.GetReflection()->FieldSize(message, field);
      const std::vector<TextRange> ranges = ranges_of(*field, count, tree);
      for (int i = 0; i < count; ++i)
        add(declared, message, *field, i, ranges[static_cast<std::size_t>(i)], tree,
            own + "[" + std::to_string(i) + "]", rows);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& x, const Row& y) { return x.offset < y.offset; });
    return rows;
  }

 private:
  void add(const plan::Field& declared, const pb::Message& message,
           const pb::FieldDescriptor& field, int index, TextRange range, const Tree& tree,
           const std::string& path, std::vector<Row>& rows) const {
    Row row;
    row.path = path;
    row.offset = range.begin;
    row.size = range.end - range.begin;
    row.type = type_of(plan_, declared, field);
    row.doc = declared.doc;
    row.value = value_json(message, field, index);
    const plan::Record* held = types_.held(declared);
    const Tree* inner = held == nullptr ? nullptr : tree.GetTreeForNested(&field, index);
    if (inner != nullptr) {
      const pb::Reflection& of = *message.GetReflection();
      const pb::Message& each = index < 0 ? of.GetMessage(message, &field)
                                          : of.GetRepeatedMessage(message, &field, index);
      row.children = fields(*held, each, *inner, path);
    }
    rows.push_back(std::move(row));
  }

  // Where the elements of a field are: the library has a range for each time that the field occurs
  // in the text, be it with an element or with a short list of any number of them.
  [[nodiscard]] std::vector<TextRange> ranges_of(const pb::FieldDescriptor& field, int count,
                                                 const Tree& tree) const {
    std::vector<TextRange> ranges;
    for (int i = 0; tree.GetLocation(&field, i).line >= 0; ++i) {
      const TextRange range = range_of(tree.GetLocationRange(&field, i));
      const std::vector<TextRange>* list = lists_.of_field(range.begin);
      if (list == nullptr)
        ranges.push_back(range);
      else
        ranges.insert(ranges.end(), list->begin(), list->end());
    }
    ranges.resize(static_cast<std::size_t>(count), ranges.empty() ? TextRange() : ranges.back());
    return ranges;
  }

  [[nodiscard]] TextRange range_of(const pb::TextFormat::ParseLocationRange& range) const {
    const std::uint64_t begin = lines_.offset(range.start.line, range.start.column);
    return {begin, std::max(lines_.offset(range.end.line, range.end.column), begin)};
  }

  const plan::Plan& plan_;
  const MessageTypes& types_;
  const TextLines& lines_;
  const TextLists& lists_;
};

}  // namespace

bool may_be_text(Bytes bytes) {
  const std::string_view text(impl::text_at(bytes.data(), bytes.size()));
  const bool has_controls = std::any_of(text.begin(), text.end(), [](char ch) {
    const auto byte = static_cast<unsigned char>(ch);
    return (byte < 0x20 && ch != '\t' && ch != '\n' && ch != '\r') || byte == 0x7f;
  });
  return !has_controls && source::is_utf8(text);
}

struct MessageText::State {
  State(const plan::Plan& from, const plan::Record& of, Bytes in)
      : plan(from),
        record(of),
        types(from, of),
        text(impl::text_at(in.data(), in.size())),
        lines(text) {}

  const plan::Plan& plan;
  const plan::Record& record;
  MessageTypes types;
  std::string_view text;
  TextLines lines;
  std::unique_ptr<pb::Message> message;
  Tree tree;
  std::optional<Violation> error;
  std::string bytes;
  std::vector<Row> rows;
};

MessageText::MessageText(const plan::Plan& plan, const plan::Record& record, Bytes text,
                         const Limits& limits)
    : state_(std::make_unique<State>(plan, record, text)) {
  State& state = *state_;
  state.message = state.types.make();
  if (state.message == nullptr || text.size() > most_text_bytes) {
    state.error.emplace();
    state.error->rule = Rule::resource_limit;
    state.error->message = "a text of " + impl::counted(text.size(), "bytes") + "; at most " +
                           std::to_string(most_text_bytes) + " are read";
    return;
  }
  const pb::LogSilencer silencer;  // texts that aren't UTF-8 are a matter of the plan's checks
  FirstError errors;
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.WriteLocationsTo(&state.tree);
  parser.AllowPartialMessage(true);  // what is required, the plan says
  parser.SetRecursionLimit(static_cast<int>(std::min<std::uint32_t>(limits.depth, 1000)));
  pb::io::ArrayInputStream in(text.data(), static_cast<int>(text.size()));
  if (parser.Parse(&in, state.message.get())) {
    state.bytes = state.message->SerializePartialAsString();
    return;
  }
  state.error = errors.at(state.lines);
  state.error->path = path_in_text(plan, record, state.text, state.error->offset);
}

MessageText::MessageText(MessageText&& other) noexcept = default;
MessageText& MessageText::operator=(MessageText&& other) noexcept = default;
MessageText::~MessageText() = default;

const std::optional<Violation>& MessageText::error() const { return state_->error; }

Bytes MessageText::message() const { return {impl::bytes_of(state_->bytes), state_->bytes.size()}; }

const std::vector<Row>& MessageText::rows() const {
  if (!state_->rows.empty() || state_->text.empty()) return state_->rows;
  Row whole;
  whole.size = state_->text.size();
  whole.type = state_->record.name;
  whole.doc = state_->record.doc;
  if (!state_->error) {
    const TextLists lists(state_->text);
    whole.children = TextRows(state_->plan, state_->types, state_->lines, lists)
                         .fields(state_->record, *state_->message, state_->tree, "");
  }
  state_->rows.push_back(std::move(whole));
  return state_->rows;
}

std::uint64_t MessageText::place_of(std::string_view path) const {
  return rows().empty() ? 0 : place_among(rows().front().children, path, 0);
}

std::optional<std::string> message_text(const plan::Plan& plan, const plan::Record& record,
                                        Bytes message) {
  const pb::LogSilencer silencer;
  const MessageTypes types(plan, record);
  const auto made = types.make();
  const std::string bytes(impl::text_at(message.data(), message.size()));
  if (made == nullptr || !made->ParsePartialFromString(bytes)) return std::nullopt;
  pb::TextFormat::Printer printer;
  printer.SetUseUtf8StringEscaping(true);
  printer.SetHideUnknownFields(true);
  std::string text;
  if (!printer.PrintToString(*made, &text)) return std::nullopt;
  // Whatever has no text is missing in what the text says.
  const MessageText again(plan, record, Bytes(impl::bytes_of(text), text.size()));
  if (again.error() || made->ByteSizeLong() != again.message().size()) return std::nullopt;
  return text;
}

}  // namespace schemac::direct
