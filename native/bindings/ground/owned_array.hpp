// A vector handed to NumPy without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace truebox {

template <class Value>
nanobind::object owned_array(std::vector<Value>&& values) {
  using Array = nanobind::ndarray<nanobind::numpy, Value, nanobind::ndim<1>>;
  auto held = std::make_unique<std::vector<Value>>(std::move(values));
  Value* data = held->data();
  const std::size_t count = held->size();
  nanobind::capsule owner(held.get(), [](void* vector) noexcept { delete static_cast<std::vector<Value>*>(vector); });
  held.release();
  nanobind::object array = nanobind::cast(Array(data, {count}, owner));
  if constexpr (std::is_same_v<Value, std::int64_t>) {
    // The exchange protocol says "64 bits"; of NumPy's two such types only one is its int64.
    return array.attr("view")("int64");
  }
  return array;
}

}  // namespace truebox
