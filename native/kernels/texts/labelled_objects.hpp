// The `Objects` message of the Waymo Open Dataset (metrics.proto, label.proto) as columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/interruption.hpp"
#include "texts/wire_format.hpp"

namespace truebox::reading {

inline constexpr std::size_t kObjectNumbers = 7;  // centre x, y, z, length, width, height, heading
inline constexpr std::size_t kObjectWholes = 8;   // context, time, camera, type, level, points, in a zone, what is there

// Bits of the last of the whole numbers.
enum ObjectPart : std::int64_t { kHasBox = 1, kHasScore = 2, kHasContext = 4, kHasTime = 8, kHasPoints = 16, kHasCamera = 32 };

struct ObjectColumns {
  std::vector<double> numbers;        // [N, kObjectNumbers]
  std::vector<double> scores;         // [N]
  std::vector<std::int64_t> wholes;   // [N, kObjectWholes]
  std::vector<std::string> contexts;  // distinct
};

class ObjectsReader {
 public:
  // False where the bytes are no such message; then `columns().scores` are the objects before the fault.
  bool read(std::span<const std::uint8_t> bytes) {
    WireFields fields(bytes);
    WireField field;
    while (fields.next(field)) {
      keep_going(100);
      if (field.number == 1 && (field.wire != Wire::length || !add(field.bytes))) return false;
    }
    return !fields.damaged();
  }
  ObjectColumns& columns() { return columns_; }

 private:
  bool add(std::span<const std::uint8_t> bytes) {
    double numbers[kObjectNumbers] = {}, score = 1;
    std::int64_t wholes[kObjectWholes] = {};
    std::string_view context;
    WireFields fields(bytes);
    WireField field;
    while (fields.next(field)) {
      bool right = true;
      switch (field.number) {
        case 1: right = label(field, numbers, wholes); break;
        case 2: right = four(field, score) && (wholes[7] |= kHasScore); break;
        case 3: right = whole(field, wholes[6]); break;
        case 4:
          right = field.wire == Wire::length;
          context = as_text(field.bytes);
          wholes[7] |= kHasContext;
          break;
        case 5: right = whole(field, wholes[1]) && (wholes[7] |= kHasTime); break;
        case 6: right = whole(field, wholes[2]) && (wholes[7] |= kHasCamera); break;
        default: break;
      }
      if (!right) return false;
    }
    if (fields.damaged()) return false;
    const auto [entry, is_new] = known_.try_emplace(std::string(context), static_cast<std::int64_t>(known_.size()));
    if (is_new) columns_.contexts.emplace_back(context);
    wholes[0] = entry->second;
    columns_.numbers.insert(columns_.numbers.end(), numbers, numbers + kObjectNumbers);
    columns_.wholes.insert(columns_.wholes.end(), wholes, wholes + kObjectWholes);
    columns_.scores.push_back(score);
    return true;
  }

  static bool label(const WireField& message, double* numbers, std::int64_t* wholes) {
    if (message.wire != Wire::length) return false;
    WireFields fields(message.bytes);
    WireField field;
    while (fields.next(field)) {
      bool right = true;
      switch (field.number) {
        case 1: right = box(field, numbers) && (wholes[7] |= kHasBox); break;
        case 3: right = whole(field, wholes[3]); break;
        case 5: right = whole(field, wholes[4]); break;
        case 7: right = whole(field, wholes[5]) && (wholes[7] |= kHasPoints); break;
        default: break;
      }
      if (!right) return false;
    }
    return !fields.damaged();
  }

  static bool box(const WireField& message, double* numbers) {
    // Fields 1 to 7; width stands before length.
    static constexpr std::size_t kPlaces[] = {0, 1, 2, 4, 3, 5, 6};
    if (message.wire != Wire::length) return false;
    WireFields fields(message.bytes);
    WireField field;
    while (fields.next(field)) {
      if (field.number > kObjectNumbers) continue;
      if (field.wire != Wire::eight) return false;
      numbers[kPlaces[field.number - 1]] = real_at<double>(field.bytes.data());
    }
    return !fields.damaged();
  }

  static bool four(const WireField& field, double& value) {
    if (field.wire != Wire::four) return false;
    value = static_cast<double>(real_at<float>(field.bytes.data()));
    return true;
  }

  static bool whole(const WireField& field, std::int64_t& value) {
    if (field.wire != Wire::varint) return false;
    std::span<const std::uint8_t> rest = field.bytes;
    std::uint64_t number = 0;
    if (!take_varint(rest, number)) return false;
    value = static_cast<std::int64_t>(number);
    return true;
  }

  ObjectColumns columns_;
  std::unordered_map<std::string, std::int64_t> known_;
};

}  // namespace truebox::reading
