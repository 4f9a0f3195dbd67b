// Run lengths as COCO files and pycocotools hold them, dicts with a size and counts, read without a step of Python
// between them: for one mask such steps take twenty times as long as its runs.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "masks/ragged_runs.hpp"
#include "masks/run_buffer.hpp"
#include "masks/run_lengths.hpp"
#include "masks/text.hpp"

namespace truebox {

// A whole number of Python's own type, from 0 to `most`.
inline std::optional<std::uint64_t> plain_whole(PyObject* value, std::uint64_t most) {
  if (value == nullptr || !PyLong_CheckExact(value)) return std::nullopt;
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow != 0 || number < 0 || static_cast<std::uint64_t>(number) > most) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

// Height and width of a mask that has pixels, from a list or tuple of two whole numbers.
inline std::optional<MaskSize> plain_size(PyObject* size) {
  if (size == nullptr || !(PyList_CheckExact(size) || PyTuple_CheckExact(size))) return std::nullopt;
  if (PySequence_Fast_GET_SIZE(size) != 2) return std::nullopt;
  const auto height = plain_whole(PySequence_Fast_GET_ITEM(size, 0), kMaxPixels);
  const auto width = plain_whole(PySequence_Fast_GET_ITEM(size, 1), kMaxPixels);
  if (!height || !width || *height == 0 || *width == 0 || *height > kMaxPixels / *width) return std::nullopt;
  return MaskSize{static_cast<std::uint32_t>(*height), static_cast<std::uint32_t>(*width)};
}

// Appends the numbers of a list, each of which must be one that a run can have.
inline bool add_plain_runs(PyObject* counts, std::vector<std::uint32_t>& out) {
  if (counts == nullptr || !(PyList_CheckExact(counts) || PyTuple_CheckExact(counts))) return false;
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(counts);
  for (Py_ssize_t i = 0; i < count; ++i) {
    const auto run = plain_whole(PySequence_Fast_GET_ITEM(counts, i), kMaxPixels);
    if (!run) return false;
    out.push_back(static_cast<std::uint32_t>(*run));
  }
  return true;
}

enum class MaskField { size, counts };

// What a dict holds under a key, or null. The keys are made once: PyDict_GetItemString makes one for each question.
inline PyObject* plain_field(PyObject* entry, MaskField field) {
  static PyObject* const keys[2] = {PyUnicode_InternFromString("size"), PyUnicode_InternFromString("counts")};
  PyObject* const key = keys[static_cast<int>(field)];
  PyObject* const found = key == nullptr ? nullptr : PyDict_GetItemWithError(entry, key);
  if (found == nullptr) PyErr_Clear();
  return found;
}

inline std::optional<std::span<const std::uint8_t>> plain_text(PyObject* counts) {
  if (PyBytes_CheckExact(counts)) {
    return std::span(reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(counts)),
                     static_cast<std::size_t>(PyBytes_GET_SIZE(counts)));
  }
  if (PyUnicode_CheckExact(counts) && PyUnicode_IS_COMPACT_ASCII(counts)) {
    return std::span(static_cast<const std::uint8_t*>(PyUnicode_1BYTE_DATA(counts)),
                     static_cast<std::size_t>(PyUnicode_GET_LENGTH(counts)));
  }
  return std::nullopt;
}

// The size of one mask with compressed counts, whose runs go to `runs`; nothing where it is not plain, or not right, or
// so long that whoever keeps `runs` would keep much.
inline std::optional<MaskSize> read_plain_mask(PyObject* mask, RunBuffer& runs) {
  if (!PyDict_CheckExact(mask)) return std::nullopt;
  const auto size = plain_size(plain_field(mask, MaskField::size));
  PyObject* const counts = plain_field(mask, MaskField::counts);
  if (!size || counts == nullptr) return std::nullopt;
  constexpr std::size_t kMost = std::size_t{1} << 16;  // characters
  const auto text = plain_text(counts);
  if (!text || text->empty() || text->size() > kMost || read_text(*text, size->pixels(), 0, runs)) return std::nullopt;
  return size;
}

// Many masks in one ragged buffer, each of which its runs fill.
class PlainMasks {
 public:
  // False where anything is not plain, or not right: then it has to be asked entry by entry, in words.
  bool read(const nanobind::list& objects, bool lists_too) {
    const auto count = static_cast<std::size_t>(PyList_GET_SIZE(objects.ptr()));
    sizes_.reserve(count);
    entries_.reserve(count);
    for (std::size_t row = 0; row < count; ++row) {
      if (!add(PyList_GET_ITEM(objects.ptr(), static_cast<Py_ssize_t>(row)), lists_too)) return false;
    }
    constexpr std::size_t kWorthThreads = std::size_t{1} << 17;
    if (characters_ < kWorthThreads) {
      RunBuffer scratch;
      ragged_.offsets.push_back(0);
      for (std::size_t row = 0; row < count; ++row) {
        if (!take(scratch, row, ragged_.runs)) return false;
        ragged_.offsets.push_back(static_cast<std::int64_t>(ragged_.runs.size()));
      }
      return true;
    }
    // Others may change the dicts meanwhile: the texts are held.
    std::vector<nanobind::object> held;
    held.reserve(count);
    for (const Entry& entry : entries_) held.push_back(nanobind::borrow(entry.counts));
    std::vector<std::uint8_t> wrong(count, 0);
    {
      const nanobind::gil_scoped_release released;
      ragged_ = build_runs<RunBuffer>(count, 2. * static_cast<double>(characters_), 0,
                                      [&](RunBuffer& scratch, std::size_t row, std::vector<std::uint32_t>& out) {
                                        if (!take(scratch, row, out)) wrong[row] = 1;
                                      });
    }
    for (const std::uint8_t each : wrong) {
      if (each != 0) return false;
    }
    return true;
  }

  std::size_t count() const { return sizes_.size(); }
  MaskSize size_of(std::size_t row) const { return sizes_[row]; }
  bool one_size() const {
    for (const MaskSize& size : sizes_) {
      if (!(size == sizes_.front())) return false;
    }
    return true;
  }
  Runs runs_of(std::size_t row) const {
    const auto begin = static_cast<std::size_t>(ragged_.offsets[row]);
    return Runs(ragged_.runs).subspan(begin, static_cast<std::size_t>(ragged_.offsets[row + 1]) - begin);
  }
  RaggedRuns& ragged() { return ragged_; }

 private:
  struct Entry {
    PyObject* counts;
    std::span<const std::uint8_t> text;
    std::size_t first_number, numbers;
  };

  bool add(PyObject* mask, bool lists_too) {
    if (!PyDict_CheckExact(mask)) return false;
    const auto size = plain_size(plain_field(mask, MaskField::size));
    PyObject* const counts = plain_field(mask, MaskField::counts);
    if (!size || counts == nullptr) return false;
    Entry entry{counts, {}, numbers_.size(), 0};
    if (const auto text = plain_text(counts)) {
      entry.text = *text;
    } else if (!lists_too || !add_plain_runs(counts, numbers_)) {
      return false;
    }
    entry.numbers = numbers_.size() - entry.first_number;
    if (entry.text.empty() && entry.numbers == 0) return false;
    characters_ += entry.text.size();
    sizes_.push_back(*size);
    entries_.push_back(entry);
    return true;
  }

  bool take(RunBuffer& scratch, std::size_t row, std::vector<std::uint32_t>& out) const {
    const Entry& entry = entries_[row];
    const std::uint32_t pixels = sizes_[row].pixels();
    if (entry.text.empty()) {
      const Runs runs = Runs(numbers_).subspan(entry.first_number, entry.numbers);
      if (check_runs(runs, pixels, row)) return false;
      out.insert(out.end(), runs.begin(), runs.end());
      return true;
    }
    if (read_text(entry.text, pixels, row, scratch)) return false;
    out.insert(out.end(), scratch.runs().begin(), scratch.runs().end());
    return true;
  }

  std::vector<Entry> entries_;
  std::vector<MaskSize> sizes_;
  std::vector<std::uint32_t> numbers_;
  std::size_t characters_ = 0;
  RaggedRuns ragged_;
};

}  // namespace truebox
