// Which of some words a text holds, in one look at it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox {

// Whether a word of three letters or more begins in [begin, last), all of it before `last` + its length.
inline bool begins_between(std::string_view word, const char* begin, const char* last) {
  const char first = word[0], second = word[1], end = word.back();
  const std::size_t size = word.size() - 1;
  unsigned char met = 0;  // a loop without a branch is done many letters at once
  for (const char* at = begin; at < last; ++at) {
    met = static_cast<unsigned char>(met | (static_cast<unsigned char>(at[0] == first) &
                                            static_cast<unsigned char>(at[1] == second) &
                                            static_cast<unsigned char>(at[size] == end)));
  }
  if (met == 0) return false;
  const char* const stop = last + size;
  return std::search(begin, stop, word.begin(), word.end()) != stop;
}

// Of each word, of three letters or more, whether it stands in the text.
inline std::vector<bool> words_in_text(std::string_view text, const std::vector<std::string_view>& words) {
  constexpr std::size_t kBlock = 1 << 13;  // stays in the nearest cache for all words
  std::vector<bool> found(words.size());
  for (std::size_t begin = 0; begin < text.size(); begin += kBlock) {
    keep_going(kBlock / 4);
    for (std::size_t k = 0; k < words.size(); ++k) {
      const std::size_t size = words[k].size();
      if (found[k] || begin + size > text.size()) continue;
      const std::size_t last = std::min(begin + kBlock, text.size() - size + 1);
      found[k] = begins_between(words[k], text.data() + begin, text.data() + last);
    }
  }
  return found;
}

}  // namespace truebox
