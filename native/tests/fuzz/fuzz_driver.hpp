// A small stand-in for libFuzzer: mutates seeds for a number of rounds and calls the target, or calls it once for each
// file that is named. With clang, build with -fsanitize=fuzzer,address,undefined -DTRUEBOX_LIBFUZZER instead;
// fuzz/run does both.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

// Whether a kernel is compared with its plain twin, or with itself on several threads, which takes most of the time.
// libFuzzer runs ten thousands of inputs a second where one in eight is; its bytes alone decide, so that a finding
// stays one. Seeds always are.
inline bool is_compared([[maybe_unused]] const std::uint8_t* data, [[maybe_unused]] std::size_t size) {
#if defined(TRUEBOX_LIBFUZZER)
  std::uint32_t mixed = 2166136261U;
  for (std::size_t i = 0; i < size; ++i) mixed = (mixed ^ data[i]) * 16777619U;
  return mixed >> 29 == 0;
#else
  return true;
#endif
}

}  // namespace fuzz

#if !defined(TRUEBOX_LIBFUZZER)
namespace fuzz {

inline std::string mutate(std::string bytes, std::mt19937_64& random) {
  for (auto left = random() % 5; left > 0; --left) {
    const std::size_t at = random() % (bytes.size() + 1);
    const std::size_t length = std::min<std::size_t>(bytes.size() - at, random() % 9);
    switch (random() % 6) {
      case 0: if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8)); break;
      case 1: bytes.erase(at, length); break;
      case 2: bytes.insert(at, bytes.substr(at, length)); break;
      case 3: bytes.insert(at, 1, static_cast<char>(random())); break;
      case 4: bytes.insert(at, 1, static_cast<char>(48 + random() % 64)); break;
      default: if (at < bytes.size()) bytes[at] = static_cast<char>(48 + random() % 64);
    }
  }
  return bytes;
}

inline void call(const std::string& bytes) {
  // An allocation of exactly this size, so that one byte too far is seen.
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
  for (std::size_t i = 0; i < bytes.size(); ++i) exact[i] = static_cast<std::uint8_t>(bytes[i]);
  LLVMFuzzerTestOneInput(exact.get(), bytes.size());
}

// Whether the arguments name files, which the target then saw, or a folder for the seeds, which are then there.
inline bool answered(int count, char** arguments, const std::vector<std::string>& seeds) {
  if (count < 2 || std::atol(arguments[1]) > 0) return false;
  if (std::string(arguments[1]) == "--seeds") {
    for (std::size_t i = 0; i < seeds.size() && count > 2; ++i) {
      std::ofstream(std::string(arguments[2]) + "/seed-" + std::to_string(i), std::ios::binary) << seeds[i];
    }
    return true;
  }
  for (int i = 1; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    call(std::string(std::istreambuf_iterator<char>(file), {}));
  }
  std::printf("%d files\n", count - 1);
  return true;
}

// usage: TARGET [ROUNDS [SEED]], TARGET FILE..., or TARGET --seeds FOLDER to write the seeds for libFuzzer
inline int run(int count, char** arguments, const std::vector<std::string>& seeds) {
  if (answered(count, arguments, seeds)) return 0;
  const long rounds = count > 1 ? std::atol(arguments[1]) : 20000;
  std::mt19937_64 random(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
  for (long round = 0; round < rounds; ++round) {
    call(mutate(seeds[random() % seeds.size()], random));
  }
  std::printf("%ld rounds\n", rounds);
  return 0;
}

}  // namespace fuzz
#endif
