// Any numbers as rotated boxes: within bounds, the same either way round, and the same row by row as pair by pair.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "fuzz/fuzz_driver.hpp"
#include "rotated/overlap.hpp"

using namespace truebox;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// What Python lets through: finite numbers, sizes of 0 or more.
double accepted(double value, bool is_size) {
  if (!std::isfinite(value)) value = 1;
  return is_size ? std::fabs(value) : value;
}

std::vector<double> whole_doubles(const std::uint8_t* data, std::size_t size, const RotatedRule& rule) {
  std::vector<double> rows;
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    double value;
    std::memcpy(&value, data + i, 8);
    rows.push_back(value);
  }
  const std::size_t numbers = rule.numbers(), sizes = rule.upright ? 3 : 2;
  rows.resize(rows.size() / numbers * numbers);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::size_t column = k % numbers;
    rows[k] = accepted(rows[k], column >= sizes && column + 1 < numbers);
  }
  return rows;
}

// One byte a number: few enough that boxes touch, coincide and stand at right angles all the time.
std::vector<double> small_numbers(const std::uint8_t* data, std::size_t size, const RotatedRule& rule, std::uint8_t knob) {
  const std::size_t numbers = rule.numbers(), sizes = rule.upright ? 3 : 2;
  const double nudge = std::ldexp(static_cast<double>(knob / 16), -52);
  std::vector<double> rows(size / numbers * numbers);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::size_t column = k % numbers;
    if (column + 1 == numbers) {
      rows[k] = (data[k] % 24) * (rule.degrees ? 15. : 3.14159265358979323846 / 12) * (1 + nudge);
    } else {
      rows[k] = (column >= sizes ? data[k] % 16 : data[k] % 32) / (1. + knob % 3) + nudge;
    }
  }
  return rows;
}

void check(const std::vector<double>& rows, const RotatedRule& rule, int threads) {
  const std::size_t count = rows.size() / rule.numbers();
  const double scale = rotated_scale(rows.data(), count, rows.data(), count, rule);
  const RotatedColumns boxes = load_rotated(rows.data(), count, scale, rule);
  std::vector<double> pairs(count * count), threaded(count * count), row(count), areas(count);
  pairwise_rotated_overlap(boxes, boxes, rule.upright, 1, pairs.data());
  pairwise_rotated_overlap(boxes, boxes, rule.upright, threads, threaded.data());
  elementwise_rotated_overlap(boxes, boxes, rule.upright, 1, row.data());
  require(pairs == threaded);
  for (std::size_t i = 0; i < count; ++i) {
    require(row[i] == pairs[i * count + i]);
    const Rectangle one = rectangle_at(rotated_detail::rectangles_from(boxes, 0), i);
    shared_areas_of_one(one, rotated_detail::rectangles_from(boxes, 0), count, areas.data());
    for (std::size_t j = 0; j < count; ++j) {
      require(pairs[i * count + j] >= 0 && pairs[i * count + j] <= 1);
      require(pairs[i * count + j] == pairs[j * count + i]);
      require(areas[j] >= 0 && areas[j] <= std::min(boxes.area[i], boxes.area[j]) * (1 + 1e-15));
      const Rectangle other = rectangle_at(rotated_detail::rectangles_from(boxes, 0), j);
      require(areas[j] == shared_rectangle_area(other, one));
    }
  }
}

}  // namespace

// Kind and knob in two bytes, then numbers: eight bytes each, or one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const RotatedRule rule{(data[0] & 1) != 0, (data[0] & 2) != 0, (data[0] & 4) != 0};
  const std::size_t length = std::min<std::size_t>(size - 2, 2000);
  check((data[0] & 8) != 0 ? whole_doubles(data + 2, length, rule) : small_numbers(data + 2, length, rule, data[1]), rule,
        fuzz::is_compared(data, size) ? 2 : 1);
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
int main(int count, char** arguments) {
  const auto doubles = [](char kind, const std::vector<double>& values) {
    std::string bytes{kind, '0'};
    for (const double value : values) bytes.append(reinterpret_cast<const char*>(&value), 8);
    return bytes;
  };
  std::string many = "12";
  for (int k = 0; k < 700; ++k) many.push_back(static_cast<char>(k * 37));
  return fuzz::run(count, arguments,
                   {doubles('9', {0, 0, 4, 2, 30, 1, 1, 4, 2, 30, 1e-200, 1e300, 1e-300, 5, 1e17, 0, 0, 4, 2, 120}),
                    doubles('=', {0, 0, 0, 4, 2, 2, 30, 1, 1, 1, 4, 2, 2, -1e9, 1e160, 1e160, 0, 1e160, 1e150, 1, 45}),
                    "10@@DDA@@DDMABDCEBADCE", "00@@DDA@@DDG@@DDM", "1a  8840  8848  8844", "5zABCDEFGABCDEFMABCDEGG", many});
}
#endif
