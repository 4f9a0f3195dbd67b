// SHA-256 (FIPS 180-4) of bytes that come in pieces.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>
#define TRUEBOX_SHA_INSTRUCTIONS 1
#endif

namespace truebox {

namespace detail {

using ShaState = std::array<std::uint32_t, 8>;
inline constexpr std::size_t kShaBlock = 64;

alignas(64) inline constexpr std::array<std::uint32_t, 64> kShaRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

inline void sha_blocks_plain(ShaState& state, const std::uint8_t* data, std::size_t blocks) {
  for (; blocks != 0; --blocks, data += kShaBlock) {
    std::array<std::uint32_t, 64> words;
    for (std::size_t i = 0; i < 16; ++i) {
      const std::uint8_t* byte = data + 4 * i;
      words[i] = std::uint32_t{byte[0]} << 24 | std::uint32_t{byte[1]} << 16 | std::uint32_t{byte[2]} << 8 | byte[3];
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t near = words[i - 2], far = words[i - 15];
      words[i] = words[i - 16] + words[i - 7] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3)) +
                 (std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10));
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                                  kShaRounds[i] + words[i];
      const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    const ShaState added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state[i] += added[i];
  }
}

#ifdef TRUEBOX_SHA_INSTRUCTIONS

inline bool has_sha_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kSse41 = 1U << 19, kSsse3 = 1U << 9, kSha = 1U << 29;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kSse41) == 0 || (c & kSsse3) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kSha) != 0;
}

// The instructions keep the state as (a, b, e, f) and (c, d, g, h), and take two rounds each.
__attribute__((target("sha,sse4.1,ssse3"))) inline void sha_blocks_fast(ShaState& state, const std::uint8_t* data,
                                                                        std::size_t blocks) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  const __m128i low = _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(state.data())), 0xb1);
  const __m128i high = _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(state.data() + 4)), 0x1b);
  __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xf0);
  for (; blocks != 0; --blocks, data += kShaBlock) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int i = 0; i < 4; ++i) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(data) + i), swap);
    }
    for (int group = 0; group < 16; ++group) {
      const __m128i now = words[group & 3];
      const __m128i sum = _mm_add_epi32(now, _mm_load_si128(reinterpret_cast<const __m128i*>(kShaRounds.data()) + group));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
      const __m128i last = words[(group + 3) & 3];
      const __m128i next = _mm_add_epi32(_mm_sha256msg1_epu32(now, words[(group + 1) & 3]),
                                         _mm_alignr_epi8(last, words[(group + 2) & 3], 4));
      words[group & 3] = _mm_sha256msg2_epu32(next, last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

inline bool has_sha_instructions() { return false; }

#endif

inline void sha_blocks(ShaState& state, const std::uint8_t* data, std::size_t blocks, bool fast) {
#ifdef TRUEBOX_SHA_INSTRUCTIONS
  if (fast) return sha_blocks_fast(state, data, blocks);
#endif
  (void)fast;
  sha_blocks_plain(state, data, blocks);
}

}  // namespace detail

class Sha256 {
 public:
  // With `plain` never by the processor's own instructions.
  explicit Sha256(bool plain = false) : fast_(!plain && detail::has_sha_instructions()) {}

  void add(std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return;
    total_ += bytes.size();
    if (held_ != 0) {
      const std::size_t taken = std::min(bytes.size(), detail::kShaBlock - held_);
      std::memcpy(block_.data() + held_, bytes.data(), taken);
      held_ += taken;
      bytes = bytes.subspan(taken);
      if (held_ < detail::kShaBlock) return;
      detail::sha_blocks(state_, block_.data(), 1, fast_);
      held_ = 0;
    }
    const std::size_t blocks = bytes.size() / detail::kShaBlock;
    detail::sha_blocks(state_, bytes.data(), blocks, fast_);
    bytes = bytes.subspan(blocks * detail::kShaBlock);
    if (!bytes.empty()) std::memcpy(block_.data(), bytes.data(), bytes.size());
    held_ = bytes.size();
  }

  // In hexadecimal; nothing can be added afterwards.
  std::string digest() {
    const std::uint64_t bits = total_ * 8;
    std::array<std::uint8_t, 2 * detail::kShaBlock> end{};
    std::memcpy(end.data(), block_.data(), held_);
    end[held_] = 0x80;
    const std::size_t blocks = held_ < detail::kShaBlock - 8 ? 1 : 2;
    for (std::size_t i = 0; i < 8; ++i) {
      end[blocks * detail::kShaBlock - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
    detail::sha_blocks(state_, end.data(), blocks, fast_);
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(64);
    for (const std::uint32_t word : state_) {
      for (int shift = 28; shift >= 0; shift -= 4) text.push_back(kDigits[word >> shift & 15]);
    }
    return text;
  }

 private:
  detail::ShaState state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, detail::kShaBlock> block_{};
  std::size_t held_ = 0;
  std::uint64_t total_ = 0;
  bool fast_;
};

}  // namespace truebox
