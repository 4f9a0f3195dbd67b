// Runs of equal bytes, as the reference counts them: each change of value ends one, so that a 2 after a 1 is background.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/wide_registers.hpp"

#ifdef TRUEBOX_WIDE_REGISTERS
#define TRUEBOX_WIDE_VALUES 1
#endif

namespace truebox {
namespace value_runs_detail {

// Writes to `places` every place from `at` to before `end` whose byte differs from the one before it, and returns how
// many they are; `at` is at least 1.
inline std::size_t find_changes_plain(const std::uint8_t* bytes, std::size_t at, std::size_t end, std::uint32_t* places) {
  std::size_t found = 0;
  for (; at < end; ++at) {
    places[found] = static_cast<std::uint32_t>(at);
    found += bytes[at] != bytes[at - 1];
  }
  return found;
}

using FindChanges = std::size_t (*)(const std::uint8_t*, std::size_t, std::size_t, std::uint32_t*);

#ifdef TRUEBOX_WIDE_VALUES
inline std::size_t note_places(std::uint64_t changed, std::size_t at, std::uint32_t* places) {
  std::size_t found = 0;
  for (; changed != 0; changed &= changed - 1) {
    places[found++] = static_cast<std::uint32_t>(at + static_cast<std::size_t>(std::countr_zero(changed)));
  }
  return found;
}

TRUEBOX_AVX512("avx512bw") inline std::size_t find_changes_avx512(const std::uint8_t* bytes, std::size_t at,
                                                                            std::size_t end, std::uint32_t* places) {
  std::size_t found = 0;
  __m512i last = _mm512_set1_epi8(static_cast<char>(bytes[at - 1]));
  for (; at + 64 <= end; at += 64) {
    const __m512i here = _mm512_loadu_si512(bytes + at);
    if (_mm512_cmpneq_epi8_mask(here, last) == 0) continue;  // most: one load instead of two
    const __m512i before = _mm512_loadu_si512(bytes + at - 1);
    found += note_places(_mm512_cmpneq_epi8_mask(here, before), at, places + found);
    last = _mm512_set1_epi8(static_cast<char>(bytes[at + 63]));
  }
  return found + find_changes_plain(bytes, at, end, places + found);
}

__attribute__((target("avx2"))) inline std::uint32_t changed_bytes_avx2(const std::uint8_t* bytes) {
  const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i before = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes - 1));
  return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(here, before)));
}

__attribute__((target("avx2"))) inline std::size_t find_changes_avx2(const std::uint8_t* bytes, std::size_t at,
                                                                      std::size_t end, std::uint32_t* places) {
  std::size_t found = 0;
  for (; at + 64 <= end; at += 64) {
    const std::uint64_t high = changed_bytes_avx2(bytes + at + 32);
    found += note_places(high << 32 | changed_bytes_avx2(bytes + at), at, places + found);
  }
  return found + find_changes_plain(bytes, at, end, places + found);
}
#endif

inline FindChanges choose_find_changes() {
#ifdef TRUEBOX_WIDE_VALUES
  if (__builtin_cpu_supports("avx512bw")) return find_changes_avx512;
  if (__builtin_cpu_supports("avx2")) return find_changes_avx2;
#endif
  return find_changes_plain;
}

}  // namespace value_runs_detail

// Appends the runs of the bytes; the first is of zeros and may be empty. There are fewer than 2^32 bytes.
inline void append_value_runs(const std::uint8_t* bytes, std::size_t count, std::vector<std::uint32_t>& out) {
  static const value_runs_detail::FindChanges find_changes = value_runs_detail::choose_find_changes();
  if (count == 0) return;
  std::uint32_t last = 0;
  if (bytes[0] != 0) out.push_back(0);
  constexpr std::size_t kShare = 4096;
  std::array<std::uint32_t, kShare> places;
  for (std::size_t at = 1; at < count; at += kShare) {
    const std::size_t found = find_changes(bytes, at, at + kShare < count ? at + kShare : count, places.data());
    for (std::size_t i = 0; i < found; ++i) {
      out.push_back(places[i] - last);
      last = places[i];
    }
  }
  out.push_back(static_cast<std::uint32_t>(count - last));
}

}  // namespace truebox
