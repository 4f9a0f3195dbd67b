// Python bindings of the overlap of masks, in the submodule `masks`.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "ground/interruption.hpp"
#include "masks/overlap.hpp"
#include "ground/ragged_arrays.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

void prepare(const MaskColumns& masks, MaskShapes& shapes) {
  shapes.restart(masks.size_of(0));
  for (std::size_t row = 0; row < masks.count(); ++row) {
    if (!(masks.size_of(row) == shapes.size)) throw std::invalid_argument("sizes differ");
    keep_going(2 * masks.runs_of(row).size());
    shapes.add(masks.runs_of(row));
  }
}

// crowd is [M] or empty; out is [N, M].
void pairwise(const RunsIn& runs_a, const OffsetsIn& offsets_a, const SizesIn& sizes_a, const RunsIn& runs_b,
              const OffsetsIn& offsets_b, const SizesIn& sizes_b, const ArrayIn<std::uint8_t, 1>& crowd,
              bool over_first, double at_least,
              const nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& out, int threads) {
  const MaskColumns masks_a = checked_masks(runs_a, offsets_a, sizes_a);
  const MaskColumns masks_b = checked_masks(runs_b, offsets_b, sizes_b);
  if (out.shape(0) != masks_a.count() || out.shape(1) != masks_b.count()) {
    throw std::invalid_argument("out must be [N, M]");
  }
  if (crowd.size() != 0 && crowd.size() != masks_b.count()) throw std::invalid_argument("crowd must be [M]");
  if (out.size() == 0) return;
  if (!(masks_a.size_of(0) == masks_b.size_of(0))) throw std::invalid_argument("sizes differ");
  const MaskMeasure measure = over_first ? MaskMeasure::intersection_over_first : MaskMeasure::intersection_over_union;
  nb::gil_scoped_release release;
  static thread_local MaskShapes shapes_a;
  static thread_local MaskShapes other;
  const bool same = runs_a.data() == runs_b.data() && runs_a.size() == runs_b.size() &&
                    offsets_a.data() == offsets_b.data() && offsets_a.size() == offsets_b.size();
  prepare(masks_a, shapes_a);
  if (!same) prepare(masks_b, other);
  // Workers must not name the thread's own variables: theirs would be other ones.
  const MaskShapes& first = shapes_a;
  const MaskShapes& second = same ? shapes_a : other;
  const std::size_t columns = out.shape(1);
  // About 10 nanoseconds a pair, most of which are skipped by their boxes; a thread pays above 0.2 ms.
  const int wanted = out.size() < 20000 ? 1 : threads;
  parallel_ranges(out.shape(0), std::max<std::size_t>(1, out.shape(0) / 64), wanted,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t row = begin; row < end; ++row) {
                      keep_going(20 * columns);
                      mask_overlap_row(first, row, second, span_of(crowd), measure, at_least,
                                       out.data() + row * columns);
                    }
                  });
}

}  // namespace

void register_mask_overlap(nb::module_& module) { module.def("pairwise", &pairwise); }

}  // namespace truebox
