// Any bytes as an example: read within their bounds into columns that fit together, or declined. The bytes are framed
// here with right checksums, which no mutation would hit; and once they are taken as a whole file.
#include <cmath>
#include <cstdlib>
#include <span>
#include <string>

#include "fuzz/fuzz_driver.hpp"
#include "texts/example_bytes.hpp"
#include "texts/example_records.hpp"

using namespace truebox;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const std::uint8_t* data, std::size_t size, bool detections) {
  reading::ExampleReader reader(detections);
  std::size_t behind = 0;
  if (!reader.read(std::span(data, size), [&](std::size_t at) { behind = at; })) return;
  require(behind == size);
  const reading::ExampleColumns& found = reader.columns();
  const std::size_t pictures = found.name_ends.size(), objects = found.image.size();
  require(found.sizes.size() == 2 * pictures && found.kind.size() == objects && found.amounts.size() == objects);
  require(found.boxes.size() == 4 * objects && found.flags.size() == (detections ? 0 : 3 * objects));
  require(pictures == 0 || found.name_ends.back() == static_cast<std::int64_t>(found.names.size()));
  require(found.class_labels.size() == found.class_texts.size());
  require(found.class_labels.size() == found.class_labelled.size());
  for (const std::int64_t value : found.sizes) require(value > 0);
  for (std::size_t at = 0; at < objects; ++at) {
    require(found.image[at] >= 0 && found.image[at] < static_cast<std::int64_t>(pictures));
    require(found.kind[at] >= 0 && found.kind[at] < static_cast<std::int64_t>(found.class_labels.size()));
    require(found.boxes[4 * at + 2] >= 0 && found.boxes[4 * at + 3] >= 0);
    for (std::size_t side = 0; side < 4; ++side) require(std::isfinite(found.boxes[4 * at + side]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string record = example_bytes::framed(std::string(reinterpret_cast<const char*>(data), size));
  for (const bool detections : {false, true}) {
    check(data, size, detections);
    check(reinterpret_cast<const std::uint8_t*>(record.data()), record.size(), detections);
  }
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
int main(int count, char** arguments) {
  using namespace example_bytes;
  return fuzz::run(count, arguments,
                   {truth(), detection(), framed(truth()) + framed(truth()), framed(detection()),
                    part(1, picture("object") + entry("image/object/class/text", text("cat")) +
                                entry("image/object/area", floats({1000})) +
                                entry("image/object/difficult", wholes({-1})) +
                                entry("image/object/group_of", wholes({0})))});
}
#endif
