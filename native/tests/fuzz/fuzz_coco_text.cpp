// Any bytes into the COCO readers. With clang: -fsanitize=fuzzer,address,undefined -DTRUEBOX_LIBFUZZER.
// With any compiler: -fsanitize=address,undefined, then run with a number of rounds (and a seed).
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "coco/shapes.hpp"
#include "coco/text.hpp"
#include "fuzz/fuzz_driver.hpp"

namespace {

// Accepted by a reader means: without any fault in the text, and the same on several threads.
template <class Columns, class Read>
void check(const char* begin, const char* end, Read read) {
  truebox::reading::ArrayJob job{};
  Columns one, three;
  const auto declined = read(begin, end, job, one);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(begin);
  if (fuzz::is_compared(bytes, static_cast<std::size_t>(end - begin))) {
    job.threads = 3;
    if (declined.fault != read(begin, end, job, three).fault) std::abort();
  }
  if (declined.fault != truebox::reading::JsonFault::none) return;
  std::size_t offset;
  if (truebox::reading::find_fault(begin, end, 256, offset) != truebox::reading::JsonFault::none) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::unique_ptr<char[]> exact(new char[size]);
  std::memcpy(exact.get(), data, size);
  const char* const begin = exact.get();
  using namespace truebox::reading;
  check<PredictionColumns>(begin, begin + size, read_coco_predictions<PredictionColumns>);
  check<TruthColumns>(begin, begin + size, read_coco_truth<AnnotationColumns>);
  check<MaskPredictionColumns>(begin, begin + size, read_coco_predictions<MaskPredictionColumns>);
  check<KeypointPredictionColumns>(begin, begin + size, read_coco_predictions<KeypointPredictionColumns>);
  check<TruthColumnsOf<MaskAnnotationColumns>>(begin, begin + size, read_coco_truth<MaskAnnotationColumns>);
  check<TruthColumnsOf<KeypointAnnotationColumns>>(begin, begin + size, read_coco_truth<KeypointAnnotationColumns>);
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
namespace {

const std::vector<std::string> kSeeds = {
    R"([{"image_id": 42, "category_id": 18, "bbox": [258.15, 41.29, 348.26, 243.78], "score": 0.236}, )"
    R"({"image_id": 73, "category_id": 11, "bbox": [61, 22.75, 504.00000000000006, 609.67], "score": 0.3180000000000001}])",
    R"([{"image_id":1,"segmentation":{"size":[2,3],"counts":"0a\\\u00e9"},"category_id":1,"bbox":[1e-05,-0.0,1e+2,4],"score":1}])",
    R"([{"image_id": 4, "category_id": 1, "segmentation": [[1.5, 2, 3.25, 4, 5, 6], [1, 2, 3, 4, 5, 6]], "score": 0.5}, )"
    R"({"image_id": 4, "category_id": 1, "segmentation": {"counts": [1, 2, 3], "size": [2, 3]}, "score": 0.25, "bbox": []}])",
    R"([{"image_id": 4, "category_id": 1, "keypoints": [1.5, 2, 2, 4, 5, 0], "num_keypoints": 1, "score": 0.5}])",
    R"([{"image_id": "a.jpg", "category_id": "x", "bbox": [1, 2, 3, 4], "score": 1}, )"
    R"({"image_id": "b\u00e9.jpg", "category_id": "x", "bbox": [1, 2, 3, 4], "score": 1}])",
    R"({"info": {"a": [1, {"b": null}]}, "images": [{"id": 1, "file_name": "a\ud83d\ude00.jpg", "width": 640, "height": 480}], )"
    R"("annotations": [{"id": 1, "image_id": 1, "category_id": 1, "segmentation": [[1.5, 2, 3.25, 4]], "area": 12.5, "iscrowd": 0, "bbox": [1, 2, 3, 4]}, )"
    R"({"id": 2, "image_id": 1, "category_id": 1, "segmentation": [[1.5, 2, 3.25, 4]], "area": null, "ignore": 1, "bbox": [1, 2, 3, 4]}], )"
    R"("categories": [{"id": 1, "name": "c\n", "supercategory": "s"}]})",
};

const std::vector<std::string> kFragments = {
    "\"a\"", "\"b\\u0041\"", "\"\"",
    "-0", "1e5", "0.1e+2", "01", "1.", "1e400", "1e-400", "99999999999999999999", "NaN", "0.00012345678901234567", "true", "null", "[]", "{}",
    "\"", "\\u0041", "\\ud800", "\xc3\xa9", "\xff", "\\", " ", "\n", ",", ":", "[", "]", "{", "}", "}, {", "\"score\": 1, ", "\"area\": 1, ", "\x01"};

std::string mutate(std::string text, std::mt19937_64& random) {
  for (auto left = 1 + random() % 4; left > 0; --left) {
    const std::size_t at = random() % (text.size() + 1), length = std::min<std::size_t>(text.size() - at, 1 + random() % 12);
    switch (random() % 6) {
      case 0: if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random() % 8)); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, text.substr(at, length)); break;
      case 3: if (random() % 4 == 0) text.resize(at); break;
      case 4: text.insert(at, kFragments[random() % kFragments.size()]); break;
      default: text.replace(at, length, kFragments[random() % kFragments.size()]);
    }
  }
  return text;
}

// Repeats the first list's rows until threads have several parts to read.
std::string lengthen(const std::string& text, std::mt19937_64& random) {
  const auto open = text.find('{', 1), close = text.rfind("}]");
  if (open == std::string::npos || close == std::string::npos || close < open) return text;
  const std::string rows = text.substr(open, close + 1 - open);
  std::string longer = text.substr(0, close + 1);
  while (longer.size() < (std::size_t{300} << 10) + random() % (std::size_t{600} << 10)) longer += ", " + rows;
  return longer + text.substr(close + 1);
}

}  // namespace

int main(int argc, char** argv) {
  if (fuzz::answered(argc, argv, kSeeds)) return 0;
  const long rounds = argc > 1 ? std::atol(argv[1]) : 20000;
  std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (long round = 0; round < rounds; ++round) {
    std::string text = kSeeds[random() % kSeeds.size()];
    if (random() % 500 == 0) text = lengthen(text, random);
    text = mutate(std::move(text), random);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("%ld rounds\n", rounds);
}
#endif
