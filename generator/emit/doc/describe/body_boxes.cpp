#include "emit/doc/describe/body_boxes.h"

#include <utility>

#include "emit/doc/queries/spelling.h"

namespace schemac::emit::doc {
namespace {

// What a value is called, by the form of its head.
std::string_view words_of(plan::HeadForm form) {
  switch (form) {
    case plan::HeadForm::text:
      return "a MessagePack string";
    case plan::HeadForm::bytes:
      return "a MessagePack bin";
    case plan::HeadForm::list:
      return "a MessagePack array";
    case plan::HeadForm::map:
      return "a MessagePack map";
  }
  return "";
}
std::string_view short_word_of(plan::HeadForm form) {
  switch (form) {
    case plan::HeadForm::text:
      return "str";
    case plan::HeadForm::bytes:
      return "bin";
    case plan::HeadForm::list:
      return "array";
    case plan::HeadForm::map:
      return "map";
  }
  return "";
}

}  // namespace

std::string joined(const std::string& name, std::string_view label) {
  return name.empty() ? std::string(label) : name + "." + std::string(label);
}

Box box(const BodySite& site, std::string name, std::string type,
        std::optional<std::uint64_t> size) {
  Box box;
  box.name = std::move(name);
  box.type = std::move(type);
  box.size = size;
  box.tone = site.tone;
  box.link = site.link;
  return box;
}

void add_head(BodyDoc& out, const BodySite& site, const plan::Head& head, std::string_view states) {
  Box bytes = box(site, joined(site.name, "head"), std::string(short_word_of(head.form)) + " head",
                  std::nullopt);
  bytes.extent = "1 to 5 bytes";
  bytes.is_short = true;
  if (bytes.tone == Tone::given) bytes.tone = Tone::derived;
  out.boxes.push_back(std::move(bytes));
  out.form.push_back(text("The head of ", words_of(head.form), ", which states ", states,
                          ": read in any width, written in the shortest."));
  require(out.requirements, head.check,
          text(site.subject, " has the head of ", words_of(head.form), "."));
}

}  // namespace schemac::emit::doc
