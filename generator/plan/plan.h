// The plan: what reading, checking, measuring and writing do, step by step. Nothing is left to
// decide.
//
// A record is one ordered list of items; every direction interprets the same list, so reader,
// validator and writer cannot drift apart. A position is an anchor plus a constant distance: anchor
// 0 is the record's begin, each item of variable size ends at an anchor of its own.
//
//     Run    [name.length]          one bounds check for neighbouring fields of fixed size
//     Lone    name                  a text of that length            -> anchor 1
//     Run    [dtype ndim flags | dims * ndim | nbytes offset]        -> anchor 2, after dims
//     Require dtype.tensor          a rule, after the last item that it needs
//     Lone    data                  elsewhere: at data_offset in section blobs
//
// Two executors run it: generated C++ (emit/cpp) and the direct one (direct/). What they have to
// agree on is written at each item below: the order of checks, the facts of each sentence, what
// happens after a failure.
//
// Failures. A *fault* (bytes end too early) ends the walk of the record at hand. It also ends every
// enclosing record up to the nearest restart point: a placed field (Field::jump), a section
// (InSection), a region (Field::region); after that the walk goes on. All other violations are
// noted and the walk goes on at once, with the values as they are. A walk of strictness `read` ends
// at its first violation of level `error`, and makes no check of another level.
//
// Writing. A value that can't be written is refused by the check that a reader would note, with its
// class, level and sentence; where that blames a field that values don't have, such as a count, the
// path is that of the member. What a writer alone finds (a number too large for its field, a member
// that is there against a condition, ...) has its checks in schemac/check/refusals.h, since nothing
// of a schema is in their sentences. Such a violation has no byte: its offset is 0.
//
// Frames. A walk of a record has the record's frame. A nested record, an alternative of a switch
// and content after a jump have {&record, "value"}, an element of a list (inline or not) {&record,
// "value", i}; nothing else makes a frame, so that an element after a jump is "value[2]".
// Check::field and RunField::name are below the frame of what is checked: of an inline text
// "name.length", "name", "name.padding", of one after a jump, in an alternative or a list
// "length", "", "padding". Checks that blame a field of the record (cause, elements, minimum and
// maximum count, outside, misaligned, overlap, fill, array_size, array_overflow, no_case,
// absent_value, Require) always are below the record's frame.
//
// Expressions that fail (Expr::is_checked: overflow, division by zero; an item that isn't there).
// In a Require: its check is noted. As a count or a size: as if it were 2^64 - 1, so the pair is
// noted; a writer refuses (refusals::unknown_size). As the target of a jump: outside. As a
// presence: absent. As a tag: no_case. As an argument of a nested record: 2^64 - 1. A count or size
// below 0 is as 0 (a Require notes it, where a single field states it), a target below 0 outside.
//
// Wire forms. In MessagePack a record is the bare sequence of the objects of its fields; the bytes
// that state their forms are part of them, and nothing else of the plan changes. A number with an
// exact head byte (Coding::tagged) has a fixed size, so it stays in runs; everything that says its
// own length has a Head.
//
//     Run    [ce n_params]          5 bytes under one bounds check, the tag under one comparison
//     Lone    key                   list head -> each: text head, characters    -> anchor 1
//     Run    [ce batch]
//
// A tag or head of another form (Check `form`) ends the walk as a fault does, since nothing after
// it can be found; but nothing is missing, so no region is held against it. Tags and heads are
// bounded by themselves: "x.tag", "x.head" are truncated where they begin, the content after them
// where that begins. Checks of a value are at its content; cause, counts and sizes that a head
// states are at the head. In a stretch that is cut off, the tags before the cut are looked at
// first, in order: the first that is of another form is noted instead of what is missing (after
// the cause, if there is one).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "model/model.h"
#include "plan/check.h"
#include "plan/format_uses.h"
#include "plan/identifiers.h"
#include "plan/item.h"

namespace schemac::plan {

/// What the fields of a record are in JSON, or in Python's literals: they are numbered from 1, in
/// their order.
struct JsonRecord {
  model::JsonShape shape = model::JsonShape::object;
  model::JsonStyle style;
  std::vector<std::string> names;  ///< of the fields in JSON, beside Record::fields
  /// Holds the other members: a value of no type, or a map. Neither: they are refused.
  std::optional<FieldId> others, entries;
  std::vector<FieldId> left_out;  ///< lists that a writer leaves out where they are empty
  std::vector<FieldId> tuples;    ///< lists that are tuples in Python
  std::optional<FieldId> stored;  ///< the choice that keeps a text of another style
  /// Of one value whose kind says which field it is: texts and values of no type that a field
  /// before theirs may take, which depends on the value. Each is a path from a field on, longer
  /// than one where that holds such a record itself.
  std::vector<std::vector<FieldId>> may_be_taken;
  std::size_t index = 0;  ///< among the records in JSON, in the order of Plan::records
};

struct Section {
  std::string name;
  std::string doc;
  std::optional<FieldId> begin;  ///< the field that states it
  std::uint64_t align = 1;       ///< of its start
  std::uint64_t each_align = 1;  ///< of each payload placed in it
  std::uint64_t pad = 1;         ///< the writer fills its size up to a multiple
  bool is_tracked = false;  ///< payloads are placed in it: schemac::impl::Extents checks what is to
                            ///< be checked of overlap and gaps
  /// Made up for offsets into no declared section (`at` without `in`): from 0 to the end of the
  /// file, known before anything is read; schemac::impl::FileExtents checks what lies there, along
  /// with what is inline. FindSections passes it over.
  bool is_whole_file = false;
  /// The last one, after which lies what has offsets into no declared section: what is after its
  /// own content is for the whole file to say.
  bool is_followed = false;
  std::optional<CheckId> order, misaligned, bounds, gap;
  /// Its start doesn't follow from what is before it: a writer puts it where `target` says, or
  /// refuses to (schemac::impl::obey_begin). The rest as of a Jump.
  struct GivenBegin {
    Expr target;
    bool is_late = false;
    CheckId too_early = 0, too_far = 0;
  };
  std::optional<GivenBegin> given;
  std::vector<FieldId> fields;  ///< that are read in it, in their order
  bool has_payloads = false;    ///< content of fields, or of records in them, is placed in it
  /// Whether payloads begin after fields that are read in it.
  [[nodiscard]] bool has_both() const { return has_payloads && !fields.empty(); }
  /// The most that the field that states its derived start can say; none if that is any offset.
  std::optional<model::Int128> greatest_start;
  /// What a writer would lay out otherwise: where content lies, where the section begins, where the
  /// file ends (of the last one; if that is followed, only that the file is too short for it).
  std::optional<CheckId> place, begin_place, end;
  /// Of the whole file: bytes that no field claims, those after all of them (of the same level as
  /// Root::trailing, which isn't made then).
  std::optional<CheckId> unclaimed, trailing;
};

/// A number that a record needs from outside, or a list of numbers of at least 0.
struct Param {
  std::string name;
  model::Range range;
  bool is_list = false;
  bool is_known_late = false;  ///< a writer gets to know it when everything has its place
  bool is_byte_order = false;  ///< the file's, which every record gets that has numbers in it
};

/// Bytes that lists keep after an element, on purpose and of any content: a choice of it.
struct Slack {
  std::string name;
  std::string identifier;  ///< its C++ spelling
  std::string doc;
};

/// A list whose elements may come one by one (`stream: append`): the last field of a root that has
/// fields one after the other alone, but for bytes up to the end that mean nothing.
///
/// A new file is first written without elements, with its totals and its table unknown as far as
/// they can be. Elements follow each other; each is checked as one in the middle, and only if that
/// refuses it, as the last one. Then the table is written, then, at once, all else in front of the
/// list that has changed. An element that comes takes an entry of `room`.
struct Stream {
  FieldId list = 0;
  std::optional<FieldId> rest;    ///< the bytes after it
  std::optional<FieldId> starts;  ///< the table of where elements begin
  std::optional<FieldId> room;    ///< entries that the table has after those in use: a choice
  std::vector<FieldId> totals;    ///< numbers that follow from the list or from `room`
  /// No element may end after that byte: a number in one that says where something lies is too
  /// narrow for more.
  std::optional<std::uint64_t> most;
};

/// The last fields of a file. A view needn't know where they end, since nothing that it looks at
/// while it is opened comes after them: elements that say how long each is, and bytes after them up
/// to the end. Their walk is left to the accessors; reading and validating walk all items as
/// always.
struct LateFields {
  FieldId list = 0;
  std::optional<FieldId> rest;
};

/// What a record begins with, where a walk of its view looks at nothing else: all that its end
/// follows from, and the parameters. A reader then goes from one element of a list to the next by
/// small reads of these bytes.
struct RecordHead {
  std::uint64_t size = 0;       ///< bytes, at most Record::least_size
  std::vector<FieldId> fields;  ///< numbers in it, and records whose own head is in it
  bool is_worth = false;        ///< the record can be so large that reading all of it costs more
};

/// A member without bytes of its own: what lies in the elements of a list, joined. Values have it
/// besides the list; it is found out when it is asked for. Of a file's record its size is checked
/// once the file was walked, after what is trailing, if nothing of level error is wrong and the
/// array can be joined.
struct JoinedArray {
  model::JoinedArray form;
  std::string identifier;             ///< its C++ spelling
  FieldId list = 0;                   ///< of records
  FieldId piece = 0;                  ///< of an element: Raw bytes, or a field with a codec
  std::optional<CheckId> size_check;  ///< of a record that is a file
};

/// Bytes that the elements of a list share among them. Of a file's record they are checked once the
/// file was walked, after joined arrays, if nothing of level error is wrong.
struct StatedParts {
  model::StatedParts form;
  FieldId field = 0;  ///< Raw; Field::is_of_parts if these are members
  CheckId outside = 0, overlap = 0, gap = 0;
};

/// A member without a field of its own: the bytes that an element has of those that all elements of
/// a list share. The writer puts them one after the other, in the order of the list, so where they
/// lie follows from them.
struct PartMember {
  std::string name;
  std::string identifier;       ///< its C++ spelling
  std::string whole;            ///< the field that they lie in, of the file's record
  FieldId first = 0, last = 0;  ///< which say where: two numbers, or one list of both
  [[nodiscard]] bool is_stated_by(FieldId field) const { return field == first || field == last; }
  [[nodiscard]] bool is_list() const { return first == last; }
};

/// A field of some record.
struct FieldOf {
  RecordId record = 0;
  FieldId field = 0;
};
/// What holds a record.
struct Holders {
  std::size_t count = 0;        ///< fields, elements and alternatives that are such a record
  std::vector<FieldOf> fields;  ///< that are it
  std::vector<FieldOf> lists;   ///< whose elements are it
  bool is_element = false;      ///< of any list, in alternatives, too
};

/// Of a record of the written plan (plan/writing/written_plan.h).
struct WrittenFacts {
  bool depends_on_params = false;   ///< its size depends on what it gets as parameters
  bool states_layout = false;       ///< it says, or holds what says, where something lies
  bool has_inline_payload = false;  ///< it can't be put into room of its own
  /// Of a root: the section whose payloads are measured along with the tables that place them, from
  /// its start on: the only one that has any, after all tables. None if one has to go over the
  /// values once more.
  std::optional<std::uint32_t> joined_section;
  bool checks_starts = false;    ///< of a root: starts of sections are given, or may be too large
  bool may_go_back = false;      ///< of a root: content may be put before what is put earlier
  std::set<FieldId> late_sizes;  ///< in room for a whole file (plan/writing/late_sizes.h)
};

struct Record {
  std::string name;  ///< the schema's; CamelCase, also in C++
  std::string doc, doc_ref;
  std::vector<Param> params;
  /// Where numbers in it have the order of the file (Scalar::is_of_file): an Endian.
  std::optional<Expr> byte_order;
  /// Names of sections of outer records that fields here are placed in.
  std::vector<std::string> section_params;
  std::optional<std::uint32_t> file_param;  ///< which of them is the whole file
  std::vector<Section> sections;
  std::vector<Field> fields;          ///< in the order of the schema
  std::set<std::string> identifiers;  ///< of the fields
  std::vector<Item> items;            ///< in the order of the bytes
  std::vector<JoinedArray> arrays;
  std::vector<StatedParts> parts;
  AnchorId anchor_count = 1;
  Position end;  ///< after the last inline item
  std::uint64_t least_size = 0;
  std::optional<std::uint64_t> fixed_size;
  std::optional<JsonRecord> json;  ///< its fields are a message that stands for JSON
  bool is_looked_into = false;     ///< by expressions of a record that holds it
  bool is_checked_alone = false;   ///< by ranges over it: its check needs nothing of what holds it
  bool is_shown = false;           ///< its check shows what it has checked, to either of the two,
                                   ///< or to the view of what holds it
  bool has_quick_walk = false;     ///< plan/facts/quick_walks.h
  bool is_read_at_once = false;    ///< in files of a root that is
  bool is_recursive = false;       ///< can hold itself: counts against Limits::depth
  bool depends_on_place = false;   ///< its size depends on where it lies
  bool has_asked_sizes = false;    ///< a size, a count or dims in it ask where something lies
  /// It places content itself, and holds records in line that do: a writer takes places in the
  /// order of the fields, but those of the latter while they are put.
  bool places_ahead = false;
  bool places_apart = false;    ///< what it places in a section places more in another section
  bool is_measured = false;     ///< its size is added up while its values are checked
  bool holds_measured = false;  ///< such records are in its fields, or in theirs
  OpenEnd open_end = OpenEnd::never;
  bool is_asked_if_open = false;   ///< of elements it is asked whether they are: by their values
  std::set<FieldId> blamed;        ///< whose places checks of records around it need
  bool holds_encoded = false;      ///< it has encoded fields, or holds records that have
  bool is_made_by_codec = false;   ///< held by encoded fields alone: nobody has a value of it
  std::optional<Slack> slack;      ///< as an element of lists that have some
  std::optional<PartMember> part;  ///< as an element, or in one, whose list shares bytes
  std::optional<Stream> stream;    ///< of a root
  /// What it ends with, if only a walk over that tells where: records of a list, or of a choice. A
  /// view whose end nobody asks for leaves it alone.
  std::optional<FieldId> last_content;
  bool is_looked_at = false;       ///< such views are made of it, by a walk of their own
  std::optional<LateFields> late;  ///< of a root
  /// Of elements of lists of roots, and of records in their heads.
  std::optional<RecordHead> head;
  std::optional<CheckId> depth;
  /// The field by which lists of it tell their elements apart, or order them: the same one for all.
  std::optional<FieldId> key;
  WrittenFacts written;
  Holders holders;         ///< plan/facts/holders.h
  std::size_t weight = 0;  ///< its fields, and those of records that are fields of it
  /// All fields in the order in which items come to them: so content at offsets gets its places.
  std::vector<FieldId> visit_order;
  /// Scalar fields that the writer computes, each after those that it needs.
  std::vector<FieldId> derive_order;

  /// Whether values that are read or written hold a field while parts have their places: it is a
  /// member, or all that parts lie in, or says where one does.
  [[nodiscard]] bool holds(FieldId field) const {
    return fields[field].has_member() || fields[field].is_of_parts ||
           (part && part->is_stated_by(field));
  }
  [[nodiscard]] bool is_held() const { return holders.count != 0; }
  /// Whether it places content in a section of a record around it.
  [[nodiscard]] bool places_outside() const { return !section_params.empty(); }
  /// The fields of a message; null for records whose fields come one after the other.
  [[nodiscard]] const MessageFields* message() const {
    return items.empty() ? nullptr : std::get_if<MessageFields>(&items.front());
  }
};

struct Root {
  std::string name;  ///< "" for the only one
  RecordId record = 0;
  /// What tells a file of it from others: the magic, or the members of an enumeration of at least 4
  /// bytes that comes first. A file begins with one of them.
  std::vector<std::vector<std::uint8_t>> beginnings;
  std::vector<std::string> extensions;
  /// Of a message: files with these extensions hold it in protobuf's text form. The tools read
  /// both forms, whatever a file is called; generated code reads the wire form alone.
  std::vector<std::string> text_extensions;
  std::vector<std::uint8_t> magic;  ///< leading constant: checked before anything else, a mismatch
                                    ///< ends the walk if it is required
  CheckId magic_check = 0;
  bool magic_is_required = false;   ///< of level error; else it is a constant as others are
  bool is_read_at_once = false;     ///< values are made while a file is checked, in one pass
  std::optional<CheckId> trailing;  ///< bytes after the last field; none: they are ignored. Not
                                    ///< made where the record has sections: Section::trailing is
};

/// A dataset of several files, or a directory in one. Each file is read by itself, as a root; then
/// what is said across files is checked. Order: entries as declared (missing_file; of each file its
/// own violations; keys, as they are found; `each`), then rules. Conditions that can't be
/// calculated hold. A name from a file is a path's part only if `is_file_name` says so.
struct Directory {
  model::Directory form;
  std::vector<std::optional<Root>> contents;  ///< beside the entries; none: a directory
  /// Over the pieces that its files hold, as far as dimensions ask for them: what files hold
  /// beyond, a writer had no time to count.
  std::vector<model::JoinedArray> arrays;
};

/// A name that the schema gives to a way of lying in bytes (`Name: {type: str, prefix: u32}`). Its
/// bodies are in the fields that use it; documents show it once.
struct Form {
  std::string name;
  std::string doc, doc_ref;
};

struct Plan;
/// A field of the root says in which order the bytes of numbers are: the attribute of its member.
struct FileOrder {
  FieldId field = 0;
  std::uint32_t attribute = 0;
  std::uint64_t offset = 0;  ///< where the field is, in each file
  /// The plan of files that are big-endian: there Scalar::endian, and that of arrays and digests,
  /// is big where the file says it, here little.
  std::shared_ptr<const Plan> in_big_order;
};

struct Plan {
  std::string format;  ///< namespace and schema name
  std::string title, doc, doc_ref;
  std::string source_path;  ///< of the schema, as given; in UTF-8
  std::vector<std::string> imports;
  TypeNames type_names;  ///< in the namespace of the format
  std::vector<Enum> enums;
  std::vector<Form> forms;
  /// A record comes after those that it holds, unless it is recursive.
  std::vector<Record> records;
  /// The records by their names in small letters: "value_type".
  std::map<std::string, RecordId, std::less<>> small_names;
  std::vector<Check> checks;
  std::vector<Root> roots;
  std::vector<Directory> directories;
  std::vector<model::Sample> samples;
  std::optional<FileOrder> file_order;
  bool has_given_offsets = false;  ///< of any content (Jump::is_given)
  bool has_digests = false;
  bool has_nested_content = false;                ///< in any content (Jump::places_content)
  bool has_asked_sizes = false;                   ///< of a record that isn't made by a codec
  std::optional<std::uint64_t> narrowest_offset;  ///< up to which Jump::stated holds
  bool is_verified = false;  ///< of the written one: values can break rules known only afterwards
  bool has_narrow_tables = false;  ///< with List::finds_up_to
  /// Up to which place the other tables can state where all elements begin; none if that is any.
  /// What they state is held against the written bytes of a larger file.
  std::optional<std::uint64_t> told_up_to;
  FormatUses uses;

  /// Whether a writer looks at places before it puts anything: those that values give, or that
  /// fields may be too narrow for.
  [[nodiscard]] bool checks_places() const { return has_given_offsets || narrowest_offset; }
  /// Whether a writer finds out only while it puts bytes that some don't fit.
  [[nodiscard]] bool notes_misfits() const { return has_asked_sizes || has_narrow_tables; }
};

/// The number by which others refer to a record, and that of a field in its record.
[[nodiscard]] inline RecordId id_of(const Plan& plan, const Record& record) {
  return static_cast<RecordId>(&record - plan.records.data());
}
[[nodiscard]] inline FieldId id_of(const Record& record, const Field& field) {
  return static_cast<FieldId>(&field - record.fields.data());
}
/// Whether the elements of a list lie where this table of their starts says (List::has_slack).
[[nodiscard]] inline bool finds_elements(const Record& record, const List& table) {
  return std::get<List>(record.fields[*table.starts_of].body.kind).has_slack;
}

}  // namespace schemac::plan
