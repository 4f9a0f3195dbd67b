// CRC-32 (ISO 3309), as the chunks of a PNG are checked, and CRC-32C (Castagnoli; RFC 3720 appendix B.4), as TFRecord files
// check themselves. Polynomials are reflected.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace truebox {

// Eight tables, so that eight bytes take one step ("slicing by 8").
template <std::uint32_t kPolynomial>
constexpr std::array<std::array<std::uint32_t, 256>, 8> reflected_crc_tables() {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1U) != 0 ? kPolynomial : 0U);
    tables[0][byte] = rest;
  }
  for (std::size_t step = 1; step < 8; ++step) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[step - 1][byte];
      tables[step][byte] = (before >> 8) ^ tables[0][before & 0xffU];
    }
  }
  return tables;
}

template <std::uint32_t kPolynomial>
std::uint32_t reflected_crc(std::span<const std::uint8_t> bytes) {
  static constexpr auto tables = reflected_crc_tables<kPolynomial>();
  std::uint32_t sum = 0xffffffffU;
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    const std::uint8_t* next = bytes.data() + at;
    sum = tables[7][next[0] ^ (sum & 0xffU)] ^ tables[6][next[1] ^ ((sum >> 8) & 0xffU)] ^
          tables[5][next[2] ^ ((sum >> 16) & 0xffU)] ^ tables[4][next[3] ^ (sum >> 24)] ^ tables[3][next[4]] ^
          tables[2][next[5]] ^ tables[1][next[6]] ^ tables[0][next[7]];
  }
  for (; at < bytes.size(); ++at) sum = (sum >> 8) ^ tables[0][(sum ^ bytes[at]) & 0xffU];
  return sum ^ 0xffffffffU;
}

inline std::uint32_t crc32(std::span<const std::uint8_t> bytes) { return reflected_crc<0xedb88320U>(bytes); }

inline std::uint32_t crc32c(std::span<const std::uint8_t> bytes) { return reflected_crc<0x82f63b78U>(bytes); }

}  // namespace truebox
