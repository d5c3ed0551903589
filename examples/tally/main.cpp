// Writes a file of counters, then reads it in place: what README.md shows.
#include <iostream>

#include "schemac/io/open.h"
#include "schemac/io/save.h"
#include "tally.h"

namespace {

int fail(const schemac::Violation& violation) {
  std::cerr << to_string(violation) << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "day.tally";

  tally::File day;  // no magic, no count: the writer supplies both
  day.items = {{.hits = 3, .name = "apples"}, {.hits = 5, .name = "pears"}};
  if (const auto saved = schemac::save(day, path); !saved) return fail(saved.error());

  const auto file = schemac::open<tally::FileView>(path);
  if (!file) return fail(file.error());
  auto items = file->view.items();
  for (const tally::ItemView& item : items) std::cout << item.name() << ": " << item.hits() << '\n';
  if (items.violation())
    return fail(*items.violation());  // "items[1].name at byte 22: 5 bytes needed, 3 left"
  return 0;
}
