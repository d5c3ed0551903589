#include <algorithm>

#include "emit/doc/chapters/chapters.h"
#include "emit/doc/queries/path.h"

namespace schemac::emit::doc {
namespace {

constexpr std::size_t most_bytes = 512;    // of an example that is shown
constexpr std::size_t most_annotated = 2;  // examples with every byte explained

Tone tone_of_row(const Context& context, const ExampleRow& row, const PathTarget& target) {
  switch (row.kind) {
    case ExampleKind::padding:
      return Tone::padding;
    case ExampleKind::slack:
    case ExampleKind::unknown:
      return Tone::none;
    case ExampleKind::field:
    case ExampleKind::payload:
      break;
  }
  if (!target.field) return Tone::none;
  if (row.path.ends_with(".tag")) return Tone::constant;
  if (row.path.ends_with(".length") || row.path.ends_with(".head")) return Tone::derived;
  return tone_of(context.plan.records[target.record].fields[*target.field].role);
}

// "tensors[0]" and "name.length" of "tensors[0].name.length"; an element of numbers stays with its
// list: "tensors[0]" and "dims[1]" of "tensors[0].dims[1]".
std::pair<std::string, std::string> split(const std::string& path) {
  std::size_t end = path.size();
  while (end > 0 && path[end - 1] == ']') end = path.rfind('[', end - 1);
  const auto bracket = path.rfind(']', end);
  if (bracket == path.npos || bracket + 2 > path.size()) return {"", path};
  return {path.substr(0, bracket + 1), path.substr(bracket + 2)};
}

HexExample hex_of_example(const Context& context, const Example& example, const std::string& id) {
  HexExample hex;
  hex.id = id;
  hex.title = example.name;
  const std::size_t shown = std::min(example.bytes.size(), most_bytes);
  hex.bytes.assign(example.bytes.begin(),
                   example.bytes.begin() + static_cast<std::ptrdiff_t>(shown));
  hex.left_out = example.bytes.size() - shown;
  for (const ExampleRow& row : example.rows) {
    if (row.offset >= shown) break;
    const PathTarget target = find_path(context, example.root, row.path);
    HexExample::Field field;
    field.offset = row.offset;
    field.size = std::min<std::uint64_t>(row.size, shown - row.offset);
    std::tie(field.group, field.name) = split(row.path);
    field.value = row.kind == ExampleKind::padding ? "" : row.value;
    field.meaning = row.kind == ExampleKind::padding ? text("zeros") : prose(row.doc);
    field.link = target.link;
    field.tone = tone_of_row(context, row, target);
    for (const Violation& violation : example.violations)
      field.is_wrong = field.is_wrong ||
                       (violation.offset >= row.offset && violation.offset < row.offset + row.size);
    hex.fields.push_back(std::move(field));
  }
  return hex;
}

std::string title_of(const Example& example, std::size_t number) {
  return example.name.empty() ? "Sample " + std::to_string(number + 1) : example.name;
}

Chapter annotated(const Context& context, const Example& example, std::size_t number) {
  Chapter inner;
  inner.id = Links::below(std::string(examples_id), std::to_string(number + 1));
  inner.title = title_of(example, number);
  inner.is_name = !example.name.empty();
  Text words = prose(example.doc);
  if (!words.empty()) append(words, " ");
  append(words, counted(example.bytes.size(), "byte") + ".");
  inner.blocks.emplace_back(Paragraph{std::move(words)});
  HexExample hex = hex_of_example(context, example, "bytes-" + inner.id);
  hex.title = inner.title;
  inner.blocks.emplace_back(std::move(hex));
  return inner;
}

// What a reader makes of each sample: for those who test an implementation.
Table outcomes(const std::vector<Example>& examples) {
  Table table;
  table.caption = "All samples of the schema";
  table.columns = {{"Sample", false}, {"Bytes", true}, {"Outcome", false}, {"Why", false}};
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Example& example = examples[i];
    Cell why;
    if (!example.doc.empty()) why.push_back(prose(example.doc));
    for (const Violation& violation : example.violations)
      if (violation.level <= Level::rule && why.size() < 4)
        why.push_back(text("Byte " + std::to_string(violation.offset) + ", ",
                           code(violation.path.empty() ? "file" : violation.path), ": ",
                           violation.message, "."));
    TableRow row;
    row.cells = {
        {text(code(title_of(example, i)))},
        {text(std::to_string(example.bytes.size()))},
        {example.is_valid ? text("accepted") : text("refused: ", code(example.refused_as))},
        std::move(why)};
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Chapter examples_chapter(const Context& context, const std::vector<Example>& examples) {
  Chapter chapter;
  chapter.id = examples_id;
  chapter.title = "Examples";
  if (examples.empty()) return chapter;
  // The richest of those that fit come first.
  std::vector<std::size_t> valid;
  for (std::size_t i = 0; i < examples.size(); ++i)
    if (examples[i].is_valid && !examples[i].rows.empty()) valid.push_back(i);
  const auto richness = [&](std::size_t i) {
    return examples[i].bytes.size() > most_bytes ? 0 : examples[i].rows.size() + 1;
  };
  std::stable_sort(valid.begin(), valid.end(),
                   [&](std::size_t x, std::size_t y) { return richness(x) > richness(y); });
  valid.resize(std::min(valid.size(), most_annotated));
  for (const std::size_t i : valid) chapter.chapters.push_back(annotated(context, examples[i], i));
  Chapter all;
  all.id = Links::below(std::string(examples_id), "all");
  all.title = "Samples to test with";
  all.blocks.emplace_back(outcomes(examples));
  chapter.chapters.push_back(std::move(all));
  return chapter;
}

}  // namespace schemac::emit::doc
