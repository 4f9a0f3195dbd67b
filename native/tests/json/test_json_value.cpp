// Whole texts: what the grammar allows and what it does not, with the byte where it breaks.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "json/value.hpp"

namespace {

using truebox::reading::JsonFault;

struct Found {
  JsonFault fault;
  std::size_t offset;
  bool operator==(const Found&) const = default;
};

Found find(const std::string& text, int depth = 64) {
  std::unique_ptr<char[]> exact(new char[text.size()]);
  std::memcpy(exact.get(), text.data(), text.size());
  Found found{};
  found.fault = truebox::reading::find_fault(exact.get(), exact.get() + text.size(), depth, found.offset);
  return found;
}

}  // namespace

TEST_CASE("valid texts have no fault") {
  for (const char* text : {"null", " true ", "[]", "{}", "[[],{}]", "[1,2, 3 ,4.5e-7]", R"({"a":{"a":1},"b":"\u00e9\ud83d\ude00\n"})",
                           "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "\"\x7f\"", "[-1,-2.5, -3]"}) {
    CAPTURE(text);
    CHECK(find(text).fault == JsonFault::none);
  }
}

TEST_CASE("faults are found where they are") {
  CHECK(find("") == Found{JsonFault::truncated, 0});
  CHECK(find("[1, 2") == Found{JsonFault::truncated, 5});
  CHECK(find("[1, 2,]") == Found{JsonFault::unexpected, 6});
  CHECK(find("[1 2]") == Found{JsonFault::unexpected, 3});
  CHECK(find("{\"a\" 1}") == Found{JsonFault::unexpected, 5});
  CHECK(find("{\"a\": 1,}") == Found{JsonFault::unexpected, 8});
  CHECK(find("[] 1") == Found{JsonFault::trailing, 3});
  CHECK(find("[tru]") == Found{JsonFault::unexpected, 4});
  CHECK(find("[NaN]") == Found{JsonFault::not_finite, 1});
  CHECK(find("\"a\tb\"") == Found{JsonFault::control_character, 2});
  CHECK(find("\"\\q\"") == Found{JsonFault::escape, 1});
  CHECK(find("\"\\u12g4\"") == Found{JsonFault::escape, 1});
  CHECK(find("\"\\ud800x\"") == Found{JsonFault::surrogate, 1});
  CHECK(find("\"\\udc00\"") == Found{JsonFault::surrogate, 1});
  CHECK(find("\"abc") == Found{JsonFault::truncated, 4});
}

TEST_CASE("UTF-8 follows RFC 3629") {
  for (const char* bytes : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80",
                            "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe2\x82"}) {
    CAPTURE(bytes);
    CHECK(find("\"" + std::string(bytes) + "\"") == Found{JsonFault::utf8, 1});
  }
}

TEST_CASE("a key twice in one object is found, whatever its spelling and however many keys") {
  CHECK(find(R"({"a":1,"b":2,"a":3})") == Found{JsonFault::duplicate_key, 13});
  CHECK(find(R"({"a":1,"\u0061":3})") == Found{JsonFault::duplicate_key, 7});
  std::string many = "{";
  for (int i = 0; i < 5000; ++i) many += "\"key" + std::to_string(i) + "\": 1, ";
  CHECK(find(many + "\"other\": 1}").fault == JsonFault::none);
  CHECK(find(many + "\"key3\": 1}") == Found{JsonFault::duplicate_key, many.size()});
  CHECK(find(many + "\"key4321\": 1}") == Found{JsonFault::duplicate_key, many.size()});
}

TEST_CASE("nesting is capped") {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  CHECK(find(nested(64)).fault == JsonFault::none);
  CHECK(find(nested(65)) == Found{JsonFault::depth, 64});
  CHECK(find(nested(100000)).fault == JsonFault::depth);
}
