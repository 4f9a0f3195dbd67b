// Pascal VOC annotations: one XML file per image, plain ones only.
#pragma once

#include <algorithm>
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

#include "texts/plain_number.hpp"
#include "texts/plain_xml.hpp"

namespace truebox::reading {

// Distinct texts in the order of their first appearance.
class DistinctTexts {
 public:
  std::int64_t code(const std::string& name) {
    // Most sets have few: a look at each is less than a hash.
    if (names_.size() <= kFew) {
      for (std::size_t place = 0; place < names_.size(); ++place) {
        if (names_[place] == name) return static_cast<std::int64_t>(place);
      }
    }
    const auto [entry, fresh] = codes_.try_emplace(name, static_cast<std::int64_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return entry->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  static constexpr std::size_t kFew = 8;

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
  std::string_view name;
  VocSlot slot;
};

inline constexpr VocChild kInRoot[] = {
    {"object", VocSlot::object}, {"filename", VocSlot::file_name}, {"size", VocSlot::size}};
inline constexpr VocChild kInSize[] = {{"width", VocSlot::width}, {"height", VocSlot::height}};
inline constexpr VocChild kInVocObject[] = {{"name", VocSlot::name},
                                            {"difficult", VocSlot::difficult},
                                            {"truncated", VocSlot::truncated},
                                            {"occluded", VocSlot::occluded},
                                            {"bndbox", VocSlot::box}};
inline constexpr VocChild kInBox[] = {
    {"xmin", VocSlot::xmin}, {"ymin", VocSlot::ymin}, {"xmax", VocSlot::xmax}, {"ymax", VocSlot::ymax}};

inline VocSlot child_of(std::span<const VocChild> children, std::string_view name) {
  for (const VocChild& child : children) {
    if (child.name.size() == name.size() && std::memcmp(child.name.data(), name.data(), name.size()) == 0) {
      return child.slot;
    }
  }
  return VocSlot::other;
}

inline VocSlot child_of(VocSlot parent, std::string_view name) {
  switch (parent) {
    case VocSlot::root: return child_of(kInRoot, name);
    case VocSlot::size: return child_of(kInSize, name);
    case VocSlot::object: return child_of(kInVocObject, name);
    case VocSlot::box: return child_of(kInBox, name);
    default: return VocSlot::other;
  }
}

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
      slot = child_of(parent, name);
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
    if (text.find('&') == std::string_view::npos) {  // stripped already
      into = text;
      return true;
    }
    into = unescape_xml(text);
    return strip_xml(into).size() == into.size();
  }

  static bool take_number(std::string_view text, double& value) {
    if (is_short_whole(text)) {
      std::int64_t whole = 0;
      for (const char digit : text) whole = 10 * whole + (digit - '0');
      value = static_cast<double>(whole);
      return true;
    }
    return !text.empty() && read_plain_number(text.data(), text.data() + text.size(), value) == text.data() + text.size();
  }

  // Digits that a double holds exactly.
  static bool is_short_whole(std::string_view text) {
    if (text.empty() || text.size() > 15) return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
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
