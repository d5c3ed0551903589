// The examples of docs/cpp.md, which quotes this file: a survey is made, written, looked at, read,
// checked, and refused.
#include <cstdio>
#include <iostream>
#include <string>

#include "schemac/core/find.h"
#include "schemac/io/open.h"
#include "schemac/io/save.h"
#include "survey.h"

namespace {

int fail(const schemac::Violation& violation) {
  std::cerr << to_string(violation) << '\n';
  return 1;
}

survey::File made() {
  survey::Station hill{.name = "hill", .altitude = 812.5F, .days = 1};
  hill.readings = schemac::Blob::own(std::vector<float>(24, -3.5F));
  survey::Station shore{.name = "shore", .quality = survey::Quality::checked, .days = 2};
  shore.readings = schemac::Blob::own(std::vector<float>(48, 11.25F));

  survey::File file;
  file.stations = {std::move(hill), std::move(shore)};
  file.log = schemac::Blob::own(std::vector<char>(10'000, '.'));
  return file;
}

int save(const std::string& path) {
  const auto size = schemac::save(made(), path);
  if (!size) return fail(size.error());
  std::cout << *size << " bytes\n";
  return 0;
}

int look(const std::string& path) {
  const auto file = schemac::open<survey::FileView>(path);
  if (!file) return fail(file.error());
  auto stations = file->view.stations();
  for (const survey::StationView& station : stations)
    std::cout << station.name() << ", " << name_of(station.quality()) << '\n';
  if (stations.violation()) return fail(*stations.violation());
  return 0;
}

int find(const std::string& path) {
  const auto file = schemac::open<survey::FileView>(path);
  if (!file) return fail(file.error());
  const auto shore = schemac::find(file->view.stations(), "shore");
  if (!shore) return 1;

  const auto readings = shore->readings();
  if (!readings) return fail(readings.error());
  std::cout << readings->rank() << " dimensions, " << readings->size() << " elements, ";
  std::cout << *readings->at<float>({1, 23}) << " last\n";
  if (const auto all = readings->as<float>()) std::cout << all->front() << " first\n";
  return 0;
}

int read(const std::string& path) {
  auto file = schemac::read_file<survey::File>(path);
  if (!file) return fail(file.error());
  file->stations.front().name = "summit";
  file->stations.pop_back();
  if (const auto saved = schemac::save(*file, path); !saved) return fail(saved.error());
  return 0;
}

int decode(const std::string& path) {
  const auto file = schemac::read_file<survey::File>(path);
  if (!file) return fail(file.error());
  std::cout << file->log->stored().size() << " bytes hold " << file->log->size() << '\n';
  const auto plain = file->log->plain();  // decodes
  if (!plain) return fail(plain.error());
  std::cout << plain->copy_as<char>().front() << '\n';
  return 0;
}

int check(schemac::Bytes bytes) {
  const schemac::Report report = survey::validate(bytes);
  for (const schemac::Violation& violation : report.violations())
    std::cout << to_string(violation) << '\n';
  return report.ok() ? 0 : 1;
}

int refuse() {
  survey::File file = made();
  file.stations.front().days = 3;
  schemac::CountingSink sink;
  const auto size = survey::write(file, sink);
  if (!size) std::cout << to_string(size.error()) << '\n';
  return size ? 1 : 0;
}

int limit(schemac::Bytes bytes) {
  schemac::Limits limits;
  limits.memory = 64;
  limits.memory_per_byte = 0;
  const auto file = survey::read(bytes, limits);
  if (!file) std::cout << to_string(file.error()) << '\n';
  return file ? 1 : 0;
}

class Upload final : public schemac::Sink {
 public:
  bool write(schemac::Bytes bytes) override {
    sent_ += bytes.size();  // socket.send(bytes.data(), bytes.size())
    return true;
  }
  [[nodiscard]] std::size_t sent() const { return sent_; }

 private:
  std::size_t sent_ = 0;
};

int upload() {
  Upload connection;
  const auto size = survey::write(made(), connection);
  if (!size) return fail(size.error());
  std::cout << connection.sent() << " bytes sent\n";
  return 0;
}

// A file that ends too early, in memory.
int break_off() {
  schemac::MemorySink sink;
  if (const auto size = survey::write(made(), sink); !size) return fail(size.error());
  return check(sink.bytes().first(100));
}

int starve() {
  schemac::MemorySink sink;
  if (const auto size = survey::write(made(), sink); !size) return fail(size.error());
  return limit(sink.bytes());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "hills.svy";
  const bool is_fine = save(path) == 0 && look(path) == 0 && find(path) == 0 && decode(path) == 0 &&
                       read(path) == 0 && look(path) == 0 && upload() == 0 && refuse() == 0 &&
                       break_off() == 1 && starve() == 0;
  return is_fine ? 0 : 1;
}
