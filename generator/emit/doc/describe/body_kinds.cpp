#include "emit/doc/describe/body_kinds.h"

#include "emit/doc/describe/body_boxes.h"
#include "emit/doc/describe/message_fields.h"
#include "emit/doc/queries/conditions.h"
#include "emit/doc/queries/spelling.h"
#include "emit/doc/queries/standards.h"
#include "model/range_arithmetic.h"
#include "plan/bit_positions.h"
#include "schemac/base/counted.h"
#include "schemac/json/json.h"

namespace schemac::emit::doc {
namespace {

std::uint64_t bytes_of(Dtype dtype) { return (bit_count(dtype) + 7) / 8; }

std::string as_hex(std::uint8_t byte) { return hex_of({byte}); }

// One overload a kind of body.
class BodyWriter {
 public:
  BodyWriter(const BodySite& site, const plan::Body& body) : site_(site), body_(body) {}

  BodyDoc operator()(const plan::Scalar& scalar) const {
    BodyDoc out;
    out.type = scalar.enumeration ? text(enum_link(context(), *scalar.enumeration))
               : scalar.bits != 0 ? narrow_text(context(), scalar)
               : scalar.coding == plan::Coding::plain
                   ? dtype_text(context(), scalar.dtype, order_of(scalar))
                   : text(code(std::string(name(scalar.dtype)), to(dtype_id(scalar.dtype))));
    if (!scalar.flags.empty()) append(out.type, " flags");
    if (scalar.place) append(out.type, ", " + plan::bits_text(scalar));
    const std::string tag = scalar.coding == plan::Coding::tagged ? as_hex(scalar.tag) + " + " : "";
    if (!scalar.place)
      out.boxes.push_back(box(site_, site_.name, tag + flat(out.type), body_.fixed_size));
    add_coding(out, scalar);
    require(out.requirements, scalar.constant_check,
            text(site_.subject, " is ", value_of(scalar), "."), text(value_of(scalar)));
    if (scalar.enumeration)
      require(
          out.requirements, scalar.unknown_member,
          text(site_.subject, " is a member of ", enum_link(context(), *scalar.enumeration), "."));
    if (scalar.versioned) {
      require(out.requirements, scalar.versioned->early_member,
              text(site_.subject, " is not a member that only later versions have."));
      require(out.requirements, scalar.versioned->late_member,
              text(site_.subject, " is not a member that only earlier versions had."));
    }
    require(out.requirements, scalar.boolean, text(site_.subject, " is 0 or 1."), text("0 or 1"));
    require(out.requirements, scalar.unknown_flag,
            text("The bits of ", site_.subject, " that have no name are 0."), text("other bits 0"));
    return out;
  }

  BodyDoc operator()(const plan::Constant& constant) const {
    BodyDoc out;
    const std::string hex = hex_of(constant.bytes);
    const std::string characters = characters_of(constant.bytes);
    out.type = text("bytes");
    out.boxes.push_back(
        box(site_, site_.name, characters.empty() ? hex : characters, constant.bytes.size()));
    Text value = text(code(hex));
    if (!characters.empty()) value = text(code(characters), ": ", code(hex));
    require(out.requirements, constant.check,
            text(site_.subject,
                 constant.bytes.size() == 1 ? " is the byte " : " consists of the bytes ",
                 code(hex), characters.empty() ? Text() : text(", ", code(characters)), "."),
            value);
    return out;
  }

  BodyDoc operator()(const plan::Text& what) const {
    BodyDoc out;
    out.type = text("text");
    if (what.size) out.size = site_.scope.expression(*what.size);
    const std::string length = joined(site_.name, "length");
    Text sentence;
    if (what.head) {
      add_head(out, site_, *what.head, "the length in bytes");
      require(out.requirements, what.cause,
              text("All bytes that the head of ", site_.subject, " announces are there."));
    } else if (what.prefix) {
      const Text type = dtype_text(context(), what.prefix->dtype, order_of(*what.prefix));
      Box prefix = box(site_, length, flat(type), bytes_of(what.prefix->dtype));
      if (prefix.tone == Tone::given) prefix.tone = Tone::derived;
      out.boxes.push_back(std::move(prefix));
      sentence = text("A ", type, " with the length in bytes, then that many characters");
      require(out.requirements, what.cause,
              text("All bytes that ", code(length, site_.link), " announces are there."));
    } else if (what.size) {
      sentence = text(what.filler ? "Up to " : "", site_.scope.expression(*what.size),
                      " bytes of characters");
      require(out.requirements, what.cause,
              text("All ", site_.scope.expression(*what.size), " bytes of ", site_.subject,
                   " are there."));
    } else if (what.to_end && !site_.is_in_message) {
      sentence = text("Characters up to the end of ", site_.room);
    } else if (what.to_end) {
      sentence = {};
    } else {
      sentence = text("Characters");
    }
    Box characters =
        box(site_, site_.name.empty() ? "characters" : site_.name, "text", std::nullopt);
    if (what.size)
      if (const auto fixed = constant_of(*what.size)) characters.size = fixed;
    characters.extent = what.prefix ? length + " bytes"
                        : what.size ? site_.scope.plain(*what.size) + " bytes"
                        : what.head ? "as its head says"
                        : what.to_end
                            ? (site_.is_in_message ? "as its length says" : "up to the end")
                            : "";
    if (characters.size) characters.extent.clear();
    out.boxes.push_back(std::move(characters));
    add_text_end(out, what, sentence);
    add_characters(out, what);
    return out;
  }

  BodyDoc operator()(const plan::Raw& raw) const {
    if (raw.digest) return describe_digest(site_, body_, *raw.digest);
    BodyDoc out;
    out.type = text("bytes");
    Box bytes = box(site_, site_.name, "bytes", body_.fixed_size);
    if (raw.free) {
      out.type = text("any value");
      if (raw.free->wire == plan::FreeForm::Wire::text) {
        const impl::json::Syntax syntax = raw.free->style.syntax;
        out.type = text(text_standard(syntax));
        bytes.type = std::string(impl::json::name(syntax));
        add_text_requirements(out.requirements, text(site_.subject), raw.free->checks, syntax,
                              true);
      }
      if (raw.free->wire == plan::FreeForm::Wire::object) return describe_object(*raw.free);
    }
    if (raw.head) {
      add_head(out, site_, *raw.head, "the size in bytes");
      require(out.requirements, raw.cause,
              text("All bytes that the head of ", site_.subject, " announces are there."));
      bytes.extent = "as its head says";
    } else if (raw.size) {
      out.size = site_.scope.expression(*raw.size);
      bytes.extent = flat(out.size) + " bytes";
      require(out.requirements, raw.cause,
              text("All ", out.size, " bytes of ", site_.subject, " are there."));
    } else if (site_.is_in_message) {
      bytes.extent = "as its length says";
    } else {
      out.form.push_back(text("All bytes up to the end of ", site_.room, "."));
      bytes.extent = "up to the end";
    }
    if (bytes.size) bytes.extent.clear();
    out.boxes.push_back(std::move(bytes));
    return out;
  }

  BodyDoc operator()(const plan::Array& array) const {
    BodyDoc out;
    if (array.head) add_head(out, site_, *array.head, "the size in bytes");
    const auto fixed = constant_of(array.dtype);
    const Text element = fixed ? dtype_text(context(), static_cast<Dtype>(*fixed), order_of(array))
                               : site_.scope.expression(array.dtype);
    out.type = array.dims ? text("array of ", element) : text("one element of ", element);
    const Text dims = array.dims ? text_of(*array.dims) : Text();
    if (array.dims) {
      out.size = text(array.head ? "head + " : "", code("product("), dims, code(")"), " × size of ",
                      element);
      out.form.push_back(text("Elements of type ", element, " in the dimensions ", dims,
                              ", packed, ",
                              strong(array.is_column_major ? "column-major" : "row-major"),
                              array.is_column_major ? " (the first dimension varies fastest), "
                                                    : " (the last dimension varies fastest), ",
                              word(order_of(array)), ". Without dimensions it is one element."));
    } else {
      out.size = fixed ? text(std::to_string(bytes_of(static_cast<Dtype>(*fixed))))
                       : text("size of ", element);
      out.form.push_back(text("One element of type ", element, ", ", word(order_of(array)), "."));
    }
    Box elements = box(site_, site_.name, flat(out.type), body_.fixed_size);
    elements.is_repeated = array.dims.has_value();
    if (array.dims) elements.extent = flat(out.size) + " bytes";
    if (array.head) elements.extent = "as its head says";
    out.boxes.push_back(std::move(elements));
    add_array_checks(out, array, element, dims);
    return out;
  }

  BodyDoc operator()(const plan::Nested& nested) const {
    BodyDoc out;
    const plan::Record& record = context().plan.records[nested.record];
    out.type = text(record_link(context(), nested.record));
    std::string before = "(";
    for (std::size_t i = 0; i < nested.args.size(); ++i) {
      if (record.params[i].is_byte_order) continue;  // the page says it of the format
      const std::string& name = record.params[i].name;
      const bool is_of_that_name = site_.scope.plain(nested.args[i]) == name;
      append(out.type, text(code(before + (is_of_that_name ? "" : name + " = ")),
                            site_.scope.expression(nested.args[i])));
      before = ", ";
    }
    if (before != "(") append(out.type, code(")"));
    if (nested.json) {
      const impl::json::Syntax syntax = record.json->style.syntax;
      out.form.push_back(text("A text in ", text_standard(syntax), "."));
      add_text_requirements(out.requirements, text(site_.subject), nested.json->checks, syntax,
                            false);
    }
    Box whole = box(site_, site_.name, record.name, record.fixed_size);
    if (!record.fixed_size) whole.extent = size_words(record.least_size, {});
    out.boxes.push_back(std::move(whole));
    return out;
  }

  // An object of MessagePack of which nothing is said.
  [[nodiscard]] BodyDoc describe_object(const plan::FreeForm& free) const {
    BodyDoc out;
    out.type = text("any value");
    Box object = box(site_, site_.name, "any object", std::nullopt);
    object.extent = "as it says itself";
    out.boxes.push_back(std::move(object));
    out.form.push_back(
        text("One object of ", standard_link("msgpack"),
             " of any kind, with all that it holds: read in any width, written in the shortest."));
    require(out.requirements, free.object.form,
            text(site_.subject, " is an object of ", standard_link("msgpack"), "."));
    require(out.requirements, free.object.cause,
            text("All bytes and objects that heads in ", site_.subject, " announce are there."));
    require(out.requirements, free.object.duplicate,
            text("No map in ", site_.subject, " has two keys of one value."));
    limit(out.requirements, free.object.elements,
          text("A reader may refuse ", site_.subject, " where it holds too many objects."));
    limit(out.requirements, free.object.depth,
          text("A reader may refuse ", site_.subject,
               " where lists and maps are nested too deeply."));
    return out;
  }
  BodyDoc operator()(const plan::List& list) const;
  BodyDoc operator()(const plan::Switch& choice) const;

  // Kinds that came later and have no words here yet.
  template <class Other>
  BodyDoc operator()(const Other&) const {
    BodyDoc out;
    out.type = text(unknown_kind);
    out.boxes.push_back(box(site_, site_.name, "bytes", body_.fixed_size));
    return out;
  }

 private:
  [[nodiscard]] const Context& context() const { return site_.scope.context; }

  Span value_of(const plan::Scalar& scalar) const {
    return code(scalar.constant ? number_text(context(), scalar, *scalar.constant) : "");
  }

  // "dims", or "shape.dims ++ [batch] if batch > 1".
  Text text_of(const plan::Dims& dims) const {
    Text out;
    for (const plan::DimsTerm& term : dims.terms) {
      if (!out.empty()) out.push_back(code(" ++ "));
      const Text value = site_.scope.expression(term.value);
      append(out, plan::leaf_of(term.value).op == plan::Op::list
                      ? value
                      : text(code("["), value, code("]")));
      if (term.condition) append(out, text(" if ", site_.scope.expression(*term.condition)));
    }
    return out;
  }

  void add_coding(BodyDoc& out, const plan::Scalar& scalar) const {
    switch (scalar.coding) {
      case plan::Coding::plain:
        return;
      case plan::Coding::numeral:
        return describe_numeral(out, site_.subject, scalar);
      case plan::Coding::tagged:
        out.form.push_back(text("The byte ", code(as_hex(scalar.tag)),
                                " and the number, big-endian (MessagePack)."));
        break;
      case plan::Coding::token:
        out.form.push_back(
            text("The byte ", code("c2"), " for false, ", code("c3"), " for true (MessagePack)."));
        break;
      case plan::Coding::integer:
        out.form.push_back(
            text("A MessagePack integer: read in any width, written in the shortest."));
        break;
    }
    require(out.requirements, scalar.form,
            text(site_.subject, " has the MessagePack form of its type."));
    require(out.requirements, scalar.unfit,
            text(site_.subject, " is within the range of ", code(std::string(name(scalar.dtype))),
                 "."));
  }

  void add_text_end(BodyDoc& out, const plan::Text& what, Text sentence) const {
    if (what.terminator) {
      Box end = box(site_, joined(site_.name, "terminator"), as_hex(*what.terminator), 1);
      end.tone = Tone::constant;
      out.boxes.push_back(std::move(end));
      append(sentence, text(", ended by the byte ", code(as_hex(*what.terminator)),
                            ", which is not part of them"));
    }
    if (what.filler) append(sentence, text(", filled up by ", code(as_hex(*what.filler))));
    if (what.pad > 1) {
      Box padding = box(site_, joined(site_.name, "padding"), "zeros", std::nullopt);
      padding.extent = "to a multiple of " + std::to_string(what.pad);
      padding.tone = Tone::padding;
      out.boxes.push_back(std::move(padding));
      append(sentence, text(", then zeros up to a multiple of ", std::to_string(what.pad),
                            " bytes, counted from its own start"));
    }
    if (!sentence.empty()) {
      append(sentence, ".");
      out.form.push_back(std::move(sentence));
    }
    require(out.requirements, what.padding_check,
            text("The padding after ", site_.subject, " is zero."));
  }

  void add_characters(BodyDoc& out, const plan::Text& what) const {
    std::string set = what.charset_text.substr(0, what.charset_text.rfind(']') + 1);
    if (set.empty()) set = what.charset_text;
    require(out.requirements, what.charset_check,
            text("Every byte of ", site_.subject, " is one of ", code(set), "."),
            text("of ", code(set)));
    require(out.requirements, what.negative_check,
            text("The length of ", site_.subject, " is not negative."));
    require(out.requirements, what.empty_check, text(site_.subject, " has at least one character."),
            text("not empty"));
    if (what.encoding.empty()) return;
    const std::string shown = what.encoding == "ascii" ? "ASCII" : "UTF-8";
    require(out.requirements, what.encoding_check,
            text("The characters of ", site_.subject, " are well-formed ", shown, "."),
            text(shown));
    if (!what.encoding_check) out.form.push_back(text("Encoded as ", shown, "."));
  }

  void add_array_checks(BodyDoc& out, const plan::Array& array, const Text& element,
                        const Text& dims) const {
    require(out.requirements, array.overflow,
            text("The size in bytes that ", dims, " and ", element, " give fits 64 bits."));
    if (array.head)
      require(out.requirements, array.cause,
              text("All bytes that the head of ", site_.subject, " announces are there."));
    require(out.requirements, array.size_check,
            array.dims
                ? text("The size stated for ", site_.subject, " is ", code("product("), dims,
                       code(")"), " × the size of ", element, ".")
                : text("The size stated for ", site_.subject, " is the size of ", element, "."),
            array.dims ? text("= ", code("product("), dims, code(")"), " × size of ", element)
                       : text("= size of ", element));
    require(out.requirements, array.boolean,
            text(site_.subject, " is 0 or 1 where it is a boolean."));
  }

  const BodySite& site_;
  const plan::Body& body_;
};

BodyDoc BodyWriter::operator()(const plan::List& list) const {
  return describe_list(site_, body_, list);
}

BodyDoc BodyWriter::operator()(const plan::Switch& choice) const {
  BodyDoc out;
  const Text tag = site_.scope.expression(choice.tag);
  std::string names;
  for (const plan::Alternative& alternative : choice.alternatives)
    names += (names.empty() ? "" : " | ") + alternative.name;
  out.type = text("one of " + counted(choice.alternatives.size(), "form"));
  out.form.push_back(text(tag, " states which form it has; see the table of its forms."));
  Box any = box(site_, site_.name, names, body_.fixed_size);
  if (!any.size) any.extent = "by " + flat(tag);
  out.boxes.push_back(std::move(any));
  const plan::Alternative* last =
      choice.alternatives.empty() ? nullptr : &choice.alternatives.back();
  if (last == nullptr || !last->tags.empty() || plan::can_fail(choice.tag))
    require(out.requirements, choice.no_case,
            text(tag, " is one for which ", site_.subject, " has a form."));
  for (const plan::Alternative& alternative : choice.alternatives) {
    BodySite site = site_;
    site.subject = text(site_.subject, " as ", code(alternative.name));
    for (Requirement& each : describe(site, alternative.body.front()).requirements) {
      if (!each.brief.empty()) each.brief = text("as ", code(alternative.name), ": ", each.brief);
      out.requirements.push_back(std::move(each));
    }
  }
  return out;
}

}  // namespace

void add_text_requirements(Requirements& out, const Text& subject, const plan::JsonChecks& checks,
                           impl::json::Syntax syntax, bool is_free) {
  require(out, checks.malformed, text(subject, " is a text in ", text_standard(syntax), "."),
          text(std::string(impl::json::name(syntax))));
  limit(out, checks.deep,
        text("A reader may refuse ", subject, " where lists and objects are nested too deeply."));
  limit(out, checks.large,
        text("A reader may refuse ", subject, " where it takes too much memory."));
  require(out, checks.duplicate, text("No object of ", subject, " has two members of one name."));
  if (is_free) return;
  require(out, checks.kind, text("The members of ", subject, " are of their kinds."));
  require(out, checks.range, text("The numbers of ", subject, " fit their types."));
  require(out, checks.unknown,
          text("Objects of ", subject,
               " that keep no other members have none but those that are named."));
}

BodyDoc describe(const BodySite& site, const plan::Body& body, bool keeps_form) {
  if (site.message_field != nullptr) {
    BodySite content = site;
    content.message_field = nullptr;
    return in_message(site, *site.message_field, describe(content, body, keeps_form));
  }
  BodyDoc out = std::visit(BodyWriter(site, body), body.kind);
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  const bool has_own_bytes = scalar == nullptr || !scalar->place;
  if (!has_own_bytes)
    out.size = text(impl::counted(scalar->bit_count(), "bits"));
  else if (body.fixed_size)
    out.size = text(std::to_string(*body.fixed_size));
  else if (out.size.empty() && body.least_size > 0)
    out.size = text("≥ " + std::to_string(body.least_size));
  if (!body.form || keeps_form) return out;
  // The form says the rest, once.
  const Context& context = site.scope.context;
  out.type = text(form_link(context, *body.form));
  out.form.clear();
  out.requirements.clear();
  if (!has_own_bytes) {
    append(out.type, ", " + plan::bits_text(*scalar));
    return out;
  }
  Box whole = box(site, site.name, context.plan.forms[*body.form].name, body.fixed_size);
  if (!whole.size) whole.extent = size_words(body.least_size, {});
  out.boxes = {std::move(whole)};
  return out;
}

}  // namespace schemac::emit::doc
