#include "plan/print/dump_text.h"

namespace schemac::plan {
namespace {

class ItemText {
 public:
  explicit ItemText(const DumpNames& names) : names_(names) {}

  std::string of(const Run& run) const {
    std::string out = "run " + to_text(run.begin) + ":" + fields(run.fixed);
    if (run.condition)
      out += " if " + names_.expression(*run.condition) + " -> " + std::to_string(run.end);
    if (!run.counted) return out;
    const CountedList& counted = *run.counted;
    out += " | " + names_.field(counted.list) + " " + names_.expression(counted.count) + " * " +
           std::to_string(counted.stride) + names_.check("cause", counted.cause) + " -> " +
           std::to_string(counted.after) + " |" + fields(run.after);
    return out;
  }
  std::string of(const LoneField& lone) const { return "place" + text(lone); }
  std::string of(const Pad& pad) const {
    return "pad " + to_text(pad.begin) + " to " + std::to_string(pad.multiple) +
           (pad.of_record ? " of record" : " of file") + names_.check("padding", pad.padding) +
           " -> " + std::to_string(pad.end);
  }
  std::string of(const Require& require) const {
    std::string out =
        "require " + names_.expression(require.condition) + names_.check("else", require.check);
    if (require.at) out += " at " + names_.path(*require.at);
    for (std::size_t i = 0; i < require.facts.size(); ++i)
      out += (i == 0 ? " facts " : ", ") + names_.expression(require.facts[i]);
    return out;
  }
  std::string of(const CheckElements& item) const {
    std::string out = "check elements of " + names_.field(item.field);
    for (const EachRule& rule : item.list.each)
      out += " " + names_.expression(rule.condition) + names_.check("else", rule.check);
    return out;
  }
  std::string of(const CheckDigest& item) const {
    return "check digest " + names_.field(item.field);
  }
  std::string of(const CheckCodec& item) const { return "check codec " + names_.field(item.field); }
  std::string of(const FindSections& item) const {
    return "find sections after " + to_text(item.inline_end);
  }
  std::string of(const InSection& item) const {
    std::string out = "in section " + names_.section({false, item.section}) + ":";
    for (const LoneField& lone : item.fields)
      out += " " + names_.field(lone.field) + (lone.end ? " -> " + std::to_string(*lone.end) : "");
    return out;
  }
  std::string of(const FinishSections&) const { return "finish sections"; }
  std::string of(const MessageFields& message) const {
    std::string out = "message" + names_.check("else", message.malformed) + ":";
    for (const MessageField& each : message.fields) {
      out += " " + std::to_string(each.number) + "=" + names_.field(each.field);
      if (each.is_repeated) out += each.is_packed ? "[packed]" : "[]";
      out += names_.check("missing", each.missing);
    }
    if (message.unknown) out += " rest=" + names_.field(*message.unknown);
    return out + " -> " + std::to_string(message.end);
  }

 private:
  std::string fields(const std::vector<RunField>& fields) const {
    std::string out;
    for (const RunField& each : fields) {
      out +=
          " " + each.name + "@" + std::to_string(each.distance) + ":" + std::to_string(each.size);
      out += names_.check("zero", each.padding);
    }
    return out;
  }
  std::string text(const LoneField& lone) const {
    std::string out = " " + to_text(lone.begin) + " " + names_.field(lone.field);
    if (lone.end) out += " -> " + std::to_string(*lone.end);
    return out;
  }

  const DumpNames& names_;
};

}  // namespace

std::string describe(const Item& item, const DumpNames& names) {
  return std::visit([&](const auto& kind) { return ItemText(names).of(kind); }, item);
}

}  // namespace schemac::plan
