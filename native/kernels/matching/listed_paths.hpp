// The same search in large matrices, which looks at the cheapest entries of each row: those are listed, and all others
// cost at least a bound, which holds for good because prices only fall. A search ends where no entry beyond the lists can
// be nearer than what it has found, and else lists more of the row in question: the answer is exact. Of 1,000 uniform
// costs about 22 are listed, and hardly ever more. Where lists grow and do not pay, whole rows are looked at.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "matching/dense_paths.hpp"

namespace truebox {

class ListedPaths : public DensePaths {
 public:
  TRUEBOX_INLINE ListedPaths(const CostRows& cost, std::size_t rows, std::size_t columns, const PathBuffers& buffers,
                             std::int64_t* column_of)
      : DensePaths(cost, rows, columns, buffers, column_of), lists_(rows), known_(columns) {
    entries_.reserve(32 * rows);
  }

  TRUEBOX_INLINE void solve() {
    start_at_column_minima();
    for (std::size_t i = 0; i < rows_; ++i) list_more(i);
    listed_work_ = 0;
    std::fill(column_of_, column_of_ + rows_, kNone);
    std::fill(in_.row_of, in_.row_of + width_, kNone);
    for (const std::size_t i : rows_left_by_bids()) {
      const bool pays = listed_work_ <= dense_work_ + kSlack * columns_;
      if (!pays || !augment_listed(i)) augment(i);
    }
  }

 private:
  struct Entry {
    double cost;
    std::size_t column;
  };
  struct List {
    std::size_t begin = 0, size = 0;
    double bound = -kInfinity;  // of entry - price of all that is not listed
  };
  // What the search of this number knows of a column.
  struct Known {
    double distance;
    std::size_t from;
    std::uint32_t seen_in = 0, done_in = 0;
  };
  // On heaps, the nearest first; of equals the one that came last: where many costs are equal, going on from the row
  // that was reached last finds a free column after an eighth of the rows (measured).
  struct Waiting {
    double distance;
    std::size_t came, number;
    bool operator<(const Waiting& other) const {
      return distance > other.distance || (distance == other.distance && came < other.came);
    }
  };
  struct Visited {
    std::size_t row;
    double offset;
  };
  static constexpr std::int64_t kNone = -1;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  static constexpr std::size_t kBidsPerRow = 16;
  // Work of the searches, in columns of rows that are looked at whole; measured.
  static constexpr std::size_t kOfEntry = 16, kOfListing = 3, kSlack = 32;

  // Lists the next entries of a row after its bound, with those before; false where there are too many of one cost.
  // The largest of eight minima, of every eighth column each, has some 22 entries below it.
  TRUEBOX_INLINE bool list_more(std::size_t i) {
    keep_going(columns_);
    listed_work_ += kOfListing * columns_;
    const double* TRUEBOX_RESTRICT entry = row(i);
    const double* TRUEBOX_RESTRICT price = in_.price;
    const double floor = lists_[i].bound;
    double least[2 * kLanes];
    if (floor == -kInfinity) {
      eight_minima(entry, price, [](double reduced) TRUEBOX_INLINE_LAMBDA { return reduced; }, least);
    } else {
      const auto above = [=](double reduced) TRUEBOX_INLINE_LAMBDA { return reduced < floor ? kInfinity : reduced; };
      eight_minima(entry, price, above, least);
    }
    double first = kInfinity, limit = -kInfinity;
    for (std::size_t l = 0; l < kLanes; ++l) {
      first = smaller(first, least[l]);
      limit = least[l] < kInfinity ? larger(limit, least[l]) : limit;
    }
    if (limit == -kInfinity) return list_below(i, kInfinity);  // nothing is left
    // Where many are as small as the limit, or as the first, they are not listed, but what is below.
    return list_below(i, std::nextafter(limit, kInfinity)) || (limit > floor && list_below(i, limit)) ||
           (first > floor && list_below(i, first));
  }

  // Of entry - price, as far as it counts, in every eighth column each.
  template <class Counts>
  TRUEBOX_INLINE void eight_minima(const double* TRUEBOX_RESTRICT entry, const double* TRUEBOX_RESTRICT price,
                                   const Counts& counts, double (&least)[2 * kLanes]) const {
    // GCC takes a loop over eight apart before it looks for vectors.
    for (std::size_t l = 0; l < 2 * kLanes; ++l) least[l] = kInfinity;
    std::size_t j = 0;
    for (; j + 2 * kLanes <= width_; j += 2 * kLanes) {
      for (std::size_t l = 0; l < 2 * kLanes; ++l) least[l] = smaller(counts(entry[j + l] - price[j + l]), least[l]);
    }
    for (; j < width_; ++j) least[j % kLanes] = smaller(counts(entry[j] - price[j]), least[j % kLanes]);
    for (std::size_t l = 0; l < kLanes; ++l) least[l] = smaller(least[l + kLanes], least[l]);
  }

  TRUEBOX_INLINE bool list_below(std::size_t i, double bound) {
    const std::size_t most = std::max<std::size_t>(48, columns_ / 4), begin = entries_.size();
    if (begin > rows_ * (columns_ / 4)) return false;  // lists take no more memory than the matrix
    const double* const entry = row(i);
    for (std::size_t first = 0; first < width_; first += 64) {
      const double* TRUEBOX_RESTRICT values = entry + first;
      const double* TRUEBOX_RESTRICT price = in_.price + first;
      const std::size_t count = std::min<std::size_t>(width_ - first, 64) & kWhole;
      std::uint64_t hits = 0;
      for (std::size_t j = 0; j < count; ++j) hits |= values[j] - price[j] < bound ? kBits[j] : 0;
      if (entries_.size() - begin + static_cast<std::size_t>(std::popcount(hits)) > most) {
        entries_.resize(begin);
        return false;
      }
      for (; hits != 0; hits &= hits - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(hits));
        entries_.push_back({values[j], first + j});
      }
    }
    lists_[i] = {begin, entries_.size() - begin, bound};
    return true;
  }

  // Each row takes its cheapest column and lowers that price until the second cheapest is as good; the row that owned
  // the column bids next. The number of bids is bounded: with prices that differ by roundings alone, two rows could
  // otherwise outbid each other almost without end.
  TRUEBOX_INLINE std::vector<std::size_t> rows_left_by_bids() {
    std::vector<std::size_t> left_over;
    std::size_t bids_left = kBidsPerRow * rows_;
    for (std::size_t first = 0; first < rows_; ++first) {
      keep_going(1000);
      auto bidder = static_cast<std::int64_t>(first);
      while (bidder != kNone) {
        const std::size_t column = bids_left == 0 ? kNowhere : bid(static_cast<std::size_t>(bidder));
        if (column == kNowhere) {
          left_over.push_back(static_cast<std::size_t>(bidder));
          break;
        }
        --bids_left;
        const std::int64_t loser = in_.row_of[column];
        give(static_cast<std::size_t>(bidder), column);
        if (loser != kNone) column_of_[static_cast<std::size_t>(loser)] = kNone;
        bidder = loser;
      }
    }
    return left_over;
  }

  // The column that a row takes; nowhere where its list does not tell, or where equally cheap columns are all taken.
  TRUEBOX_INLINE std::size_t bid(std::size_t i) {
    const List list = lists_[i];
    const Entry* const entries = entries_.data() + list.begin;
    double least = kInfinity, next = list.bound;
    std::size_t best = kNowhere;
    for (std::size_t k = 0; k < list.size; ++k) {
      const double reduced = entries[k].cost - in_.price[entries[k].column];
      next = smaller(next, larger(reduced, least));
      best = reduced < least ? k : best;
      least = smaller(reduced, least);
    }
    if (best == kNowhere || least > list.bound) return kNowhere;
    const std::size_t column = entries[best].column;
    if (least < next) {
      in_.price[column] -= next - least;
      return column;
    }
    for (std::size_t k = best; k < list.size; ++k) {  // a free one costs nobody anything
      if (is_free(entries[k].column) && entries[k].cost - in_.price[entries[k].column] == least) return entries[k].column;
    }
    return kNowhere;
  }

  // Dijkstra as in `augment`; false, and nothing is changed but lists, where whole rows have to be looked at.
  TRUEBOX_INLINE bool augment_listed(std::size_t start) {
    ++search_;
    settled_ = 0;
    columns_waiting_.clear();
    rows_waiting_.clear();
    visited_.clear();
    travelled_ = 0;
    nearest_free_ = kInfinity;
    std::size_t at = start;
    double offset = least_of_list(at);
    while (!(offset <= lists_[at].bound)) {
      if (!list_more(at)) return false;
      offset = least_of_list(at);
    }
    for (;;) {
      visit(at, offset);
      double next = 0;
      while ((next = nearest()) > rows_waiting_.front().distance) {
        if (!look_further()) return false;
      }
      travelled_ = next;
      if (next == nearest_free_) break;
      const std::size_t column = columns_waiting_.front().number;
      pop(columns_waiting_);
      known_[column].done_in = search_;
      in_.settled[settled_++] = {travelled_, column};
      at = static_cast<std::size_t>(in_.row_of[column]);
      offset = row(at)[column] - in_.price[column] - travelled_;
      dense_work_ += width_;
      keep_going(width_);
    }
    for (std::size_t k = 0; k < settled_; ++k) in_.price[in_.settled[k].column] += in_.settled[k].length - travelled_;
    turn_path(start, end_, [this](std::size_t j) TRUEBOX_INLINE_LAMBDA { return known_[j].from; });
    return true;
  }

  TRUEBOX_INLINE double least_of_list(std::size_t i) const {
    double least = kInfinity;
    for (std::size_t k = lists_[i].begin; k < lists_[i].begin + lists_[i].size; ++k) {
      least = smaller(entries_[k].cost - in_.price[entries_[k].column], least);
    }
    return least;
  }

  TRUEBOX_INLINE void visit(std::size_t i, double offset) {
    relax_listed(i, offset);
    push(rows_waiting_, lists_[i].bound - offset, visited_.size());
    visited_.push_back({i, offset});
  }

  // Lists more of the row beyond whose list the nearest entry may lie.
  TRUEBOX_INLINE bool look_further() {
    const std::size_t place = rows_waiting_.front().number;
    const Visited row = visited_[place];
    if (listed_work_ > dense_work_ + kSlack * columns_ || !list_more(row.row)) return false;
    pop(rows_waiting_);
    push(rows_waiting_, lists_[row.row].bound - row.offset, place);
    relax_listed(row.row, row.offset);
    return true;
  }

  // Columns that are taken and farther than a free one need not be remembered.
  TRUEBOX_INLINE void relax_listed(std::size_t i, double offset) {
    const List list = lists_[i];
    listed_work_ += kOfEntry * list.size;
    for (std::size_t k = list.begin; k < list.begin + list.size; ++k) {
      const auto [cost, column] = entries_[k];
      const double through = larger(cost - in_.price[column] - offset, travelled_);
      Known& known = known_[column];
      if (through >= nearest_free_ || known.done_in == search_) continue;
      if (known.seen_in == search_ && through >= known.distance) continue;
      known = {through, i, search_, known.done_in};
      if (is_free(column)) {
        nearest_free_ = through;
        end_ = column;
      } else {
        push(columns_waiting_, through, column);
      }
    }
  }

  // Of the nearest column among those that wait and the free one.
  TRUEBOX_INLINE double nearest() {
    while (!columns_waiting_.empty()) {
      const Waiting& first = columns_waiting_.front();
      const Known& known = known_[first.number];
      if (known.done_in != search_ && known.distance == first.distance) return smaller(first.distance, nearest_free_);
      pop(columns_waiting_);
    }
    return nearest_free_;
  }

  TRUEBOX_INLINE void push(std::vector<Waiting>& heap, double distance, std::size_t number) {
    heap.push_back({distance, came_++, number});
    std::push_heap(heap.begin(), heap.end());
  }

  TRUEBOX_INLINE static void pop(std::vector<Waiting>& heap) {
    std::pop_heap(heap.begin(), heap.end());
    heap.pop_back();
  }

  std::vector<Entry> entries_;
  std::vector<List> lists_;
  std::vector<Known> known_;
  std::vector<Waiting> columns_waiting_, rows_waiting_;
  std::vector<Visited> visited_;
  std::size_t listed_work_ = 0, dense_work_ = 0, settled_ = 0, end_ = 0, came_ = 0;
  double travelled_ = 0, nearest_free_ = 0;
  std::uint32_t search_ = 0;
};

}  // namespace truebox
