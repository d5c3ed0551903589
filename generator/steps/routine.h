// A routine: the steps of a record for a job, and what these name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "steps/step.h"

namespace schemac::steps {

/// What expressions ask for and no step sets: it is computed where it is asked for.
struct Measure {
  struct Distance {
    Address from, to;
  };
  struct Clamped {  ///< as a size or an offset: as large as possible where it can't be computed
    Expr expr;
    bool is_offset = false;
  };
  struct Plain {  ///< bytes of what is decoded, as they are stated
    const plan::Codec* form = nullptr;
    Expr algorithm;
    std::optional<Expr> size;
    Address from, to;
  };
  std::variant<Distance, Clamped, Plain> kind;
};

/// What a routine is for.
enum class Job : std::uint8_t {
  check,  ///< all that there is to say
  read,   ///< errors alone; and values are made
  view,   ///< where things end: what a view keeps. Content elsewhere is left alone
  open,   ///< the same of a file's record, once a file: errors about numbers that it comes across.
          ///< What the record ends with is left alone
  look,   ///< as `view`, where nobody asks for the end: what it ends with is left alone, too
  quick,  ///< as `view` of a record of which all is there; else nothing is said, or found
  start,  ///< of a record with sections: what is before them, checked, and where they are
  watch,  ///< all that there is to say, and all that is there
};

/// Whether it is a job of views.
[[nodiscard]] constexpr bool is_of_view(Job job) {
  return job == Job::view || job == Job::open || job == Job::look || job == Job::quick;
}

/// What is kept of a record: by its view, or for expressions that look into it from outside.
struct Kept {
  std::vector<AddressId> addresses;
  std::vector<FieldId> lengths, numbers, products, records;
  std::vector<FieldId> tried;  ///< records that are walked quickly where they are whole
  std::vector<FieldId> given;  ///< lengths that the view got when it was made
};

/// Where a field is.
struct Whereabouts {
  Address begin;               ///< its tag or head included
  Address place;               ///< of what checks are about
  std::optional<Address> end;  ///< none: it is elsewhere, or of a fixed size
};

/// Expressions are those of the plan over what steps have set: Op::field is a number that was
/// loaded, Op::length a length, Op::list and what is asked of a list one that was set, Op::inside a
/// record that was kept. Ids of Op::size_of and Op::plain_size are into Routine::measures, of
/// Op::offset_of into Routine::places, of Op::is_present into Routine::presences. Those of messages
/// are the plan's own.
struct Routine {
  Job job = Job::check;
  const plan::Record* record = nullptr;
  std::vector<std::string> addresses;  ///< their names; 0 is where the record begins
  /// Addresses inside records that were kept, or of the field of a message (no path).
  std::map<AddressId, plan::FieldPath> inside;
  AddressId limit = 0;  ///< how far it may reach
  std::vector<Frame> frames;
  std::vector<Subject> inner;  ///< what has a length beside the fields
  std::vector<Measure> measures;
  std::vector<Address> places;
  std::vector<Expr> presences;  ///< those that may not be computable: then nothing is there
  Block steps;
  Address end;
  /// Values are asked of a view, not of what steps have set.
  bool asks_view = false;
  /// The whole file is handed over: records in line place content in it.
  bool takes_file = false;
  bool has_sections = false;  ///< declared ones: such a record is its file, and ends with it
  Address key;  ///< where the field is by which lists tell elements apart, if that is a number
  std::optional<Kept> kept;
  std::vector<Whereabouts> whereabouts;  ///< of fields: of Job::watch
  /// Of Job::watch: a copy of each expression of its steps, which Expr::serial counts.
  std::vector<Expr> expressions;

  [[nodiscard]] Subject subject_of(LengthId length) const {
    const auto fields = static_cast<LengthId>(record->fields.size());
    return length < fields ? Subject{length, ""} : inner[length - fields];
  }
};

}  // namespace schemac::steps
