// Python bindings of the room `suppression`.
#include <nanobind/stl/optional.h>

#include <optional>
#include <stdexcept>

#include "suppression/array_doors.hpp"
#include "suppression/box_fusion.hpp"
#include "suppression/matrix_suppression.hpp"
#include "suppression/non_maximum_suppression.hpp"
#include "suppression/overlap_suppression.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/owned_array.hpp"
#include "register.hpp"
#include "suppression/soft_suppression.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

template <class Real>
using Rows = nb::ndarray<const Real, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
using Square = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Items = std::span<const std::uint32_t>;
using Labels = std::optional<nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

template <class Real>
std::span<const CornerBox<Real>> boxes_of(const Rows<Real>& rows) {
  static_assert(sizeof(CornerBox<Real>) == 4 * sizeof(Real));
  return {reinterpret_cast<const CornerBox<Real>*>(rows.data()), rows.shape(0)};
}

std::span<const double> numbers_of(const Numbers& numbers) { return {numbers.data(), numbers.shape(0)}; }

const std::int64_t* labels_of(const Labels& labels) { return labels ? labels->data() : nullptr; }

void require_lengths(std::size_t count, const Numbers& scores, const Labels& labels) {
  require(scores.shape(0) == count, "scores: one per box");
  require(!labels || labels->shape(0) == count, "labels: one per box");
  require(count < 0xffffffffu, "too many boxes");
}

template <class Real>
nb::object suppress(const Rows<Real>& boxes, const Numbers& scores, const Labels& labels, bool by_distance,
                                  double threshold, double lowest_score, std::size_t most, int threads) {
  require_lengths(boxes.shape(0), scores, labels);
  const SuppressionRule rule{by_distance ? SuppressionMeasure::diou : SuppressionMeasure::iou, threshold, lowest_score,
                             most, threads};
  std::vector<std::int64_t> rows;
  {
    nb::gil_scoped_release unlocked;
    rows = kept_rows(boxes_of<Real>(boxes), numbers_of(scores), labels_of(labels), rule);
  }
  return owned_array(std::move(rows));
}

nb::object suppress_matrix(const Square& overlap, const Numbers& scores, const Labels& labels,
                                         double threshold, double lowest_score, std::size_t most) {
  require_lengths(overlap.shape(0), scores, labels);
  require(overlap.shape(0) == overlap.shape(1), "overlap: square");
  std::vector<std::int64_t> rows;
  {
    nb::gil_scoped_release unlocked;
    rows = kept_by_overlap(overlap.data(), numbers_of(scores), labels_of(labels), threshold, lowest_score, most);
  }
  return owned_array(std::move(rows));
}

nb::tuple scored(std::vector<ScoredRow> picked) {
  std::sort(picked.begin(), picked.end(), [](const ScoredRow& a, const ScoredRow& b) {
    return a.score != b.score ? a.score > b.score : a.row < b.row;
  });
  std::vector<std::int64_t> rows;
  std::vector<double> scores;
  for (const ScoredRow& one : picked) {
    rows.push_back(one.row);
    scores.push_back(one.score);
  }
  return nb::make_tuple(owned_array(std::move(rows)), owned_array(std::move(scores)));
}

// `source(items)` makes the overlaps of a list of rows.
template <class Source>
nb::tuple soften(const Numbers& scores, const Labels& labels, const SoftRule& rule, const Source& source) {
  std::vector<ScoredRow> picked;
  {
    nb::gil_scoped_release unlocked;
    std::vector<std::uint32_t> all(scores.shape(0));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    const LabelGroups groups = group_by_label(all, labels_of(labels));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto items = groups.group(g);
      const auto part = soft_suppress(source(items), items, numbers_of(scores), rule);
      picked.insert(picked.end(), part.begin(), part.end());
    }
  }
  return scored(std::move(picked));
}

template <class Source>
nb::tuple decay_by_matrix(const Numbers& scores, const Labels& labels, const MatrixRule& rule, double lowest_score,
                          const Source& source) {
  std::vector<ScoredRow> picked;
  {
    nb::gil_scoped_release unlocked;
    const auto order = rows_by_score(numbers_of(scores), kEveryScore);
    const LabelGroups groups = group_by_label(order, labels_of(labels));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::vector<std::uint32_t> items;
      for (const std::uint32_t place : groups.group(g)) items.push_back(order[place]);
      const auto decays = matrix_suppress(source(items), items.size(), rule);
      for (std::size_t k = 0; k < items.size(); ++k) {
        const double score = scores.data()[items[k]] * decays[k];
        if (score >= lowest_score) picked.push_back({items[k], score});
      }
    }
  }
  return scored(std::move(picked));
}

Decay decay_of(bool linear) { return linear ? Decay::linear : Decay::gaussian; }

nb::tuple soft(const Rows<double>& boxes, const Numbers& scores, const Labels& labels, bool linear, double threshold,
               double sigma, double lowest_score) {
  require_lengths(boxes.shape(0), scores, labels);
  return soften(scores, labels, {decay_of(linear), threshold, sigma, lowest_score},
                [&](Items items) { return BoxOverlaps(boxes_of<double>(boxes), items); });
}

nb::tuple soft_from_matrix(const Square& overlap, const Numbers& scores, const Labels& labels, bool linear,
                           double threshold, double sigma, double lowest_score) {
  require_lengths(overlap.shape(0), scores, labels);
  require(overlap.shape(0) == overlap.shape(1), "overlap: square");
  return soften(scores, labels, {decay_of(linear), threshold, sigma, lowest_score},
                [&](Items items) { return MatrixOverlaps(overlap.data(), overlap.shape(0), items); });
}

nb::tuple matrix(const Rows<double>& boxes, const Numbers& scores, const Labels& labels, bool linear, double sigma,
                 double lowest_score) {
  require_lengths(boxes.shape(0), scores, labels);
  return decay_by_matrix(scores, labels, {decay_of(linear), sigma}, lowest_score,
                         [&](Items items) { return BoxOverlaps(boxes_of<double>(boxes), items); });
}

nb::tuple matrix_from_matrix(const Square& overlap, const Numbers& scores, const Labels& labels, bool linear,
                             double sigma, double lowest_score) {
  require_lengths(overlap.shape(0), scores, labels);
  require(overlap.shape(0) == overlap.shape(1), "overlap: square");
  return decay_by_matrix(scores, labels, {decay_of(linear), sigma}, lowest_score,
                         [&](Items items) { return MatrixOverlaps(overlap.data(), overlap.shape(0), items); });
}

// Per cluster: box (four numbers), score sum, first score, count, label; per box: its cluster, in the order given.
nb::tuple fuse(const Rows<double>& boxes, const Numbers& scores, const Labels& labels, bool non_maximum_weighted,
               double threshold, bool single_precision_sums) {
  require_lengths(boxes.shape(0), scores, labels);
  require(labels.has_value(), "labels: one per box");
  std::vector<double> corners, sums, firsts;
  std::vector<std::int64_t> counts, cluster_labels, cluster_of(boxes.shape(0), -1);
  {
    nb::gil_scoped_release unlocked;
    const auto order = rows_by_score(numbers_of(scores), kEveryScore);
    const LabelGroups groups = group_by_label(order, labels_of(labels));
    const Fusion fusion = non_maximum_weighted ? Fusion::non_maximum_weighted : Fusion::weighted_boxes;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::vector<CornerBox<double>> own;
      std::vector<double> own_scores;
      for (const std::uint32_t place : groups.group(g)) {
        own.push_back(boxes_of<double>(boxes)[order[place]]);
        own_scores.push_back(scores.data()[order[place]]);
      }
      const FusedBoxes fused = fuse_boxes(own, own_scores, threshold, fusion, single_precision_sums);
      const auto before = static_cast<std::int64_t>(counts.size());
      for (std::size_t k = 0; k < own.size(); ++k) cluster_of[order[groups.group(g)[k]]] = before + fused.cluster_of[k];
      for (const FusedCluster& cluster : fused.clusters) {
        corners.insert(corners.end(), cluster.box, cluster.box + 4);
        sums.push_back(cluster.score_sum);
        firsts.push_back(cluster.score_first);
        counts.push_back(cluster.count);
        cluster_labels.push_back(labels->data()[order[groups.group(g).front()]]);
      }
    }
  }
  return nb::make_tuple(owned_array(std::move(corners)), owned_array(std::move(sums)), owned_array(std::move(firsts)),
                        owned_array(std::move(counts)), owned_array(std::move(cluster_labels)),
                        owned_array(std::move(cluster_of)));
}

template <class Real>
std::size_t bad_box(const Rows<Real>& boxes) {
  return first_bad_box(boxes_of<Real>(boxes));
}

nb::object kernel(const char* name, const nb::object& otherwise) {
  static FrontDoors doors = [] {
    FrontDoors all;
    add_suppression_doors(all);
    return all;
  }();
  return doors.open(name, otherwise);
}

}  // namespace

void register_suppression(nb::module_& module) {
  module.def("kernel", &kernel, "name"_a, "otherwise"_a.none() = nb::none());
  module.def("nms", &suppress<float>, "boxes"_a.noconvert(), "scores"_a.noconvert(), "labels"_a.none(),
             "by_distance"_a, "threshold"_a, "lowest_score"_a, "most"_a, "threads"_a);
  module.def("nms", &suppress<double>, "boxes"_a.noconvert(), "scores"_a.noconvert(), "labels"_a.none(),
             "by_distance"_a, "threshold"_a, "lowest_score"_a, "most"_a, "threads"_a);
  module.def("nms_from_overlap", &suppress_matrix, "overlap"_a.noconvert(), "scores"_a.noconvert(), "labels"_a.none(),
             "threshold"_a, "lowest_score"_a, "most"_a);
  module.def("soft_nms", &soft, "boxes"_a.noconvert(), "scores"_a.noconvert(), "labels"_a.none(), "linear"_a,
             "threshold"_a, "sigma"_a, "lowest_score"_a);
  module.def("soft_nms_from_overlap", &soft_from_matrix, "overlap"_a.noconvert(), "scores"_a.noconvert(),
             "labels"_a.none(), "linear"_a, "threshold"_a, "sigma"_a, "lowest_score"_a);
  module.def("matrix_nms", &matrix, "boxes"_a.noconvert(), "scores"_a.noconvert(), "labels"_a.none(), "linear"_a,
             "sigma"_a, "lowest_score"_a);
  module.def("matrix_nms_from_overlap", &matrix_from_matrix, "overlap"_a.noconvert(), "scores"_a.noconvert(),
             "labels"_a.none(), "linear"_a, "sigma"_a, "lowest_score"_a);
  module.def("fuse", &fuse, "boxes"_a.noconvert(), "scores"_a.noconvert(), "labels"_a, "non_maximum_weighted"_a,
             "threshold"_a, "single_precision_sums"_a);
  module.def("first_bad_box", &bad_box<float>, "boxes"_a.noconvert());
  module.def("first_bad_box", &bad_box<double>, "boxes"_a.noconvert());
}

}  // namespace truebox
