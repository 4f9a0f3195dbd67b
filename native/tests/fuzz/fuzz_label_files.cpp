// Any bytes as label rows, as a VOC annotation and as a picture's header: read within their bounds, or declined.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "fuzz/fuzz_driver.hpp"
#include "texts/image_header.hpp"
#include "texts/label_rows.hpp"
#include "texts/voc_annotation.hpp"

using namespace truebox;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_rows(std::string_view text) {
  reading::LabelRows rows;
  rows.file = {7};
  rows.line = {1};
  rows.category = {3};
  rows.numbers = {0.5, 0.25};
  rows.ends = {2};
  const bool read = reading::append_label_rows(text, 8, rows);
  require(rows.file.size() == rows.line.size() && rows.file.size() == rows.category.size());
  require(rows.file.size() == rows.ends.size() && rows.ends.back() == static_cast<std::int64_t>(rows.numbers.size()));
  require(read || rows.file.size() == 1);  // nothing half-read stays
  for (const double number : rows.numbers) require(std::isfinite(number));
}

void check_annotation(std::string_view text) {
  reading::VocAnnotation found;
  if (!reading::read_voc_annotation(text, found)) return;
  require(found.width >= 0 && found.height >= 0);
  for (const auto& object : found.objects) {
    require(!object.name.empty());
    for (const double corner : object.corners) require(std::isfinite(corner));
  }
}

void check_header(std::string_view bytes) {
  const auto read = [&](std::uint64_t offset, char* into, std::size_t count) {
    if (offset >= bytes.size()) return std::size_t{0};
    const std::size_t held = std::min<std::size_t>(count, bytes.size() - static_cast<std::size_t>(offset));
    std::memcpy(into, bytes.data() + offset, held);
    return held;
  };
  const ImageHeader header = read_image_header(read);
  require((header.kind == ImageKind::unknown) == (header.width <= 0 || header.height <= 0));
  require(header.orientation >= 1 && header.orientation <= 8);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_rows(text);
  check_annotation(text);
  check_header(text);
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
// Built by hand from the definitions that the kernels name.
int main(int count, char** arguments) {
  using namespace std::string_literals;
  return fuzz::run(
      count, arguments,
      {"0 0.5 0.5 0.25 1e-3\r\n\n12\t.5 5. +1 -0 0.875\n",
       "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<annotation verified=\"yes\"><filename>a&amp;b.jpg</filename><size>"
       "<width>640</width><height>480</height></size><object><name>cat</name><difficult>1</difficult><part><name>x"
       "</name></part><bndbox><xmin>1</xmin><ymin>2.5</ymin><xmax>30</xmax><ymax>4e1</ymax></bndbox></object></annotation>",
       "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\1\0\0\0\0\x80\x08\2\0\0\0\0\0\0\0\0\0\0\x1a"
       "eXIfMM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0"s,
       "\xff\xd8\xff\xe1\0\x22"s + "Exif\0\0II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0"s +
           "\xff\xff\xc0\0\x0b\x08\0\x40\0\x30\1\1\x11\0"s,
       "GIF89a\x40\1\xf0\0\0\0"s, "BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0\x40\0\0\0\xc0\xff\xff\xff\1\0"s,
       "RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x3f\0\0\x2f\0\0"s, "RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x3f\xc0\x0b\0\0\0\0\0"s});
}
#endif
