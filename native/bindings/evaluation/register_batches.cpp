// Python bindings of the room `evaluation`: a batch of images, as an evaluator is given it, matched in one call.
#include "register.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "evaluation/batch_entries.hpp"
#include "evaluation/evaluation_bindings.hpp"
#include "ground/throwing_casters.hpp"
#include "packing/box_batch.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using namespace evaluation_bindings;

constexpr std::size_t kAlone = std::size_t{1} << 15;  // rows below which waking other threads costs more

BatchQuestion question_of(const MatchingRules& rules, const In<std::int64_t, 1>& categories,
                          const In<double, 1>& upper, double area_limit, std::size_t cap, std::uint8_t extent,
                          bool class_agnostic, bool classes_ordered) {
  require(extent < kBoxExtents, "no such extent");
  const auto table = view(categories);
  for (std::size_t k = 1; k < table.size(); ++k) require(table[k - 1] < table[k], "categories must ascend");
  const auto bounds = view(upper);
  return {rules.layout(),
          {table.begin(), table.end()},
          {bounds.begin(), bounds.end()},
          area_limit,
          cap,
          rules.matching,
          static_cast<BoxExtent>(extent),
          rules.ties_by_content,
          class_agnostic,
          classes_ordered};
}

// Matches batches under one question.
class BoxBatches {
 public:
  BoxBatches(BatchQuestion question, bool corners) : question_(std::move(question)), reader_(corners) {}

  // (records, where each begins, lowest score, highest, area on a bound, area beyond the limit, ties), or None.
  nb::object match(const nb::list& truths, const nb::list& detections, std::size_t images,
                   const std::vector<std::int64_t>& true_counts, const std::vector<std::int64_t>& counts,
                   int threads) const {
    BatchTruths truth;
    BatchDetections found;
    require(true_counts.size() == counts.size() && (counts.empty() ? truths.size() == images && detections.size() == images
                                                                   : counts.size() == images),
            "one entry or one count for each image");
    if (!reader_.read(truths, true_counts, truth) || !reader_.read(detections, counts, found)) return nb::none();
    BatchSeen seen;
    ByteWriter out;
    std::vector<std::int64_t> begins;
    {
      nb::gil_scoped_release released;
      const int used = threads != 0 ? threads : truth.size() + found.size() < kAlone ? 1 : 0;
      BoxBatch batch(question_, truth, found, images, used);
      if (batch.survey(seen)) begins = batch.write(seen, out);
    }
    if (begins.empty()) return nb::none();
    return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(out.bytes().data()), out.size()),
                          nb::bytes(reinterpret_cast<const char*>(begins.data()), begins.size() * sizeof(std::int64_t)),
                          seen.lowest, seen.highest, seen.on_bound, seen.beyond_limit, seen.ties);
  }

 private:
  BatchQuestion question_;
  EntryReader reader_;
};

}  // namespace

void register_batches(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<BoxBatches>(module, "BoxBatches")
      .def(nb::new_([](const MatchingRules& rules, In<std::int64_t, 1> categories, In<double, 1> upper, double area_limit,
                       std::size_t cap, std::uint8_t extent, bool class_agnostic, bool classes_ordered, bool corners) {
             return Made(BoxBatches(
                 question_of(rules, categories, upper, area_limit, cap, extent, class_agnostic, classes_ordered), corners));
           }),
           "rules"_a, "categories"_a, "upper"_a, "area_limit"_a, "cap"_a, "extent"_a, "class_agnostic"_a,
           "classes_ordered"_a, "corners"_a)
      .def("match", &BoxBatches::match, "truths"_a, "detections"_a, "images"_a, "true_counts"_a, "counts"_a, "threads"_a);
}

}  // namespace truebox
