// Strings of the JSON grammar: UTF-8 and escapes checked, unescaped on demand.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "ground/wide_registers.hpp"
#include "json/cursor.hpp"

namespace truebox::reading {

// A checked string without its quotes; `escaped` when it holds a backslash.
struct JsonString {
  std::string_view raw;
  bool escaped = false;
};

// Length of the UTF-8 sequence at p (RFC 3629), 0 when it is none.
inline int utf8_length(const char* p, const char* end) {
  const auto byte = [&](int i) { return i < end - p ? static_cast<unsigned char>(p[i]) : 0; };
  const auto continues = [&](int i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned lead = static_cast<unsigned char>(*p);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80, high = lead == 0xed ? 0x9f : 0xbf;
    return static_cast<unsigned>(byte(1)) >= low && static_cast<unsigned>(byte(1)) <= high && continues(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80, high = lead == 0xf4 ? 0x8f : 0xbf;
    const unsigned second = static_cast<unsigned>(byte(1));
    return second >= low && second <= high && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

// Four hexadecimal digits at p, or -1.
inline int read_hex4(const char* p, const char* end) {
  if (end - p < 4) return -1;
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = p[i], lower = static_cast<char>(c | 0x20);
    const int digit = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

inline bool is_high_surrogate(int unit) { return unit >= 0xd800 && unit <= 0xdbff; }
inline bool is_low_surrogate(int unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

// Steps over one escape; c.p stands on the backslash.
inline bool skip_escape(JsonCursor& c) {
  const char* at = c.p;
  if (c.end - at < 2) return c.fail(JsonFault::truncated, c.end);
  if (at[1] != 'u') {
    if (at[1] == '\0' || std::strchr("\"\\/bfnrt", at[1]) == nullptr) return c.fail(JsonFault::escape, at);
    c.p += 2;
    return true;
  }
  const int unit = read_hex4(at + 2, c.end);
  if (unit < 0) return c.end - at < 6 ? c.fail(JsonFault::truncated, c.end) : c.fail(JsonFault::escape, at);
  c.p += 6;
  if (is_low_surrogate(unit)) return c.fail(JsonFault::surrogate, at);
  if (!is_high_surrogate(unit)) return true;
  const bool pair = c.end - c.p >= 6 && c.p[0] == '\\' && c.p[1] == 'u' && is_low_surrogate(read_hex4(c.p + 2, c.end));
  if (!pair) return c.fail(JsonFault::surrogate, at);
  c.p += 6;
  return true;
}

#ifdef TRUEBOX_WIDE_REGISTERS
// As `find_unusual`, as far as whole blocks of 64 bytes go: where there is none, the place where the last one ended.
TRUEBOX_AVX512("avx512f,avx512bw") inline const char* find_unusual_wide(const char* p, const char* end) {
  const __m512i quote = _mm512_set1_epi8('"'), backslash = _mm512_set1_epi8('\\'), blank = _mm512_set1_epi8(' ');
  for (; end - p >= 64; p += 64) {
    const __m512i block = _mm512_loadu_si512(p);
    const std::uint64_t found = _mm512_cmpeq_epi8_mask(block, quote) | _mm512_cmpeq_epi8_mask(block, backslash) |
                                _mm512_cmplt_epi8_mask(block, blank);
    if (found != 0) return p + std::countr_zero(found);
  }
  return p;
}
#endif

// The first byte of [p, end) that is a quote, a backslash, a control character or not ASCII; `end` when there is none.
inline const char* find_unusual(const char* p, const char* end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), blank = _mm_set1_epi8(' ');
  for (; end - p >= 16; p += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    // Beyond ASCII a signed byte is negative, and so below the blank too.
    const __m128i found = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, backslash)),
                                       _mm_cmplt_epi8(block, blank));
    const auto places = static_cast<unsigned>(_mm_movemask_epi8(found));
    if (places != 0) return p + std::countr_zero(places);
#ifdef TRUEBOX_WIDE_REGISTERS
    // What is longer than names and ids, as run lengths are.
    if (end - p >= 80 && has_byte_permutes()) {
      p = find_unusual_wide(p + 16, end);
      if (end - p >= 64) return p;
      p -= 16;
    }
#endif
  }
#endif
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
  // The lowest mark is right, those above it need not be.
  const auto marks_zero = [](std::uint64_t x) { return (x - kOnes) & ~x & kHighs; };
  for (; end - p >= 8; p += 8) {
    const std::uint64_t block = load_little_endian(p);
    const std::uint64_t controls = (block - kOnes * 0x20) & ~block & kHighs;
    const std::uint64_t marks =
        (block & kHighs) | controls | marks_zero(block ^ (kOnes * '"')) | marks_zero(block ^ (kOnes * '\\'));
    if (marks != 0) return p + (static_cast<unsigned>(std::countr_zero(marks)) >> 3);
  }
  for (; p < end; ++p) {
    const auto byte = static_cast<unsigned char>(*p);
    if (byte == '"' || byte == '\\' || byte < 0x20 || byte >= 0x80) break;
  }
  return p;
}

inline bool read_string(JsonCursor& c, JsonString& text) {
  if (!c.take('"')) return false;
  const char* first = c.p;
  text.escaped = false;
  for (;;) {
    c.p = find_unusual(c.p, c.end);
    if (c.p >= c.end) return c.fail(JsonFault::truncated, c.end);
    const auto byte = static_cast<unsigned char>(*c.p);
    if (byte == '"') break;
    if (byte == '\\') {
      text.escaped = true;
      if (!skip_escape(c)) return false;
    } else if (byte < 0x20) {
      return c.fail(JsonFault::control_character);
    } else {
      const int length = utf8_length(c.p, c.end);
      if (length == 0) return c.fail(JsonFault::utf8);
      c.p += length;
    }
  }
  text.raw = {first, static_cast<std::size_t>(c.p - first)};
  ++c.p;
  return true;
}

template <class Out>
inline void append_utf8(Out& out, std::uint32_t code) {
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xc0 | (code >> 6)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3f)));
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xe0 | (code >> 12)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3f)));
  } else {
    out.push_back(static_cast<char>(0xf0 | (code >> 18)));
    out.push_back(static_cast<char>(0x80 | ((code >> 12) & 0x3f)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3f)));
  }
}

// Appends the text of a checked string.
template <class Out>
inline void append_unescaped(Out& out, const JsonString& text) {
  const char* p = text.raw.data();
  const char* end = p + text.raw.size();
  if (!text.escaped) {
    out.insert(out.end(), p, end);
    return;
  }
  while (p < end) {
    if (*p != '\\') {
      const auto* next = static_cast<const char*>(std::memchr(p, '\\', static_cast<std::size_t>(end - p)));
      const char* const stop = next == nullptr ? end : next;
      out.insert(out.end(), p, stop);
      p = stop;
      continue;
    }
    const char kind = p[1];
    if (kind == 'u') {
      auto code = static_cast<std::uint32_t>(read_hex4(p + 2, end));
      p += 6;
      if (is_high_surrogate(static_cast<int>(code))) {
        code = 0x10000 + ((code - 0xd800) << 10) + (static_cast<std::uint32_t>(read_hex4(p + 2, end)) - 0xdc00);
        p += 6;
      }
      append_utf8(out, code);
      continue;
    }
    constexpr std::string_view kLetters = "bfnrt", kValues = "\b\f\n\r\t";
    const auto index = kLetters.find(kind);
    out.push_back(index == std::string_view::npos ? kind : kValues[index]);
    p += 2;
  }
}

}  // namespace truebox::reading
