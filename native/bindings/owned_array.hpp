// A vector handed to NumPy without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

namespace truebox {

template <class Value>
using OwnedArray = nanobind::ndarray<nanobind::numpy, Value, nanobind::ndim<1>>;

template <class Value>
OwnedArray<Value> owned_array(std::vector<Value>&& values) {
  auto held = std::make_unique<std::vector<Value>>(std::move(values));
  Value* data = held->data();
  const std::size_t count = held->size();
  nanobind::capsule owner(held.get(), [](void* vector) noexcept { delete static_cast<std::vector<Value>*>(vector); });
  held.release();
  return OwnedArray<Value>(data, {count}, owner);
}

}  // namespace truebox
