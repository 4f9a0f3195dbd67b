// Python bindings of the overlap of masks, in the submodule `masks`.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "mask_overlap.hpp"
#include "ragged_arrays.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

MaskShapes shapes_of(const MaskColumns& masks) {
  MaskShapes shapes;
  if (masks.count() != 0) shapes.size = masks.size_of(0);
  shapes.begins.reserve(masks.runs.size() / 2);
  shapes.ends.reserve(masks.runs.size() / 2);
  for (std::size_t row = 0; row < masks.count(); ++row) {
    if (!(masks.size_of(row) == shapes.size)) throw std::invalid_argument("sizes differ");
    shapes.add(masks.runs_of(row));
  }
  return shapes;
}

// crowd is [M] or empty; out is [N, M].
void pairwise(const RunsIn& runs_a, const OffsetsIn& offsets_a, const SizesIn& sizes_a, const RunsIn& runs_b,
              const OffsetsIn& offsets_b, const SizesIn& sizes_b, const ArrayIn<std::uint8_t, 1>& crowd, bool over_first,
              double at_least, const nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& out, int threads) {
  const MaskColumns masks_a = checked_masks(runs_a, offsets_a, sizes_a);
  const MaskColumns masks_b = checked_masks(runs_b, offsets_b, sizes_b);
  if (out.shape(0) != masks_a.count() || out.shape(1) != masks_b.count()) throw std::invalid_argument("out must be [N, M]");
  if (crowd.size() != 0 && crowd.size() != masks_b.count()) throw std::invalid_argument("crowd must be [M]");
  if (out.size() == 0) return;
  if (!(masks_a.size_of(0) == masks_b.size_of(0))) throw std::invalid_argument("sizes differ");
  const MaskMeasure measure = over_first ? MaskMeasure::intersection_over_first : MaskMeasure::intersection_over_union;
  nb::gil_scoped_release release;
  const MaskShapes shapes_a = shapes_of(masks_a);
  const bool same = runs_a.data() == runs_b.data() && runs_a.size() == runs_b.size() &&
                    offsets_a.data() == offsets_b.data() && offsets_a.size() == offsets_b.size();
  const MaskShapes other = same ? MaskShapes{} : shapes_of(masks_b);
  const MaskShapes& shapes_b = same ? shapes_a : other;
  const std::size_t columns = out.shape(1);
  // About 10 nanoseconds a pair, most of which are skipped by their boxes; a thread pays above 0.2 ms.
  const int wanted = out.size() < 20000 ? 1 : threads;
  parallel_ranges(out.shape(0), std::max<std::size_t>(1, out.shape(0) / 64), wanted,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t row = begin; row < end; ++row) {
                      mask_overlap_row(shapes_a, row, shapes_b, span_of(crowd), measure, at_least,
                                       out.data() + row * columns);
                    }
                  });
}

}  // namespace

void register_mask_overlap(nb::module_& module) { module.def("pairwise", &pairwise); }

}  // namespace truebox
