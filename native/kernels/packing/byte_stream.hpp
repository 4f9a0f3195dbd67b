// Numbers in as few bytes as they need, and back; what is read is never trusted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

namespace truebox {

class ByteWriter {
 public:
  // Seven bits a byte, the lowest first.
  void number(std::uint64_t value) {
    std::uint8_t* at = grow(10);
    for (; value >= 0x80; value >>= 7) *at++ = static_cast<std::uint8_t>(value | 0x80);
    *at++ = static_cast<std::uint8_t>(value);
    end_ = static_cast<std::size_t>(at - bytes_.data());
  }
  void signed_number(std::int64_t value) {
    number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
  }
  void byte(std::uint8_t value) {
    *grow(1) = value;
    ++end_;
  }
  // Little-endian on every machine.
  void fixed(std::uint64_t value, std::size_t width) {
    std::uint8_t* at = grow(8);
    for (std::size_t i = 0; i < width; ++i) at[i] = static_cast<std::uint8_t>(value >> (8 * i));
    end_ += width;
  }
  void real(double value, bool wide) {
    if (wide) {
      fixed(std::bit_cast<std::uint64_t>(value), 8);
    } else {
      fixed(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
    }
  }
  void copy(std::span<const std::uint8_t> from) {
    if (from.empty()) return;
    std::memcpy(grow(from.size()), from.data(), from.size());
    end_ += from.size();
  }

  std::size_t size() const { return end_; }
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), end_}; }

 private:
  std::uint8_t* grow(std::size_t most) {
    if (bytes_.size() < end_ + most) bytes_.resize(std::max(2 * bytes_.size(), end_ + most + 64));
    return bytes_.data() + end_;
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t end_ = 0;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  bool done() const { return at_ == end_; }
  std::size_t place() const { return static_cast<std::size_t>(at_ - begin_); }
  std::span<const std::uint8_t> since(std::size_t place) const {
    return {begin_ + place, static_cast<std::size_t>(at_ - begin_) - place};
  }

  std::uint64_t number() {
    need(1);
    std::uint64_t value = *at_ & 0x7F;
    if (*at_++ < 0x80) return value;
    for (unsigned shift = 7; shift < 64; shift += 7) {
      need(1);
      const std::uint8_t byte = *at_++;
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    refuse();
  }
  std::uint64_t number_below(std::uint64_t limit) {
    const std::uint64_t value = number();
    if (value >= limit) refuse();
    return value;
  }
  std::int64_t signed_number() {
    const std::uint64_t value = number();
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
  }
  std::uint8_t byte() {
    need(1);
    return *at_++;
  }
  std::uint64_t fixed(std::size_t width) {
    need(width);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value |= static_cast<std::uint64_t>(at_[i]) << (8 * i);
    at_ += width;
    return value;
  }
  double real(bool wide) {
    if (wide) return std::bit_cast<double>(fixed(8));
    return std::bit_cast<float>(static_cast<std::uint32_t>(fixed(4)));
  }
  void skip(std::size_t count) {
    need(count);
    at_ += count;
  }

 private:
  void need(std::size_t count) const {
    if (static_cast<std::size_t>(end_ - at_) < count) refuse();
  }
  [[noreturn]] static void refuse() { throw std::invalid_argument("packed outcomes are damaged"); }

  const std::uint8_t* begin_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

}  // namespace truebox
