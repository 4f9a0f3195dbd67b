// Any numbers as polygons to be intersected: within bounds, the same either way round, the whole for equal outlines.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "fuzz/fuzz_driver.hpp"
#include "polygons/overlap.hpp"

using namespace truebox;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// What Python lets through: finite numbers, three points or more a polygon.
struct Polygons {
  std::vector<double> coordinates;
  std::vector<std::int64_t> offsets{0};

  void add(const std::vector<double>& points) {
    if (points.size() < 6) return;
    coordinates.insert(coordinates.end(), points.begin(), points.begin() + points.size() / 2 * 2);
    offsets.push_back(static_cast<std::int64_t>(coordinates.size() / 2));
  }
};

// A byte of 255 or eight bytes beginning with it end a polygon.
Polygons read(const std::uint8_t* data, std::size_t size, bool doubles, double scale) {
  Polygons polygons;
  std::vector<double> points;
  const std::size_t step = doubles ? 8 : 1;
  for (std::size_t i = 0; i + step <= size; i += step) {
    if (data[i] == 255) {
      polygons.add(points);
      points.clear();
      continue;
    }
    double value = (data[i] % 16) * scale;
    if (doubles) std::memcpy(&value, data + i, 8);
    points.push_back(std::isfinite(value) ? value : 1);
  }
  polygons.add(points);
  return polygons;
}

std::vector<double> backwards(const Polygons& from, std::size_t k, double scale) {
  std::vector<double> points;
  for (auto i = from.offsets[k + 1]; i > from.offsets[k]; --i) {
    points.push_back(from.coordinates[2 * (i - 1)] * scale);
    points.push_back(from.coordinates[2 * (i - 1) + 1] * scale);
  }
  return points;
}

void check(const Polygons& polygons, int threads) {
  const PolygonRows rows{polygons.coordinates, polygons.offsets};
  if (rows.size() == 0) return;
  require(rows.fits());
  const double scale = polygon_scale(largest_coordinate(rows));
  std::vector<PolygonEdges> loaded = load_polygons(rows, scale), simple;
  for (std::size_t k = 0; k < loaded.size(); ++k) {
    const PolygonEdges turned = polygon_edges(backwards(polygons, k, scale));
    // Around another first corner areas round differently, and products vanish below the smallest number.
    const double square = (turned.x_max - turned.x_min) * (turned.y_max - turned.y_min);
    require(std::fabs(turned.area - loaded[k].area) <= 1e-15 * turned.area + 1e-29 * square + 1e-300);
    if (is_simple(loaded[k])) simple.push_back(loaded[k]);
  }
  require((first_crossing(loaded) == loaded.size()) == (simple.size() == loaded.size()));
  const std::size_t count = simple.size();
  std::vector<double> pairs(count * count), row(count);
  pairwise_polygon_overlap(simple, simple, threads, pairs.data());
  elementwise_polygon_overlap(simple, simple, 1, row.data());
  for (std::size_t i = 0; i < count; ++i) {
    require(row[i] == pairs[i * count + i]);
    require(row[i] == (simple[i].area > 0 && boxes_around_meet(simple[i], simple[i]) ? 1 : 0));
    for (std::size_t j = 0; j < count; ++j) {
      const double shared = shared_polygon_area(simple[i], simple[j]), back = shared_polygon_area(simple[j], simple[i]);
      const double smaller = std::min(simple[i].area, simple[j].area), larger = std::max(simple[i].area, simple[j].area);
      require(shared >= 0 && shared <= smaller);
      require(pairs[i * count + j] >= 0 && pairs[i * count + j] <= 1);
      // The order of the sums differs: equal up to the precision that the kernel asks of itself.
      require(std::fabs(shared - back) <= 2 * (kOfUnion * (larger + smaller) + kOfSmaller * smaller));
    }
  }
}

}  // namespace

// Kind and scale in two bytes, then coordinates: eight bytes each, or one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  check(read(data + 2, std::min<std::size_t>(size - 2, 1200), data[0] % 4 == 0, 1. / (1 + data[1] % 7)),
        fuzz::is_compared(data, size) ? 2 : 1);
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
int main(int count, char** arguments) {
  std::string doubles = "00";
  for (const double value : {0., 0., 4., 0., 4., 4., 0., 4., std::nan(""), 1e300, 0., 1e300, 1e-300, 0., 2.}) {
    doubles.append(value == value ? std::string(reinterpret_cast<const char*>(&value), 8) : std::string(8, '\xFF'));
  }
  std::string stars = "12";
  for (int k = 0; k < 8; ++k) {
    for (int i = 0; i < 20; ++i) {
      const double turn = 6.283185307179586 * i / 20, reach = 2 + (i * 7 + k * 3) % 5;
      stars.push_back(static_cast<char>(7.5 + reach * std::cos(turn)));
      stars.push_back(static_cast<char>(7.5 + reach * std::sin(turn)));
    }
    stars.push_back('\xFF');
  }
  return fuzz::run(count, arguments,
                   {doubles, stars, "10@@D@DD@D\xFF" "BBFBFFBF\xFF" "@@D@DA@B", "13@@C@CC@C\xFF" "@CCCC@@@\xFF" "A@C@BC", "1f0030331303\xFF" "0111210"});
}
#endif
