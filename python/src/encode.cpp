#include "encode.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "direct/files/mapped_output.h"
#include "direct/text/message_text.h"
#include "direct/write/encode.h"
#include "formats.h"
#include "from_python.h"
#include "raise.h"
#include "to_python.h"
#include "tree.h"

namespace schemac::python {
namespace {

// What a file of that format is made of.
class Encoding {
 public:
  Encoding(const direct::Candidate& format, const Limits& limits, nb::handle values)
      : format_(format),
        limits_(limits),
        body_(body_of_record(format.root->record)),
        from_(*format.plan) {
    json_ = from_.json_of(values, &body_, "");
  }

  /// Puts the file into the room that is lent. Raises InvalidValues.
  void into(const direct::LendRoom& lend) const {
    std::vector<direct::Problem> problems;
    {
      const nb::gil_scoped_release unlocked;
      problems = direct::encode_into(*format_.plan, *format_.root, json_, lend,
                                     {limits_, from_.references()});
    }
    if (!problems.empty()) raise_invalid_values(problems);
  }

 private:
  const direct::Candidate& format_;
  const Limits& limits_;
  plan::Body body_;
  FromPython from_;
  FromPython::Json json_;
};

std::vector<std::byte> encoded(const Encoding& encoding) {
  std::vector<std::byte> bytes;
  encoding.into([&](std::uint64_t size) {
    bytes.resize(static_cast<std::size_t>(size));
    return MutableBytes(bytes);
  });
  return bytes;
}

void require(const Result<void>& done) {
  if (!done) raise_system_error(done.error().message);
}

// The text form of a message.
void write_text(const direct::Candidate& format, const Encoding& encoding,
                const std::string& path) {
  const std::vector<std::byte> bytes = encoded(encoding);
  const auto text =
      direct::message_text(*format.plan, format.plan->records[format.root->record], bytes);
  if (!text)
    raise_invalid_values(
        {{"", "holds fields that have no name in a text", "write the message's other form"}});
  direct::MappedOutput output(path);
  const Result<MutableBytes> room = output.begin(text->size());
  if (!room) raise_system_error(room.error().message);
  std::ranges::copy(std::as_bytes(std::span(*text)), room->begin());
  require(output.commit());
}

void write(const direct::Candidate& format, const std::string& path, nb::handle values,
           const FileLimits& limits) {
  const Encoding encoding(format, limits.reading, values);
  if (direct::has_text_extension(*format.root, path)) return write_text(format, encoding, path);
  direct::MappedOutput output(path);
  std::string failure;
  const auto lend = [&](std::uint64_t size) {
    const Result<MutableBytes> room = output.begin(size);
    if (!room) failure = room.error().message;
    return room ? *room : MutableBytes();
  };
  try {
    encoding.into(lend);
  } catch (nb::python_error&) {
    if (failure.empty()) throw;
  }
  if (!failure.empty()) raise_system_error(failure);
  const Result<void> done = [&] {
    const nb::gil_scoped_release unlocked;
    return output.commit();
  }();
  require(done);
}

nb::bytes encode(const direct::Candidate& format, nb::handle values, const FileLimits& limits) {
  const std::vector<std::byte> bytes = encoded(Encoding(format, limits.reading, values));
  return nb::bytes(bytes.data(), bytes.size());
}

// The format that was named, or that of an opened file.
direct::Candidate format_of(const Formats& formats) { return formats.named(); }
direct::Candidate format_of(const Tree& file) {
  if (file.root() == nullptr) raise_type_error("directories can't be written yet");
  return {&file.plan(), file.root()};
}

template <class Like>
void bind(nb::module_& module) {
  module.def("write", [](const Like& like, const nb::str& path, nb::handle values,
                         const FileLimits& limits) {
    write(format_of(like), utf8_of(path), values, limits);
  });
  module.def("encode", [](const Like& like, nb::handle values, const FileLimits& limits) {
    return encode(format_of(like), values, limits);
  });
}

}  // namespace

void bind_encode(nb::module_& module) {
  bind<Formats>(module);
  bind<Tree>(module);
}

}  // namespace schemac::python
