#!/usr/bin/env bash
# The C++ unit tests with Clang, libc++ and musl, run on this machine: pip install ziglang; apt-get install doctest-dev
. "$(dirname "${BASH_SOURCE[0]}")/cross.sh"
python=${PYTHON:-python3}
"$python" -c "import ziglang" 2> /dev/null || { echo "ziglang is missing: $python -m pip install ziglang" >&2; exit 2; }
cross musl "$python -m ziglang c++ -target $(uname -m)-linux-musl"
