#include "polygons/fan_overlap.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "cells/quads.hpp"

using namespace truebox;

namespace {

constexpr double kFanSquare[8] = {0, 0, 10, 0, 10, 10, 0, 10};
constexpr double kHalf[8] = {0, 0, 5, 0, 5, 10, 0, 10};
constexpr double kTurned[8] = {10, 10, 10, 0, 0, 0, 0, 10};
constexpr double kApart[8] = {20, 0, 30, 0, 30, 10, 20, 10};
constexpr double kBow[8] = {0, 0, 10, 10, 10, 0, 0, 10};

double exact(const double* a, const double* b) {
  ExactQuads::Scratch scratch;
  ExactQuads::Shape one, other;
  ExactQuads::load({a, 8}, one, scratch);
  ExactQuads::load({b, 8}, other, scratch);
  return ExactQuads::overlap(one, other);
}

}  // namespace

TEST_CASE("overlaps of quadrilaterals, whichever way round their corners go") {
  CHECK(fan_overlap(kFanSquare, kHalf) == 0.5);
  CHECK(fan_overlap(kFanSquare, kTurned) == 1);
  CHECK(fan_overlap(kFanSquare, kApart) == 0);
  CHECK(exact(kFanSquare, kHalf) == 0.5);
  CHECK(exact(kFanSquare, kTurned) == 1);
}

TEST_CASE("two outlines without an area have no overlap that is a number") {
  constexpr double kPoint[8] = {3, 3, 3, 3, 3, 3, 3, 3};
  CHECK(std::isnan(fan_overlap(kPoint, kPoint)));
  CHECK(fan_overlap(kFanSquare, kPoint) == 0);
}

TEST_CASE("what cannot reach the lowest overlap is told by the upright boxes") {
  const QuadBounds square = QuadBounds::of(kFanSquare), half = QuadBounds::of(kHalf), bow = QuadBounds::of(kBow);
  CHECK(square.area == 100);
  CHECK(square.convex);
  CHECK_FALSE(bow.convex);
  CHECK(QuadBounds::may_reach(half, square, false, 0.5));
  CHECK_FALSE(QuadBounds::may_reach(half, square, false, 0.51));
  CHECK(QuadBounds::may_reach(half, square, true, 1.0));
  CHECK(QuadBounds::may_reach(bow, square, false, 0.9));
  CHECK_FALSE(QuadBounds::may_reach(QuadBounds::of(kApart), square, false, std::numeric_limits<double>::min()));
}

TEST_CASE("a Gaussian stands for the smallest rectangle around the corners") {
  constexpr double kRectangle[8] = {0, 0, 12, 0, 12, 6, 0, 6};
  const BoxGaussian found = gaussian_of(kRectangle);
  CHECK(found.x == 6);
  CHECK(found.y == 3);
  CHECK(found.xx == doctest::Approx(12));
  CHECK(found.yy == doctest::Approx(3));
  CHECK(found.xy == doctest::Approx(0));
  CHECK(gaussian_overlap(found, found) == doctest::Approx(1).epsilon(1e-3));
}
