// The wire format of protobuf (protobuf.dev/programming-guides/encoding) and the lists of a tf.train.Feature.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace truebox::reading {

enum class Wire : std::uint8_t { varint = 0, eight = 1, length = 2, four = 5 };

struct WireField {
  std::uint64_t number = 0;
  Wire wire = Wire::varint;
  std::span<const std::uint8_t> bytes;  // of the value
};

inline std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A float or double, whose lowest byte comes first whatever this machine's order is.
template <class Real>
inline Real real_at(const std::uint8_t* bytes) {
  std::array<std::uint8_t, sizeof(Real)> held;
  std::memcpy(held.data(), bytes, sizeof(Real));
  if constexpr (std::endian::native == std::endian::big) std::reverse(held.begin(), held.end());
  return std::bit_cast<Real>(held);
}

// A number of at most ten bytes and 64 bits, taken from the front; false where there is none.
inline bool take_varint(std::span<const std::uint8_t>& bytes, std::uint64_t& value) {
  value = 0;
  for (std::size_t at = 0; at < bytes.size() && at < 10; ++at) {
    const std::uint8_t byte = bytes[at];
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << (7 * at);
    if (byte < 0x80) {
      bytes = bytes.subspan(at + 1);
      return at < 9 || byte <= 1;
    }
  }
  return false;
}

// The fields of a message one by one; nothing outside it is looked at.
class WireFields {
 public:
  explicit WireFields(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  // False at the end, and where the bytes are no message: then `damaged`.
  bool next(WireField& field) {
    if (damaged_ || rest_.empty()) return false;
    damaged_ = !take(field);
    return !damaged_;
  }
  bool damaged() const { return damaged_; }

 private:
  bool take(WireField& field) {
    std::uint64_t tag = 0, length = 0;
    if (!take_varint(rest_, tag)) return false;
    field.number = tag >> 3;
    if (field.number == 0) return false;
    std::span<const std::uint8_t> behind = rest_;
    switch (tag & 7U) {
      case 0:
        field.wire = Wire::varint;
        if (!take_varint(behind, length)) return false;
        length = rest_.size() - behind.size();
        break;
      case 1: field.wire = Wire::eight; length = 8; break;
      case 2:
        field.wire = Wire::length;
        if (!take_varint(rest_, length)) return false;
        break;
      case 5: field.wire = Wire::four; length = 4; break;
      default: return false;
    }
    if (length > rest_.size()) return false;
    field.bytes = rest_.first(static_cast<std::size_t>(length));
    rest_ = rest_.subspan(static_cast<std::size_t>(length));
    return true;
  }

  std::span<const std::uint8_t> rest_;
  bool damaged_ = false;
};

enum class ListKind : std::uint8_t { none = 0, bytes = 1, floats = 2, wholes = 3 };

// One feature: a list of texts, of floats or of whole numbers. Texts point into the message.
struct FeatureList {
  bool found = false;
  ListKind kind = ListKind::none;
  std::vector<std::string_view> texts;
  std::vector<double> floats;
  std::vector<std::int64_t> wholes;

  void clear() {
    found = false;
    kind = ListKind::none;
    texts.clear();
    floats.clear();
    wholes.clear();
  }
  std::size_t size() const { return texts.size() + floats.size() + wholes.size(); }
  // An empty list is of every kind.
  bool is(ListKind asked) const { return size() == 0 || kind == asked; }
  bool starts_with_text() const { return !texts.empty() && !texts[0].empty(); }
  // 0 where there is none.
  std::int64_t first_whole() const { return wholes.empty() ? 0 : wholes[0]; }

  // False where it is damaged, or has several lists.
  bool read(std::span<const std::uint8_t> feature) {
    found = true;
    WireFields lists(feature);
    WireField list;
    while (lists.next(list)) {
      if (list.wire != Wire::length || list.number > 3) continue;
      if (kind != ListKind::none) return false;
      kind = static_cast<ListKind>(list.number);
      WireFields values(list.bytes);
      WireField value;
      while (values.next(value)) {
        if (value.number == 1 && !add(value)) return false;
      }
      if (values.damaged()) return false;
    }
    return !lists.damaged();
  }

 private:
  // A value, or as many as are packed.
  bool add(const WireField& value) {
    if (kind == ListKind::bytes) {
      if (value.wire == Wire::length) texts.push_back(as_text(value.bytes));
      return true;
    }
    if (kind == ListKind::floats) return add_floats(value);
    if (value.wire != Wire::varint && value.wire != Wire::length) return false;
    std::span<const std::uint8_t> rest = value.bytes;
    while (!rest.empty()) {
      std::uint64_t number = 0;
      if (!take_varint(rest, number)) return false;
      wholes.push_back(static_cast<std::int64_t>(number));
    }
    return true;
  }

  bool add_floats(const WireField& value) {
    if ((value.wire != Wire::four && value.wire != Wire::length) || value.bytes.size() % 4 != 0) return false;
    for (std::size_t at = 0; at < value.bytes.size(); at += 4) {
      floats.push_back(static_cast<double>(real_at<float>(value.bytes.data() + at)));
    }
    return true;
  }
};

}  // namespace truebox::reading
