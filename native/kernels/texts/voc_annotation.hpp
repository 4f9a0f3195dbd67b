// Pascal VOC annotations: one XML file per image, plain ones only.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "texts/plain_number.hpp"
#include "texts/plain_xml.hpp"

namespace truebox::reading {

// Distinct texts in the order of their first appearance.
class DistinctTexts {
 public:
  std::int64_t code(const std::string& name) {
    const auto [entry, fresh] = codes_.try_emplace(name, static_cast<std::int64_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return entry->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::unordered_map<std::string, std::int64_t> codes_;
  std::vector<std::string> names_;
};

inline constexpr std::size_t kVocFlags = 3;  // difficult, truncated, occluded

struct VocObject {
  std::string name;
  std::array<double, 4> corners{};  // xmin ymin xmax ymax
  std::array<std::int8_t, kVocFlags> flags{};  // -1 where absent
};

struct VocAnnotation {
  std::int64_t width = 0, height = 0;  // 0 where absent
  std::string file_name;
  std::vector<VocObject> objects;

  void clear() {
    width = height = 0;
    file_name.clear();
    objects.clear();
  }
};

namespace detail {

enum class VocSlot : std::uint8_t {
  other, root, file_name, size, width, height, object, name, difficult, truncated, occluded, box, xmin, ymin, xmax, ymax
};

struct VocChild {
  VocSlot parent;
  std::string_view name;
  VocSlot slot;
};

inline constexpr VocChild kVocChildren[] = {
    {VocSlot::box, "xmin", VocSlot::xmin},          {VocSlot::box, "ymin", VocSlot::ymin},
    {VocSlot::box, "xmax", VocSlot::xmax},          {VocSlot::box, "ymax", VocSlot::ymax},
    {VocSlot::object, "name", VocSlot::name},       {VocSlot::object, "difficult", VocSlot::difficult},
    {VocSlot::object, "truncated", VocSlot::truncated}, {VocSlot::object, "occluded", VocSlot::occluded},
    {VocSlot::object, "bndbox", VocSlot::box},      {VocSlot::root, "object", VocSlot::object},
    {VocSlot::root, "filename", VocSlot::file_name}, {VocSlot::root, "size", VocSlot::size},
    {VocSlot::size, "width", VocSlot::width},       {VocSlot::size, "height", VocSlot::height},
};

constexpr std::uint32_t bit(VocSlot slot) { return std::uint32_t{1} << static_cast<unsigned>(slot); }

// Fills an annotation while PlainXml walks; whatever is missing, repeated or no number stops it.
class VocHandler {
 public:
  explicit VocHandler(VocAnnotation& found) : found_(found) {}

  bool open(std::string_view name) {
    VocSlot slot = VocSlot::other;
    if (depth_ == 0) {
      if (name != "annotation") return false;
      slot = VocSlot::root;
    } else {
      const VocSlot parent = slots_[depth_ - 1];
      if (is_leaf(parent)) return false;  // an element inside a value
      if (parent != VocSlot::other) {
        for (const VocChild& child : kVocChildren) {
          if (child.parent != parent || child.name != name) continue;
          slot = child.slot;
          break;
        }
      }
    }
    if (slot == VocSlot::object) {
      found_.objects.emplace_back().flags.fill(-1);
      seen_ &= ~kInObject;
    } else if (slot != VocSlot::other) {
      if (seen_ & bit(slot)) return false;
      seen_ |= bit(slot);
    }
    slots_[depth_++] = slot;
    return true;
  }

  bool close(std::string_view text) {
    const VocSlot slot = slots_[--depth_];
    if (slot == VocSlot::object) return (seen_ & kNeeded) == kNeeded;
    if (!is_leaf(slot)) return true;
    text = strip_xml(text);
    switch (slot) {
      case VocSlot::file_name: return take_text(text, found_.file_name);
      case VocSlot::name: return !text.empty() && take_text(text, found_.objects.back().name);
      case VocSlot::width: return take_size(text, found_.width);
      case VocSlot::height: return take_size(text, found_.height);
      case VocSlot::difficult:
      case VocSlot::truncated:
      case VocSlot::occluded: return take_flag(text, place(slot, VocSlot::difficult));
      default: {
        const auto corner = place(slot, VocSlot::xmin);
        return take_number(text, found_.objects.back().corners[corner]);
      }
    }
  }

 private:
  static constexpr std::size_t place(VocSlot slot, VocSlot first) {
    return static_cast<std::size_t>(slot) - static_cast<std::size_t>(first);
  }
  static constexpr std::uint32_t kCorners =
      bit(VocSlot::xmin) | bit(VocSlot::ymin) | bit(VocSlot::xmax) | bit(VocSlot::ymax);
  static constexpr std::uint32_t kNeeded = kCorners | bit(VocSlot::name);
  static constexpr std::uint32_t kInObject = kNeeded | bit(VocSlot::difficult) | bit(VocSlot::truncated) |
                                             bit(VocSlot::occluded) | bit(VocSlot::box);

  static bool is_leaf(VocSlot slot) {
    return slot != VocSlot::other && slot != VocSlot::root && slot != VocSlot::size && slot != VocSlot::object &&
           slot != VocSlot::box;
  }

  static bool take_text(std::string_view text, std::string& into) {
    if (text.find('\r') != std::string_view::npos) return false;  // XML reads line ends as "\n"
    into = unescape_xml(text);
    return strip_xml(into).size() == into.size();
  }

  static bool take_number(std::string_view text, double& value) {
    return !text.empty() && read_plain_number(text.data(), text.data() + text.size(), value) == text.data() + text.size();
  }

  static bool take_size(std::string_view text, std::int64_t& into) {
    double value = 0;
    if (text.empty()) return true;
    if (!take_number(text, value) || !(value >= 0 && value <= 1e9) || value != std::floor(value)) return false;
    into = static_cast<std::int64_t>(value);
    return true;
  }

  bool take_flag(std::string_view text, std::size_t flag) {
    if (text != "0" && text != "1") return text.empty();
    found_.objects.back().flags[flag] = static_cast<std::int8_t>(text == "1");
    return true;
  }

  VocAnnotation& found_;
  std::array<VocSlot, 16> slots_{};
  std::size_t depth_ = 0;
  std::uint32_t seen_ = 0;
};

}  // namespace detail

// False where the general reader has to judge; `found` then means nothing.
inline bool read_voc_annotation(std::string_view text, VocAnnotation& found) {
  found.clear();
  detail::VocHandler handler(found);
  return PlainXml<detail::VocHandler>(text, handler).read();
}

}  // namespace truebox::reading
