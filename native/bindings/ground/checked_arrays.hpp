// Arrays as Python hands them over, and what a binding looks at before it reads them. Python has validated; these keep
// a wrong call from reading outside its arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace truebox {

template <class T, int Dimensions>
using In = nanobind::ndarray<const T, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;
template <class T, int Dimensions>
using Out = nanobind::ndarray<T, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;

inline void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

template <class T>
std::span<const T> view(const In<T, 1>& array) {
  return {array.data(), array.shape(0)};
}

inline void require_offsets(const In<std::int64_t, 1>& offsets, std::size_t count) {
  require(offsets.shape(0) > 0 && offsets(0) == 0, "offsets must begin at 0");
  for (std::size_t k = 0; k + 1 < offsets.shape(0); ++k) require(offsets(k) <= offsets(k + 1), "offsets must ascend");
  require(static_cast<std::size_t>(offsets(offsets.shape(0) - 1)) == count, "offsets must cover the rows");
}

}  // namespace truebox
