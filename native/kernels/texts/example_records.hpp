// TFRecord files of tf.train.Example as the TensorFlow Object Detection API writes them, read into columns.
//
// Only what is plain is taken: whatever is damaged, doubled, incomplete or unusual is declined as a whole, and the
// general reader judges it. Sources: tensorflow.org/tutorials/load_data/tfrecord (framing),
// protobuf.dev/programming-guides/encoding (wire format), example.proto and feature.proto (messages).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/crc32.hpp"
#include "ground/interruption.hpp"
#include "texts/wire_format.hpp"

namespace truebox::reading {

inline constexpr std::size_t kExampleFlags = 3;  // is_crowd, difficult, group_of

// One entry per picture, one per object of all pictures, one per class in the order of its first object.
struct ExampleColumns {
  std::vector<std::int64_t> sizes;  // width, height
  std::string names;                // image/filename, else image/source_id
  std::vector<std::int64_t> name_ends;
  std::vector<std::int64_t> image, kind;
  std::vector<double> boxes;        // x, y, width, height in pixels
  std::vector<double> amounts;      // area of an object, score of a detection
  std::vector<std::int8_t> flags;   // -1 where absent; none for detections
  std::vector<std::int64_t> class_labels;
  std::vector<std::uint8_t> class_labelled;
  std::vector<std::string> class_texts;
};

class ExampleReader {
 public:
  explicit ExampleReader(bool detections) : detections_(detections) {}

  // Adds every record of a file, and calls done(offset) behind each; false: declined, what was added means nothing.
  template <class Done>
  bool read(std::span<const std::uint8_t> file, Done&& done) {
    std::size_t at = 0;
    while (at < file.size()) {
      const std::size_t rest = file.size() - at;
      if (rest < kHead + kTail) return false;
      const auto head = file.subspan(at, 8);
      if (!sum_agrees(head, file.data() + at + 8)) return false;
      std::uint64_t length = 0;
      for (std::size_t byte = 8; byte-- > 0;) length = length << 8 | head[byte];
      if (length > rest - kHead - kTail) return false;
      const auto data = file.subspan(at + kHead, static_cast<std::size_t>(length));
      if (!sum_agrees(data, data.data() + data.size()) || !add_record(data)) return false;
      at += kHead + data.size() + kTail;
      keep_going(data.size() + 1'000);
      done(at);
    }
    return true;
  }

  ExampleColumns& columns() { return columns_; }

 private:
  static constexpr std::size_t kHead = 12, kTail = 4;

  enum Part : std::size_t {
    width, height, file_name, source_id, left, top, right, bottom, label, text, amount, crowd, difficult, group, kParts
  };
  static constexpr std::array<std::string_view, kParts> kTruthKeys = {
      "image/width", "image/height", "image/filename", "image/source_id", "image/object/bbox/xmin",
      "image/object/bbox/ymin", "image/object/bbox/xmax", "image/object/bbox/ymax", "image/object/class/label",
      "image/object/class/text", "image/object/area", "image/object/is_crowd", "image/object/difficult",
      "image/object/group_of"};
  static constexpr std::array<std::string_view, kParts> kDetectionKeys = {
      "image/width", "image/height", "image/filename", "image/source_id", "image/detection/bbox/xmin",
      "image/detection/bbox/ymin", "image/detection/bbox/xmax", "image/detection/bbox/ymax", "image/detection/label",
      "", "image/detection/score", "", "", ""};
  static constexpr double kLargestFraction = 2.0;

  static bool sum_agrees(std::span<const std::uint8_t> data, const std::uint8_t* stored) {
    const std::uint32_t sum = crc32c(data);
    const std::uint32_t masked = ((sum >> 15) | (sum << 17)) + 0xa282ead8U;
    std::uint32_t held = 0;
    for (int byte = 4; byte-- > 0;) held = held << 8 | stored[byte];
    return masked == held;
  }

  // The part a name stands for; kParts where nobody asks for it. False where the general reader would look at it.
  bool part_of(std::string_view key, std::size_t& part) const {
    const auto& keys = detections_ ? kDetectionKeys : kTruthKeys;
    for (part = 0; part < kParts; ++part) {
      if (!key.empty() && key == keys[part]) return true;
    }
    for (const std::string_view known : keys) {
      if (!known.empty() && key.starts_with(known)) return false;
    }
    if (detections_) return !key.starts_with("image/detection/");
    return !key.starts_with("image/object/bbox/") && !key.starts_with("image/object/class/");
  }

  bool add_record(std::span<const std::uint8_t> data) {
    for (FeatureList& list : parts_) list.clear();
    WireFields example(data);
    WireField features;
    while (example.next(features)) {
      if (features.number != 1 || features.wire != Wire::length) continue;
      WireFields map(features.bytes);
      WireField entry;
      while (map.next(entry)) {
        if (entry.number == 1 && entry.wire == Wire::length && !add_entry(entry.bytes)) return false;
      }
      if (map.damaged()) return false;
    }
    return !example.damaged() && add_picture();
  }

  bool add_entry(std::span<const std::uint8_t> bytes) {
    std::span<const std::uint8_t> key, value;
    WireFields fields(bytes);
    WireField field;
    while (fields.next(field)) {
      if (field.wire == Wire::length && field.number == 1) key = field.bytes;
      if (field.wire == Wire::length && field.number == 2) value = field.bytes;
    }
    std::size_t part = 0;
    if (fields.damaged() || !part_of(as_text(key), part)) return false;
    return part == kParts || (!parts_[part].found && parts_[part].read(value));
  }

  bool add_picture() {
    const FeatureList& name = parts_[file_name].starts_with_text() ? parts_[file_name] : parts_[source_id];
    if (!parts_[file_name].is(ListKind::bytes) || parts_[file_name].texts.size() > 1) return false;
    if (!name.starts_with_text() || name.texts.size() != 1) return false;
    const std::array<std::int64_t, 2> size = {parts_[width].first_whole(), parts_[height].first_whole()};
    if (size[0] <= 0 || size[1] <= 0) return false;
    columns_.names += name.texts[0];
    columns_.name_ends.push_back(static_cast<std::int64_t>(columns_.names.size()));
    columns_.sizes.insert(columns_.sizes.end(), size.begin(), size.end());
    return add_objects(static_cast<double>(size[0]), static_cast<double>(size[1]));
  }

  // A list of this kind that is as long as there are boxes, or an empty one.
  bool fits(Part part, ListKind kind, std::size_t count) const {
    return parts_[part].is(kind) && (parts_[part].size() == 0 || parts_[part].size() == count);
  }

  bool add_objects(double image_width, double image_height) {
    const std::size_t count = parts_[left].size();
    for (const Part side : {left, top, right, bottom}) {
      if (!parts_[side].is(ListKind::floats) || parts_[side].size() != count) return false;
    }
    if (!fits(label, ListKind::wholes, count) || !fits(text, ListKind::bytes, count)) return false;
    if (!fits(amount, ListKind::floats, count)) return false;
    for (const Part flag : {crowd, difficult, group}) {
      if (!fits(flag, ListKind::wholes, count)) return false;
    }
    const bool complete = parts_[label].size() == count && parts_[amount].size() == count && parts_[amount].found;
    if (detections_ && !complete) return false;
    for (std::size_t at = 0; at < count; ++at) {
      if (!add_object(at, image_width, image_height)) return false;
    }
    return true;
  }

  bool add_object(std::size_t at, double image_width, double image_height) {
    const std::array<double, 4> corners = {parts_[left].floats[at], parts_[top].floats[at], parts_[right].floats[at],
                                           parts_[bottom].floats[at]};
    for (const double corner : corners) {
      if (!(std::abs(corner) <= kLargestFraction)) return false;
    }
    const std::array<double, 4> box = {corners[0] * image_width, corners[1] * image_height,
                                       (corners[2] - corners[0]) * image_width,
                                       (corners[3] - corners[1]) * image_height};
    if (box[2] < 0 || box[3] < 0) return false;
    double value = parts_[amount].floats.empty() ? 0.0 : parts_[amount].floats[at];
    if (detections_ ? !std::isfinite(value) : !(value > 0)) {
      if (detections_) return false;
      value = box[2] * box[3];
    }
    const bool labelled = !parts_[label].wholes.empty();
    const std::string_view name = parts_[text].texts.empty() ? std::string_view{} : parts_[text].texts[at];
    if (!labelled && name.empty()) return false;
    columns_.kind.push_back(class_of(labelled, labelled ? parts_[label].wholes[at] : 0, name));
    columns_.image.push_back(static_cast<std::int64_t>(columns_.name_ends.size()) - 1);
    columns_.boxes.insert(columns_.boxes.end(), box.begin(), box.end());
    columns_.amounts.push_back(value);
    if (detections_) return true;
    for (const Part flag : {crowd, difficult, group}) {
      const auto& values = parts_[flag].wholes;
      columns_.flags.push_back(values.empty() ? std::int8_t{-1} : static_cast<std::int8_t>(values[at] != 0));
    }
    return true;
  }

  std::int64_t class_of(bool labelled, std::int64_t number, std::string_view name) {
    key_.assign(1, labelled ? '1' : '0');
    key_.append(reinterpret_cast<const char*>(&number), sizeof number);
    key_.append(name);
    const auto [entry, fresh] = classes_.try_emplace(key_, static_cast<std::int64_t>(classes_.size()));
    if (fresh) {
      columns_.class_labels.push_back(number);
      columns_.class_labelled.push_back(labelled ? 1 : 0);
      columns_.class_texts.emplace_back(name);
    }
    return entry->second;
  }

  bool detections_;
  ExampleColumns columns_;
  std::array<FeatureList, kParts> parts_;
  std::unordered_map<std::string, std::int64_t> classes_;
  std::string key_;
};

}  // namespace truebox::reading
