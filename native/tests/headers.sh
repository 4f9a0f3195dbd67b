#!/usr/bin/env bash
# All headers of native/kernels in one file, for every compiler that is here: GCC, Clang, and Clang for Windows (pip install
# ziglang). No warning may come, and no name may mean two things: what stands in two headers is one thing to the linker,
# whichever files include them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../kernels"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
find . -name '*.hpp' | sort | sed 's/.*/#include "&"/' > "$place/all.cpp"
python=${PYTHON:-python3}

headers() { # headers NAME COMPILER...
  "${@:2}" -std=c++20 -O1 -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -pthread -I . -c "$place/all.cpp" -o "$place/all.o"
  echo "$1: $(grep -c . "$place/all.cpp") headers, no warning"
}

headers "$("${CXX:-c++}" --version | head -1)" "${CXX:-c++}"
if command -v clang++ > /dev/null; then headers "$(clang++ --version | head -1)" clang++; fi
if "$python" -c "import ziglang" 2> /dev/null; then
  headers "Windows" "$python" -m ziglang c++ -target x86_64-windows-gnu
fi
