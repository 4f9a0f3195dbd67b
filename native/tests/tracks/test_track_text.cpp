// Lines of tracks, number by number against the C library's reader, and what is left to the general reader.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "tracks/track_text.hpp"

namespace {

using truebox::tracks::read_track_text;
using truebox::tracks::SlimColumn;
using truebox::tracks::TrackText;

std::vector<double> numbers_of(SlimColumn& column) {
  return std::visit([](const auto& held) { return std::vector<double>(held.begin(), held.end()); }, column.take());
}

bool reads(const std::string& text) {
  TrackText rows;
  // A copy that ends with its last byte, so that a look beyond it is found.
  const std::vector<char> own(text.begin(), text.end());
  return read_track_text({own.data(), own.size()}, rows);
}

TEST_CASE("numbers are those of the C library to the last bit, wherever in the text they stand") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20000; ++round) {
    const auto digits = [&](std::size_t count) {
      std::string made;
      for (std::size_t k = 0; k < count; ++k) made += static_cast<char>('0' + random() % 10);
      return made;
    };
    std::string word = (random() % 3 == 0 ? "-" : "") + digits(static_cast<std::size_t>(1 + random() % 9));
    if (random() % 2 == 0) word += "." + digits(static_cast<std::size_t>(1 + random() % 12));
    if (random() % 8 == 0) word += (random() % 2 == 0 ? "e" : "E") + std::to_string(static_cast<int>(random() % 20) - 10);
    // Followed by much text it is read in steps of eight bytes, at the end one by one.
    for (const std::string& text : {"1,2," + word + ",4,5,6,1,-1,-1,-1\n" + std::string(40, '\n'), "1,2,3,4,5," + word}) {
      TrackText rows;
      const std::vector<char> own(text.begin(), text.end());
      REQUIRE_MESSAGE(read_track_text({own.data(), own.size()}, rows), text);
      const double read = rows.boxes[text.size() > 40 ? 0 : 3];
      CHECK_MESSAGE(std::bit_cast<std::uint64_t>(read) == std::bit_cast<std::uint64_t>(std::strtod(word.c_str(), nullptr)), word);
    }
  }
}

TEST_CASE("rows are read with commas or with blanks, with any end of line and a mark of bytes before") {
  for (const char* text : {"1,7,1,2,3,4,.5\n2,8,5,6,7,8,1\n", "1 7 1 2 3 4 .5\n2 8 5 6 7 8 1", "1, 7 ,1,2,3,4,.5\r\n\r\n2,8,5,6,7,8,1\r\n",
                           "\xef\xbb\xbf" "1,7,1,2,3,4,.5\n2,8,5,6,7,8,1\n", " 1\t7\t1\t2\t3\t4\t.5\n\n2\t8\t5\t6\t7\t8\t1"}) {
    TrackText rows;
    CAPTURE(text);
    REQUIRE(read_track_text(text, rows));
    CHECK(rows.frame == std::vector<std::int32_t>{1, 2});
    CHECK(rows.track == std::vector<std::int64_t>{7, 8});
    CHECK(rows.boxes == std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(rows.columns == 7);
    CHECK(numbers_of(rows.more[0]) == std::vector<double>{.5, 1});
  }
}

TEST_CASE("what is not plain is left to the general reader") {
  const std::string good = "1,7,1,2,3,4,1\n";
  CHECK(reads(good));
  CHECK(reads(""));
  CHECK(reads("\n \n"));
  for (const char* line : {"1,7,1,2,3", "1,7,1,2,3,4", "1 7 1 2 3 4 1", "1,7,1,2,3,4,", "1,7,1,2,3,4,1,", "1,,1,2,3,4,1", "1,7,1,2,3,x,1",
                           "1,7,1,2,3,nan,1", "1,7,1,2,3,inf,1", "1.5,7,1,2,3,4,1", "1,7.5,1,2,3,4,1", "2147483648,7,1,2,3,4,1",
                           "1,9007199254740994,1,2,3,4,1", "1,7,1,2,3,4,1;", "1,7,1,2,3,4,1,1,1,1,1", "1,7,--1,2,3,4,1", "1,7,1..2,2,3,4,1"}) {
    CAPTURE(line);
    CHECK_FALSE(reads(good + line + "\n"));
    CHECK_FALSE(reads(good + line));
  }
}

TEST_CASE("the largest frames and tracks are exact") {
  TrackText rows;
  REQUIRE(read_track_text("-2147483648,-9007199254740992,1,2,3,4\n2147483647,9007199254740992,1,2,3,4\n", rows));
  CHECK(rows.frame == std::vector<std::int32_t>{INT32_MIN, INT32_MAX});
  CHECK(rows.track == std::vector<std::int64_t>{-9007199254740992, 9007199254740992});
}

TEST_CASE("a column that never changes holds one number") {
  SlimColumn same, other, none;
  for (int k = 0; k < 100; ++k) same.add(-1.0), other.add(k < 90 ? 3.0 : 4.0);
  CHECK(numbers_of(same) == std::vector<double>{-1.0});
  const std::vector<double> held = numbers_of(other);
  REQUIRE(held.size() == 100);
  CHECK(held[89] == 3.0);
  CHECK(held[90] == 4.0);
  CHECK(numbers_of(none).empty());
}

TEST_CASE("small whole numbers are held in two bytes, until another comes") {
  const auto bytes_of = [](SlimColumn& column) {
    const SlimColumn::Values held = column.take();
    return std::visit([](const auto& each) { return sizeof(each[0]); }, held);
  };
  for (const double last : {32767.0, -32768.0, 32768.0, -32769.0, 0.5, -0.0, 1e300}) {
    SlimColumn column, again;
    for (const double value : {1.0, 1.0, 0.0, 7.0, last, 3.0}) {
      CHECK(column.add(value));
      CHECK(again.add(value));
    }
    CAPTURE(last);
    CHECK(bytes_of(column) == (last == 32767.0 || last == -32768.0 ? 2 : 8));
    const std::vector<double> held = numbers_of(again);
    CHECK(held == std::vector<double>{1, 1, 0, 7, last, 3});
    CHECK(std::signbit(held[4]) == std::signbit(last));
  }
}

TEST_CASE("visibilities are held in four bytes, where those above 0 stay so") {
  TrackText rows;
  REQUIRE(read_track_text("1,7,1,2,3,4,1,1,1\n2,7,1,2,3,4,1,1,.1\n3,7,1,2,3,4,0,1,0\n", rows));
  CHECK(numbers_of(rows.more[0]) == std::vector<double>{1, 1, 0});
  CHECK(numbers_of(rows.more[2]) == std::vector<double>{1, static_cast<double>(.1f), 0});
  CHECK_FALSE(reads("1,7,1,2,3,4,1,1,1\n2,7,1,2,3,4,1,1,1e-60\n"));
  CHECK_FALSE(reads("1,7,1,2,3,4,1,1,1e-60\n2,7,1,2,3,4,1,1,1\n"));
  TrackText exact;  // of ten columns the ninth is a place in the world
  REQUIRE(read_track_text("1,7,1,2,3,4,1,1,.1,1\n2,7,1,2,3,4,1,1,.2,1\n", exact));
  CHECK(numbers_of(exact.more[2]) == std::vector<double>{.1, .2});
}

TEST_CASE("lines that end as the line before, and lines that do not, are read alike") {
  for (const char* end : {"\n", "\r\n"}) {
    const auto lines = [&](std::initializer_list<const char*> each) {
      std::string text;
      for (const char* line : each) text += std::string(line) + end;
      return text;
    };
    TrackText rows;
    REQUIRE(read_track_text(lines({"1,7,1,2,3,4,.5,-1,-1,2", "2,7,1,2,3,4,.6,-1,-1,2", "3,7,1,2,3,4,.7,-1,-1,3",
                                   "4,7,1,2,3,4,.8,-1,-1,3", "5,7,1,2,3,4,.9,-1,-2,3", "6,7,1,2,3,4,1,-1,-2,3"}), rows));
    CHECK(rows.frame == std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
    CHECK(rows.columns == 10);
    CHECK(numbers_of(rows.more[0]) == std::vector<double>{.5, .6, .7, .8, .9, 1});
    CHECK(numbers_of(rows.more[1]) == std::vector<double>{-1});
    CHECK(numbers_of(rows.more[2]) == std::vector<double>{-1, -1, -1, -1, -2, -2});
    CHECK(numbers_of(rows.more[3]) == std::vector<double>{2, 2, 3, 3, 3, 3});
    // The same end behind a line that is shorter, or longer, before it.
    CHECK_FALSE(reads(lines({"1,7,1,2,3,4,.5,-1,-1", "2,7,1,2,3,.5,-1,-1"})));
    CHECK_FALSE(reads(lines({"1,7,1,2,3,4,.5,-1,-1", "2,7,1,2,3,4,5,.5,-1,-1"})));
    CHECK_FALSE(reads(lines({"1,7,1,2,3,4,.5,-1,-1", "2 7 1 2 3 4 .5,-1,-1"})));
  }
}

}  // namespace
