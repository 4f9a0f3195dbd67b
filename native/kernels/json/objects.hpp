// Objects of one kind, one after the other: the bytes between their values are learnt and compared.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "json/cursor.hpp"
#include "json/value.hpp"
#include "json/wide_decimals.hpp"

namespace truebox::reading {

// The bytes between two values, compared as four words instead of a call of memcmp.
class Literal {
 public:
  static constexpr std::size_t kLargest = 32;

  void learn(const char* first, std::size_t length) {
    char bytes[kLargest] = {}, mask[kLargest] = {};
    std::memcpy(bytes, first, length);
    std::memset(mask, 0xff, length);
    std::memcpy(bytes_.data(), bytes, kLargest);
    std::memcpy(mask_.data(), mask, kLargest);
    length_ = length;
  }

  // Needs kLargest readable bytes at p.
  bool matches(const char* p) const {
    std::array<std::uint64_t, 4> text;
    std::memcpy(text.data(), p, kLargest);
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < 4; ++i) difference |= (text[i] ^ bytes_[i]) & mask_[i];
    return difference == 0;
  }
  TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE bool matches_wide(const char* p) const {
#ifdef TRUEBOX_WIDE_REGISTERS
    const auto own = static_cast<__mmask32>(_bzhi_u32(~0u, static_cast<unsigned>(length_)));
    const __m256i text = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes_.data()));
    return _mm256_mask_cmpneq_epi8_mask(own, text, bytes) == 0;
#else
    return matches(p);
#endif
  }
  std::size_t length() const { return length_; }

 private:
  std::array<std::uint64_t, 4> bytes_, mask_;
  std::size_t length_ = 0;
};

// Reads objects into Rows. A Row has
//   static constexpr std::array<std::string_view, F> kKeys;   the keys it wants
//   bool read(std::size_t key, JsonCursor& c);                reads that value, c.p on its first byte
//   void start();  bool finish(unsigned seen, JsonCursor& c); before the first key; after the last
// Values of other keys are stepped over, checked. What was compared with learnt bytes was checked
// when they were learnt: the same keys, each once, and the same punctuation.
template <class Row>
class ObjectReader {
 public:
  // c.p stands on '{' and ends after '}'.
  bool read(JsonCursor& c, Row& row) {
    const char* first = c.p;
    if (entries_ != 0 && (wide_ ? read_as_learnt_wide(c, row) : read_as_learnt(c, row))) return true;
    c.p = first;
    c.fault = JsonFault::none;
    return read_and_learn(c, row);
  }

 private:
  static constexpr std::size_t kMostEntries = 24;
  static constexpr std::size_t kSkipped = Row::kKeys.size();
  static constexpr bool kReadsWide = requires(Row& row) { row.read_wide(std::size_t{0}, nullptr); };

  struct Entry {
    Literal before;
    std::size_t key;
  };

  static bool read_value(JsonCursor& c, Row& row, std::size_t key) {
    return key == kSkipped ? skip_value(c, 2) : row.read(key, c);
  }

  bool read_as_learnt(JsonCursor& c, Row& row) {
    row.start();
    for (std::size_t i = 0; i < entries_; ++i) {
      const Entry& entry = learnt_[i];
      if (c.end - c.p < static_cast<std::ptrdiff_t>(Literal::kLargest) || !entry.before.matches(c.p)) return false;
      c.p += entry.before.length();
      if (!read_value(c, row, entry.key)) return false;
    }
    if (c.end - c.p < static_cast<std::ptrdiff_t>(Literal::kLargest) || !closing_.matches(c.p)) return false;
    c.p += closing_.length();
    return row.finish(seen_, c);
  }

  // The same where the processor has wide registers and values stand as programs print them.
  TRUEBOX_WIDE_DECIMALS bool read_as_learnt_wide(JsonCursor& c, Row& row) {
    if constexpr (kReadsWide) {
      row.start();
      const char* p = c.p;
      const char* const end = c.end;
      const char* const safe = c.begin + kBeforeDecimal;
      for (std::size_t i = 0; i < entries_; ++i) {
        const Entry& entry = learnt_[i];
        if (end - p < static_cast<std::ptrdiff_t>(Literal::kLargest) || !entry.before.matches_wide(p)) return false;
        p += entry.before.length();
        const bool room = entry.key != kSkipped && p >= safe && end - p >= kFourDecimals;
        const char* const after = room ? row.read_wide(entry.key, p) : nullptr;
        if (after == nullptr) [[unlikely]] {
          c.p = p;
          if (!read_value(c, row, entry.key)) return false;
          p = c.p;
        } else {
          p = after;
        }
      }
      if (end - p < static_cast<std::ptrdiff_t>(Literal::kLargest) || !closing_.matches_wide(p)) return false;
      c.p = p + closing_.length();
      return row.finish(seen_, c);
    } else {
      return read_as_learnt(c, row);
    }
  }

  static std::size_t find_key(std::string_view key) {
    return static_cast<std::size_t>(std::find(Row::kKeys.begin(), Row::kKeys.end(), key) - Row::kKeys.begin());
  }

  bool read_and_learn(JsonCursor& c, Row& row) {
    row.start();
    entries_ = 0;
    std::size_t entries = 0;
    bool learnable = true;
    seen_ = 0;
    const char* gap = c.p;
    if (!c.at('{')) return c.fail(JsonFault::unexpected);
    bool closed;
    enter_container(c, '}', closed);
    KeySet keys;
    while (!closed) {
      JsonString key;
      if (!read_plain_key(c, keys, key)) return false;
      const std::size_t index = find_key(key.raw);
      learnable = learnable && learn(entries++, gap, c.p, index);
      if (index != kSkipped) seen_ |= 1u << index;
      if (!read_value(c, row, index)) return false;
      gap = c.p;
      if (!next_element(c, '}', closed)) return false;
    }
    const auto length = static_cast<std::size_t>(c.p - gap);
    if (learnable && length <= Literal::kLargest) {
      closing_.learn(gap, length);
      entries_ = entries;
    }
    return row.finish(seen_, c);
  }

  bool learn(std::size_t entry, const char* first, const char* last, std::size_t key) {
    const auto length = static_cast<std::size_t>(last - first);
    if (entry >= kMostEntries || length > Literal::kLargest) return false;
    learnt_[entry].before.learn(first, length);
    learnt_[entry].key = key;
    return true;
  }

  std::array<Entry, kMostEntries> learnt_{};
  Literal closing_;
  std::size_t entries_ = 0;
  unsigned seen_ = 0;
  bool wide_ = kReadsWide && reads_decimals_wide();
};

// Like the gap between elements of an array of objects: reads "," or "]" and the blanks around.
// `more` tells whether another object follows; then c.p stands on its '{'.
inline bool after_object(JsonCursor& c, bool& more) {
  if (c.end - c.p > 2 && c.p[0] == ',' && c.p[1] == ' ' && c.p[2] == '{') {
    c.p += 2;
    more = true;
    return true;
  }
  bool closed;
  if (!next_element(c, ']', closed)) return false;
  more = !closed;
  return closed || c.at('{') || c.fail(JsonFault::shape);
}

}  // namespace truebox::reading
