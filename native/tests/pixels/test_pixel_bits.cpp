#include "pixels/bits.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

TEST_CASE("every version packs the same bits, tails included") {
  std::mt19937 random(3);
  for (std::size_t count = 0; count < 400; ++count) {
    std::vector<std::uint8_t> bytes(count);
    for (auto& byte : bytes) byte = random() % 2 ? 0 : static_cast<std::uint8_t>(random());
    std::vector<std::uint64_t> bits((count + 63) / 64, ~std::uint64_t{0});
    truebox::pack_pixels(bytes.data(), count, bits.data());
    bool equal = true;
    for (std::size_t i = 0; i < 64 * bits.size(); ++i) {
      equal &= (bits[i / 64] >> (i % 64) & 1) == (i < count && bytes[i] != 0 ? 1 : 0);
    }
    CHECK(equal);
    std::vector<std::uint64_t> portable(count / 64);
    truebox::pixel_bits_detail::pack_words_portable(bytes.data(), count / 64, portable.data());
    CHECK(std::equal(portable.begin(), portable.end(), bits.begin()));
#ifdef TRUEBOX_PIXEL_BITS_X86
    if (__builtin_cpu_supports("avx2")) {
      truebox::pixel_bits_detail::pack_words_avx2(bytes.data(), count / 64, portable.data());
      CHECK(std::equal(portable.begin(), portable.end(), bits.begin()));
    }
#endif
  }
}

TEST_CASE("blocks of one value are counted up to the first other byte") {
  const std::size_t blocks = 40;
  std::vector<std::uint8_t> bytes(blocks * truebox::kPixelBlock, 7);
  CHECK(truebox::equal_blocks(bytes.data(), blocks, 7) == blocks);
  CHECK(truebox::equal_blocks(bytes.data(), 0, 7) == 0);
  CHECK(truebox::equal_blocks(bytes.data(), blocks, 0) == 0);
  for (std::size_t at = 0; at < bytes.size(); at += 61) {
    bytes[at] = 6;
    CHECK(truebox::equal_blocks(bytes.data(), blocks, 7) == at / truebox::kPixelBlock);
    bytes[at] = 7;
  }
}
