// Python bindings of what protocols of text compute: rings among outlines, and the credits of DetEval.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "polygons/rings.hpp"
#include "register.hpp"
#include "words/word_credits.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using Rows = In<std::int64_t, 1>;

void rings(const In<double, 1>& coordinates, const Rows& offsets, const Rows& rows, const Out<std::uint8_t, 1>& out) {
  require(coordinates.shape(0) % 2 == 0, "two numbers per corner");
  require_offsets(offsets, coordinates.shape(0) / 2);
  require(out.shape(0) == rows.shape(0), "one flag per row");
  const std::size_t count = offsets.shape(0) - 1;
  for (std::size_t k = 0; k < rows.shape(0); ++k) {
    require(rows(k) >= 0 && static_cast<std::size_t>(rows(k)) < count, "no such row");
  }
  nb::gil_scoped_release unlocked;
  std::vector<RingPoint> corners, kept;
  for (std::size_t k = 0; k < rows.shape(0); ++k) {
    const auto row = static_cast<std::size_t>(rows(k));
    corners.clear();
    for (std::int64_t p = offsets(row); p < offsets(row + 1); ++p) {
      corners.push_back({coordinates(static_cast<std::size_t>(2 * p)), coordinates(static_cast<std::size_t>(2 * p + 1))});
    }
    out(k) = is_ring(corners, kept) ? 1 : 0;
  }
}

struct Pairs {
  Rows offsets, found, word;
  In<double, 1> of_word, of_found;

  WordPairs checked(std::size_t detections, std::size_t words) const {
    const std::size_t count = found.shape(0);
    require_offsets(offsets, count);
    require(word.shape(0) == count && of_word.shape(0) == count && of_found.shape(0) == count, "one entry per pair");
    for (std::size_t p = 0; p < count; ++p) {
      require(found(p) >= 0 && static_cast<std::size_t>(found(p)) < detections, "no such detection");
      require(word(p) >= 0 && static_cast<std::size_t>(word(p)) < words, "no such word");
    }
    return {view(offsets), view(found), view(word), view(of_word), view(of_found)};
  }
};

WordCredits credits(const Out<double, 2>& values, const Out<std::int64_t, 1>& partner) {
  require(values.shape(1) == 2 && values.shape(0) == partner.shape(0), "out does not fit");
  return {values.data(), partner.data()};
}

WordOutlines outlines(const In<double, 1>& coordinates, const Rows& offsets, std::size_t rows) {
  require(coordinates.shape(0) % 2 == 0, "two numbers per corner");
  require(offsets.shape(0) == rows + 1, "one outline per row");
  require_offsets(offsets, coordinates.shape(0) / 2);
  for (std::size_t k = 0; k < rows; ++k) require(offsets(k) < offsets(k + 1), "an outline has corners");
  return {coordinates.data(), view(offsets)};
}

void deteval(const Rows& offsets, const Rows& found, const Rows& word, const In<double, 1>& of_word,
             const In<double, 1>& of_found, const In<double, 1>& least, const In<std::uint8_t, 1>& word_counts,
             const In<std::uint8_t, 1>& found_counts, const In<double, 1>& word_corners, const Rows& word_offsets,
             const In<double, 1>& found_corners, const Rows& found_offsets, const Out<double, 2>& values,
             const Out<std::int64_t, 1>& partner) {
  require(least.shape(0) == 4, "four thresholds");
  require(found_counts.shape(0) == partner.shape(0), "one flag per row");
  const WordPairs pairs =
      Pairs{offsets, found, word, of_word, of_found}.checked(found_counts.shape(0), word_counts.shape(0));
  const DetEvalRules rules{least(0),
                           least(1),
                           least(2),
                           least(3),
                           view(word_counts),
                           view(found_counts),
                           outlines(word_corners, word_offsets, word_counts.shape(0)),
                           outlines(found_corners, found_offsets, found_counts.shape(0))};
  const WordCredits out = credits(values, partner);
  nb::gil_scoped_release unlocked;
  deteval_credits(pairs, rules, out);
}

void polygons(const Rows& offsets, const Rows& found, const Rows& word, const In<double, 1>& of_word,
              const In<double, 1>& of_found, double least_of_word, double least_of_found, std::int64_t words,
              const Out<double, 2>& values, const Out<std::int64_t, 1>& partner) {
  require(words >= 0, "a count");
  const WordPairs pairs = Pairs{offsets, found, word, of_word, of_found}.checked(partner.shape(0),
                                                                              static_cast<std::size_t>(words));
  const WordCredits out = credits(values, partner);
  nb::gil_scoped_release unlocked;
  polygon_credits(pairs, least_of_word, least_of_found, out);
}

}  // namespace

void register_words(nb::module_& module) {
  using namespace nb::literals;
  module.def("polygon_rings", &rings, "coordinates"_a.noconvert(), "offsets"_a.noconvert(), "rows"_a.noconvert(),
             "out"_a.noconvert());
  module.def("deteval_credits", &deteval, "offsets"_a.noconvert(), "found"_a.noconvert(), "word"_a.noconvert(),
             "of_word"_a.noconvert(), "of_found"_a.noconvert(), "least"_a.noconvert(), "word_counts"_a.noconvert(),
             "found_counts"_a.noconvert(), "word_corners"_a.noconvert(), "word_offsets"_a.noconvert(),
             "found_corners"_a.noconvert(), "found_offsets"_a.noconvert(), "values"_a.noconvert(),
             "partner"_a.noconvert());
  module.def("polygon_credits", &polygons, "offsets"_a.noconvert(), "found"_a.noconvert(), "word"_a.noconvert(),
             "of_word"_a.noconvert(), "of_found"_a.noconvert(), "least_of_word"_a, "least_of_found"_a, "words"_a,
             "values"_a.noconvert(), "partner"_a.noconvert());
}

}  // namespace truebox
