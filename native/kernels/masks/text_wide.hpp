// Compressed run lengths read sixty-four characters at a time, where the processor can compress bytes (AVX-512).
//
// A count ends at a character below 32 (after 48 is taken off). The places of these ends are gathered from a
// block, and with them the one or two characters of every count: their groups are joined, the sign spread, the
// differences to the count two earlier summed, and from the counts where each run ends. The few longer counts,
// most of them before a mask and after it, are read one by one. Measured: 0.5 ns a character against 2.2.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "ground/wide_registers.hpp"
#include "masks/run_buffer.hpp"
#include "masks/groups.hpp"

#ifdef TRUEBOX_WIDE_REGISTERS
#define TRUEBOX_WIDE_TEXT 1
#endif

namespace truebox {

namespace text_detail {

// Up to here, a block of counts that are each within the image sums to less than 2^32.
inline constexpr std::uint64_t kWidePixels = std::uint64_t{1} << 25;

#ifdef TRUEBOX_WIDE_TEXT
#define TRUEBOX_WIDE TRUEBOX_AVX512("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi2")

// Differences as 16-bit numbers; those of the counts 16 g to 16 g + 7 are in part g of `first`, the next eight
// in part g of `second`.
struct Differences {
  __m512i first, second;
};

// Of counts that end where `last` says; each has one or two characters, all in `block`.
TRUEBOX_WIDE inline Differences join_groups(__m512i block, std::uint64_t last) {
  alignas(64) static constexpr std::uint8_t kPlaces[64] = {
      0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
      22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
      44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const __m512i one = _mm512_set1_epi8(1);
  const __m512i places = _mm512_load_si512(kPlaces);
  const __m512i end = _mm512_maskz_compress_epi8(last, places);
  // A character before the end belongs to the count where it says that another follows.
  const std::uint64_t after_more = ~last << 1;
  const __mmask64 pair = _mm512_test_epi8_mask(_mm512_maskz_compress_epi8(last, _mm512_movm_epi8(after_more)), one);
  const __m512i groups = _mm512_and_si512(block, _mm512_set1_epi8(31));
  const __m512i at_end = _mm512_permutexvar_epi8(end, groups);
  const __m512i before = _mm512_maskz_permutexvar_epi8(pair, _mm512_sub_epi8(end, one), groups);
  // The last group is the upper one, and its highest bit the sign.
  const __m512i low = _mm512_mask_mov_epi8(at_end, pair, before);
  const __m512i sign = _mm512_set1_epi8(16);
  const __m512i high = _mm512_maskz_sub_epi8(pair, _mm512_xor_si512(at_end, sign), sign);
  const __m512i alone = _mm512_mask_sub_epi8(low, static_cast<__mmask64>(~pair), _mm512_xor_si512(low, sign), sign);
  // alone + 32 high, both signed bytes: the factors stand in the unsigned place.
  const __m512i factors = _mm512_set1_epi16(0x2001);
  return {_mm512_maddubs_epi16(factors, _mm512_unpacklo_epi8(alone, high)),
          _mm512_maddubs_epi16(factors, _mm512_unpackhi_epi8(alone, high))};
}

// Appends the counts that end in `block`; false where one is too large.
TRUEBOX_WIDE inline bool add_block(__m512i block, std::uint64_t last, std::uint32_t pixels, RunBuffer& out) {
  Differences differences = join_groups(block, last);
  const __m512i zero = _mm512_setzero_si512();
  const auto count = static_cast<std::size_t>(std::popcount(last));
  const __m512i last_two = _mm512_set1_epi64(0x0000000F0000000ELL);
  // The third count of all is no difference: the first stays out of the sums.
  std::uint64_t first_two;
  std::memcpy(&first_two, out.counts() + out.size() - 2, sizeof first_two);
  if (out.size() <= 2) first_two = out.size() == 1 ? 0 : first_two & ~std::uint64_t{0xFFFFFFFF};
  __m512i two_before = _mm512_set1_epi64(static_cast<long long>(first_two));
  __m512i place_before = _mm512_set1_epi32(static_cast<int>(out.place_before()));
  std::uint32_t* counts = out.counts() + out.size();
  std::uint32_t* places = out.places() + out.size();
  __m512i largest = zero;
  for (std::size_t done = 0; done < count; done += 16, counts += 16, places += 16) {
    const std::size_t here = count - done < 16 ? count - done : 16;
    const auto lanes = static_cast<__mmask16>((1U << here) - 1);
    __m512i sum = _mm512_maskz_cvtepi16_epi32(lanes, _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm512_castsi512_si128(differences.first)), _mm512_castsi512_si128(differences.second), 1));
    differences.first = _mm512_alignr_epi64(differences.first, differences.first, 2);
    differences.second = _mm512_alignr_epi64(differences.second, differences.second, 2);
    sum = _mm512_add_epi32(sum, _mm512_alignr_epi32(sum, zero, 14));
    sum = _mm512_add_epi32(sum, _mm512_alignr_epi32(sum, zero, 12));
    sum = _mm512_add_epi32(sum, _mm512_alignr_epi32(sum, zero, 8));
    sum = _mm512_add_epi32(sum, two_before);
    two_before = _mm512_permutexvar_epi32(last_two, sum);
    _mm512_storeu_si512(counts, sum);
    __m512i end = _mm512_add_epi32(sum, _mm512_alignr_epi32(sum, zero, 15));
    end = _mm512_add_epi32(end, _mm512_alignr_epi32(end, zero, 14));
    end = _mm512_add_epi32(end, _mm512_alignr_epi32(end, zero, 12));
    end = _mm512_add_epi32(end, _mm512_alignr_epi32(end, zero, 8));
    end = _mm512_add_epi32(end, place_before);
    place_before = _mm512_permutexvar_epi32(_mm512_set1_epi32(15), end);
    _mm512_storeu_si512(places, end);
    largest = _mm512_max_epu32(largest, sum);  // beyond the last, counts are repeated
  }
  out.grow(count);
  // A negative count is a large one here.
  const __mmask16 too_large = _mm512_cmpgt_epu32_mask(largest, _mm512_set1_epi32(static_cast<int>(pixels)));
  return too_large == 0 && out.place_before() <= pixels;
}

// Appends the count at the front of `block`, `length` characters long; false where it is too large.
TRUEBOX_WIDE inline bool add_long(__m512i block, unsigned length, std::uint32_t pixels, RunBuffer& out) {
  if (length > 7) return false;  // more than any count needs; the careful way decides
  const auto characters = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(block)));
  std::uint64_t bits = _pext_u64(characters & ((std::uint64_t{1} << 8 * length) - 1), 0x1F1F1F1F1F1F1F1FULL);
  bits = signed_bits(bits, 5 * length);
  if (out.size() > 2) bits += out.counts()[out.size() - 2];
  if (bits > pixels - std::uint64_t{out.place_before()}) return false;
  out.add(static_cast<std::uint32_t>(bits));
  return true;
}

// False for what is not correct, and for a few texts that are; `out` has room for every character.
TRUEBOX_WIDE inline bool read_text_wide(std::span<const std::uint8_t> text, std::uint32_t pixels, RunBuffer& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t left = text.size() - at;
    const std::uint64_t inside = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    const __m512i block =
        _mm512_sub_epi8(_mm512_maskz_loadu_epi8(inside, text.data() + at), _mm512_set1_epi8(48));
    if (_mm512_mask_cmpgt_epu8_mask(inside, block, _mm512_set1_epi8(63)) != 0) return false;
    const std::uint64_t last = _mm512_mask_cmplt_epu8_mask(inside, block, _mm512_set1_epi8(32));
    if (last == 0) return false;
    // Of a count of three characters or more, two in a row say that another follows.
    const std::uint64_t more = inside & ~last;
    const std::uint64_t is_long = more & more >> 1;
    const std::uint64_t before_long = is_long == 0 ? last : last & ((is_long & (0 - is_long)) - 1);
    // The first count stands alone: no later one is a difference to it.
    if (at != 0 && before_long != 0) {
      if (!add_block(block, before_long, pixels, out)) return false;
      at += 64 - static_cast<std::size_t>(std::countl_zero(before_long));
    } else {
      const auto length = static_cast<unsigned>(std::countr_zero(last)) + 1;
      if (!add_long(block, length, pixels, out)) return false;
      at += length;
    }
  }
  return out.size() != 0 && out.place_before() == pixels;
}
#undef TRUEBOX_WIDE

inline bool reads_wide() {
  static const bool wide = __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                           __builtin_cpu_supports("bmi2");
  return wide;
}
#else
inline bool reads_wide() { return false; }
inline bool read_text_wide(std::span<const std::uint8_t>, std::uint32_t, RunBuffer&) { return false; }
#endif

}  // namespace text_detail
}  // namespace truebox
