// What the segmentation of a row is.
#pragma once

#include <cstdint>

namespace truebox {

enum class SegmentationKind : std::uint8_t { none = 0, text = 1, counts = 2, polygons = 3 };

}  // namespace truebox
