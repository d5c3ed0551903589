#include "direct/flags.h"

namespace schemac::direct {

Members flags_of(const std::vector<plan::Flag>& flags, Int128 word) {
  Members members;
  for (const plan::Flag& flag : flags) {
    if (flag.presence_of) continue;
    const std::uint64_t bits = (static_cast<std::uint64_t>(word) & flag.mask()) >> flag.bit;
    Value value;
    if (flag.width == 1) {
      value.kind = Boolean{bits != 0};
    } else {
      value.kind = Number{Int128{bits}, {}};
    }
    members.given.push_back({flag.name, std::move(value)});
  }
  return members;
}

Int128 word_of(const std::vector<plan::Flag>& flags, const Members& given) {
  std::uint64_t word = 0;
  for (const plan::Flag& flag : flags) {
    const Value* value = given.find(flag.name);
    if (value == nullptr) continue;
    std::uint64_t bits = 0;
    if (const auto* boolean = std::get_if<Boolean>(&value->kind)) bits = boolean->value ? 1 : 0;
    if (const auto* number = std::get_if<Number>(&value->kind))
      bits = static_cast<std::uint64_t>(number->value);
    word |= bits << flag.bit;
  }
  return Int128{word};
}

}  // namespace schemac::direct
