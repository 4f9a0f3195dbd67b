// Examples and records as bytes, written for tests and as seeds of fuzzing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "ground/crc32.hpp"

namespace truebox::example_bytes {

inline std::string number(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7fU) | 0x80U);
  return bytes + static_cast<char>(value);
}

inline std::string part(std::uint64_t field, const std::string& content) {
  return number(field << 3 | 2U) + number(content.size()) + content;
}

inline std::string floats(const std::vector<float>& values) {
  std::string packed;
  for (const float value : values) {
    char bytes[4];
    std::memcpy(bytes, &value, 4);
    if constexpr (std::endian::native == std::endian::big) std::reverse(bytes, bytes + 4);
    packed.append(bytes, 4);
  }
  return part(2, part(1, packed));
}

inline std::string wholes(const std::vector<std::int64_t>& values) {
  std::string packed;
  for (const std::int64_t value : values) packed += number(static_cast<std::uint64_t>(value));
  return part(3, part(1, packed));
}

inline std::string text(const std::string& value) { return part(1, part(1, value)); }

inline std::string entry(const std::string& key, const std::string& feature) {
  return part(1, part(1, key) + part(2, feature));
}

inline std::string masked_sum(const std::string& data) {
  const std::uint32_t sum = crc32c(std::span(reinterpret_cast<const std::uint8_t*>(data.data()), data.size()));
  const std::uint32_t masked = ((sum >> 15) | (sum << 17)) + 0xa282ead8U;
  std::string bytes;
  for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(masked >> (8 * byte) & 0xffU);
  return bytes;
}

inline std::string framed(const std::string& data) {
  const std::uint64_t size = data.size();  // of 64 bits everywhere
  std::string length;
  for (int byte = 0; byte < 8; ++byte) length += static_cast<char>(size >> (8 * byte) & 0xffU);
  return length + masked_sum(length) + data + masked_sum(data);
}

// The entries every picture needs: 100 by 80 pixels, one box of (25, 40, 50, 40).
inline std::string picture(const std::string& kind) {
  return entry("image/filename", text("a.jpg")) + entry("image/width", wholes({100})) +
         entry("image/height", wholes({80})) + entry("image/" + kind + "/bbox/xmin", floats({0.25F})) +
         entry("image/" + kind + "/bbox/ymin", floats({0.5F})) + entry("image/" + kind + "/bbox/xmax", floats({0.75F})) +
         entry("image/" + kind + "/bbox/ymax", floats({1.0F}));
}

inline std::string truth() {
  return part(1, picture("object") + entry("image/object/class/label", wholes({17})) +
                     entry("image/object/class/text", text("cat")) + entry("image/object/is_crowd", wholes({1})) +
                     entry("image/encoded", text("pixels")));
}

inline std::string detection() {
  return part(1, picture("detection") + entry("image/detection/label", wholes({3})) +
                     entry("image/detection/score", floats({0.5F})));
}

}  // namespace truebox::example_bytes
