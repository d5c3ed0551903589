#include "emit/cpp/walk/message_walk.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/message_names.h"

namespace schemac::emit::cpp {

// Prints
//
//   inline const std::byte* DescView::walk_(schemac::impl::Context& context, ...) {
//     if (!schemac::impl::find_fields<detail::desc_message>(context, frame, begin, end, fields_))
//       return nullptr;
//     ...
//   }
void emit_message_walk(Printer& out, const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  out.blank_line();
  out.emit({{"inlined", record.is_recursive ? "" : "[[gnu::always_inline]] "},
            {"View", view_name(record)},
            {"form", message_form(record)}},
           R"cc(
             $inlined$inline const std::byte* $View$::walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
               if (!schemac::impl::find_fields<$form$>(context, frame, begin, end, fields_)) [[unlikely]]
                 return nullptr;
               begin_ = begin;
               end_ = end;
               return end;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
