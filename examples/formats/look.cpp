// Says what a picture, a sound, an array, a model, an archive or a cloud of points is: formats of
// others, each from its schema alone.
#include <iostream>
#include <string>
#include <string_view>

#include "ar.h"
#include "bmp.h"
#include "gguf.h"
#include "las.h"
#include "npy.h"
#include "pcap.h"
#include "png.h"
#include "safetensors.h"
#include "schemac/io/open.h"
#include "wasm.h"
#include "wav.h"

namespace {

void look(const ar::Archive& archive) {
  for (const ar::Member& member : archive.members)
    std::cout << member.name << ", changed " << member.modified << " seconds after 1970 began\n";
}

void look(const bmp::File& picture) {
  const std::int64_t width = picture.width ? *picture.width : picture.core_width.value_or(0);
  const std::int64_t height = picture.height ? *picture.height : picture.core_height.value_or(0);
  std::cout << width << " x " << (height < 0 ? -height : height) << " pixels of "
            << picture.bit_count << " bits\n";
}

void look(const png::File& picture) {
  for (const png::Chunk& chunk : picture.chunks)
    if (const auto* header = std::get_if<png::Header>(&chunk.body))
      std::cout << header->width << " x " << header->height << " pixels, " << name_of(header->color)
                << '\n';
}

void look(const wav::File& sound) {
  for (const wav::Chunk& chunk : sound.content.chunks)
    if (const auto* format = std::get_if<wav::Format>(&chunk.body))
      std::cout << format->channels << " channels, " << format->rate << " samples a second of "
                << format->bits << " bits\n";
}

void look(const gguf::File& model) {
  std::cout << model.tensors.size() << " tensors\n";
  for (const gguf::Pair& pair : model.pairs)
    if (const auto* text = std::get_if<std::string>(&pair.value))
      std::cout << pair.key << ": " << *text << '\n';
}

void look(const las::File& cloud) {
  std::cout << cloud.points.size() << " points, " << name_of(cloud.point_data_record_format)
            << '\n';
  if (cloud.points.empty()) return;
  const las::Point& last = cloud.points.back();
  std::cout << "the last one at " << last.x * cloud.scale_factor.x + cloud.offset.x << ", "
            << last.y * cloud.scale_factor.y + cloud.offset.y << ", "
            << last.z * cloud.scale_factor.z + cloud.offset.z << '\n';
}

void look(const safetensors::File& weights) {
  for (const auto& [name, tensor] : weights.header.tensors) {
    std::cout << name << ": " << name_of(tensor.dtype) << '[';
    for (std::size_t i = 0; i < tensor.shape.size(); ++i)
      std::cout << (i == 0 ? "" : ", ") << tensor.shape[i];
    std::cout << "], " << tensor.data.size() << " bytes\n";
  }
}

void look(const pcap::File& capture) {
  std::cout << capture.packets.size() << " packets";
  if (!capture.packets.empty())
    std::cout << " in "
              << std::int64_t{capture.packets.back().seconds} - capture.packets.front().seconds
              << " seconds";
  std::cout << '\n';
}

void look(const wasm::Module& module) {
  for (const wasm::Section& section : module.sections)
    if (const auto* held = std::get_if<wasm::ExportSection>(&section.content))
      for (const wasm::Export& each : held->exports)
        std::cout << name_of(each.kind) << ' ' << each.index << " is exported as " << each.name
                  << '\n';
}

void look(const npy::File& array) {
  std::string type;
  append_free(type, array.header.descr.value);
  std::cout << "elements of " << type << ", (";
  for (std::size_t i = 0; i < array.header.shape.size(); ++i)
    std::cout << (i == 0 ? "" : ", ") << array.header.shape[i];
  std::cout << ") of them, the " << (array.header.fortran_order ? "first" : "last")
            << " index is the fastest\n";
}

template <schemac::FileValue File>
int read_and_look(const char* path) {
  const auto file = schemac::read_file<File>(path);
  if (!file) {
    std::cerr << path << ": " << to_string(file.error()) << '\n';
    return 1;
  }
  look(*file);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view path = argc == 2 ? argv[1] : "";
  if (path.ends_with(".a")) return read_and_look<ar::Archive>(argv[1]);
  if (path.ends_with(".bmp")) return read_and_look<bmp::File>(argv[1]);
  if (path.ends_with(".png")) return read_and_look<png::File>(argv[1]);
  if (path.ends_with(".wav")) return read_and_look<wav::File>(argv[1]);
  if (path.ends_with(".gguf")) return read_and_look<gguf::File>(argv[1]);
  if (path.ends_with(".safetensors")) return read_and_look<safetensors::File>(argv[1]);
  if (path.ends_with(".las")) return read_and_look<las::File>(argv[1]);
  if (path.ends_with(".wasm")) return read_and_look<wasm::Module>(argv[1]);
  if (path.ends_with(".pcap")) return read_and_look<pcap::File>(argv[1]);
  if (path.ends_with(".npy")) return read_and_look<npy::File>(argv[1]);
  std::cerr << "usage: example_look FILE, of a, bmp, png, wav, gguf, las, npy, pcap, safetensors "
               "or wasm\n";
  return 2;
}
