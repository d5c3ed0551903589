// What there is anywhere in a format, found once: whoever needs something only for formats that
// have it asks here, and looks through no records.
#pragma once

#include <set>

#include "schemac/base/digest_algorithm.h"
#include "schemac/core/codec.h"

namespace schemac::plan {

struct FormatUses {
  // Numbers.
  bool bit_numbers = false;  ///< that don't fill their types
  bool numerals = false;
  bool unknown_numbers = false;  ///< of which one says that nothing is stated
  // Wire forms.
  bool msgpack = false;
  bool msgpack_objects = false;  ///< of which the schema says nothing
  bool json = false;
  bool messages = false;
  bool messages_in_pieces = false;  ///< that may have to be joined
  // Lists.
  bool sorted_lists = false;
  bool loose_lists = false;     ///< how many elements there are, or where they begin, may be open
  bool version_splits = false;  ///< of records of which not every version has all fields
  bool list_params = false;     ///< lists of numbers that records are passed
  bool heads = false;           ///< of records in lists
  bool streams = false;         ///< of roots
  bool joined_arrays = false;
  bool stated_parts = false;
  bool part_members = false;
  // Places.
  bool whole_file = false;       ///< content that no declared section holds
  bool given_starts = false;     ///< of sections, where values say it
  bool refused_extents = false;  ///< readers refuse files over shared bytes or gaps
  bool shown_records = false;    ///< whose checks show what they checked
  // Algorithms: those that the schema names, and those that numbers of a file may mean.
  bool encoded = false;         ///< bytes that a codec makes
  bool codecs_of_file = false;  ///< a number of the file says which codec it is
  std::set<CodecAlgorithm> codecs;
  bool digests_of_file = false;
  std::set<impl::DigestAlgorithm> digests;
  std::set<impl::DigestAlgorithm> digests_by_number;  ///< without `none`, which needs no function
};

}  // namespace schemac::plan
