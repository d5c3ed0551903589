#include "plan/facts/format_uses.h"

#include <algorithm>
#include <optional>

#include "plan/facts/element_rules.h"
#include "plan/facts/inner_bodies.h"
#include "plan/facts/version_facts.h"

namespace schemac::plan {
namespace {

// The numbers that attributes of this kind have.
template <class Algorithm>
std::set<Algorithm> named_by_attributes(const Plan& plan, model::AttributeKind kind) {
  std::set<Algorithm> named;
  for (const Enum& enumeration : plan.enums)
    for (std::size_t i = 0; i < enumeration.attributes.size(); ++i) {
      if (enumeration.attributes[i].kind != kind) continue;
      for (const EnumMember& member : enumeration.members)
        if (i < member.attributes.size() && member.attributes[i])
          named.insert(static_cast<Algorithm>(*member.attributes[i]));
    }
  return named;
}

// Whether a reader refuses files over shared bytes or gaps.
bool refuses_extents(const Check& check) {
  const bool is_of_payloads = check.kind == CheckKind::overlap || check.kind == CheckKind::gap;
  return is_of_payloads && check.level == Level::error;
}

// Notes what each part of a plan is. One overload a kind of body.
class UsesFinder {
 public:
  explicit UsesFinder(const Plan& plan) : plan_(plan) {}

  FormatUses find() {
    for (const Record& record : plan_.records) add(record);
    for (const Root& root : plan_.roots)
      uses_.streams |= plan_.records[root.record].stream.has_value();
    uses_.refused_extents = std::ranges::any_of(plan_.checks, refuses_extents);
    add_named_by_file();
    return std::move(uses_);
  }

 private:
  void add(const Record& record) {
    if (const MessageFields* message = record.message()) {
      uses_.messages = true;
      uses_.messages_in_pieces |= std::ranges::any_of(
          message->fields, [](const auto& each) { return each.pieces.has_value(); });
    }
    for (const Section& section : record.sections) {
      uses_.whole_file |= section.is_whole_file;
      uses_.given_starts |= section.given.has_value();
    }
    uses_.list_params |= std::ranges::any_of(record.params, &Param::is_list);
    uses_.heads |= record.head.has_value();
    uses_.joined_arrays |= !record.arrays.empty();
    uses_.stated_parts |= !record.parts.empty();
    uses_.shown_records |= record.is_shown;
    for (const Field& field : record.fields) add(field);
  }
  void add(const Field& field) {
    uses_.unknown_numbers |= field.unknown.has_value();
    uses_.part_members |= field.is_of_parts;
    if (field.codec) add(*field.codec);
    add(field.body);
  }
  void add(const Codec& codec) {
    uses_.encoded = true;
    uses_.json |= codec.content.has_value();
    if (codec.algorithm.op == Op::constant)
      uses_.codecs.insert(static_cast<CodecAlgorithm>(codec.algorithm.number));
    else
      uses_.codecs_of_file = true;
  }
  void add(const Digest& digest) {
    if (digest.algorithm.op == Op::constant)
      uses_.digests.insert(static_cast<impl::DigestAlgorithm>(digest.algorithm.number));
    else
      uses_.digests_of_file = true;
  }
  void add(const Body& body) {
    std::visit([this](const auto& kind) { of(kind); }, body.kind);
    for (const Body* inner : inner_bodies(body)) add(*inner);
  }
  void of(const Scalar& scalar) {
    uses_.bit_numbers |= scalar.bits != 0;
    uses_.numerals |= scalar.coding == Coding::numeral;
    uses_.msgpack |= scalar.coding != Coding::plain && scalar.coding != Coding::numeral;
  }
  void of(const Constant&) {}
  void of(const Text& text) { add(text.head); }
  void of(const Raw& raw) {
    add(raw.head);
    if (raw.digest) add(*raw.digest);
    if (!raw.free) return;
    const bool is_object = raw.free->wire == FreeForm::Wire::object;
    uses_.msgpack |= is_object;
    uses_.msgpack_objects |= is_object;
    uses_.json |= !is_object;
  }
  void of(const Array& array) { add(array.head); }
  void of(const Nested& nested) { uses_.json |= nested.json.has_value(); }
  void of(const List& list) {
    add(list.head);
    uses_.sorted_lists |= list.order_by.has_value();
    uses_.loose_lists |= list.is_counted || (list.stated_starts && packed_element(list) == nullptr);
    uses_.version_splits |= version_split(plan_, list.element.front()).has_value();
  }
  void of(const Switch&) {}
  void add(const std::optional<Head>& head) { uses_.msgpack |= head.has_value(); }

  void add_named_by_file() {
    if (uses_.digests_of_file)
      uses_.digests_by_number =
          named_by_attributes<impl::DigestAlgorithm>(plan_, model::AttributeKind::digest);
    uses_.digests_by_number.erase(impl::DigestAlgorithm::none);
    uses_.digests.insert(uses_.digests_by_number.begin(), uses_.digests_by_number.end());
    if (!uses_.codecs_of_file) return;
    uses_.codecs.merge(named_by_attributes<CodecAlgorithm>(plan_, model::AttributeKind::codec));
    uses_.codecs.insert(CodecAlgorithm::none);  // what states no codec
  }

  const Plan& plan_;
  FormatUses uses_;
};

}  // namespace

void find_format_uses(Plan& plan) { plan.uses = UsesFinder(plan).find(); }

}  // namespace schemac::plan
