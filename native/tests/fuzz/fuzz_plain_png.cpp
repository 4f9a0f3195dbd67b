// Any bytes as a packed stream and as a file: unpacked within their bounds, or declined.
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "fuzz/fuzz_driver.hpp"
#include "pixels/plain_png.hpp"

using namespace truebox;

namespace {

// As many bytes as the first says, in memory that ends behind the slack.
void check_stream(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return;
  const std::size_t size = std::size_t{2} * bytes[0];
  std::vector<std::uint8_t> out(size + kInflateSlack);
  static Inflater inflater;  // its tables are those of the stream before
  inflater.inflate(bytes.subspan(1), out.data(), size);
}

void check_file(std::span<const std::uint8_t> bytes) {
  PlainPng png;
  if (!png.read(bytes, 15, 1 << 16)) return;
  if (png.head().width == 0 || png.head().height == 0) std::abort();
  std::vector<std::uint8_t> out(png.head().height * png.head().row_bytes());
  png.unfilter(out.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_stream({data, size});
  check_file({data, size});
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
// What zlib makes of rows alike: codes of their own, the fixed ones, none; and a file.
int main(int count, char** arguments) {
  using namespace std::string_literals;
  return fuzz::run(
      count, arguments,
      {"\310\170\332\115\220\101\022\300\060\010\002\007\070\361\377\017\127\060\151\233\036\244\032\164"s +
           "\015\045\052\007\202\047\060\177\021\362\110\272\025\143\104\202\133\331\013\216\023\240\326\341"s +
           "\353\123\073\266\331\010\157\357\243\200\204\164\022\121\027\022\160\175\003\221\004\270\346\045"s +
           "\362\067\120\270\063\170\054\330\354\232\177\007\375\136\036\276\204\263\003\326\237\334\322\207"s +
           "\253\033\313\346\251\316\334\311\046\343\042\330\007\107\325\337\034\362\102\165\245\313\347\334"s +
           "\306\264\203\367\101\316\136\054\126\340\372\044\241\151\007\160\246\230\017\107\123\005\173"s,
       "\163\170\001\143\140\300\002\330\221\000\303\120\120\300\304\100\000\000\000\361\131\001\373"s,
       "\024\170\001\001\050\000\327\377\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"s +
           "\000\000\000\000\000\007\007\007\007\007\007\007\007\007\007\007\007\000\000\000\000\000\000\000"s +
           "\004\226\000\125"s,
       "\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\000\040\000\000\000\007"s +
           "\010\000\000\000\000\114\270\020\246\000\000\000\030\111\104\101\124\170\234\143\140\300\002\330"s +
           "\221\000\066\371\101\247\200\011\253\012\044\000\000\361\131\001\373\077\034\022\362\000\000\000"s +
           "\000\111\105\116\104\256\102\140\202"s});
}
#endif
