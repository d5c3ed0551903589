#include "emit/cpp/spell/versions.h"

#include <algorithm>

#include "emit/cpp/names.h"

namespace schemac::emit::cpp {

std::string known_function(const plan::Enum& enumeration) {
  return "is_known_" + snake_case(enumeration.name);
}

std::string is_version_in(const model::Versions& versions, const std::string& version) {
  std::string text;
  if (versions.since) text = version + " >= " + literal(*versions.since);
  if (versions.until)
    text += (text.empty() ? "" : " && ") + (version + " < " + literal(*versions.until));
  return text;
}

bool have_since(const plan::Enum& enumeration) {
  return std::ranges::any_of(enumeration.members, [](const plan::EnumMember& member) {
    return member.versions.since.has_value();
  });
}

bool have_until(const plan::Enum& enumeration) {
  return std::ranges::any_of(enumeration.members, [](const plan::EnumMember& member) {
    return member.versions.until.has_value();
  });
}

bool has_versions(const plan::Enum& enumeration) {
  return !enumeration.keeps_unknown && (have_since(enumeration) || have_until(enumeration));
}

std::string since_function(const plan::Enum& enumeration) {
  return snake_case(enumeration.name) + "_since";
}

std::string until_function(const plan::Enum& enumeration) {
  return snake_case(enumeration.name) + "_until";
}

UnknownMember unknown_member(const plan::Enum& enumeration, const std::string& value,
                             const std::string& version, const std::string& unknown,
                             const std::string& early, const std::string& late) {
  const auto call = [&](const std::string& function) {
    return "detail::" + function + "(" + value + ")";
  };
  const std::string since = early.empty() ? "" : call(since_function(enumeration));
  const std::string until = late.empty() ? "" : call(until_function(enumeration));
  std::string check = since.empty() ? late : early;
  std::string limit = since.empty() ? until : since;
  if (!early.empty() && !late.empty()) {
    check = version + " < " + since + " ? " + early + " : " + late;
    limit = version + " < " + since + " ? " + since + " : " + until;
  }
  return {call(known_function(enumeration)) + " ? " + check + " : " + unknown,
          "{" + value + ", " + version + ", " + limit + "}"};
}

FlagMask known_flags(const plan::Scalar& scalar, FlagChoice choice, const std::string& version) {
  FlagMask mask;
  for (const plan::Flag& flag : scalar.flags) {
    if (choice == FlagChoice::given && flag.presence_of) continue;
    if (flag.versions.are_all()) {
      mask.always |= flag.mask();
    } else {
      mask.in_version += " | (" + is_version_in(flag.versions, version) + " ? std::uint64_t{" +
                         literal(flag.mask()) + "} : 0)";
    }
  }
  if (!mask.in_version.empty())
    mask.in_version = "std::uint64_t{" + literal(mask.always) + "}" + mask.in_version;
  return mask;
}

void emit_split_loop(Printer& out, const std::string& name, const std::string& version,
                     std::uint32_t limit, const std::function<void()>& loop) {
  out.emit({{"name", name}, {"version", version}, {"limit", limit}, {"loop", loop}},
           R"(
             const auto $name$ = [&](const std::uint64_t known_version) SCHEMAC_INLINED {
               $loop$;
             };
             schemac::impl::by_version($version$, $limit$, $name$);
           )");
}

void emit_split_check(Printer& out, const std::string& name, const std::string& version,
                      std::uint32_t limit, const std::function<void()>& loop) {
  out.emit({{"name", name}, {"version", version}, {"limit", limit}, {"loop", loop}},
           R"(
             const auto $name$ = [&](const std::uint64_t known_version) SCHEMAC_INLINED {
               $loop$;
               return true;
             };
             if (!schemac::impl::by_version($version$, $limit$, $name$)) return false;
           )");
}

}  // namespace schemac::emit::cpp
