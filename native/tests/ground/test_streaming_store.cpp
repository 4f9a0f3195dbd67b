#include "ground/streaming_store.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <numeric>
#include <vector>

TEST_CASE("every length at every alignment, and nothing beside it") {
  std::vector<float> source(300);
  std::iota(source.begin(), source.end(), 1.0f);
  for (std::size_t offset = 0; offset < 20; ++offset) {
    for (std::size_t count : std::initializer_list<std::size_t>{0, 1, 3, 15, 16, 17, 32, 100, 257}) {
      std::vector<float> target(300, -1.0f), expected = target;
      truebox::stream_copy(source.data() + 3, count, target.data() + offset);
      truebox::stream_fence();
      for (std::size_t k = 0; k < count; ++k) expected[offset + k] = source[3 + k];
      CHECK(target == expected);
    }
  }
}

TEST_CASE("the next cache line") {
  alignas(64) unsigned char line[128];
  CHECK(truebox::bytes_to_line(line) == 0);
  CHECK(truebox::bytes_to_line(line + 1) == 63);
  CHECK(truebox::bytes_to_line(line + 64) == 0);
  std::vector<unsigned char> from(128);
  std::iota(from.begin(), from.end(), static_cast<unsigned char>(0));
  truebox::stream_lines_narrow(from.data(), 2, line);
  truebox::stream_fence();
  CHECK(std::vector<unsigned char>(line, line + 128) == from);
}
