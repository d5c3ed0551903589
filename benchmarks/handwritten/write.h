// Values to bytes: equal values give equal files, and what the writer makes `validate` accepts.
//
// Three passes over the entries: one checks them and adds up the tables (after it every offset is
// known), one writes the tables, one the payloads. Payload bytes are touched once, large ones go to
// the sink from where they lie. Entries keep the order they have.
#pragma once
#include <limits>

#include "handwritten/sink.h"
#include "handwritten/value.h"

namespace handwritten {

enum class WriteError {
  none,
  bad_version,
  bad_name,
  duplicate_name,
  bad_type,
  bad_quant,
  size_mismatch,
  too_large,
  sink
};

class Writer {
 public:
  Writer(const File& file, Sink& sink) : file_(file), out_(sink) {}

  WriteError run(std::uint64_t& size) {
    if (!measure()) return error_;
    write_header();
    write_sizevars();
    write_metadata();
    if (file_.version == 1) {
      write_tensors<1>();
    } else {
      write_tensors<2>();
    }
    write_payloads();
    size = file_size_;
    return out_.finish() ? WriteError::none : WriteError::sink;
  }

 private:
  static constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();

  [[gnu::noinline, gnu::cold]] bool fail(WriteError error) {
    error_ = error;
    return false;
  }

  static std::uint64_t string_size(const std::string& text) { return align8(4 + text.size()); }
  static std::uint32_t tag(ValueType type) { return static_cast<std::uint32_t>(type); }
  [[nodiscard]] bool is_element(ValueType type) const {
    return is_element_type(tag(type), file_.version);
  }

  // Values that fit the file form and whose `data` holds what dims and type say.
  bool check_elements(ValueType type, const std::vector<std::uint64_t>& dims, std::uint64_t size) {
    if (!is_element(type)) return fail(WriteError::bad_type);
    if (dims.size() > most) return fail(WriteError::too_large);
    std::uint64_t expected = 0;
    if (!array_size(tag(type), reinterpret_cast<const std::byte*>(dims.data()), dims.size(),
                    expected) ||
        expected != size) {
      return fail(WriteError::size_mismatch);
    }
    return true;
  }

  bool check_name(const std::string& name) {
    if (name.size() > most) return fail(WriteError::too_large);
    return is_name(name) || fail(WriteError::bad_name);
  }

  template <class Entries, class NameOf>
  bool check_unique(const Entries& entries, NameOf name_of) {
    NameSet names(entries.size());
    for (const auto& entry : entries) {
      if (!names.insert(name_of(entry))) return fail(WriteError::duplicate_name);
    }
    return true;
  }

  bool measure() {
    if (file_.version - 1U > 1U) return fail(WriteError::bad_version);
    if (file_.sizevars.size() > most || file_.metadata.size() > most ||
        file_.tensors.size() > most) {
      return fail(WriteError::too_large);
    }
    return measure_sizevars() && measure_metadata() &&
           (file_.version == 1 ? measure_tensors<1>() : measure_tensors<2>());
  }

  bool measure_sizevars() {
    std::uint64_t end = header_size;
    Neighbours names;
    for (const SizeVar& entry : file_.sizevars) {
      if (!check_name(entry.name)) return false;
      names.add(entry.name);
      end += string_size(entry.name) + sizevar_rest;
    }
    metadata_begin_ = end;
    return names.ascending() ||
           check_unique(file_.sizevars, [](const SizeVar& e) { return std::string_view(e.name); });
  }

  bool measure_metadata() {
    std::uint64_t end = metadata_begin_;
    Neighbours keys;
    for (const Metadata& entry : file_.metadata) {
      if (!check_name(entry.key) || !check_value(entry)) return false;
      keys.add(entry.key);
      end += string_size(entry.key) + metadata_rest;
      metadata_payloads_ += align8(value_size(entry));
    }
    tensors_begin_ = end;
    return keys.ascending() ||
           check_unique(file_.metadata, [](const Metadata& e) { return std::string_view(e.key); });
  }

  template <std::uint32_t version>
  bool measure_tensors() {
    std::uint64_t end = tensors_begin_;
    std::uint64_t payloads = metadata_payloads_;
    Neighbours names;
    for (const Tensor& entry : file_.tensors) {
      if (!check_name(entry.name)) return false;
      names.add(entry.name);
      if (entry.has_data) {
        if (!check_elements(entry.type, entry.dims, entry.data.size())) return false;
      } else if (!is_element(entry.type) || entry.dims.size() > most) {
        return fail(WriteError::bad_type);
      } else if (!entry.data.empty()) {
        return fail(WriteError::size_mismatch);
      }
      if (entry.quant && (version == 1 || !check_quant(*entry.quant, entry.dims)))
        return fail(WriteError::bad_quant);
      end += string_size(entry.name) + tensor_rest(version) + 8 * entry.dims.size();
      payloads += align8(entry.data.size());
      if (version != 1 && entry.quant) payloads += size_of(*entry.quant);
    }
    table_fill_ = align8(end) - end;
    data_begin_ = end + table_fill_;
    file_size_ = data_begin_ + payloads;
    return names.ascending() ||
           check_unique(file_.tensors, [](const Tensor& e) { return std::string_view(e.name); });
  }

  static std::uint64_t size_of(const Quant& quant) {
    return align8(quant_size + 4 * (quant.scales.size() + quant.zeros.size()));
  }

  // By the function that checks files, on what would be written.
  static bool check_quant(const Quant& quant, const std::vector<std::uint64_t>& dims) {
    const std::vector<std::byte> bytes = to_bytes(quant);
    return handwritten::check_quant({bytes.data(), 0, bytes.size(), 0},
                                    reinterpret_cast<const std::byte*>(dims.data()), dims.size())
        .ok();
  }

  static std::vector<std::byte> to_bytes(const Quant& quant) {
    std::vector<std::byte> bytes(size_of(quant));
    const std::array<std::uint32_t, 4> modes = {quant.scheme, quant.scale_mode, quant.zero_mode, 0};
    const std::array<std::uint64_t, 4> sizes = {quant.scale_axis, quant.scales.size(),
                                                quant.zero_axis, quant.zeros.size()};
    std::memcpy(bytes.data(), modes.data(), sizeof modes);
    std::memcpy(bytes.data() + sizeof modes, sizes.data(), sizeof sizes);
    std::byte* const lists = bytes.data() + quant_size;
    const std::size_t scales = 4 * quant.scales.size();
    if (scales != 0) std::memcpy(lists, quant.scales.data(), scales);
    if (!quant.zeros.empty())
      std::memcpy(lists + scales, quant.zeros.data(), 4 * quant.zeros.size());
    return bytes;
  }

  bool check_value(const Metadata& entry) {
    if (const auto* scalar = std::get_if<Scalar>(&entry.value)) {
      return is_element(scalar->type) || fail(WriteError::bad_type);
    }
    if (const auto* bits = std::get_if<Bitset>(&entry.value)) {
      const std::uint64_t byte_count = (std::uint64_t{bits->bit_count} + 7) / 8;
      return bits->bits.size() == byte_count || fail(WriteError::size_mismatch);
    }
    if (const auto* text = std::get_if<std::string>(&entry.value)) return check_name(*text);
    const Array& array = std::get<Array>(entry.value);
    return check_elements(array.type, array.dims, array.data.size());
  }

  static std::uint64_t value_size(const Metadata& entry) {
    if (const auto* scalar = std::get_if<Scalar>(&entry.value))
      return size_of_scalar(tag(scalar->type));
    if (const auto* bits = std::get_if<Bitset>(&entry.value)) return align8(8 + bits->bits.size());
    if (const auto* text = std::get_if<std::string>(&entry.value)) return string_size(*text);
    const Array& array = std::get<Array>(entry.value);
    return align8(8 + 8 * array.dims.size() + array.data.size());
  }

  static ValueType value_type(const Metadata& entry) {
    if (const auto* scalar = std::get_if<Scalar>(&entry.value)) return scalar->type;
    constexpr std::array<ValueType, 4> types = {ValueType::u8, ValueType::bitset, ValueType::string,
                                                ValueType::ndarray};
    return types[entry.value.index()];
  }

  void write_header() {
    out_.put(std::as_bytes(std::span("OINF", 5)));
    for (std::uint64_t field :
         {std::uint64_t{file_.version}, std::uint64_t{0}, file_.sizevars.size(),
          file_.metadata.size(), file_.tensors.size(), std::size_t{0}}) {
      out_.put(static_cast<std::uint32_t>(field));
    }
    for (std::uint64_t field :
         {header_size, metadata_begin_, tensors_begin_, data_begin_, file_size_}) {
      out_.put(field);
    }
    out_.zeros(3);
  }

  // The string form of `text` at `at`; the last word is cleared first, so that its end is padding.
  static std::byte* store_string(std::byte* at, const std::string& text, std::uint64_t size) {
    const std::uint64_t zero = 0;
    std::memcpy(at + size - 8, &zero, sizeof zero);
    const auto length = static_cast<std::uint32_t>(text.size());
    std::memcpy(at, &length, sizeof length);
    std::memcpy(at + 4, text.data(), text.size());
    return at + size;
  }

  void put_string(const std::string& text) {
    const std::uint64_t size = string_size(text);
    if (size <= Sink::largest_need) {
      store_string(out_.reserve(size), text, size);
      return;
    }
    out_.put(static_cast<std::uint32_t>(text.size()));
    out_.put(std::as_bytes(std::span(text)));
    out_.zeros(size - 4 - text.size());
  }

  void write_sizevars() {
    for (const SizeVar& entry : file_.sizevars) {
      put_string(entry.name);
      out_.put(entry.value);
    }
  }

  void write_metadata() {
    payload_at_ = data_begin_;
    for (const Metadata& entry : file_.metadata) {
      const std::uint64_t size = value_size(entry);
      put_string(entry.key);
      out_.put(tag(value_type(entry)));
      out_.put(std::uint32_t{0});
      out_.put(size);
      out_.put(payload_at_);
      payload_at_ += align8(size);
    }
  }

  template <std::uint32_t version>
  void write_tensors() {
    std::uint64_t payload_at = payload_at_;
    for (const Tensor& entry : file_.tensors) {
      const std::uint64_t name_size = string_size(entry.name);
      const std::uint64_t size = name_size + tensor_rest(version) + 8 * entry.dims.size();
      const std::uint64_t offset = entry.has_data ? payload_at : 0;
      payload_at += align8(entry.data.size());
      std::array<std::uint64_t, 2> quant{};  // its size and offset
      if (version != 1 && entry.quant) {
        quant = {size_of(*entry.quant), payload_at};
        payload_at += quant[0];
      }
      const std::uint32_t flags =
          (entry.has_data ? has_data_flag : 0) | (quant[0] != 0 ? has_quant_flag : 0);
      if (size > Sink::largest_need) [[unlikely]] {
        put_long_entry(entry, flags, offset,
                       version == 1 ? Bytes() : std::as_bytes(std::span(quant)));
        continue;
      }
      std::byte* at = store_string(out_.reserve(size), entry.name, name_size);
      const std::array<std::uint32_t, 3> fixed = {
          tag(entry.type), static_cast<std::uint32_t>(entry.dims.size()), flags};
      std::memcpy(at, fixed.data(), sizeof fixed);
      at += sizeof fixed;
      for (std::uint64_t dim : entry.dims) {
        std::memcpy(at, &dim, sizeof dim);
        at += sizeof dim;
      }
      const std::array<std::uint64_t, 2> tail = {entry.data.size(), offset};
      std::memcpy(at, tail.data(), sizeof tail);
      if (version != 1) std::memcpy(at + sizeof tail, quant.data(), sizeof quant);
    }
    out_.zeros(table_fill_);
  }

  [[gnu::noinline, gnu::cold]] void put_long_entry(const Tensor& entry, std::uint32_t flags,
                                                   std::uint64_t offset, Bytes quant) {
    put_string(entry.name);
    out_.put(tag(entry.type));
    out_.put(static_cast<std::uint32_t>(entry.dims.size()));
    out_.put(flags);
    out_.put(std::as_bytes(std::span(entry.dims)));
    out_.put(std::uint64_t{entry.data.size()});
    out_.put(offset);
    out_.put(quant);
  }

  void write_payloads() {
    for (const Metadata& entry : file_.metadata) put_value(entry);
    if (file_.version == 1) {
      for (const Tensor& entry : file_.tensors) out_.put_filled(entry.data);
      return;
    }
    for (const Tensor& entry : file_.tensors) {
      out_.put_filled(entry.data);
      if (entry.quant) out_.put(Bytes(to_bytes(*entry.quant)));
    }
  }

  void put_value(const Metadata& entry) {
    if (const auto* scalar = std::get_if<Scalar>(&entry.value)) {
      out_.put_filled(Bytes(scalar->bytes).first(size_of_scalar(tag(scalar->type))));
    } else if (const auto* bits = std::get_if<Bitset>(&entry.value)) {
      out_.put(bits->bit_count);
      out_.put(static_cast<std::uint32_t>(bits->bits.size()));
      out_.put_filled(bits->bits);
    } else if (const auto* text = std::get_if<std::string>(&entry.value)) {
      put_string(*text);
    } else {
      const Array& array = std::get<Array>(entry.value);
      out_.put(tag(array.type));
      out_.put(static_cast<std::uint32_t>(array.dims.size()));
      out_.put(std::as_bytes(std::span(array.dims)));
      out_.put_filled(array.data);
    }
  }

  const File& file_;
  Output out_;
  WriteError error_ = WriteError::none;
  std::uint64_t metadata_begin_ = 0;
  std::uint64_t tensors_begin_ = 0;
  std::uint64_t table_fill_ = 0;  // after the tensors, up to a multiple of 8
  std::uint64_t data_begin_ = 0;
  std::uint64_t metadata_payloads_ = 0;
  std::uint64_t file_size_ = 0;
  std::uint64_t payload_at_ = 0;  // where the first tensor's payload goes
};

// Writes `file`; `size` becomes that of the result.
[[nodiscard]] inline WriteError write(const File& file, Sink& sink, std::uint64_t& size) {
  return Writer(file, sink).run(size);
}

}  // namespace handwritten
