// A zlib stream unpacked (RFC 1950, 1951) whose size is known beforehand, as that of a picture is.
//
// Label maps are long runs: most of the work is copying matches, in registers. Whatever is no such stream, is longer or
// shorter, or does not agree with its sum is not taken; what is wrong with it somebody else says.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "pixels/byte_sums.hpp"
#include "pixels/inflate_codes.hpp"

namespace truebox {

// Bytes behind what is unpacked that may be written too.
inline constexpr std::size_t kInflateSlack = 64;

namespace inflating {

class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) : next_(bytes.data()), end_(next_ + bytes.size()) {}

  // At least 56 bits then lie ready; behind the end they are zeros.
  void refill() {
    if (end_ - next_ >= 8) {
      bits_ |= eight_bytes(next_) << held_;
      next_ += (63 - held_) >> 3;
      held_ |= 56;
      return;
    }
    for (; held_ <= 56; held_ += 8) {
      if (next_ < end_) {
        bits_ |= static_cast<std::uint64_t>(*next_++) << held_;
      } else {
        ++beyond_;
      }
    }
  }
  std::uint64_t bits() const { return bits_; }
  unsigned held() const { return held_; }
  void drop(unsigned count) {
    bits_ >>= count;
    held_ -= count;
  }
  std::uint32_t take(unsigned count) {
    const auto value = static_cast<std::uint32_t>(bits_ & ((std::uint64_t{1} << count) - 1));
    drop(count);
    return value;
  }
  // The bytes behind the one that was begun; false where more bits were taken than there are.
  bool to_whole_bytes() {
    if (8 * beyond_ > held_) return false;
    next_ -= held_ / 8 - beyond_;
    bits_ = 0;
    held_ = 0;
    beyond_ = 0;
    return true;
  }
  std::span<const std::uint8_t> rest() const { return {next_, end_}; }
  void skip(std::size_t count) { next_ += count; }

 private:
  static std::uint64_t eight_bytes(const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&word, bytes, sizeof word);
    } else {
      for (unsigned k = 0; k < 8; ++k) word |= static_cast<std::uint64_t>(bytes[k]) << (8 * k);
    }
    return word;
  }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
  std::uint64_t bits_ = 0;
  unsigned held_ = 0;
  unsigned beyond_ = 0;  // zero bytes behind the end
};

// `length` bytes that lie `distance` before; up to 31 bytes behind them are written too.
inline void copy_match(std::uint8_t* out, std::size_t distance, std::size_t length) {
  if (distance == 1) {
    std::memset(out, out[-1], length);
    return;
  }
  const std::uint8_t* const end = out + length;
  if (distance < 32) {
    // Byte by byte until whole periods fill a register.
    const std::size_t periods = (31 / distance + 1) * distance;
    const std::size_t first = std::min(length, periods - distance);
    for (std::size_t i = 0; i < first; ++i, ++out) *out = *(out - distance);
    distance = periods;
  }
  for (; out < end; out += 32) std::memcpy(out, out - distance, 32);
}

// The same of many periods: what was copied is copied with them, ever more at once.
inline void copy_periods(std::uint8_t* out, std::size_t distance, std::size_t length) {
  if (distance == 1) {
    std::memset(out, out[-1], length);
    return;
  }
  const std::uint8_t* const from = out - distance;
  for (std::size_t done = 0; done < length;) {
    const std::size_t part = std::min(distance + done, length - done);
    std::memcpy(out + done, from, part);
    done += part;
  }
}

struct LengthCode {
  std::uint16_t base;
  std::uint8_t bits;
};

constexpr std::array<LengthCode, 29> length_codes() {
  std::array<LengthCode, 29> codes{};
  std::uint16_t base = 3;
  for (std::size_t k = 0; k < 28; ++k) {
    const auto bits = static_cast<std::uint8_t>(k < 8 ? 0 : k / 4 - 1);
    codes[k] = {base, bits};
    base = static_cast<std::uint16_t>(base + (1U << bits));
  }
  codes[28] = {258, 0};
  return codes;
}

constexpr std::array<LengthCode, 30> distance_codes() {
  std::array<LengthCode, 30> codes{};
  std::uint16_t base = 1;
  for (std::size_t k = 0; k < 30; ++k) {
    const auto bits = static_cast<std::uint8_t>(k < 4 ? 0 : k / 2 - 1);
    codes[k] = {base, bits};
    base = static_cast<std::uint16_t>(base + (1U << bits));
  }
  return codes;
}

inline std::uint32_t literal_entry(std::uint32_t symbol) {
  static constexpr auto codes = length_codes();
  if (symbol < 256) return kLiteral | symbol << 16;
  if (symbol == 256) return kEndOfBlock;
  if (symbol >= 286) return kNoCode;
  return static_cast<std::uint32_t>(codes[symbol - 257].base) << 16 | static_cast<std::uint32_t>(codes[symbol - 257].bits) << 8;
}

inline std::uint32_t distance_entry(std::uint32_t symbol) {
  static constexpr auto codes = distance_codes();
  if (symbol >= 30) return kNoCode;
  return static_cast<std::uint32_t>(codes[symbol].base) << 16 | static_cast<std::uint32_t>(codes[symbol].bits) << 8;
}

}  // namespace inflating

// Holds the tables of a block; one for many streams.
class Inflater {
 public:
  // `out` has `size` bytes and kInflateSlack more. False where the stream does not hold exactly `size` bytes; bytes
  // behind it are not looked at.
  bool inflate(std::span<const std::uint8_t> packed, std::uint8_t* out, std::size_t size) {
    if (packed.size() < 6) return false;
    const unsigned method = packed[0], flags = packed[1];
    const bool with_dictionary = (flags & 32U) != 0;
    if ((method << 8 | flags) % 31 != 0 || (method & 15U) != 8 || method >> 4 > 7 || with_dictionary) return false;
    inflating::BitReader bits(packed.subspan(2));
    begin_ = next_ = summed_ = out;
    end_ = out + size;
    sum_ = {};
    for (bool last = false; !last;) {
      bits.refill();
      last = bits.take(1) != 0;
      const std::uint32_t kind = bits.take(2);
      if (kind == 3 || !(kind == 0 ? stored(bits) : kind == 1 ? fixed(bits) : dynamic(bits))) return false;
    }
    if (next_ != end_ || !bits.to_whole_bytes()) return false;
    const std::span<const std::uint8_t> rest = bits.rest();
    if (rest.size() < 4) return false;
    const std::uint32_t sum = static_cast<std::uint32_t>(rest[0]) << 24 | static_cast<std::uint32_t>(rest[1]) << 16 |
                              static_cast<std::uint32_t>(rest[2]) << 8 | rest[3];
    sum_.add({summed_, end_});
    return sum_.value() == sum;
  }

 private:
  bool stored(inflating::BitReader& bits) {
    if (!bits.to_whole_bytes() || bits.rest().size() < 4) return false;
    const std::uint8_t* const head = bits.rest().data();
    const std::size_t length = head[0] | static_cast<std::size_t>(head[1]) << 8;
    if ((head[2] | static_cast<std::size_t>(head[3]) << 8) != (length ^ 0xffffU)) return false;
    bits.skip(4);
    if (length > bits.rest().size() || length > static_cast<std::size_t>(end_ - next_)) return false;
    std::copy_n(bits.rest().data(), length, next_);
    bits.skip(length);
    next_ += length;
    return true;
  }

  bool fixed(inflating::BitReader& bits) {
    std::array<std::uint8_t, 288> lengths;
    std::fill_n(lengths.begin(), 144, std::uint8_t{8});
    std::fill_n(lengths.begin() + 144, 112, std::uint8_t{9});
    std::fill_n(lengths.begin() + 256, 24, std::uint8_t{7});
    std::fill_n(lengths.begin() + 280, 8, std::uint8_t{8});
    std::array<std::uint8_t, 32> distances;
    distances.fill(5);
    return literals_.build(lengths, false, inflating::literal_entry) &&
           distances_.build(distances, false, inflating::distance_entry) && block(bits);
  }

  bool dynamic(inflating::BitReader& bits) {
    static constexpr std::array<std::uint8_t, 19> order = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const std::size_t literals = bits.take(5) + 257, distances = bits.take(5) + 1, listed = bits.take(4) + 4;
    if (literals > 286 || distances > 30) return false;
    std::array<std::uint8_t, 19> short_lengths{};
    for (std::size_t k = 0; k < listed; ++k) {
      bits.refill();
      short_lengths[order[k]] = static_cast<std::uint8_t>(bits.take(3));
    }
    if (!lengths_.build(short_lengths, false, [](std::uint32_t symbol) { return symbol << 16; })) return false;
    std::array<std::uint8_t, 286 + 30> lengths;
    for (std::size_t k = 0; k < literals + distances;) {
      bits.refill();
      const std::uint32_t entry = lengths_.at(bits.bits());
      bits.drop(inflating::code_bits(entry));
      const std::uint32_t symbol = inflating::value_of(entry);
      if (symbol < 16) {
        lengths[k++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      if (symbol == 16 && k == 0) return false;
      const std::uint8_t repeated = symbol == 16 ? lengths[k - 1] : std::uint8_t{0};
      const std::size_t times = symbol == 16 ? 3 + bits.take(2) : symbol == 17 ? 3 + bits.take(3) : 11 + bits.take(7);
      if (times > literals + distances - k) return false;
      std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(k), times, repeated);
      k += times;
    }
    const std::span<const std::uint8_t> all(lengths.data(), literals + distances);
    return all[256] != 0 && literals_.build(all.first(literals), true, inflating::literal_entry) &&
           distances_.build(all.subspan(literals), true, inflating::distance_entry) && block(bits);
  }

  // A code of 15 bits with 5 further ones, and another of 15 with 13, take 48 of the 56 that are ready.
  bool block(inflating::BitReader& bits) {
    using namespace inflating;
    constexpr unsigned kMostBits = 48;
    for (;;) {
      if (bits.held() < kMostBits) bits.refill();
      const inflating::BitReader before = bits;
      const std::uint32_t entry = next_entry(literals_, bits);
      if ((entry & kLiteral) != 0) {
        if (next_ == end_) return false;
        *next_++ = static_cast<std::uint8_t>(value_of(entry));
        continue;
      }
      if ((entry & kSpecial) != 0) return entry >> 16 == 0;
      const std::size_t length = value_of(entry) + bits.take(further_bits(entry));
      const std::uint32_t far = next_entry(distances_, bits);
      if ((far & kSpecial) != 0) return false;
      const std::size_t distance = value_of(far) + bits.take(further_bits(far));
      if (distance > static_cast<std::size_t>(next_ - begin_) || length > static_cast<std::size_t>(end_ - next_)) return false;
      if (length == kLongestMatch) {
        if (!repeated(bits, before, distance)) return false;
        continue;
      }
      copy_match(next_, distance, length);
      next_ += length;
    }
  }

  // A longest match, and as many more as the same bits, of which `before` held the first, say behind it: so long is a run
  // of one value, or of equal rows. False where there are more than are asked for.
  bool repeated(inflating::BitReader& bits, const inflating::BitReader& before, std::size_t distance) {
    const unsigned used = before.held() - bits.held();
    const std::uint64_t mask = (std::uint64_t{1} << used) - 1, said = before.bits() & mask;
    const auto room = static_cast<std::size_t>(end_ - next_);
    std::size_t length = kLongestMatch;
    for (;;) {
      if (bits.held() < used) bits.refill();
      if ((bits.bits() & mask) != said) break;
      bits.drop(used);
      length += kLongestMatch;
      if (length > room) return false;
    }
    const std::size_t periods = length / distance;
    if (periods < kSummedOnce) {
      inflating::copy_match(next_, distance, length);
    } else {
      sum_.add({summed_, next_});
      inflating::copy_periods(next_, distance, length);
      sum_.add_repeated({next_, distance}, periods);
      summed_ = next_ + periods * distance;
    }
    next_ += length;
    return true;
  }

  template <class Table>
  static std::uint32_t next_entry(const Table& table, inflating::BitReader& bits) {
    std::uint32_t entry = table.at(bits.bits());
    if ((entry & inflating::kFurther) != 0) {
      bits.drop(inflating::code_bits(entry));
      entry = table.beyond(entry, bits.bits());
    }
    bits.drop(inflating::code_bits(entry));
    return entry;
  }

  static constexpr std::size_t kLongestMatch = 258;
  // So many equal parts are summed up by a look at one of them.
  static constexpr std::size_t kSummedOnce = 4;

  inflating::CodeTable<7, 128> lengths_;
  inflating::CodeTable<10, 1334> literals_;
  inflating::CodeTable<8, 402> distances_;
  std::uint8_t* begin_ = nullptr;
  std::uint8_t* next_ = nullptr;
  std::uint8_t* end_ = nullptr;
  std::uint8_t* summed_ = nullptr;  // the sum is of what lies before
  Adler32 sum_;
};

}  // namespace truebox
