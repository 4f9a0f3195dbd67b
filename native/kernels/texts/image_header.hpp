// Width and height of a picture from its header bytes: PNG, JPEG, GIF, BMP, WebP. Nothing is decompressed.
//
// Sources: PNG (W3C, 2003) 11.2.2; ITU-T T.81 B.2.2 and Exif 2.32 4.6.4 (orientation, tag 274); GIF89a 18;
// BITMAPINFOHEADER (Microsoft); RFC 9649 (WebP).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace truebox {

enum class ImageKind : std::uint8_t { unknown = 0, png = 1, jpeg = 2, gif = 3, bmp = 4, webp = 5 };

struct ImageHeader {
  ImageKind kind = ImageKind::unknown;
  std::int64_t width = 0;
  std::int64_t height = 0;
  int orientation = 1;  // of Exif: 5 to 8 exchange width and height when the picture is shown
};

// Bytes at any place of a source, through a small window. `read(offset, into, count)` gives how many came.
template <class Read>
class HeaderBytes {
 public:
  static constexpr std::size_t kWindow = 2048;

  explicit HeaderBytes(Read read) : read_(read) {}

  // `count` bytes (at most kWindow) at `offset`, or nullptr where the source ends before.
  const std::uint8_t* at(std::uint64_t offset, std::size_t count) {
    if (offset < begin_ || offset + count > begin_ + held_) {
      begin_ = offset;
      held_ = read_(offset, reinterpret_cast<char*>(bytes_.data()), kWindow);
      if (held_ < count) return nullptr;
    }
    return bytes_.data() + (offset - begin_);
  }

 private:
  Read read_;
  std::uint64_t begin_ = 0;
  std::size_t held_ = 0;
  std::array<std::uint8_t, kWindow> bytes_;
};

namespace detail {

inline std::uint32_t big_endian(const std::uint8_t* p, int bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8 | p[i];
  return value;
}

inline std::uint32_t little_endian(const std::uint8_t* p, int bytes) {
  std::uint32_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | p[i];
  return value;
}

// The orientation in the first directory of an Exif block (TIFF), 1 where there is none.
template <class Bytes>
int exif_orientation(Bytes& bytes, std::uint64_t begin, std::uint64_t end) {
  const std::uint8_t* head = begin + 8 <= end ? bytes.at(begin, 8) : nullptr;
  if (head == nullptr) return 1;
  const bool big = head[0] == 'M';
  if (!(big ? head[1] == 'M' : head[0] == 'I' && head[1] == 'I')) return 1;
  const auto number = [&](const std::uint8_t* p, int count) {
    return big ? big_endian(p, count) : little_endian(p, count);
  };
  const std::uint64_t directory = begin + number(head + 4, 4);
  if (directory + 2 > end) return 1;
  const std::uint8_t* counted = bytes.at(directory, 2);
  if (counted == nullptr) return 1;
  const std::uint32_t entries = number(counted, 2);
  for (std::uint32_t entry = 0; entry < entries; ++entry) {
    const std::uint64_t place = directory + 2 + std::uint64_t{12} * entry;
    const std::uint8_t* field = place + 12 <= end ? bytes.at(place, 12) : nullptr;
    if (field == nullptr) return 1;
    if (number(field, 2) != 274) continue;
    const std::uint32_t value = number(field + 8, 2);
    return number(field + 2, 2) == 3 && value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

template <class Bytes>
bool read_png(Bytes& bytes, ImageHeader& found) {
  constexpr int kMostChunks = 256;  // before the pixels
  const std::uint8_t* head = bytes.at(8, 25);
  if (head == nullptr || big_endian(head, 4) != 13 || std::memcmp(head + 4, "IHDR", 4) != 0) return false;
  found.width = big_endian(head + 8, 4);
  found.height = big_endian(head + 12, 4);
  std::uint64_t place = 8 + 25;
  for (int chunk = 0; chunk < kMostChunks; ++chunk) {
    const std::uint8_t* next = bytes.at(place, 8);
    if (next == nullptr || std::memcmp(next + 4, "IDAT", 4) == 0) break;
    const std::uint32_t length = big_endian(next, 4);
    if (std::memcmp(next + 4, "eXIf", 4) == 0) {
      found.orientation = exif_orientation(bytes, place + 8, place + 8 + length);
      break;
    }
    place += std::uint64_t{12} + length;
  }
  return true;
}

inline bool is_start_of_frame(int marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

template <class Bytes>
bool read_jpeg(Bytes& bytes, ImageHeader& found) {
  constexpr int kMostSegments = 2000;
  std::uint64_t place = 2;
  for (int segment = 0; segment < kMostSegments; ++segment) {
    const std::uint8_t* p = bytes.at(place, 4);
    if (p == nullptr || p[0] != 0xff) return false;
    const int marker = p[1];
    if (marker == 0xff) {  // a fill byte
      ++place;
      continue;
    }
    const std::uint32_t length = big_endian(p + 2, 2);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda) || length < 2) return false;
    if (is_start_of_frame(marker)) {
      const std::uint8_t* frame = length >= 8 ? bytes.at(place + 4, 5) : nullptr;
      if (frame == nullptr) return false;
      found.height = big_endian(frame + 1, 2);
      found.width = big_endian(frame + 3, 2);
      return true;
    }
    if (marker == 0xe1 && length >= 8) {
      const std::uint8_t* name = bytes.at(place + 4, 6);
      if (name == nullptr) return false;
      if (std::memcmp(name, "Exif\0\0", 6) == 0) {
        found.orientation = exif_orientation(bytes, place + 10, place + 2 + length);
      }
    }
    place += std::uint64_t{2} + length;
  }
  return false;
}

template <class Bytes>
bool read_bmp(Bytes& bytes, ImageHeader& found) {
  const std::uint8_t* head = bytes.at(14, 12);
  if (head == nullptr) return false;
  const std::uint32_t size = little_endian(head, 4);
  if (size == 12) {
    found.width = little_endian(head + 4, 2);
    found.height = little_endian(head + 6, 2);
    return true;
  }
  if (size < 16 || size > 256) return false;
  const auto height = static_cast<std::int32_t>(little_endian(head + 8, 4));  // negative: rows from the top
  found.width = static_cast<std::int32_t>(little_endian(head + 4, 4));
  found.height = height < 0 ? -static_cast<std::int64_t>(height) : height;
  return true;
}

template <class Bytes>
bool read_webp(Bytes& bytes, ImageHeader& found) {
  const std::uint8_t* head = bytes.at(12, 18);
  if (head == nullptr) return false;
  if (std::memcmp(head, "VP8 ", 4) == 0 && head[11] == 0x9d && head[12] == 0x01 && head[13] == 0x2a) {
    found.width = little_endian(head + 14, 2) & 0x3fff;
    found.height = little_endian(head + 16, 2) & 0x3fff;
    return true;
  }
  if (std::memcmp(head, "VP8L", 4) == 0 && head[8] == 0x2f) {
    const std::uint32_t bits = little_endian(head + 9, 4);
    found.width = (bits & 0x3fff) + 1;
    found.height = (bits >> 14 & 0x3fff) + 1;
    return true;
  }
  if (std::memcmp(head, "VP8X", 4) == 0) {
    found.width = std::int64_t{little_endian(head + 12, 3)} + 1;
    found.height = std::int64_t{little_endian(head + 15, 3)} + 1;
    return true;
  }
  return false;
}

template <class Bytes>
ImageKind kind_of(Bytes& bytes) {
  const std::uint8_t* head = bytes.at(0, 12);
  if (head == nullptr) return ImageKind::unknown;
  if (std::memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0) return ImageKind::png;
  if (head[0] == 0xff && head[1] == 0xd8) return ImageKind::jpeg;
  if (std::memcmp(head, "GIF87a", 6) == 0 || std::memcmp(head, "GIF89a", 6) == 0) return ImageKind::gif;
  if (head[0] == 'B' && head[1] == 'M') return ImageKind::bmp;
  if (std::memcmp(head, "RIFF", 4) == 0 && std::memcmp(head + 8, "WEBP", 4) == 0) return ImageKind::webp;
  return ImageKind::unknown;
}

}  // namespace detail

// The kind stays `unknown` where the header is none of these, is cut off, or says no size.
template <class Read>
ImageHeader read_image_header(Read read) {
  HeaderBytes<Read> bytes(read);
  ImageHeader found;
  bool whole = false;
  const ImageKind kind = detail::kind_of(bytes);
  switch (kind) {
    case ImageKind::png: whole = detail::read_png(bytes, found); break;
    case ImageKind::jpeg: whole = detail::read_jpeg(bytes, found); break;
    case ImageKind::bmp: whole = detail::read_bmp(bytes, found); break;
    case ImageKind::webp: whole = detail::read_webp(bytes, found); break;
    case ImageKind::gif: {
      const std::uint8_t* head = bytes.at(6, 4);
      whole = head != nullptr;
      found.width = whole ? detail::little_endian(head, 2) : 0;
      found.height = whole ? detail::little_endian(head + 2, 2) : 0;
      break;
    }
    case ImageKind::unknown: break;
  }
  if (!whole || found.width <= 0 || found.height <= 0) return {};
  found.kind = kind;
  return found;
}

}  // namespace truebox
