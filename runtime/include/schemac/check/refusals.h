// What a writer says of values that no file can hold, beside the checks of a schema: nothing of a
// schema is in these sentences but the path before them, so they are here once. Generated writers
// and the commands both say them.
#pragma once

#include "schemac/check/check.h"
#include "schemac/core/violation.h"

namespace schemac::impl {

/// Whether keys of a map of no type may be equal: where what is said of that doesn't make a file
/// invalid.
enum class Keys : bool { differ, may_repeat };

}  // namespace schemac::impl

namespace schemac::impl::refusals {

/// A list (or bytes) of a elements, which come in groups of b.
inline constexpr Check remainder{Rule::size_mismatch, {}, "{a} is not a multiple of {b}"};
/// The number that a field has to state.
inline constexpr Check large{Rule::overflow, {}, "{a} doesn't fit; {b} is the most"};
inline constexpr Check small{Rule::overflow, {}, "{a:i} doesn't fit; {b:i} is the least"};
/// The offset that a field has to state in larger units, or from elsewhere.
inline constexpr Check no_place{
    Rule::bad_value, {}, "can't say that something is at {a}", {}, Level::error};
/// The offset that says that there is no content, of content that lies there.
inline constexpr Check absent_place{
    Rule::bad_value, {}, "would be {a:i}, which says that nothing is there", {}, Level::error};
inline constexpr Check overflow{Rule::overflow, {}, "can't be computed in 64 bits"};
/// A number of less than a byte.
inline constexpr Check between{Rule::overflow, {}, "0 doesn't fit; only -1 and 1 do"};
/// A set of bits; `text` are the fields that those of b follow from.
inline constexpr Check derived_bits{
    Rule::nonzero_reserved,
    {},
    "is {a:x}, whose bits {b:x} follow from what is there ({text}): a value leaves them 0"};
inline constexpr Check size{Rule::size_mismatch, {}, "holds {a}, but needs {b}"};
/// The same where b may be below 0.
inline constexpr Check signed_size{Rule::size_mismatch, {}, "holds {a}, but needs {b:i}"};
/// The same where other values say no number.
inline constexpr Check unknown_size{
    Rule::size_mismatch, {}, "holds {a}, but what it needs can't be calculated"};
/// `text` is a type, or an alternative.
inline constexpr Check dtype{Rule::bad_type, {}, "no value of type {text} can be here"};
inline constexpr Check present{
    Rule::bad_value, {}, "is there, but other fields say that it is absent", {}, Level::error};
inline constexpr Check absent{
    Rule::bad_value, {}, "is missing, but other fields say that it is there", {}, Level::error};
inline constexpr Check unknown{
    Rule::bad_value, {}, "is the number that says nothing: leave it empty", {}, Level::error};
inline constexpr Check room{
    Rule::bad_value,
    {},
    "can't be distinguished from what is after it: nothing states where that begins",
    {},
    Level::error};
/// Of an element.
inline constexpr Check swallowed{Rule::bad_value,
                                 {},
                                 "is after an element that takes all bytes up to the end",
                                 {},
                                 Level::error};
inline constexpr Check terminator{
    Rule::bad_value, {}, "the byte {a:x} ends this text and can't be in it", {}, Level::error};
inline constexpr Check filler{
    Rule::bad_value, {}, "the byte {a:x} fills this text up and can't end it", {}, Level::error};
/// A text that is to fill a room beyond all measure.
inline constexpr std::uint64_t largest_filling = std::uint64_t{1} << 30;
inline constexpr Check filling{Rule::resource_limit,
                               {},
                               "has {a} of {b} bytes; a writer fills up 1 GiB at most",
                               {},
                               Level::error};
/// Of the file.
inline constexpr Check total{Rule::overflow, {}, "the file would have more than {a} bytes"};
inline constexpr Check starts{
    Rule::overflow, {}, "an element would begin at {a}, but its table can find those up to {b}"};
/// Of a JSON value that is recognised by its kind.
inline constexpr Check kinds{
    Rule::bad_value, {}, "holds {a} values, where one is needed", {}, Level::error};
inline constexpr Check other_kind{
    Rule::bad_value, {}, "is read as {text}, which takes it first", {}, Level::error};
inline constexpr Check no_json{
    Rule::bad_value, {}, "holds something that JSON has no form for", {}, Level::error};
inline constexpr Check no_literal{
    Rule::bad_value, {}, "holds something that Python has no literal for", {}, Level::error};
/// Of a map of no type.
inline constexpr Check duplicate_key{Rule::duplicate_name, "key", "{text} is there already"};
inline constexpr Check too_deep{Rule::nesting_limit, {}, "nests lists and objects too deeply"};
inline constexpr Check no_members{
    Rule::bad_value, {}, "holds members, which have texts as names", {}, Level::error};
/// Of content that is to be encoded.
inline constexpr Check too_much{Rule::resource_limit, {}, "is more than the codec encodes"};
inline constexpr Check no_codec{Rule::bad_value, {}, "no codec has its number", {}, Level::error};
inline constexpr Check undecoded{Rule::bad_value, {}, "can't be decoded", {}, Level::error};

}  // namespace schemac::impl::refusals
