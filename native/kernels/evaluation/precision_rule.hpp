// How a precision and recall curve becomes one number: what each true positive is worth.
//
// Every rule here reads the envelope, the highest precision at or after a true positive. The envelope at the x-th of
// the true positives counts steps(x) - steps(x - 1) times of parts(): so one walk over true positives serves all rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace truebox {

// By number, which truebox/evaluation/states/accumulation.py shares.
enum class PrecisionRule : std::uint8_t {
  sampled,  // the mean at given recalls: COCO's 101, PASCAL VOC 2007's 11
  area,     // the area under the envelope: PASCAL VOC from 2010 on, Open Images
};
inline constexpr std::size_t kPrecisionRules = 2;

// `precision` is that at each of the first true positives; the envelope is taken on the way.
inline double area_under_envelope(std::span<const double> precision, std::int64_t truths) {
  double highest = 0;
  double sum = 0;
  for (std::size_t i = precision.size(); i-- > 0;) {
    highest = precision[i] > highest ? precision[i] : highest;
    sum += highest;
  }
  return sum / static_cast<double>(truths);
}

}  // namespace truebox
