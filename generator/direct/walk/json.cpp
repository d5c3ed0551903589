// JSON texts, and Python's literals: decoded to messages, which are walked in a space of their own.
#include <algorithm>

#include "direct/walk/walker.h"
#include "schemac/json/text.h"

namespace schemac::direct {

Ending Walker::walk_text(const plan::Nested& nested, Site& site, std::uint64_t& size) {
  const impl::Frame frame = own_frame(site);
  const Bytes text(site.begin, site.end);
  if (!texts_) texts_ = std::make_unique<JsonTexts>(plan_);
  impl::json::Decoded decoded = impl::json::decode(
      text, texts_->form_of(nested.record), context_->limits(), context_->offset_of(site.begin));
  context_->forget_fault_end();
  has_fault_end_ = false;
  if (!note_flaws(nested.json->checks, false, frame, decoded.flaws, site.begin))
    return Ending::fault;
  if (!decoded.is_whole) return Ending::fault;
  const auto space = std::make_shared<const std::vector<std::byte>>(std::move(decoded.message));
  observer_->begin_text(site.spot, text, space);
  context_->open_space(*space, site.begin);
  Site inside = site;
  inside.begin = space->data();
  inside.end = space->data() + space->size();
  const Ending ending = walk_record_in(nested, inside, size);
  observer_->end_text();
  const plan::Field* field = site.spot.field;
  const bool is_kept = field != nullptr && field->is_looked_into && !site.has_own_frame;
  if (is_kept)
    kept_spaces_.push_back(space);  // rules may blame what is in it
  else
    context_->close_space();
  size = text.size();
  has_fault_end_ = false;
  return ending;
}

bool Walker::check_free(const plan::FreeForm& free, const impl::Frame& frame, Bytes text) {
  if (free.wire != plan::FreeForm::Wire::text) return true;
  return note_flaws(free.checks, true, frame,
                    impl::json::parse(text, context_->limits(), free.style.syntax).flaws,
                    text.data());
}

bool Walker::note_flaws(const plan::JsonChecks& checks, bool is_free, const impl::Frame& frame,
                        const std::vector<impl::json::FlawAt>& flaws, const std::byte* at) {
  for (const impl::json::Flaw flaw :
       {impl::json::Flaw::malformed, impl::json::Flaw::deep, impl::json::Flaw::large,
        impl::json::Flaw::duplicate, impl::json::Flaw::kind, impl::json::Flaw::range,
        impl::json::Flaw::unknown}) {
    if (is_free && flaw >= impl::json::Flaw::kind) continue;
    const auto is_it = [flaw](const impl::json::FlawAt& each) { return each.flaw == flaw; };
    const plan::CheckId id = check_of(checks, flaw);
    if (makes(id)) observer_->checked(id, std::none_of(flaws.begin(), flaws.end(), is_it));
  }
  for (const impl::json::FlawAt& each : flaws) {
    const schemac::impl::Check check = plan::view_of(plan_.checks[check_of(checks, each.flaw)]);
    if (!impl::json::note(*context_, frame, check, each, at)) return false;
  }
  return true;
}

}  // namespace schemac::direct
