// A place in one JSON text and, once something is wrong with the text, what and where.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// For the few functions whose call costs as much as their work.
#if defined(_MSC_VER)
#define TRUEBOX_INLINE __forceinline
#else
#define TRUEBOX_INLINE inline __attribute__((always_inline))
#endif

namespace truebox::reading {

// The first group is wrong in any JSON text; the second is fine JSON that a schema reader does not take.
enum class JsonFault : std::uint8_t {
  none,
  truncated,          // the text ends inside a value
  unexpected,         // a byte that cannot stand here
  number,             // not a number of the JSON grammar
  not_finite,         // NaN, Infinity
  number_range,       // a number no float64 can hold
  control_character,  // a raw byte below 0x20 inside a string
  escape,             // an unknown or incomplete escape
  surrogate,          // half of a surrogate pair
  utf8,               // bytes that are not UTF-8
  duplicate_key,      // one object has a key twice
  depth,              // nested deeper than the cap
  trailing,           // something follows the value

  shape,      // not the objects this reader knows
  value,      // a value outside what this reader takes
  memory,     // no memory for the columns
  file,       // not a regular file that can be mapped, or it changed meanwhile
  cancelled,  // the caller lost interest
};

inline const char* fault_name(JsonFault fault) {
  constexpr const char* kNames[] = {"none",      "truncated",     "unexpected", "number",    "not_finite",
                                    "number_range", "control_character", "escape",  "surrogate", "utf8",
                                    "duplicate_key", "depth",      "trailing",   "shape",     "value",
                                    "memory",    "file",          "cancelled"};
  return kNames[static_cast<std::size_t>(fault)];
}

struct JsonCursor {
  const char* begin;
  const char* p;
  const char* end;
  JsonFault fault = JsonFault::none;
  const char* fault_at = nullptr;
  int max_depth = 64;

  JsonCursor(const char* first, const char* last) : begin(first), p(first), end(last) {}
  JsonCursor(const char* first, const char* last, const char* at) : begin(first), p(at), end(last) {}

  // Always false, so that a reader can `return cursor.fail(...)`.
  bool fail(JsonFault kind, const char* at) {
    fault = kind;
    fault_at = at;
    return false;
  }
  bool fail(JsonFault kind) { return fail(p < end ? kind : JsonFault::truncated, p); }

  std::size_t offset() const { return static_cast<std::size_t>((fault_at != nullptr ? fault_at : p) - begin); }

  void skip_blanks() {
    while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) ++p;
  }
  bool at(char expected) const { return p < end && *p == expected; }
  bool take(char expected) {
    if (!at(expected)) return fail(JsonFault::unexpected);
    ++p;
    return true;
  }
};

inline std::uint64_t load_little_endian(const char* p) {
  std::uint64_t value;
  std::memcpy(&value, p, sizeof value);
  if constexpr (std::endian::native == std::endian::big) {
    std::uint64_t swapped = 0;
    for (int i = 0; i < 8; ++i) swapped |= ((value >> (8 * i)) & 0xff) << (56 - 8 * i);
    return swapped;
  }
  return value;
}

}  // namespace truebox::reading
