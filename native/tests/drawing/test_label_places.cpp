#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "drawing/label_places.hpp"

namespace truebox {

TEST_CASE("labels stay in the picture and off each other") {
  std::mt19937 random(5);
  const auto below = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  for (int round = 0; round < 60; ++round) {
    const LabelRoom room{150 + below(300), 120 + below(200), below(5)};
    const auto count = static_cast<std::size_t>(1 + below(40));
    std::vector<LabelForm> forms;
    std::vector<std::int64_t> offsets{0};
    std::vector<Corners> anchors;
    for (std::size_t k = 0; k < count; ++k) {
      forms.push_back({1 + below(90), 1 + below(40)});
      forms.push_back({1 + below(30), 1 + below(20)});
      offsets.push_back(static_cast<std::int64_t>(forms.size()));
      const double x = below(500) - 50, y = below(400) - 50;
      anchors.push_back({x, y, x + below(120), y + below(120)});
    }
    const auto places = place_labels(forms, offsets, anchors, room);
    std::vector<Corners> taken;
    for (std::size_t k = 0; k < count; ++k) {
      if (places[k].form < 0) continue;
      const LabelForm& form = forms[2 * k + static_cast<std::size_t>(places[k].form)];
      const double x = places[k].x, y = places[k].y;
      CHECK((x >= 0 && y >= 0 && x + form.width <= room.width && y + form.height <= room.height));
      const Corners found{x, y, x + form.width, y + form.height};
      for (const Corners& other : taken) CHECK(!label_detail::touching(found, other));
      taken.push_back(found);
    }
  }
}

TEST_CASE("the first place is above the upper left corner, and below where that is no room") {
  const std::vector<LabelForm> forms{{40, 12}};
  const std::vector<std::int64_t> offsets{0, 1};
  const std::vector<Corners> middle{{50, 60, 120, 110}}, upper{{50, 3, 120, 80}};
  const auto above = place_labels(forms, offsets, middle, {200, 200, 2}).front();
  CHECK((above.x == 48 && above.y == 46 && above.form == 0));
  const auto below = place_labels(forms, offsets, upper, {200, 200, 2}).front();
  CHECK((below.x == 48 && below.y == 82 && below.form == 0));
}

}  // namespace truebox
