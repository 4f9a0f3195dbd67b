// Any bytes as delimited text: declined, or the same columns however they are cut and on however many threads.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "fuzz/fuzz_driver.hpp"
#include "texts/table_columns.hpp"

using namespace truebox::tables;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool same_numbers(const TableColumns& a, const TableColumns& b) {
  for (std::size_t column = 0; column < a.numbers.size(); ++column) {
    if (a.rows > 0 && std::memcmp(a.numbers[column].as<double>(), b.numbers[column].as<double>(), a.rows * sizeof(double)) != 0) {
      return false;
    }
  }
  for (std::size_t column = 0; column < a.wholes.size(); ++column) {
    if (a.rows > 0 && std::memcmp(a.wholes[column].as<std::int64_t>(), b.wholes[column].as<std::int64_t>(),
                                  a.rows * sizeof(std::int64_t)) != 0) {
      return false;
    }
  }
  return true;
}

void compare(const TableColumns& a, const TableColumns& b) {
  require(a.rows == b.rows && same_numbers(a, b));
  for (std::size_t column = 0; column < a.texts.size(); ++column) {
    require(a.texts[column].texts == b.texts[column].texts);
    for (std::size_t row = 0; row < a.rows; ++row) {
      const std::int64_t code = a.texts[column].codes.as<std::int64_t>()[row];
      require(code == b.texts[column].codes.as<std::int64_t>()[row]);
      require(static_cast<std::size_t>(code) < a.texts[column].texts.size());
    }
  }
}

}  // namespace

// One byte says the size of the parts and what the last column holds, the rest is the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const CellKind last_kind = (data[0] & 0x80) != 0 ? CellKind::whole : CellKind::number;
  const TableLayout layout{{CellKind::text, CellKind::number, CellKind::skipped, last_kind}, ','};
  const char* const first = reinterpret_cast<const char*>(data) + 1;
  const char* const last = reinterpret_cast<const char*>(data) + size;
  TableColumns whole, parts;
  const bool taken = read_table(first, last, layout, 1, whole);
  require(taken == read_table(first, last, layout, fuzz::is_compared(data, size) ? 2 : 1, parts, 1 + data[0] % 64));
  if (taken) compare(whole, parts);
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
int main(int count, char** arguments) {
  return fuzz::run(count, arguments,
                   {"\x05" "a.jpg,0.5,x,1\nb.jpg,1e-3,y,22.25\n\"c, \"\"d\"\"\",-7,\"z\nz\",\r\n",
                    "\x11" "\"a\nb\",1,\"\",2\r\n\r\n\"\",\"3.25\",,\n", "\x01" "a,123456789012345678901234567890,b,1e400\n",
                    "\x85" "a,0.1,b,7\nb,,b,-0\r\nb,,\"b\",\n", "\x20" "a,0.1,b,0.2\na,0.1,b,0.2\na,0.1,b,0.2\nb,0.1,b,0.2\na,0.3,b,0.2"});
}
#endif
