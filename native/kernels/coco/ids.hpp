// Ids as COCO files write them, integers or strings; strings become codes in order of first appearance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json/number.hpp"
#include "json/string.hpp"

namespace truebox::reading {

// One id as read; `text` is null for an integer.
struct CocoId {
  std::int64_t number = 0;
  const char* text = nullptr;
  std::uint32_t length = 0;
  bool escaped = false;
};

inline bool read_id_text(JsonCursor& c, CocoId& id) {
  const char* first = c.p;
  JsonString text;
  if (!read_string(c, text)) return false;
  if (text.raw.size() > 0xffffffff) return c.fail(JsonFault::value, first);
  id = {0, text.raw.data(), static_cast<std::uint32_t>(text.raw.size()), text.escaped};
  return true;
}

inline bool read_id(JsonCursor& c, CocoId& id) {
  if (c.at('"')) return read_id_text(c, id);
  id.text = nullptr;
  return read_integer(c, id.number);
}

// Distinct strings and their codes 0, 1, 2, ...
class NameTable {
 public:
  NameTable() = default;
  NameTable(const NameTable&) = delete;  // the names point into the table
  NameTable& operator=(const NameTable&) = delete;
  NameTable(NameTable&&) = default;
  NameTable& operator=(NameTable&&) = default;

  std::int64_t code_of(std::string_view name) {
    if (last_ < names_.size() && name == *names_[last_]) return static_cast<std::int64_t>(last_);
    auto found = codes_.find(name);
    if (found == codes_.end()) {
      found = codes_.emplace(std::string(name), names_.size()).first;
      names_.push_back(&found->first);
    }
    last_ = found->second;
    return static_cast<std::int64_t>(last_);
  }
  std::size_t size() const { return names_.size(); }
  const std::string& name(std::size_t code) const { return *names_[code]; }
  void clear() {
    names_.clear();
    codes_.clear();
    last_ = 0;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> codes_;  // its keys do not move
  std::vector<const std::string*> names_;
  std::size_t last_ = 0;  // rows of one image follow each other
};

enum class IdKind : std::uint8_t { none, integers, strings, mixed };

inline IdKind join(IdKind a, IdKind b) {
  if (a == IdKind::none || a == b) return b;
  return b == IdKind::none ? a : IdKind::mixed;
}

// The ids of one column, in one part of the text or in all of it.
struct IdNames {
  IdKind kind = IdKind::none;
  NameTable table;

  // The integer, or the code within this part.
  std::int64_t add(const CocoId& id) {
    kind = join(kind, id.text == nullptr ? IdKind::integers : IdKind::strings);
    if (id.text == nullptr) return id.number;
    const JsonString text{{id.text, id.length}, id.escaped};
    if (!id.escaped) return table.code_of(text.raw);
    std::string plain;
    append_unescaped(plain, text);
    return table.code_of(plain);
  }

  // Takes the names of a later part; `codes` then turns that part's codes into these.
  bool merge(const IdNames& part, std::vector<std::int64_t>& codes) {
    kind = join(kind, part.kind);
    codes.clear();
    if (part.kind != IdKind::strings) return kind != IdKind::mixed;
    for (std::size_t code = 0; code < part.table.size(); ++code) codes.push_back(table.code_of(part.table.name(code)));
    return kind != IdKind::mixed;
  }
  void clear() {
    kind = IdKind::none;
    if (table.size() > 0) table.clear();
  }
};

inline std::int64_t translate(std::int64_t id, const std::vector<std::int64_t>& codes) {
  return codes.empty() ? id : codes[static_cast<std::size_t>(id)];
}

}  // namespace truebox::reading
