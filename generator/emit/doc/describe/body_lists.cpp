#include "emit/doc/describe/body_boxes.h"
#include "emit/doc/queries/conditions.h"
#include "emit/doc/queries/spelling.h"

namespace schemac::emit::doc {
namespace {

// In which order a file grows.
Text about_appending(const BodySite& site, const plan::Stream& stream) {
  const auto name = [&](plan::FieldId id) {
    return code(site.scope.record.fields[id].name,
                to(site.scope.context.links.field(site.scope.id, id)));
  };
  Text last;
  for (const plan::FieldId id : stream.totals)
    last = last.empty() ? text(name(id)) : text(last, ", ", name(id));
  Text out = text("Elements may be appended one by one");
  if (stream.starts) out = text(out, ", then ", name(*stream.starts), " written");
  if (!last.empty()) out = text(out, ", and last of all, in one go, ", last);
  return text(out, ".");
}

}  // namespace

BodyDoc describe_list(const BodySite& whole, const plan::Body& body, const plan::List& list) {
  const Context& context = whole.scope.context;
  BodyDoc out;
  BodySite site = whole;
  site.subject = text("each element of ", whole.subject);
  BodyDoc element = describe(site, list.element.front());
  const Text count = list.count ? whole.scope.expression(*list.count) : Text();
  out.type = list.count            ? text(element.type, " × ", count)
             : list.head           ? text("list of ", element.type)
             : list.until          ? text(element.type, ", repeated")
             : whole.is_in_message ? text(element.type, ", repeated")
                                   : text(element.type, " to the end");
  if (list.head)
    add_head(
        out, whole, *list.head,
        list.head->form == plan::HeadForm::map ? "the number of pairs" : "the number of elements");
  else if (list.until)
    out.form.push_back(text("Ends with the first element for which ",
                            whole.scope.expression(*list.until), " holds."));
  else if (!list.count && !whole.is_in_message)
    out.form.push_back(text("As many as there are up to the end of ", whole.room, "."));
  if (list.is_counted)
    out.form.push_back(text(
        "Where ", count, " is not known, as many as there are up to the end of ", whole.room, "."));
  if (list.has_slack) {
    const plan::Field& table = whole.scope.record.fields[list.stated_starts->list];
    const auto& nested = std::get<plan::Nested>(list.element.front().kind);
    const plan::Slack& slack = *context.plan.records[nested.record].slack;
    out.form.push_back(text(
        "After each element there may be spare bytes of any content (", code(slack.name),
        "), up to where ",
        code(table.name, to(context.links.field(whole.scope.id, list.stated_starts->list))),
        " says that the next one begins; after the last one up to the end of ", whole.room, "."));
    if (!slack.doc.empty()) out.form.push_back(prose(slack.doc));
  }
  if (const auto& stream = whole.scope.record.stream;
      stream && &whole.scope.record.fields[stream->list].body == &body)
    out.form.push_back(about_appending(whole, *stream));
  if (list.stride && list.count) out.size = text(std::to_string(*list.stride), " × ", count);
  const auto* bits = std::get_if<plan::Scalar>(&list.element.front().kind);
  if (bits != nullptr && bit_count(bits->dtype) % 8 != 0) {
    out.form.push_back(
        text("Packed, the first element in the lowest bits of the first byte; the "
             "bits left in the last byte have no meaning."));
    if (list.count)
      out.size = text(code("ceil_div("), count,
                      code(" * " + std::to_string(bit_count(bits->dtype)) + ", 8)"));
  }
  for (Text& sentence : element.form) out.form.push_back(std::move(sentence));
  Box all = box(whole, whole.name, flat(out.type), body.fixed_size);
  all.is_repeated = true;
  if (!all.size)
    all.extent = !out.size.empty() ? flat(out.size) + " bytes"
                 : list.count      ? whole.scope.plain(*list.count) + " times"
                 : list.head       ? "as its head says"
                 : list.until      ? "until one is the last"
                                   : "to the end";
  out.boxes.push_back(std::move(all));

  Requirements& required = out.requirements;
  if (list.cause) {
    Text holds =
        text("There are bytes for all ",
             list.head ? text("elements that the head announces") : text(count, " elements"),
             " of ", whole.subject);
    if (list.least_element > 0)
      append(holds, ", at least " + std::to_string(list.least_element) + " each");
    append(holds, ".");
    require(required, list.cause, std::move(holds));
  }
  if (list.minimum)
    require(required, list.minimum_check,
            text(whole.subject, " has at least " + counted(*list.minimum, "element") + "."),
            text("at least " + std::to_string(*list.minimum)));
  if (list.maximum)
    require(required, list.maximum_check,
            text(whole.subject, " has at most " + counted(*list.maximum, "element") + "."),
            text("at most " + std::to_string(*list.maximum)));
  limit(required, list.elements_check,
        text("A reader may refuse ", whole.subject, " for its number of elements."));
  if (list.empty_element)
    require(required, list.empty_element,
            text("Each element of ", whole.subject, " has bytes",
                 list.is_counted ? text(", where ", count, " is not known.") : text(".")));
  for (Requirement& each : element.requirements) required.push_back(std::move(each));
  for (const plan::EachRule& rule : list.each)
    require(required, rule.check,
            text("For each element of ", whole.subject, " (", code("_"),
                 " below): ", condition(whole.scope, rule.condition), "."),
            text("each: ", condition(whole.scope, rule.condition)));
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  const auto key = [&](plan::FieldId id) {
    if (nested == nullptr || id == ~plan::FieldId{0}) return text("value");
    const plan::Field& field = context.plan.records[nested->record].fields[id];
    return text(code(field.name, to(context.links.field(nested->record, id))));
  };
  if (list.stated_starts) {
    const plan::Field& table = whole.scope.record.fields[list.stated_starts->list];
    const Text link =
        text(code(table.name, to(context.links.field(whole.scope.id, list.stated_starts->list))));
    const std::string unless =
        table.unknown ? ", unless it is " + model::to_text(table.unknown->value) : "";
    require(required, list.stated_starts->check,
            text("Each element of ", whole.subject, " begins where ", link, " says" + unless + "."),
            text("begins as ", link, " says" + unless));
  }
  if (list.unique)
    require(required, list.duplicate,
            text("No two elements of ", whole.subject, " have the same ", key(*list.unique), "."),
            text("each ", key(*list.unique), " once"));
  if (list.order_by)
    require(required, list.order,
            text("The elements of ", whole.subject, " are in ascending order of ",
                 key(*list.order_by), "."),
            text("sorted by ", key(*list.order_by)));
  return out;
}

}  // namespace schemac::emit::doc
