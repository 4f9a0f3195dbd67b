// Where a JSON array of objects may be cut: behind an object, so that its pieces are read one after the other.
#pragma once

#include <cstddef>
#include <string_view>

namespace truebox {

// The place behind the first object that ends `least` bytes or more behind `begin`, which stands in an array and
// in no object; the place of the array's closing bracket where it comes before; the end where neither comes. Looks at
// quotes and brackets alone: what is wrong between them is said by who reads the piece.
inline std::size_t after_objects(std::string_view text, std::size_t begin, std::size_t least) {
  std::size_t depth = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        for (++at; at < text.size() && text[at] != '"'; ++at) {
          if (text[at] == '\\') ++at;
        }
        break;
      case '{':
      case '[': ++depth; break;
      case ']':
      case '}':
        if (depth == 0) return at;
        if (--depth == 0 && at + 1 - begin >= least) return at + 1;
        break;
      default: break;
    }
  }
  return text.size();
}

}  // namespace truebox
