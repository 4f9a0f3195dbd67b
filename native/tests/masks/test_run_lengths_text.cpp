// Compressed run lengths: sixty-four characters at a time and one by one.
#include "masks/text.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace truebox;

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Both {
  bool wide, narrow;
  RunBuffer by_block, one_by_one;
};

Both read_both(const Bytes& text, std::uint32_t pixels) {
  Both both;
  both.by_block.restart(text.size());
  both.one_by_one.restart(text.size());
  both.narrow = text_detail::read_correct(text, pixels, both.one_by_one);
  both.wide = text_detail::reads_wide() ? text_detail::read_text_wide(text, pixels, both.by_block) : both.narrow;
  return both;
}

bool same_runs(const RunBuffer& a, const RunBuffer& b) {
  return std::ranges::equal(a.runs(), b.runs()) && std::ranges::equal(a.ends().places, b.ends().places);
}

// Runs as masks have them (near each other, two by two), or of any length.
std::vector<std::uint32_t> random_runs(std::uint32_t pixels, int round, std::mt19937& random) {
  std::vector<std::uint32_t> runs;
  std::uint32_t usual = 1 + static_cast<std::uint32_t>(random() % 300);
  for (std::uint32_t left = pixels; left > 0;) {
    if (random() % 9 == 0) usual = 1 + static_cast<std::uint32_t>(random() % 600);
    const std::uint32_t run = round % 2 == 0 ? usual + static_cast<std::uint32_t>(random() % 17) : static_cast<std::uint32_t>(random() % (round % 7 == 1 ? pixels : 900));
    runs.push_back(std::min(left, run));
    left -= runs.back();
  }
  return runs;
}

}  // namespace

TEST_CASE("correct texts give the same runs either way") {
  std::mt19937 random(21);
  for (int round = 0; round < 20000; ++round) {
    const std::uint32_t pixels = 1 + static_cast<std::uint32_t>(random() % (round % 5 == 0 ? (1U << 25) - 1 : 40000));
    const auto runs = random_runs(pixels, round, random);
    if (runs.size() > 5000) continue;
    Bytes text;
    append_text(runs, text);
    const Both both = read_both(text, pixels);
    REQUIRE(both.narrow);
    REQUIRE(std::ranges::equal(both.one_by_one.runs(), runs));
    if (text_detail::reads_wide()) {
      REQUIRE(both.wide);
      REQUIRE(same_runs(both.by_block, both.one_by_one));
    }
  }
}

TEST_CASE("no broken text is taken by the wide way, and none that the other takes differs") {
  std::mt19937 random(22);
  for (int round = 0; round < 20000; ++round) {
    const std::uint32_t pixels = 1 + static_cast<std::uint32_t>(random() % 40000);
    Bytes text;
    append_text(random_runs(pixels, round, random), text);
    for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
      std::uint8_t& character = text[random() % text.size()];
      character = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : 48 + random() % 64);
    }
    if (random() % 4 == 0) text.resize(random() % text.size());
    const Both both = read_both(text, pixels);
    if (both.wide) {
      REQUIRE(both.narrow);
      if (text_detail::reads_wide()) REQUIRE(same_runs(both.by_block, both.one_by_one));
    }
    RunBuffer runs;
    REQUIRE(static_cast<bool>(read_text(text, pixels, 0, runs)) == !both.narrow);
  }
}

TEST_CASE("counts written longer than they need be are counts") {
  // 5 as "5", and as "U0" and "UP0": groups of zero follow.
  for (const std::string first : {"5", "U0", "UP0", "UPP0", "UPPPPPPPP0"}) {
    const std::string text = first + "3" + "2";
    RunBuffer runs;
    CHECK_FALSE(read_text(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), 10, 0, runs));
    CHECK(std::ranges::equal(runs.runs(), std::vector<std::uint32_t>{5, 3, 2}));
    CHECK(std::ranges::equal(runs.ends().places, std::vector<std::uint32_t>{5, 8, 10}));
  }
}
