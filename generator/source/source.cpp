#include "source/source.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace schemac::source {
namespace {

std::uint32_t to_offset(std::size_t value) { return static_cast<std::uint32_t>(value); }

// Bytes that continue a UTF-8 character don't count as columns.
bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::string normal_path(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace

SourceFile::SourceFile(std::string path, std::string_view text)
    : path_(std::move(path)), text_(without_byte_order_mark(text)) {
  line_begins_.push_back(0);
  for (std::size_t at = 0; at < text_.size(); ++at) {
    if (text_[at] == '\n') line_begins_.push_back(to_offset(at + 1));
  }
}

std::uint32_t SourceFile::line_count() const { return to_offset(line_begins_.size()); }

std::uint32_t SourceFile::line_of(std::uint32_t offset) const {
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  return to_offset(static_cast<std::size_t>(after - line_begins_.begin()));
}

std::uint32_t SourceFile::line_begin(std::uint32_t line) const {
  if (line == 0 || line > line_begins_.size()) return to_offset(text_.size());
  return line_begins_[line - 1];
}

std::string_view SourceFile::line_text(std::uint32_t line) const {
  if (line == 0 || line > line_begins_.size()) return {};
  const std::uint32_t begin = line_begins_[line - 1];
  std::string_view rest = std::string_view(text_).substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

Position SourceFile::position(std::uint32_t offset) const {
  const std::uint32_t end = std::min(offset, to_offset(text_.size()));
  const std::uint32_t line = line_of(end);
  const std::uint32_t begin = line_begin(line);
  const std::string_view before = std::string_view(text_).substr(begin, end - begin);
  return {line, to_offset(static_cast<std::size_t>(
                    std::count_if(before.begin(), before.end(), begins_character))) +
                    1};
}

std::string_view SourceRange::text() const {
  if (file == nullptr || begin >= file->text().size() || end <= begin) return {};
  return file->text().substr(begin, end - begin);
}

SourceRange join(const SourceRange& first, const SourceRange& last) {
  if (!first.has_position()) return last;
  if (first.file != last.file) return first;
  return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

std::string to_text(const SourceRange& range) {
  if (!range.has_position()) return "(no place)";
  const Position position = range.file->position(range.begin);
  return range.file->path() + ":" + std::to_string(position.line) + ":" +
         std::to_string(position.column);
}

const SourceFile* Sources::load(const std::string& path, std::string& failure) {
  const std::string normal = normal_path(path);
  for (const auto& file : files_) {
    if (file->path() == normal) return file.get();
  }
  std::error_code code;
  const auto status = std::filesystem::status(normal, code);
  if (!std::filesystem::exists(status)) {
    failure = "no such file";
    return nullptr;
  }
  if (std::filesystem::is_directory(status)) {
    failure = "is a directory";
    return nullptr;
  }
  if (std::filesystem::is_fifo(std::filesystem::symlink_status(normal, code))) {
    failure = "is a named pipe, which may never be written to";
    return nullptr;
  }
  if (std::filesystem::is_regular_file(status) &&
      std::filesystem::file_size(normal, code) > max_file_size) {
    failure = "is larger than 16 MiB, which no schema is";
    return nullptr;
  }
  std::ifstream in(normal, std::ios::binary);
  std::string text;
  // In pieces, with a bound: pipes and devices have no size to ask for.
  std::array<char, 65536> piece{};
  while (in && text.size() <= max_file_size) {
    in.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (text.size() > max_file_size) {
    failure = "is larger than 16 MiB, which no schema is";
    return nullptr;
  }
  if (!in.eof()) {
    failure = "can't be read";
    return nullptr;
  }
  return &add(normal, std::move(text));
}

const SourceFile& Sources::add(std::string path, std::string_view text) {
  files_.push_back(std::make_unique<SourceFile>(std::move(path), text));
  return *files_.back();
}

}  // namespace schemac::source
