// Columns of keypoints: packed as long as every list can be, else as float64.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "coco/keypoints.hpp"
#include "coco/ragged_column.hpp"

namespace truebox::reading {

// The hundredths of a double that is exactly so many; false for any other.
inline bool pack_coordinate(double number, std::int32_t& value) {
  const double hundredths = std::nearbyint(number * kPackedUnit);
  if (!(std::abs(hundredths) <= INT32_MAX)) return false;
  value = static_cast<std::int32_t>(hundredths);
  return std::bit_cast<std::uint64_t>(value / kPackedUnit) == std::bit_cast<std::uint64_t>(number);
}

inline bool pack_third(double number, std::uint8_t& value) {
  if (!(number >= 0 && number <= 255)) return false;
  value = static_cast<std::uint8_t>(number);
  return std::bit_cast<std::uint64_t>(static_cast<double>(value)) == std::bit_cast<std::uint64_t>(number);
}

// Points as the lists hold them, three numbers each.
inline void unpack_points(const std::int32_t* coordinates, const std::uint8_t* thirds, std::size_t points, double* out) {
  for (std::size_t i = 0; i < points; ++i) {
    out[3 * i] = coordinates[2 * i] / kPackedUnit;
    out[3 * i + 1] = coordinates[2 * i + 1] / kPackedUnit;
    out[3 * i + 2] = thirds[i];
  }
}

struct KeypointColumns {
  using Value = KeypointValue;

  struct Batch {
    bool packed = true;  // all rows are, and have `per_row` points; else none is
    std::size_t rows = 0, per_row = 0;
    std::vector<std::int32_t> coordinates;
    std::vector<std::uint8_t> thirds;
    RaggedColumn<double>::Batch points;
    std::vector<std::int64_t> visible;

    void clear() {
      packed = true;
      rows = per_row = 0;
      coordinates.clear();
      thirds.clear();
      points.clear();
      visible.clear();
    }
    void add(const Value& value) {
      if (packed && !add_packed(value)) unpack();
      if (!packed) add_numbers(value);
      visible.push_back(value.visible);
      ++rows;
    }

   private:
    bool add_packed(const Value& value) {
      const std::size_t of_row = value.packed ? value.points : value.numbers.size() / 3;
      if (!kPacksPoints || of_row == 0 || (rows != 0 && of_row != per_row)) return false;
      if (!value.packed && value.numbers.size() != 3 * of_row) return false;
      const std::size_t at = thirds.size();
      coordinates.resize(2 * (at + of_row));
      thirds.resize(at + of_row);
      per_row = of_row;
      if (value.packed) {
        std::memcpy(coordinates.data() + 2 * at, value.coordinates.data(), 2 * of_row * sizeof(std::int32_t));
        std::memcpy(thirds.data() + at, value.thirds.data(), of_row);
        return true;
      }
      for (std::size_t i = 0; i < of_row; ++i) {
        const double* const numbers = value.numbers.data() + 3 * i;
        std::int32_t* const own = coordinates.data() + 2 * (at + i);
        if (!pack_coordinate(numbers[0], own[0]) || !pack_coordinate(numbers[1], own[1]) ||
            !pack_third(numbers[2], thirds[at + i])) {
          return false;  // `unpack` takes whole rows alone
        }
      }
      return true;
    }

    // The rows so far as numbers.
    void unpack() {
      packed = false;
      points.values.resize(3 * rows * per_row);
      unpack_points(coordinates.data(), thirds.data(), rows * per_row, points.values.data());
      for (std::size_t row = 1; row <= rows; ++row) points.ends.push_back(3 * row * per_row);
    }

    void add_numbers(const Value& value) {
      if (!value.packed) return points.add(value.numbers.begin(), value.numbers.end());
      const std::size_t at = points.values.size();
      points.values.resize(at + 3 * value.points);
      unpack_points(value.coordinates.data(), value.thirds.data(), value.points, points.values.data() + at);
      points.ends.push_back(points.values.size());
    }
  };

  struct Place {
    bool packed;
    std::size_t row;
    RaggedColumn<double>::Place points;  // of those that are not packed
  };

  ReservedBuffer coordinates, thirds, visible;
  RaggedColumn<double> points;
  RowCount count;

  bool reserve(std::size_t most_rows, std::size_t text_bytes) {
    count.capacity = most_rows;
    const std::size_t most = text_bytes / 2 + 1;
    if (!coordinates.reserve(most * sizeof(std::int32_t)) || !thirds.reserve(most)) return false;
    if (most > (std::size_t{16} << 20)) coordinates.expect(most * sizeof(std::int32_t));
    return points.reserve(most, most_rows) && visible.reserve(most_rows * 8);
  }

  bool allot(const Batch& batch, Place& place) {
    if (!count.allot(batch.rows, place.row)) return false;
    place.packed = packed_ && batch.packed && (batch.rows == 0 || place.row == 0 || batch.per_row == per_row_);
    if (place.packed) {
      if (batch.rows != 0) per_row_ = batch.per_row;
      packed_rows_ = count.rows;
      return true;
    }
    if (packed_) {  // those before get their place among the others at the end
      packed_ = false;
      points.value_count.rows = 3 * per_row_ * packed_rows_;
      points.row_count.rows = packed_rows_;
    }
    const std::size_t numbers = batch.packed ? 3 * batch.rows * batch.per_row : batch.points.values.size();
    return points.value_count.allot(numbers, place.points.value) && points.row_count.allot(batch.rows, place.points.row);
  }

  void store(const Batch& batch, const Place& place) {
    if (place.packed) {
      if (batch.rows != 0) {
        const std::size_t at = place.row * batch.per_row;
        std::memcpy(coordinates.as<std::int32_t>() + 2 * at, batch.coordinates.data(),
                    batch.coordinates.size() * sizeof(std::int32_t));
        std::memcpy(thirds.as<std::uint8_t>() + at, batch.thirds.data(), batch.thirds.size());
      }
    } else if (batch.packed) {
      unpack_rows(batch.coordinates.data(), batch.thirds.data(), batch.rows, batch.per_row, place.points);
    } else {
      points.store(batch.points, place.points);
    }
    for (std::size_t i = 0; i < batch.rows; ++i) visible.as<std::int64_t>()[place.row + i] = batch.visible[i];
  }

  bool settle() {
    if (!packed_) {
      unpack_rows(coordinates.as<std::int32_t>(), thirds.as<std::uint8_t>(), packed_rows_, per_row_, {0, 0});
      packed_rows_ = 0;
    }
    coordinates.shrink(2 * packed_rows_ * per_row_ * sizeof(std::int32_t));
    thirds.shrink(packed_rows_ * per_row_);
    points.shrink();
    visible.shrink(count.rows * 8);
    return true;
  }

  // Whether all rows are; then each has `per_row` points.
  bool packed() const { return packed_ && count.rows != 0; }
  std::size_t per_row() const { return per_row_; }

 private:
  void unpack_rows(const std::int32_t* from, const std::uint8_t* from_thirds, std::size_t rows, std::size_t per_row,
                   RaggedColumn<double>::Place place) {
    unpack_points(from, from_thirds, rows * per_row, points.values.as<double>() + place.value);
    std::int64_t* const ends = points.ends.as<std::int64_t>() + place.row + 1;
    for (std::size_t i = 0; i < rows; ++i) ends[i] = static_cast<std::int64_t>(place.value + 3 * per_row * (i + 1));
  }

  bool packed_ = true;
  std::size_t packed_rows_ = 0, per_row_ = 0;
};

}  // namespace truebox::reading
