// Bodies that are neither lists nor anywhere else.
#include <algorithm>
#include <iterator>

#include "model/spelling.h"
#include "plan/facts/stored_sizes.h"
#include "steps/lowering.h"

namespace schemac::steps {

std::string Lowering::path_of(const BodySite& site) const {
  return site.has_own_frame ? "" : field(site.field).name;
}

// Of what is reported below the record, unless it is an alternative of an element.
std::string Lowering::path_in_record(const BodySite& site) const {
  return site.is_element ? "" : field(site.field).name;
}

FrameId Lowering::own_frame(const BodySite& site) {
  return site.has_own_frame ? site.frame
                            : frame(record_frame, field(site.field).name, false, subject(site));
}

void Lowering::add_body(const plan::Body& body, const BodySite& site, Block& out) {
  std::visit([&](const auto& kind) { add_kind(kind, site, out); }, body.kind);
}

void Lowering::check_number(const plan::Scalar& scalar, std::optional<FieldId> id, FrameId frame,
                            Address at, Block& out) {
  using Kind = CheckNumber::Kind;
  std::optional<Expr> version;
  if (scalar.versioned) version = value(scalar.versioned->version);
  const auto add = [&](Kind kind, const std::optional<CheckId>& check) {
    if (makes(check)) out.push_back({CheckNumber{kind, &scalar, id, version, {*check, frame, at}}});
  };
  if (scalar.constant) add(Kind::constant, scalar.constant_check);
  if (scalar.enumeration) add(Kind::member, scalar.unknown_member);
  add(Kind::boolean, scalar.boolean);
  add(Kind::flags, scalar.unknown_flag);
}

void Lowering::add_bytes(std::uint64_t size, const BodySite& site, Block& out) {
  if (size == 0) return;
  const std::string name = constant_name(site.field) + site.suffix + "_part";
  out.push_back({Need{site.at,
                      site.limit,
                      size,
                      {name, {{path_of(site), size, StretchField::Kind::single, nullptr}}, {}},
                      site.frame}});
}

void Lowering::add_kind(const plan::Scalar& scalar, const BodySite& site, Block& out) {
  const bool is_field = !site.has_own_frame && site.suffix.empty();
  if (scalar.varies()) return add_integer(scalar, site, out);
  const std::uint64_t tag = tag_size(scalar);
  const std::uint64_t size = stored_size(scalar);
  const bool is_plain = scalar.coding == plan::Coding::plain;
  const Address at = moved(site.at, tag);
  out.push_back(
      {Need{site.at,
            site.limit,
            size,
            {constant_name(site.field) + site.suffix + "_part",
             {{path_of(site), size, StretchField::Kind::single, is_plain ? nullptr : &scalar}},
             {}},
            site.frame}});
  if (is_field) {
    places_[site.field] = at;
    if (tag != 0 && field(site.field).presence)
      tagged_[site.field] = address("place_of_" + field(site.field).identifier);
    out.push_back({Load{site.field, at}});
    tell(
        {Tell::What::number, site.field, site.frame, &scalar, "", site.at, moved(site.at, size), 0},
        out);
    check_number(scalar, site.field, site.frame, at, out);
    if (target(site)) out.push_back({StoreNumber{site.field, at}});
  } else {
    Block checks;
    check_number(scalar, {}, site.frame, at, checks);
    tell(
        {Tell::What::number, site.field, site.frame, &scalar, "", site.at, moved(site.at, size), 0},
        out);
    if (!checks.empty()) {
      out.push_back({LoadElement{&scalar, at}});
      std::ranges::move(checks, std::back_inserter(out));
    }
  }
  out.push_back({SetAddress{site.end, moved(site.at, size), {}}});
}

void Lowering::add_integer(const plan::Scalar& scalar, const BodySite& site, Block& out) {
  const bool is_field = !site.has_own_frame && site.suffix.empty();
  const std::string name = field(site.field).identifier + site.suffix;
  ReadInteger made;
  made.of = subject(site);
  if (is_field) made.field = site.field;
  made.scalar = &scalar;
  if (makes(scalar.wide)) made.wide = scalar.wide;
  made.name = name;
  made.path = path_of(site);
  made.frame = site.frame;
  made.at = site.at;
  made.limit = site.limit;
  made.content = address(name + "_content");
  made.end = site.end;
  const Address content{made.content, 0};
  if (is_field) {
    places_[site.field] = content;
    if (field(site.field).presence)
      tagged_[site.field] = address("place_of_" + field(site.field).identifier);
  }
  Block checks;
  check_number(scalar, is_field ? std::optional(site.field) : std::nullopt, site.frame, content,
               checks);
  made.is_asked_for = !checks.empty();
  out.push_back({std::move(made)});
  std::ranges::move(checks, std::back_inserter(out));
  if (is_field && target(site)) out.push_back({StoreNumber{site.field, content}});
  if (is_field && is_read() && field(site.field).spelling)
    out.push_back({StoreSpelling{site.field}});
}

void Lowering::add_kind(const plan::Constant& constant, const BodySite& site, Block& out) {
  const std::uint64_t size = constant.bytes.size();
  add_bytes(size, site, out);
  tell({Tell::What::constant, site.field, site.frame, &constant, "", site.at, moved(site.at, size),
        0},
       out);
  if (makes(constant.check))
    out.push_back({CheckBytes{&constant.bytes, {constant.check, site.frame, site.at}}});
  out.push_back({SetAddress{site.end, moved(site.at, size), {}}});
}

void Lowering::add_kind(const plan::Text& text, const BodySite& site, Block& out) {
  Text made;
  made.of = subject(site);
  made.form = &text;
  made.name = constant_name(site.field) + site.suffix + "_text";
  made.path = path_of(site);
  made.frame = site.frame;
  made.at = site.at;
  made.limit = site.limit;
  made.size = value(text.size);
  if (text.size && text.stated_by) made.stated_at = place_of(*text.stated_by);
  made.end = site.end;
  out.push_back({std::move(made)});
  if (const auto to = target(site)) out.push_back({StoreText{subject(site), *to}});
}

Address Lowering::read_head(const plan::Head& form, const BodySite& site, LengthId length,
                            Block& out) {
  ReadHead made;
  made.length = length;
  made.of = subject(site);
  made.form = &form;
  made.name = constant_name(site.field) + site.suffix + "_head";
  made.path = path_in_record(site);
  made.frame = site.is_element ? site.frame : record_frame;
  made.at = site.at;
  made.limit = site.limit;
  made.content = address(field(site.field).identifier + site.suffix + "_content");
  out.push_back({made});
  return {made.content, 0};
}

void Lowering::add_kind(const plan::Raw& raw, const BodySite& site, Block& out) {
  const std::string name = constant_name(site.field) + site.suffix;
  const LengthId size = length(site);
  const auto store = [&](Address at) {
    if (const auto to = target(site)) out.push_back({StoreBytes{size, nullptr, at, *to}});
  };
  if (raw.head) {
    ReadBin made{size,       subject(site), &raw,       name + "_bin", path_of(site),
                 site.frame, site.at,       site.limit, site.end,      0};
    made.content = address(field(site.field).identifier + site.suffix + "_content");
    const Address content{made.content, 0};
    out.push_back({std::move(made)});
    return store(content);
  }
  if (raw.free && raw.free->wire == plan::FreeForm::Wire::object)
    return out.push_back({WalkObject{size, subject(site), &raw, &*raw.free, path_of(site),
                                     site.frame, site.at, site.limit, site.end}});
  SetLength set;
  set.length = size;
  set.to = value(raw.size);
  set.is_given = routine_.kept && is_view() && site.suffix.empty() && !site.has_own_frame &&
                 std::ranges::find(routine_.kept->given, site.field) != routine_.kept->given.end();
  set.at = site.at;
  set.limit = site.limit;
  out.push_back({std::move(set)});
  Address end{site.limit, 0};
  if (raw.size) {
    NeedElements need;
    need.length = size;
    need.of = subject(site);
    need.at = site.at;
    need.limit = site.limit;
    need.stretch = {name + "_bytes",
                    {{path_in_record(site), 1, StretchField::Kind::counted, nullptr}},
                    raw.cause};
    if (site.is_element) need.own = site.frame;
    need.stated_at = raw.stated_by ? place_of(*raw.stated_by) : site.at;
    out.push_back({std::move(need)});
    out.push_back({SetAddress{site.end, site.at, SetAddress::After{size, 8, subject(site)}}});
    end = {site.end, 0};
  }
  store(site.at);
  tell({Tell::What::bytes, site.field, site.frame, &raw, "", site.at, end, 0}, out);
  const bool is_checked = !is_view() && !is_read();
  if (is_checked && raw.free && raw.free->wire == plan::FreeForm::Wire::text)
    out.push_back({CheckFree{&*raw.free, site.frame, site.at, end}});
  if (!raw.size) out.push_back({SetAddress{site.end, end, {}}});
}

void Lowering::add_kind(const plan::Array& array, const BodySite& site, Block& out) {
  Array made;
  made.length = length(site);
  made.of = subject(site);
  made.form = &array;
  made.dtype = value(array.dtype);
  if (array.dims)
    for (const plan::DimsTerm& term : array.dims->terms)
      made.dims.push_back({value(term.value), value(term.condition)});
  made.name = constant_name(site.field) + site.suffix + "_array";
  made.path = path_in_record(site);
  made.own = site.frame;
  made.is_element = site.is_element;
  made.at = site.at;
  made.limit = site.limit;
  made.stated = site.stated;
  made.stated_at = site.stated_at;
  made.dims_at = array.dims ? place_of(array.dims->first) : site.at;
  made.skips = site.may_skip;
  made.is_checked = !is_view();
  made.end = site.end;
  if (array.head) {
    made.at = read_head(*array.head, site, made.length, out);
    made.head_at = site.at;
    made.headed = Stretch{constant_name(site.field) + site.suffix + "_content",
                          {{path_in_record(site), 1, StretchField::Kind::counted, nullptr}},
                          array.cause};
  }
  const LengthId size = made.length;
  const Address content = made.at;
  out.push_back({std::move(made)});
  if (const auto to = target(site)) out.push_back({StoreBytes{size, nullptr, content, *to}});
}

void Lowering::add_kind(const plan::Nested& nested, const BodySite& site, Block& out) {
  const plan::Field& of = field(site.field);
  const bool is_shown = of.is_kept && (is_view() || record_.is_shown);
  const bool is_kept = (of.is_looked_into || is_shown) && site.suffix.empty();
  if (nested.json && is_view() && !is_kept)  // decoded when it is asked for
    return out.push_back({SetAddress{site.end, {site.limit, 0}, {}}});
  Call made;
  made.of = subject(site);
  made.is_element = site.is_in_list;
  if (is_kept) made.keep = Call::Keep::field;
  made.is_tried = is_kept && is_view() && routine_.kept && !site.has_own_frame &&
                  std::ranges::find(routine_.kept->tried, site.field) != routine_.kept->tried.end();
  made.nested = &nested;
  made.args = values(nested.args);
  made.frame = own_frame(site);
  made.at = site.at;
  made.limit = site.limit;
  made.target = target(site);
  made.end = site.end;
  out.push_back({std::move(made)});
}

void Lowering::add_kind(const plan::Switch& choice, const BodySite& site, Block& out) {
  if (is_left_alone(site)) return out.push_back({SetAddress{site.end, {site.limit, 0}, {}}});
  Choose made;
  made.of = subject(site);
  made.frame = site.frame;
  made.choice = &choice;
  made.tag = value(choice.tag);
  made.tag_at = choice.tag_field ? place_of(*choice.tag_field) : site.at;
  made.skips = site.may_skip;
  made.end = site.end;
  if (is_view() && choice.tag.op == plan::Op::field)
    if (const auto* scalar = std::get_if<plan::Scalar>(&field(choice.tag.id).body.kind))
      made.unknown = scalar->unknown_member;
  for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
    const plan::Alternative& alternative = choice.alternatives[i];
    const std::string name = model::snake_case(alternative.name);
    BodySite inner = site;
    inner.suffix += "_" + name;
    inner.frame = own_frame(site);
    inner.has_own_frame = true;
    inner.is_element = site.is_element || site.is_in_list;
    inner.is_in_list = false;
    if (is_read()) inner.target = Target{Target::Kind::alternative, site.field, i};
    inner.end = address(field(site.field).identifier + "_end_" + name);
    Choose::Case each;
    each.tags = alternative.tags;
    add_body(alternative.body.front(), inner, each.content.steps);
    each.content.end = {inner.end, 0};
    made.cases.push_back(std::move(each));
  }
  out.push_back({std::move(made)});
}

}  // namespace schemac::steps
