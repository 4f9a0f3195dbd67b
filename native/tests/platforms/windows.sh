#!/usr/bin/env bash
# The C++ unit tests for Windows with Clang and the headers of MinGW: pip install ziglang; apt-get install doctest-dev
# Compiled always, which finds what Windows' own headers take away; run where Wine is: apt-get install wine64
. "$(dirname "${BASH_SOURCE[0]}")/cross.sh"
python=${PYTHON:-python3}
"$python" -c "import ziglang" 2> /dev/null || { echo "ziglang is missing: $python -m pip install ziglang" >&2; exit 2; }
wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2> /dev/null || true)
export WINEDEBUG=${WINEDEBUG:--all}
cross windows "$python -m ziglang c++ -target x86_64-windows-gnu" ${wine:+"$wine"}
