// Writes a log with the generated writer and reads it back, through what the installed package
// gives.
#include <iostream>

#include "reading.h"
#include "schemac/io/open.h"
#include "schemac/io/save.h"

namespace {

int fail(const schemac::Violation& violation) {
  std::cout << to_string(violation) << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;

  reading::Log log;  // no magic, no counts: the writer supplies them
  log.unit = reading::UnitsUnit::celsius;
  log.sensor = "roof";
  log.readings = {{.seconds = 0, .value = 19.5F}, {.seconds = 60, .value = 20.25F}};
  if (const auto saved = schemac::save(log, argv[1]); !saved) return fail(saved.error());

  const auto file = schemac::open<reading::LogView>(argv[1]);
  if (!file) return fail(file.error());
  std::cout << file->view.sensor() << " measures in " << name_of(file->view.unit()) << '\n';
  auto readings = file->view.readings();
  for (const reading::ReadingView& reading : readings)
    std::cout << reading.seconds() << " s: " << reading.value() << '\n';
  if (readings.violation()) return fail(*readings.violation());
  return 0;
}
