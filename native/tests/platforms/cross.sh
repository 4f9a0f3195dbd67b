# What the scripts beside this one share; they source it. A platform says how it compiles and what runs its programs:
#
#   cross NAME COMPILER [EMULATOR...]
#
# builds the C++ unit tests statically for another processor, runs them, and compares the fingerprints of the kernels'
# results with those of this machine. The first argument of a script may name a folder to build in.
set -euo pipefail

platforms=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tests=$(dirname "$platforms")

need() { # need COMMAND PACKAGE: said before anything is built
  command -v "$1" > /dev/null || { echo "$1 is missing: $2" >&2; exit 2; }
}

own_doctest() { # the header alone: the folder it lies in belongs to this machine's compiler
  local header
  for header in "${DOCTEST_INCLUDE:-/usr/include}" /usr/local/include /opt/homebrew/include; do
    if [ -e "$header/doctest/doctest.h" ]; then
      mkdir -p "$1/doctest" && cp "$header/doctest/doctest.h" "$1/doctest/"
      return
    fi
  done
  echo "doctest/doctest.h is missing: apt-get install doctest-dev, or set DOCTEST_INCLUDE" >&2
  exit 2
}

fingerprints() { # fingerprints COMPILER... PROGRAM: the same flags as the compiled module has
  local program=${*: -1}
  "${@:1:$#-1}" -std=c++20 -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -static -pthread \
    -I "$tests/../kernels" -I "$tests" "$platforms/fingerprints.cpp" -o "$program"
}

cross() {
  local name=$1 compiler=$2 place=${BUILD_DIRECTORY:-build/platforms/$1}
  local emulator=("${@:3}")
  mkdir -p "$place"
  place=$(cd "$place" && pwd)
  own_doctest "$place/include"
  # shellcheck disable=SC2086  # a compiler may be a command with arguments
  set -- $compiler
  echo "== $name: $("$@" --version | head -1)"
  # Six files at a time, as in .ci/run: their headers are most of what there is to compile.
  mkdir -p "$place/objects"
  find "$tests" -name 'test_*.cpp' ! -name test_main.cpp | sort | sed 's/.*/#include "&"/' > "$place/sources.txt"
  rm -f "$place"/objects/tests_*.cpp
  split --lines=6 --numeric-suffixes --additional-suffix=.cpp "$place/sources.txt" "$place/objects/tests_"
  echo "#include \"$tests/test_main.cpp\"" > "$place/objects/tests_main.cpp"
  local object
  for object in "$place"/objects/*.o; do [ -e "${object%.o}.cpp" ] || rm -f "$object"; done
  printf '%s\0' "$place"/objects/tests_*.cpp | xargs -0 -P "${JOBS:-2}" -I {} bash -c '
    source=$1 tests=$2 include=$3
    object=${source%.cpp}.o
    changed() { find "$tests/../kernels" "$tests" -name "*.hpp" -newer "$object" -print; find $(cut -d"\"" -f2 "$source") -newer "$object" -print; }
    if [ -e "$object" ] && [ -z "$(changed)" ]; then exit 0; fi
    "${@:4}" -std=c++20 -O1 -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow -Werror -pthread \
      -I "$tests/../kernels" -I "$tests" -isystem "$include" -c "$source" -o "$object"' \
    _ {} "$tests" "$place/include" "$@"
  "$@" -static -pthread "$place"/objects/*.o -o "$place/native_tests"
  local left_out=()
  # A forked child that starts threads ends QEMU 7.2 itself ("qemu_plugin_vcpu_init_hook: assertion failed").
  if [ ${#emulator[@]} -gt 0 ]; then left_out=("--test-case-exclude=a forked child makes its own pool"); fi
  ${emulator[@]+"${emulator[@]}"} "$place/native_tests" ${left_out[@]+"${left_out[@]}"}
  fingerprints "$@" "$place/fingerprints"
  fingerprints "${CXX:-c++}" "$place/fingerprints-here"
  ${emulator[@]+"${emulator[@]}"} "$place/fingerprints" > "$place/there.txt"
  "$place/fingerprints-here" > "$place/here.txt"
  # Lines with a bracket rest on a function of the C library, whose last bit is its own affair: shown, not judged.
  diff "$place/here.txt" "$place/there.txt" || true
  diff <(grep -v '(' "$place/here.txt") <(grep -v '(' "$place/there.txt") > /dev/null ||
    { echo "$name gives other results than this machine"; return 1; }
  echo "$name: the $(grep -cv '(' "$place/here.txt") fingerprints that rest on no C library are those of this machine"
}
