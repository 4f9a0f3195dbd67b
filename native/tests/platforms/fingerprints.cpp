// One line for each kernel: its name and a number made of every bit of its results on fixed input. Two machines that
// print the same lines computed the same, to the last bit. Input is made by integers and exact arithmetic alone:
// the distributions of the standard library differ from one library to the next.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "evaluation/accumulation.hpp"
#include "json/number.hpp"
#include "masks/dense.hpp"
#include "masks/polygon_raster.hpp"
#include "overlap/arrays.hpp"
#include "overlap/enclosure.hpp"
#include "polygons/overlap.hpp"
#include "rotated/overlap.hpp"
#include "suppression/box_fusion.hpp"
#include "suppression/box_suppression.hpp"

namespace {

using namespace truebox;

class Fingerprint {
 public:
  explicit Fingerprint(const char* name) : name_(name) {}
  Fingerprint(const Fingerprint&) = delete;
  Fingerprint& operator=(const Fingerprint&) = delete;
  ~Fingerprint() { std::printf("%-28s %016llx\n", name_, static_cast<unsigned long long>(hash_)); }

  template <class Value>
  void add(Value value) {
    if constexpr (std::is_same_v<Value, double>) {
      mix(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<Value, float>) {
      mix(std::bit_cast<std::uint32_t>(value));
    } else {
      mix(static_cast<std::uint64_t>(value));
    }
  }
  template <class Values>
  void add_all(const Values& values) {
    for (const auto value : values) add(value);
  }

 private:
  void mix(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15;
    hash_ ^= hash_ >> 32;
  }

  const char* name_;
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }

 private:
  std::mt19937_64 engine_;
};

template <class Real>
std::vector<Real> corners(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Real> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.between(-50, 400), y = random.between(-50, 400);
    const double width = i % 11 == 0 ? 0 : random.between(0, 200), height = random.between(0, 200);
    for (const double value : {x, y, x + width, y + height}) rows.push_back(static_cast<Real>(value));
  }
  return rows;
}

template <class Real>
BoxRows<Real> view(const std::vector<Real>& rows) {
  return {rows.data(), rows.size() / 4};
}

template <class Real>
void box_overlap(const char* name) {
  Fingerprint print(name);
  const auto a = corners<Real>(130, 1), b = corners<Real>(100, 2);
  std::vector<Real> out(130 * 100);
  for (const OverlapMeasure measure : {OverlapMeasure::iou, OverlapMeasure::ioa}) {
    for (const bool inclusive : {false, true}) {
      print.add(pairwise_overlap_arrays(view(a), view(b), {BoxLayout::corners, inclusive, measure}, 2, out.data()));
      print.add_all(out);
    }
  }
}

void enclosure(const char* name, EnclosureMeasure measure) {
  Fingerprint print(name);
  const auto a = corners<double>(130, 3), b = corners<double>(100, 4);
  std::vector<double> out(130 * 100);
  print.add(pairwise_enclosure_arrays(view(a), view(b), OverlapRule{}, measure, 2, out.data()));
  print.add_all(out);
}

// Turned by multiples of 90 degrees the sides are exact; by others they are the C library's sine and cosine.
void rotated(const char* name, bool quarter_turns) {
  Fingerprint print(name);
  Random random(5);
  std::vector<double> rows;
  for (int i = 0; i < 120; ++i) {
    const double x = random.between(0, 60), y = random.between(0, 60), width = random.between(0.1, 40);
    const double height = random.between(0.1, 40);
    const double angle = quarter_turns ? 90.0 * static_cast<double>(random.below(8)) : random.between(-400, 400);
    for (const double value : {x, y, width, height, angle}) rows.push_back(value);
  }
  constexpr RotatedRule rule{true, false, false};
  const double scale = rotated_scale(rows.data(), 120, rows.data(), 120, rule);
  std::vector<double> out(120 * 120);
  const auto loaded = load_rotated(rows.data(), 120, scale, rule);
  pairwise_rotated_overlap(loaded, loaded, rule.upright, 2, out.data());
  print.add_all(out);
}

std::vector<double> outline(Random& random, double spread) {
  std::vector<double> points;
  const std::size_t count = 3 + random.below(12);
  for (std::size_t i = 0; i < 2 * count; ++i) points.push_back(random.between(-0.2 * spread, spread));
  return points;
}

void polygons() {
  Fingerprint print("polygon overlap");
  Random random(6);
  for (int round = 0; round < 400; ++round) {
    const std::vector<double> a = outline(random, 40), b = outline(random, 40);
    print.add(polygon_iou(polygon_edges(a), polygon_edges(b)));
  }
}

void masks() {
  Fingerprint print("masks of polygons");
  Random random(7);
  PolygonScratch scratch;
  DenseScratch dense;
  for (int round = 0; round < 400; ++round) {
    const MaskSize size{static_cast<std::uint32_t>(1 + random.below(90)), static_cast<std::uint32_t>(1 + random.below(90))};
    const std::vector<double> points = outline(random, 90);
    const std::vector<std::int64_t> offsets{0, static_cast<std::int64_t>(points.size())};
    std::vector<std::uint32_t> runs, again;
    rasterize_polygons(points, offsets, size, scratch, runs);
    print.add_all(runs);
    std::vector<std::uint8_t> pixels(size.pixels(), 0);
    const DenseMask<std::uint8_t> rows{pixels.data(), size, static_cast<std::ptrdiff_t>(size.width), 1};
    decode_dense(runs, rows, dense);
    print.add_all(pixels);
  }
}

// Numbers of every length, from subnormal to too large, of which each must be the nearest double.
void json_numbers() {
  Fingerprint print("numbers of JSON");
  Random random(8);
  for (int round = 0; round < 20000; ++round) {
    std::string text = random.below(2) == 0 ? "-" : "";
    text += static_cast<char>('1' + random.below(9));
    if (random.below(4) != 0) {
      text += '.';
      for (std::uint64_t left = 1 + random.below(round % 100 == 0 ? 900 : 25); left > 0; --left) {
        text += static_cast<char>('0' + random.below(10));
      }
    }
    if (random.below(2) == 0) text += "e" + std::to_string(static_cast<int>(random.below(640)) - 330);
    reading::JsonCursor cursor(text.data(), text.data() + text.size());
    double value = 0;
    print.add(reading::read_double(cursor, value));
    if (cursor.fault == reading::JsonFault::none) print.add(value);
  }
}

void score_order() {
  Fingerprint print("order of scores");
  Random random(9);
  std::vector<double> scores(70000);
  for (double& score : scores) score = random.below(3) == 0 ? static_cast<double>(random.below(9)) / 8 : random.unit();
  std::vector<std::uint32_t> order(scores.size());
  ScoreOrder sorter;
  sorter.sort(scores.data(), scores.size(), order.data(), [](std::size_t, std::size_t) {});
  print.add_all(order);
}

template <class Real>
void suppression(const char* name) {
  Fingerprint print(name);
  const auto rows = corners<Real>(600, 10);
  std::vector<CornerBox<Real>> boxes;
  for (std::size_t i = 0; i < rows.size(); i += 4) boxes.push_back({rows[i], rows[i + 1], rows[i + 2], rows[i + 3]});
  print.add_all(suppress_by_iou(boxes, 0.3, 600));
  print.add_all(suppress_by_diou(boxes, 0.3, 600));
}

void fusion() {
  Fingerprint print("fusion of boxes");
  Random random(11);
  const auto rows = corners<double>(400, 12);
  std::vector<CornerBox<double>> boxes;
  std::vector<double> scores;
  for (std::size_t i = 0; i < rows.size(); i += 4) {
    boxes.push_back({rows[i], rows[i + 1], rows[i + 2], rows[i + 3]});
    scores.push_back(random.unit());
  }
  for (const Fusion method : {Fusion::weighted_boxes, Fusion::non_maximum_weighted}) {
    for (const bool single : {false, true}) {
      const FusedBoxes fused = fuse_boxes(boxes, scores, 0.4, method, single);
      print.add_all(fused.cluster_of);
      for (const auto& cluster : fused.clusters) {
        for (int side = 0; side < 4; ++side) print.add(static_cast<double>(cluster.box[side]));
        print.add(static_cast<double>(cluster.score_sum));
      }
    }
  }
}

}  // namespace

int main() {
  box_overlap<float>("box overlap, float32");
  box_overlap<double>("box overlap, float64");
  enclosure("GIoU", EnclosureMeasure::giou);
  enclosure("DIoU", EnclosureMeasure::diou);
  enclosure("CIoU (arc tangent)", EnclosureMeasure::ciou);
  enclosure("EIoU", EnclosureMeasure::eiou);
  rotated("rotated, quarter turns", true);
  rotated("rotated (sine, cosine)", false);
  polygons();
  masks();
  json_numbers();
  score_order();
  suppression<float>("suppression, float32");
  suppression<double>("suppression, float64");
  fusion();
}
