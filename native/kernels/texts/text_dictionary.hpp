// Texts to numbers in order of first appearance; the texts themselves stay where they are.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace truebox::tables {

class TextDictionary {
 public:
  // The number of `text`, whose bytes must outlive the dictionary.
  std::uint32_t code_of(std::string_view text) {
    // Rows of one image follow each other as a rule.
    if (!texts_.empty() && texts_[last_] == text) return last_;
    return code_of(text, hash_of(text));
  }

  // As above, with the text's hash; for texts of another dictionary.
  std::uint32_t code_of(std::string_view text, std::uint64_t hash) {
    if (2 * (texts_.size() + 1) > slots_.size()) grow();
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = static_cast<std::size_t>(hash) & mask;; at = (at + 1) & mask) {
      const std::uint32_t code = slots_[at];
      if (code == kEmpty) {
        last_ = static_cast<std::uint32_t>(texts_.size());
        slots_[at] = last_;
        texts_.push_back(text);
        hashes_.push_back(hash);
        return last_;
      }
      if (hashes_[code] == hash && texts_[code] == text) return last_ = code;
    }
  }

  const std::vector<std::string_view>& texts() const { return texts_; }
  const std::vector<std::uint64_t>& hashes() const { return hashes_; }

 private:
  static constexpr std::uint32_t kEmpty = 0xffffffff;

  // Multiply and fold, eight bytes at a time; the constants are those of the golden ratio and of FNV-1a.
  static std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325 ^ text.size();
    const char* p = text.data();
    std::size_t left = text.size();
    for (; left >= 8; p += 8, left -= 8) {
      std::uint64_t block;
      std::memcpy(&block, p, 8);
      hash = mixed(hash ^ block);
    }
    std::uint64_t rest = 0;
    if (left > 0) std::memcpy(&rest, p, left);
    return mixed(mixed(hash ^ rest));
  }

  static std::uint64_t mixed(std::uint64_t value) {
    value *= 0x9e3779b97f4a7c15;
    return value ^ (value >> 32);
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kEmpty);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t code = 0; code < texts_.size(); ++code) {
      std::size_t at = static_cast<std::size_t>(hashes_[code]) & mask;
      while (slots_[at] != kEmpty) at = (at + 1) & mask;
      slots_[at] = static_cast<std::uint32_t>(code);
    }
  }

  std::vector<std::uint32_t> slots_;
  std::vector<std::string_view> texts_;
  std::vector<std::uint64_t> hashes_;
  std::uint32_t last_ = 0;
};

}  // namespace truebox::tables
