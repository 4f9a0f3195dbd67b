// Array types shared by the bindings of run lengths, and how vectors become NumPy arrays without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ground/buffer.hpp"
#include "masks/ragged_runs.hpp"
#include "masks/run_lengths.hpp"

namespace truebox {

template <class T, int Dimensions>
using ArrayIn = nanobind::ndarray<const T, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;
template <class T, int Dimensions>
using ArrayOut = nanobind::ndarray<T, nanobind::numpy, nanobind::ndim<Dimensions>>;

using RunsIn = ArrayIn<std::uint32_t, 1>;
using OffsetsIn = ArrayIn<std::int64_t, 1>;
using SizesIn = ArrayIn<std::int64_t, 2>;

template <class Array>
auto span_of(const Array& array) {
  return std::span(array.data(), array.size());
}

template <int Dimensions = 1, class T>
ArrayOut<T, Dimensions> to_array(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
  values.reserve(1);  // an empty vector may have no address
  auto* kept = new std::vector<T>(std::move(values));
  nanobind::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
  return ArrayOut<T, Dimensions>(kept->data(), shape, owner);
}

template <class T>
ArrayOut<T, 1> to_array(std::vector<T>&& values) {
  const std::size_t length = values.size();
  return to_array<1>(std::move(values), {length});
}

template <int Dimensions = 1, class T>
ArrayOut<T, Dimensions> to_array(Buffer<T>&& values, std::initializer_list<std::size_t> shape) {
  auto* kept = new Buffer<T>(values.size() == 0 ? Buffer<T>(1) : std::move(values));  // an empty one has no address
  nanobind::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<Buffer<T>*>(pointer); });
  return ArrayOut<T, Dimensions>(kept->data(), shape, owner);
}

template <class T>
ArrayOut<T, 1> to_array(Buffer<T>&& values) {
  const std::size_t length = values.size();
  return to_array<1>(std::move(values), {length});
}

// (runs uint32 [R], offsets int64 [N + 1])
inline nanobind::tuple to_arrays(RaggedRuns&& ragged) {
  return nanobind::make_tuple(to_array(std::move(ragged.runs)), to_array(std::move(ragged.offsets)));
}

// None, or (fault, row, found, expected).
inline nanobind::object to_object(const MaskProblem& problem) {
  if (!problem) return nanobind::none();
  return nanobind::make_tuple(static_cast<int>(problem.fault), problem.row, problem.found, problem.expected);
}

inline MaskColumns mask_columns(const RunsIn& runs, const OffsetsIn& offsets, const SizesIn& sizes) {
  return {span_of(runs), span_of(offsets), span_of(sizes)};
}

// Python has checked already; what still fails here was changed behind its back.
inline MaskColumns checked_masks(const RunsIn& runs, const OffsetsIn& offsets, const SizesIn& sizes) {
  const MaskColumns masks = mask_columns(runs, offsets, sizes);
  if (check_masks(masks)) throw std::invalid_argument("run lengths were changed after they were checked");
  return masks;
}

}  // namespace truebox
