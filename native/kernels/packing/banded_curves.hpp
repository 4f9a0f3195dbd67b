// Precision and recall of one category from its packed cells, unpacking only some of its detections at a time.
//
// Curves walk detections by score, and each cell holds its own by score: so the detections between two scores are
// those that come next in every cell. What stays of them is a word each, and the outcomes of those that curves look at
// threshold by threshold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "evaluation/accumulation.hpp"
#include "ground/score_key.hpp"
#include "packing/class_rows.hpp"

namespace truebox {

// What decides between equal scores of different images; else these do.
struct PackedTies {
  bool by_content;
  bool by_file;
  std::span<const std::int64_t> first_rows;  // [I] detections given for the images before each
};

class BandedCurves {
 public:
  // `most`: detections unpacked at a time, where scores do not force more.
  BandedCurves(const ClassRows& rows, const PackedTies& ties, std::size_t most)
      : shape_(rows.shape()), ties_(ties), count_(static_cast<std::size_t>(rows.kept())), ranges_(shape_),
        words_(2 * shape_.words()) {
    CellHead head;
    cells_.reserve(rows.cells().size());
    for (const ClassRows::Cell& cell : rows.cells()) {
      if (static_cast<std::size_t>(cell.place) >= ties_.first_rows.size()) throw std::invalid_argument("no such image");
      ByteReader in(cell.bytes);
      read_cell_head(in, shape_, head);
      const auto kept = static_cast<std::uint32_t>(kept_of(head, shape_));
      cells_.push_back({cell.bytes.subspan(in.place()), cell.place, 0, kept, cell.flags});
    }
    if (count_ > most) cut_into_bands(most);
    if (bands_.empty()) bands_.push_back({std::numeric_limits<std::uint64_t>::max(), count_});
  }

  // `input` without rows; its offsets are those of one category.
  void accumulate(const AccumulationInput& input, const AccumulationOutput& output, int threads) {
    detail::Accumulator accumulator(input);
    accumulator.expect_specials(0, specials_);
    std::size_t before = 0, largest = 0;
    for (const Band& band : bands_) largest = std::max(largest, band.count);
    Unpacked band(largest, shape_.words(), ties_);
    bool matter = false;
    for (const Band& each : bands_) {
      unpack(each.last, band);
      if (before + band.size() > count_) throw std::invalid_argument("packed outcomes are damaged");
      matter |= accumulator.arrange_band(0, before, band.rows(ties_));
      before += band.size();
    }
    if (before != count_) throw std::invalid_argument("packed outcomes are damaged");
    band = Unpacked(0, shape_.words(), ties_);
    output.ties[0] = matter ? 1 : 0;
    parallel_for(input.ranges, threads, [&](std::size_t a) { accumulator.fill(0, a, output); });
  }

 private:
  // The detections of a cell that no band has had yet.
  struct Cursor {
    std::span<const std::uint8_t> bytes;
    std::int32_t place;
    std::uint32_t rank;
    std::uint32_t left;
    std::uint8_t flags;
  };

  // Up to the highest key, which is the lowest score.
  struct Band {
    std::uint64_t last;
    std::size_t count;
  };

  class Unpacked {
   public:
    Unpacked(std::size_t most, std::size_t words, const PackedTies& ties) : words_(words) {
      scores_.reserve(most);
      ranks_.reserve(most);
      matched_.reserve(most * words);
      ignored_.reserve(most * words);
      if (ties.by_content) boxes_.reserve(4 * most);
      if (ties.by_file) rows_.reserve(most);
    }

    std::size_t size() const { return scores_.size(); }
    void clear() {
      scores_.clear(), ranks_.clear(), matched_.clear(), ignored_.clear(), boxes_.clear(), rows_.clear();
    }
    void add(const Cursor& cell, const CellRow& row, std::uint32_t code, const RangeWords& ranges,
             const std::uint64_t* both, const PackedTies& ties) {
      scores_.push_back(row.score);
      ranks_.push_back(static_cast<std::int32_t>(cell.rank));
      matched_.resize(matched_.size() + words_);
      ignored_.resize(ignored_.size() + words_);
      std::uint64_t* matched = matched_.data() + (matched_.size() - words_);
      std::uint64_t* ignored = ignored_.data() + (ignored_.size() - words_);
      if (code == RangeWords::kSpecial) {
        std::copy_n(both, words_, matched);
        std::copy_n(both + words_, words_, ignored);
      } else {
        ranges.plain(code, matched, ignored);
      }
      if (ties.by_content) boxes_.insert(boxes_.end(), row.box.begin(), row.box.end());
      if (ties.by_file) {
        rows_.push_back(ties.first_rows[static_cast<std::size_t>(cell.place)] + static_cast<std::int64_t>(row.row));
      }
    }
    ScoreBand rows(const PackedTies& ties) const {
      const ScoreTies equal{ties.by_content ? boxes_.data() : nullptr, ties.by_file ? rows_.data() : nullptr};
      return {scores_.data(), ranks_.data(), matched_.data(), ignored_.data(), equal, 0, scores_.size(), words_};
    }

   private:
    std::size_t words_;
    std::vector<double> scores_, boxes_;
    std::vector<std::int32_t> ranks_;
    std::vector<std::uint64_t> matched_, ignored_;
    std::vector<std::int64_t> rows_;
  };

  static constexpr std::size_t kBuckets = std::size_t{1} << 16;

  // visit(key, code) for every detection; false where the keys of some cell do not ascend.
  template <class Visit>
  bool walk(const Visit& visit) {
    bool ascend = true;
    CellRow row{};
    for (const Cursor& cell : cells_) {
      ByteReader in(cell.bytes);
      std::uint64_t last = 0;
      for (std::uint32_t left = cell.left; left > 0; --left) {
        const std::uint32_t code = read_row(in, cell.flags, row, words_);
        const std::uint64_t key = descending_key(row.score);
        ascend &= key >= last;
        last = key;
        visit(key, code);
      }
    }
    return ascend;
  }

  // Bands of at most so many detections, more only where that many have scores close to each other.
  void cut_into_bands(std::size_t most) {
    std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max(), highest = 0;
    const bool ascend = walk([&](std::uint64_t key, std::uint32_t code) {
      lowest = std::min(lowest, key);
      highest = std::max(highest, key);
      specials_ += code == RangeWords::kSpecial ? 1 : 0;
    });
    if (!ascend) return;
    int shift = 0;
    while (((highest - lowest) >> shift) >= kBuckets) ++shift;
    std::vector<std::size_t> counts(kBuckets, 0);
    walk([&](std::uint64_t key, std::uint32_t) { ++counts[(key - lowest) >> shift]; });
    std::size_t here = 0;
    for (std::uint64_t bucket = 0; bucket < kBuckets; ++bucket) {
      if (here > 0 && here + counts[bucket] > most) {
        bands_.push_back({lowest + ((bucket << shift) - 1), here});
        here = 0;
      }
      here += counts[bucket];
    }
    if (here > 0) bands_.push_back({std::numeric_limits<std::uint64_t>::max(), here});
  }

  void unpack(std::uint64_t last, Unpacked& out) {
    out.clear();
    keep_going(20 * cells_.size());
    CellRow row{};
    for (Cursor& cell : cells_) {
      ByteReader in(cell.bytes);
      std::size_t taken = 0;
      for (; cell.left > 0; --cell.left, ++cell.rank, taken = in.place()) {
        const std::uint32_t code = read_row(in, cell.flags, row, words_);
        if (descending_key(row.score) > last) break;
        out.add(cell, row, code, ranges_, words_.data(), ties_);
      }
      cell.bytes = cell.bytes.subspan(taken);
    }
  }

  PackedShape shape_;
  PackedTies ties_;
  std::size_t count_;
  RangeWords ranges_;
  std::vector<std::uint64_t> words_;  // of the detection being read
  std::vector<Cursor> cells_;         // by image
  std::vector<Band> bands_;           // by score, the highest first
  std::size_t specials_ = 0;
};

}  // namespace truebox
