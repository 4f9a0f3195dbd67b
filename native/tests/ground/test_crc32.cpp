// CRC-32C against the examples of RFC 3720, appendix B.4.
#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "ground/crc32.hpp"

TEST_CASE("the examples of RFC 3720") {
  CHECK(truebox::crc32c(std::vector<std::uint8_t>(32, 0x00)) == 0x8a9136aaU);
  CHECK(truebox::crc32c(std::vector<std::uint8_t>(32, 0xff)) == 0x62a8ab43U);
  std::vector<std::uint8_t> rising(32);
  std::iota(rising.begin(), rising.end(), std::uint8_t{0});
  CHECK(truebox::crc32c(rising) == 0x46dd794eU);
  CHECK(truebox::crc32c(std::vector<std::uint8_t>(rising.rbegin(), rising.rend())) == 0x113fdb5cU);
}

TEST_CASE("lengths that are no multiple of eight") {
  const std::vector<std::uint8_t> digits = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  CHECK(truebox::crc32c(digits) == 0xe3069283U);  // the check value of the catalogue of CRCs (CRC-32/ISCSI)
  CHECK(truebox::crc32c({}) == 0U);
}
