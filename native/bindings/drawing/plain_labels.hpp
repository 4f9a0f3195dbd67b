// Captions of one line beside boxes, of letters that were drawn once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "drawing/captions.hpp"
#include "drawing/drawing_bindings.hpp"
#include "drawing/label_places.hpp"

namespace truebox {

class PlainLabels {
 public:
  // False where a caption has letters that are not there, or more than `room` holds on a line.
  bool place(const std::vector<std::string>& texts, std::span<const double> boxes, const LabelRoom& room,
             const LetterSet& letters) {
    std::vector<LabelForm> forms;
    std::vector<std::int64_t> offsets{0};
    std::vector<Corners> anchors;
    for (std::size_t k = 0; k < texts.size(); ++k) {
      const Corners box{boxes[4 * k], boxes[4 * k + 1], boxes[4 * k + 2], boxes[4 * k + 3]};
      if (texts[k].empty() || !(box[0] <= room.width && box[1] <= room.height && box[2] >= 0 && box[3] >= 0)) continue;
      SetCaption& caption = captions_.emplace_back();
      caption.texts.emplace_back(texts[k]);
      if (set_line(caption.texts[0], letters, caption.lines.emplace_back()) != Setting::done) return false;
      if (caption.lines[0].width > room.width - 2 * letters.padding) return false;
      forms.push_back({static_cast<int>(caption.width(1, letters)), static_cast<int>(caption.height(1, letters))});
      offsets.push_back(static_cast<std::int64_t>(forms.size()));
      anchors.push_back(box);
    }
    places_ = place_labels(forms, offsets, anchors, room);
    return true;
  }

  void draw(const Canvas& canvas, const LetterSet& letters, const LabelShades& shades) const {
    std::vector<std::uint8_t> block;
    for (std::size_t k = 0; k < captions_.size(); ++k) {
      if (places_[k].form < 0) continue;
      const std::int64_t width = captions_[k].width(1, letters), height = captions_[k].height(1, letters);
      const LabelPlace& place = places_[k];
      require(place.x >= 0 && place.y >= 0 && place.x <= canvas.width - width && place.y <= canvas.height - height,
              "the label leaves the canvas");
      captions_[k].lay(1, letters, block);
      shades.draw(canvas, block.data(), place.x, place.y, static_cast<std::size_t>(width), static_cast<std::size_t>(height));
    }
  }

 private:
  std::vector<SetCaption> captions_;
  std::vector<LabelPlace> places_;
};

}  // namespace truebox
