// Streams of zlib unpacked. The packed ones were made by zlib 1.2.13 (Python's module) from what each case says.
#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "ground/crc32.hpp"
#include "pixels/inflate.hpp"

using namespace truebox;
using namespace std::string_literals;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

bool unpack(const std::string& packed, std::size_t size, Bytes& out) {
  out.assign(size + kInflateSlack, 0);
  static Inflater inflater;
  const bool fine = inflater.inflate(bytes_of(packed), out.data(), size);
  out.resize(size);
  return fine;
}

}  // namespace

TEST_CASE("the sums of the specifications") {
  CHECK(adler32(bytes_of("Wikipedia")) == 0x11E60398);  // RFC 1950's sum, the example of its article
  CHECK(crc32(bytes_of("123456789")) == 0xCBF43926);    // the check value of CRC-32/ISO-HDLC
  CHECK(adler32({}) == 1);
}

TEST_CASE("the sum of many bytes is that of its definition") {
  for (const std::size_t size : {31, 32, 33, 5535, 5536, 5537, 100'003}) {
    Bytes bytes(size, 255);
    for (std::size_t i = 0; i < size; i += 3) bytes[i] = static_cast<std::uint8_t>(i);
    std::uint32_t plain = 1, weighted = 0;
    for (const std::uint8_t byte : bytes) {
      plain = (plain + byte) % 65521;
      weighted = (weighted + plain) % 65521;
    }
    CHECK(adler32(bytes) == (weighted << 16 | plain));
    byte_sums_detail::AdlerSums sums;  // whichever version this processor takes
    byte_sums_detail::add_blocks_plain(bytes.data(), 0, sums);
    CHECK(sums.plain == 1);
  }
}

TEST_CASE("both ways of adding blocks agree") {
  Bytes bytes(5536);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  byte_sums_detail::AdlerSums plain{65520, 65520}, chosen{65520, 65520};
  byte_sums_detail::add_blocks_plain(bytes.data(), byte_sums_detail::kMostAdlerBlocks, plain);
  byte_sums_detail::choose_add_blocks()(bytes.data(), byte_sums_detail::kMostAdlerBlocks, chosen);
  CHECK(plain.plain % 65521 == chosen.plain % 65521);
  CHECK(plain.weighted % 65521 == chosen.weighted % 65521);
}

TEST_CASE("a stored, a fixed and an empty stream") {
  Bytes out;
  REQUIRE(unpack("\x78\x01\x01\x03\x00\xfc\xff"s "abc\x02\x4d\x01\x27"s, 3, out));
  CHECK(out == Bytes{'a', 'b', 'c'});
  REQUIRE(unpack("\x78\x9c\x4b\x4c\x4a\x06\x00\x02\x4d\x01\x27"s, 3, out));
  CHECK(out == Bytes{'a', 'b', 'c'});
  CHECK(unpack("\x78\x9c\x03\x00\x00\x00\x00\x01"s, 0, out));
}

TEST_CASE("another size, sum, head or end is declined") {
  const std::string packed = "\x78\x9c\x4b\x4c\x4a\x06\x00\x02\x4d\x01\x27"s;
  Bytes out;
  CHECK_FALSE(unpack(packed, 2, out));
  CHECK_FALSE(unpack(packed, 4, out));
  for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
    if (bit >= 50 && bit < 56) continue;  // between the last code and its sum nothing is said
    std::string damaged = packed;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    CHECK_FALSE(unpack(damaged, 3, out));
  }
  for (std::size_t size = 0; size < packed.size(); ++size) CHECK_FALSE(unpack(packed.substr(0, size), 3, out));
  CHECK(unpack(packed + "behind", 3, out));
}

TEST_CASE("matches of every distance repeat what lies there") {
  for (std::size_t distance = 1; distance < 70; ++distance) {
    for (const std::size_t length : {3, 4, 31, 32, 33, 100, 258}) {
      Bytes found(distance + length + kInflateSlack), expected(distance + length);
      for (std::size_t i = 0; i < distance; ++i) found[i] = expected[i] = static_cast<std::uint8_t>(7 * i + 1);
      for (std::size_t i = distance; i < expected.size(); ++i) expected[i] = expected[i - distance];
      inflating::copy_match(found.data() + distance, distance, length);
      found.resize(expected.size());
      CHECK(found == expected);
    }
  }
}
