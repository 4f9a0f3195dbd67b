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

TEST_CASE("bytes that come again and again are summed up by a look at one of them") {
  for (const std::size_t size : {1, 2, 31, 641, 70'000}) {
    for (const std::size_t times : {0, 1, 2, 7, 1000}) {
      if (size * times > 1'000'000) continue;
      Bytes once(size, 255), all{9, 8, 7};
      for (std::size_t i = 0; i < size; i += 3) once[i] = static_cast<std::uint8_t>(i);
      Adler32 sum;
      sum.add(all);
      sum.add_repeated(once, times);
      sum.add(all);
      for (std::size_t k = 0; k < times; ++k) all.insert(all.end(), once.begin(), once.end());
      all.insert(all.end(), {9, 8, 7});
      CHECK(sum.value() == adler32(all));
    }
  }
  // 2^32 - 1 bytes of 255: the sums of a row of n equal bytes v are 1 + nv and n + vn(n + 1) / 2.
  Adler32 sum;
  const std::uint8_t byte = 255;
  sum.add_repeated({&byte, 1}, 0xffffffffU);
  const std::uint64_t n = 0xffffffffU % 65521, half = 0xffffffffULL * (1ULL << 31) % 65521;
  CHECK(sum.value() == ((n + 255 * half) % 65521 << 16 | (1 + 255 * n) % 65521));
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

TEST_CASE("periods of every length come again") {
  for (const std::size_t distance : {1, 2, 5, 31, 32, 33, 641}) {
    for (const std::size_t length : {258, 516, 5000}) {
      Bytes found(distance + length + 1, 99), expected(distance + length);
      for (std::size_t i = 0; i < distance; ++i) found[i] = expected[i] = static_cast<std::uint8_t>(7 * i + 1);
      for (std::size_t i = distance; i < expected.size(); ++i) expected[i] = expected[i - distance];
      inflating::copy_periods(found.data() + distance, distance, length);
      CHECK(found.back() == 99);
      found.pop_back();
      CHECK(found == expected);
    }
  }
}

TEST_CASE("longest matches that follow each other are one") {
  // zlib.compress(b"ab" + bytes(2_000) + (b"\x02" + b"\x05" * 40) * 60, 9)
  const std::string packed =
      "\x78\xda\xed\xca\xb1\x09\x00\x30\x08\x00\xb0\x22\xf4\x50\xfd\xff\x08\x5f\x70\x71\x10\x92\x39\x59"
      "\x0f\x00\x38\x2f\xfe\x90\x28\x8a\xa2\x28\x8a\xa2\xb8\x1e\x1b\xe8\x52\x30\x1c"s;
  Bytes expected{'a', 'b'}, out;
  expected.resize(2002);
  for (std::size_t row = 0; row < 60; ++row) {
    expected.push_back(2);
    expected.insert(expected.end(), 40, 5);
  }
  REQUIRE(unpack(packed, expected.size(), out));
  CHECK(out == expected);
  // One byte less than they say, where the last of them would end behind the room.
  for (const std::size_t size : {std::size_t{300}, std::size_t{2000}, expected.size() - 1, expected.size() + 1}) {
    CHECK_FALSE(unpack(packed, size, out));
  }
  for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
    std::string damaged = packed;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    CHECK((!unpack(damaged, expected.size(), out) || out == expected));
  }
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
