// A strict reader of plain XML: elements, at most one attribute each, text with the five named entities, UTF-8.
//
// Whatever else XML has (document types, other entities, comments, CDATA, namespaces, other encodings) and
// whatever is wrong with the text makes `read` false: the general parser then reads it, or words the error.
// What this reader accepts, every XML parser accepts, and reads as the same tree.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/string.hpp"

namespace truebox::reading {

inline bool is_xml_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

inline std::string_view strip_xml(std::string_view text) {
  while (!text.empty() && is_xml_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_xml_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Handler: bool open(name), bool close(text): of an element without children the text between its tags as
// written, else nothing. False stops.
template <class Handler>
class PlainXml {
 public:
  PlainXml(std::string_view text, Handler& handler)
      : p_(text.data()), end_(text.data() + text.size()), handler_(handler) {}

  bool read() {
    if (end_ - p_ >= 3 && std::string_view(p_, 3) == "\xef\xbb\xbf") p_ += 3;
    if (!skip_declaration()) return false;
    skip_blanks();
    if (p_ == end_ || *p_ != '<' || !open_element()) return false;
    while (depth_ > 0) {
      const char* const begin = p_;
      if (!skip_text()) return false;
      if (end_ - p_ >= 2 && p_[1] == '/') {
        if (!close_element({begin, static_cast<std::size_t>(p_ - begin)})) return false;
      } else if (!open_element()) {
        return false;
      }
    }
    skip_blanks();
    return p_ == end_;
  }

 private:
  static constexpr std::size_t kDeepest = 16;

  void skip_blanks() {
    while (p_ < end_ && is_xml_blank(*p_)) ++p_;
  }

  bool skip_declaration() {
    const std::string_view rest(p_, static_cast<std::size_t>(end_ - p_));
    if (!rest.starts_with("<?xml ")) return true;
    const std::size_t last = rest.substr(0, 80).find("?>");
    if (last == std::string_view::npos) return false;
    std::string_view said = rest.substr(6, last - 6);
    p_ += last + 2;
    while (!said.empty() && is_xml_blank(said.back())) said.remove_suffix(1);
    const char quote = said.size() > 8 ? said[8] : '"';
    if (quote != '"' && quote != '\'') return false;
    const std::string mark(1, quote);
    const std::string version = "version=" + mark + "1.0" + mark;
    if (said == version) return true;
    const std::string before = version + " encoding=" + mark;
    if (!said.starts_with(before)) return false;
    std::string encoding(said.substr(before.size()));
    for (char& c : encoding) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return encoding == "utf-8" + mark;
  }

  static constexpr bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

  // Empty where none stands here.
  std::string_view take_name() {
    const char* const begin = p_;
    if (p_ < end_ && begins_name(*p_)) {
      do ++p_;
      while (p_ < end_ && kLetters.in_name[static_cast<unsigned char>(*p_)]);
    }
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }

  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

  // What a name goes on with, and what stands in a text as it is: one look at each letter.
  struct Letters {
    bool in_name[256]{}, plain[256]{};
    constexpr Letters() {
      for (int i = 0; i < 0x80; ++i) {
        const char c = static_cast<char>(i);
        in_name[i] = begins_name(c) || is_digit(c) || c == '-' || c == '.';
        plain[i] = (i >= 0x20 || c == '\t' || c == '\n' || c == '\r') && c != '<' && c != '&' && c != ']';
      }
    }
  };
  inline static const Letters kLetters{};

  bool skip_attribute() {
    const std::string_view name = take_name();
    if (name.empty() || name.starts_with("xml")) return false;
    if (p_ == end_ || *p_ != '=') return false;
    if (++p_ == end_ || (*p_ != '"' && *p_ != '\'')) return false;
    const char quote = *p_++;
    while (p_ < end_ && *p_ != quote) {
      if (*p_ == '<' || *p_ == '&' || !skip_character()) return false;
    }
    if (p_ == end_) return false;
    ++p_;
    skip_blanks();
    return true;
  }

  bool open_element() {
    ++p_;  // '<'
    const std::string_view name = take_name();
    if (name.empty() || depth_ == kDeepest) return false;
    const char* const after = p_;
    skip_blanks();
    if (p_ < end_ && *p_ != '>' && *p_ != '/' && (p_ == after || !skip_attribute())) return false;
    const bool empty = p_ < end_ && *p_ == '/';
    p_ += empty;
    if (p_ == end_ || *p_ != '>') return false;
    ++p_;
    names_[depth_++] = name;
    is_leaf_ = true;
    if (!handler_.open(name)) return false;
    return !empty || leave({});
  }

  bool close_element(std::string_view text) {
    p_ += 2;  // "</"
    const std::string_view name = names_[depth_ - 1];
    if (static_cast<std::size_t>(end_ - p_) > name.size() && p_[name.size()] == '>' &&
        std::string_view(p_, name.size()) == name) {
      p_ += name.size();
    } else {
      if (take_name() != name) return false;
      skip_blanks();
    }
    if (p_ == end_ || *p_ != '>') return false;
    ++p_;
    return leave(text);
  }

  bool leave(std::string_view text) {
    --depth_;
    const bool leaf = is_leaf_;
    is_leaf_ = false;
    return handler_.close(leaf ? text : std::string_view());
  }

  // To the next '<'; false where the text ends or is not plain.
  bool skip_text() {
    for (;;) {
      while (p_ < end_ && kLetters.plain[static_cast<unsigned char>(*p_)]) ++p_;
      if (p_ == end_) return false;
      if (*p_ == '<') return true;
      if (*p_ == '&') {
        if (!skip_entity()) return false;
      } else if (*p_ == ']' || !skip_character()) {  // "]]>" must not stand in text
        return false;
      }
    }
  }

  bool skip_character() {
    const auto byte = static_cast<unsigned char>(*p_);
    if (byte < 0x80) {
      if (byte < 0x20 && !is_xml_blank(*p_)) return false;
      ++p_;
      return true;
    }
    const int length = utf8_length(p_, end_);
    // U+FFFE and U+FFFF are no characters of XML.
    if (length == 0 || (byte == 0xef && static_cast<unsigned char>(p_[1]) == 0xbf &&
                        static_cast<unsigned char>(p_[2]) >= 0xbe)) {
      return false;
    }
    p_ += length;
    return true;
  }

  bool skip_entity() {
    const std::string_view rest(p_, static_cast<std::size_t>(end_ - p_));
    for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
      if (rest.starts_with(entity)) {
        p_ += entity.size();
        return true;
      }
    }
    return false;
  }

  const char* p_;
  const char* end_;
  Handler& handler_;
  std::string_view names_[kDeepest];
  std::size_t depth_ = 0;
  bool is_leaf_ = false;
};

// Text as written, checked by PlainXml, with its entities replaced.
inline std::string unescape_xml(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t next = text.find('&');
    plain.append(text.substr(0, next));
    if (next == std::string_view::npos) break;
    const std::size_t semicolon = text.find(';', next);
    const char letter = text[next + 1], second = text[next + 2];
    plain += letter == 'l' ? '<' : letter == 'g' ? '>' : letter == 'q' ? '"' : second == 'm' ? '&' : '\'';
    text.remove_prefix(semicolon + 1);
  }
  return plain;
}

}  // namespace truebox::reading
