// Delimited text into columns, cut into parts of every size.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "texts/table_columns.hpp"

using namespace truebox::tables;

namespace {

const TableLayout kLayout{{CellKind::text, CellKind::skipped, CellKind::number}, ','};

bool read(const std::string& text, TableColumns& columns, std::size_t part_bytes = 1 << 20) {
  return read_table(text.data(), text.data() + text.size(), kLayout, 2, columns, part_bytes);
}

std::vector<std::string> texts_of(const TableColumns& columns) {
  std::vector<std::string> found;
  for (std::size_t row = 0; row < columns.rows; ++row) {
    found.emplace_back(columns.texts[0].texts[static_cast<std::size_t>(columns.texts[0].codes.as<std::int64_t>()[row])]);
  }
  return found;
}

}  // namespace

TEST_CASE("every cut into parts gives the same columns") {
  const std::string text = "a,x,1\r\n\"b,\n\"\"c\"\"\",\"y\ny\",2.5\n\n\na,,\"3\"\n\"\",z,\nlast,z,-1e3";
  const std::vector<std::string> names = {"a", "b,\n\"c\"", "a", "", "last"};
  for (std::size_t part_bytes = 1; part_bytes <= text.size() + 1; ++part_bytes) {
    TableColumns columns;
    REQUIRE(read(text, columns, part_bytes));
    REQUIRE(columns.rows == 5);
    CHECK(texts_of(columns) == names);
    CHECK(columns.numbers[0].as<double>()[0] == 1);
    CHECK(columns.numbers[0].as<double>()[1] == 2.5);
    CHECK(columns.numbers[0].as<double>()[2] == 3);
    CHECK(std::isnan(columns.numbers[0].as<double>()[3]));
    CHECK(columns.numbers[0].as<double>()[4] == -1000);
  }
}

TEST_CASE("texts that are not plain are declined, wherever they are cut") {
  const std::vector<std::string> declined = {
      "a,x",     "a,x,1,2", "a\"b,x,1", "\"a\"b,x,1", "\"a,x,1",  "a,x,1\rb,x,2",
      "a,x,nan", "a,x,+1",  "a,x,.5",   "a,x,1 ",     "a,x,\"1", std::string("a\0,x,1", 6)};
  for (const std::string& bad : declined) {
    for (std::size_t part_bytes : {std::size_t{1}, std::size_t{4}, std::size_t{100}}) {
      TableColumns columns;
      CHECK_FALSE(read("p,q,1\n" + bad + "\nr,s,2\n", columns, part_bytes));
    }
  }
}

TEST_CASE("no rows at all") {
  for (const std::string text : {"", "\n", "\r\n\n"}) {
    TableColumns columns;
    REQUIRE(read(text, columns));
    CHECK(columns.rows == 0);
    CHECK(columns.texts[0].texts.empty());
  }
}

TEST_CASE("a dictionary numbers texts in order of first appearance") {
  TextDictionary dictionary;
  std::vector<std::string> kept;
  for (int i = 0; i < 1000; ++i) kept.push_back(std::to_string(i * 7919));
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < kept.size(); ++i) CHECK(dictionary.code_of(kept[i]) == i);
  }
  CHECK(dictionary.texts().size() == 1000);
}
