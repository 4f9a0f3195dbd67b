// Any bytes as a message of labelled objects: read within their bounds into columns that fit together, or declined.
#include <cstdlib>
#include <span>
#include <string>

#include "fuzz/fuzz_driver.hpp"
#include "texts/labelled_objects.hpp"

using namespace truebox;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::string part(unsigned char tag, const std::string& held) {
  return std::string{static_cast<char>(tag), static_cast<char>(held.size())} + held;
}

std::string object(char type) {
  const std::string number(8, '\0');
  std::string box;
  for (char field = 1; field <= 7; ++field) box += static_cast<char>(field << 3 | 1) + number;
  const std::string label = part(0x0a, box) + std::string{0x18, type, 0x28, 2, 0x38, 9};
  return part(0x0a, part(0x0a, label) + std::string{0x15, 0, 0, 0, 63} + part(0x22, "a") + std::string{0x28, 1, 0x30, 1});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  reading::ObjectsReader reader;
  reader.read(std::span(data, size));
  const reading::ObjectColumns& found = reader.columns();
  const std::size_t objects = found.scores.size();
  require(found.numbers.size() == reading::kObjectNumbers * objects);
  require(found.wholes.size() == reading::kObjectWholes * objects);
  for (std::size_t at = 0; at < objects; ++at) {
    const std::int64_t context = found.wholes[reading::kObjectWholes * at];
    require(context >= 0 && context < static_cast<std::int64_t>(found.contexts.size()));
  }
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
int main(int count, char** arguments) {
  return fuzz::run(count, arguments, {object(1), object(1) + object(4), object(2) + std::string{0x12, 0}});
}
#endif
