// Stepping over a JSON value nobody asked for, with everything the grammar demands checked.
#pragma once

#include <algorithm>
#include <array>
#include <list>
#include <set>
#include <string>
#include <string_view>

#include "ground/interruption.hpp"
#include "json/cursor.hpp"
#include "json/number.hpp"
#include "json/string.hpp"

namespace truebox::reading {

// The keys of one object, to find one that occurs twice; escapes are resolved first.
class KeySet {
 public:
  // False when `key` was there already.
  bool add(const JsonString& key) {
    std::string_view name = key.raw;
    if (key.escaped) {
      std::string text;
      append_unescaped(text, key);
      name = unescaped_.emplace_back(std::move(text));
    }
    const std::size_t nearby = std::min(count_, few_.size());
    for (std::size_t i = 0; i < nearby; ++i) {
      if (few_[i].size() == name.size() && std::memcmp(few_[i].data(), name.data(), name.size()) == 0) return false;
    }
    if (count_ < few_.size()) {
      few_[count_++] = name;
      return true;
    }
    return many_.insert(name).second;
  }

 private:
  std::array<std::string_view, 16> few_;
  std::size_t count_ = 0;
  std::set<std::string_view> many_;      // an object of a million keys must not take quadratic time
  std::list<std::string> unescaped_;  // a list: its strings stay where they are
};

bool skip_value(JsonCursor& c, int depth);

inline bool skip_literal(JsonCursor& c, std::string_view literal) {
  for (const char letter : literal) {
    if (!c.at(letter)) return c.fail(JsonFault::unexpected);
    ++c.p;
  }
  return true;
}

// The opening bracket at c.p and the blanks after it; `closed` when the container ended at once.
inline void enter_container(JsonCursor& c, char close, bool& closed) {
  ++c.p;
  c.skip_blanks();
  closed = c.at(close);
  if (closed) ++c.p;
}

// After a value inside a container: true to go on with the next one; `closed` when the container ended.
inline bool next_element(JsonCursor& c, char close, bool& closed) {
  c.skip_blanks();
  closed = c.at(close);
  if (closed) {
    ++c.p;
    return true;
  }
  if (!c.take(',')) return false;
  c.skip_blanks();
  return true;
}

inline bool skip_array(JsonCursor& c, int depth) {
  if (depth >= c.max_depth) return c.fail(JsonFault::depth);
  keep_going(50);
  bool closed;
  enter_container(c, ']', closed);
  while (!closed) {
    // Most long arrays are polygons: numbers, a comma, perhaps one blank.
    if (c.p < c.end && (is_digit(*c.p) || *c.p == '-')) {
      c.p = skip_plain_numbers(c.p, c.end);
      if (!skip_number(c)) return false;
    } else if (!skip_value(c, depth + 1)) {
      return false;
    }
    if (!next_element(c, ']', closed)) return false;
  }
  return true;
}

// The key at c.p and the colon and blanks after it.
inline bool read_key(JsonCursor& c, JsonString& key) {
  if (!read_string(c, key)) return false;
  c.skip_blanks();
  if (!c.take(':')) return false;
  c.skip_blanks();
  return true;
}

// As `read_key`; a key with escapes is left to the general reader, and one that stood here before is refused.
inline bool read_plain_key(JsonCursor& c, KeySet& keys, JsonString& key) {
  const char* at = c.p;
  if (!read_key(c, key)) return false;
  if (key.escaped) return c.fail(JsonFault::shape, at);
  return keys.add(key) || c.fail(JsonFault::duplicate_key, at);
}

inline bool skip_object(JsonCursor& c, int depth) {
  if (depth >= c.max_depth) return c.fail(JsonFault::depth);
  keep_going(50);
  bool closed;
  enter_container(c, '}', closed);
  KeySet keys;
  while (!closed) {
    const char* at = c.p;
    JsonString key;
    if (!read_key(c, key)) return false;
    if (!keys.add(key)) return c.fail(JsonFault::duplicate_key, at);
    if (!skip_value(c, depth + 1) || !next_element(c, '}', closed)) return false;
  }
  return true;
}

// c.p stands on the first byte of a value and ends after its last.
inline bool skip_value(JsonCursor& c, int depth) {
  if (c.p >= c.end) return c.fail(JsonFault::truncated, c.end);
  JsonString text;
  switch (*c.p) {
    case '{': return skip_object(c, depth);
    case '[': return skip_array(c, depth);
    case '"': return read_string(c, text);
    case 't': return skip_literal(c, "true");
    case 'f': return skip_literal(c, "false");
    case 'n': return c.end - c.p >= 3 && c.p[1] == 'a' ? fail_number(c, c.p) : skip_literal(c, "null");
    case 'N': case 'I': case '+': case '-': return skip_number(c);
    default: return is_digit(*c.p) ? skip_number(c) : c.fail(JsonFault::unexpected);
  }
}

// The first fault of a whole text, or none; nesting up to `max_depth`.
inline JsonFault find_fault(const char* begin, const char* end, int max_depth, std::size_t& offset) {
  JsonCursor c(begin, end);
  c.max_depth = max_depth;
  c.skip_blanks();
  if (skip_value(c, 0)) {
    c.skip_blanks();
    if (c.p < c.end) c.fail(JsonFault::trailing, c.p);
  }
  offset = c.offset();
  return c.fault;
}

}  // namespace truebox::reading
