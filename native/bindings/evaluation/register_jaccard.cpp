// Python binding of the counts of the Jaccard index.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>

#include "evaluation/jaccard.hpp"
#include "ground/checked_arrays.hpp"
#include "register.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using Offsets = In<std::int64_t, 1>;

BoxesOfCells checked(const In<double, 2>& boxes, const Offsets& offsets, std::size_t cells) {
  require(boxes.shape(1) == 4, "four numbers per box");
  require(offsets.shape(0) == cells + 1, "sides have other cells");
  require_offsets(offsets, boxes.shape(0));
  return {boxes.data(), view(offsets)};
}

void count(const In<double, 2>& found, const Offsets& found_offsets, const In<double, 1>& score,
           const In<double, 2>& people, const Offsets& people_offsets, const In<double, 2>& regions,
           const Offsets& region_offsets, const In<double, 1>& cuts, double overlap, const Out<std::int64_t, 3>& counts,
           int threads) {
  const std::size_t cells = counts.shape(0);
  require(score.shape(0) == found.shape(0), "one score per detection");
  require(counts.shape(1) == cuts.shape(0) && counts.shape(2) == 3, "out does not fit");
  const JaccardQuestion question{checked(found, found_offsets, cells),
                                 checked(people, people_offsets, cells),
                                 checked(regions, region_offsets, cells),
                                 score.data(),
                                 view(cuts),
                                 overlap,
                                 counts.data()};
  nb::gil_scoped_release unlocked;
  count_jaccard(question, threads);
}

}  // namespace

void register_jaccard(nb::module_& module) {
  using namespace nb::literals;
  module.def("count_jaccard", &count, "found"_a.noconvert(), "found_offsets"_a.noconvert(), "score"_a.noconvert(),
             "people"_a.noconvert(), "people_offsets"_a.noconvert(), "regions"_a.noconvert(),
             "region_offsets"_a.noconvert(), "cuts"_a.noconvert(), "overlap"_a, "counts"_a.noconvert(), "threads"_a);
}

}  // namespace truebox
