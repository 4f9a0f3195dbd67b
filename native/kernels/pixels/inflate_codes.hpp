// Tables that tell the symbol and the length of a Huffman code from the next bits (RFC 1951, 3.2.2).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace truebox::inflating {

inline constexpr unsigned kLongestCode = 15;

// An entry: the bits of the code that it takes (0 to 7), bits that follow (8 to 12), a kind, and a value (from 16 on).
inline constexpr std::uint32_t kLiteral = 1U << 13;
inline constexpr std::uint32_t kFurther = 1U << 14;  // the value is where the entries of longer codes begin
inline constexpr std::uint32_t kSpecial = 1U << 15;  // the end of a block where the value is 0, else no code at all
inline constexpr std::uint32_t kNoCode = kSpecial | 1U << 16;
inline constexpr std::uint32_t kEndOfBlock = kSpecial;

inline std::uint32_t code_bits(std::uint32_t entry) { return entry & 0xffU; }
inline std::uint32_t further_bits(std::uint32_t entry) { return entry >> 8 & 0x1fU; }
inline std::uint32_t value_of(std::uint32_t entry) { return entry >> 16; }

inline std::uint32_t reversed(std::uint32_t code, unsigned length) {
  std::uint32_t turned = 0;
  for (unsigned bit = 0; bit < length; ++bit) turned |= (code >> bit & 1U) << (length - 1 - bit);
  return turned;
}

// Codes of up to kBits bits take one look, longer ones two. kRoom is what complete codes of these symbols need at most
// (zlib's examples/enough.c counts it).
template <unsigned kBits, std::size_t kRoom>
class CodeTable {
 public:
  // `entry_of(symbol)` is an entry without its length. False where the lengths are those of no code. One that leaves bits
  // unused is none either; but one symbol of one bit may stand alone where `lonely` says so, and so may none.
  template <class EntryOf>
  bool build(std::span<const std::uint8_t> lengths, bool lonely, const EntryOf& entry_of) {
    std::array<std::uint16_t, kLongestCode + 1> counts{};
    for (const std::uint8_t length : lengths) ++counts[length];
    const std::size_t used = lengths.size() - counts[0];
    int open = 1;
    for (unsigned length = 1; length <= kLongestCode; ++length) {
      open = 2 * open - counts[length];
      if (open < 0) return false;
    }
    if (open > 0) {
      if (!lonely || used > 1 || used != counts[1]) return false;
      std::fill_n(entries_.begin(), kEntries, kNoCode | 1U);
    }
    std::array<std::uint16_t, kLongestCode + 2> first{};
    for (unsigned length = 1; length <= kLongestCode; ++length) {
      first[length + 1] = static_cast<std::uint16_t>(first[length] + counts[length]);
    }
    std::array<std::uint16_t, 320> symbols;
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      if (lengths[symbol] != 0) symbols[first[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
    }
    return place(std::span(symbols).first(used), counts, entry_of);
  }

  std::uint32_t at(std::uint64_t bits) const { return entries_[bits & (kEntries - 1)]; }
  // Of an entry with kFurther, the bits behind its own.
  std::uint32_t beyond(std::uint32_t entry, std::uint64_t bits) const {
    return entries_[value_of(entry) + (bits & ((1U << further_bits(entry)) - 1))];
  }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;

  // Symbols by length, and those of one length in order: codes then count up.
  template <class EntryOf>
  bool place(std::span<const std::uint16_t> symbols, std::array<std::uint16_t, kLongestCode + 1>& left,
             const EntryOf& entry_of) {
    std::uint32_t code = 0;
    unsigned length = 1;
    std::size_t end = kEntries, table = 0;
    unsigned table_bits = 0;
    std::uint32_t table_of = ~0U;
    for (const std::uint16_t symbol : symbols) {
      for (; left[length] == 0; ++length) code <<= 1;
      const std::uint32_t entry = entry_of(symbol);
      const std::uint32_t turned = reversed(code, length);
      if (length <= kBits) {
        for (std::size_t at = turned; at < kEntries; at += std::size_t{1} << length) entries_[at] = entry | length;
      } else {
        const std::uint32_t beginning = turned & (kEntries - 1);
        if (beginning != table_of) {
          table_of = beginning;
          table_bits = bits_beyond(left, length);
          table = end;
          end += std::size_t{1} << table_bits;
          if (end > kRoom) return false;
          entries_[beginning] = static_cast<std::uint32_t>(table << 16) | kFurther | table_bits << 8 | kBits;
        }
        for (std::size_t at = turned >> kBits; at < std::size_t{1} << table_bits; at += std::size_t{1} << (length - kBits)) {
          entries_[table + at] = entry | (length - kBits);
        }
      }
      ++code;
      --left[length];
    }
    return true;
  }

  // How many further bits tell apart the codes that begin as one of this length does.
  static unsigned bits_beyond(const std::array<std::uint16_t, kLongestCode + 1>& left, unsigned length) {
    unsigned bits = length - kBits;
    int open = 1 << bits;
    for (; bits + kBits < kLongestCode; ++bits, open <<= 1) {
      open -= left[bits + kBits];
      if (open <= 0) break;
    }
    return bits;
  }

  std::array<std::uint32_t, kRoom> entries_;
};

}  // namespace truebox::inflating
