#!/usr/bin/env bash
# The C++ unit tests where pointers have 32 bits: apt-get install g++-i686-linux-gnu qemu-user doctest-dev
# SSE2 for arithmetic: the old x87 unit rounds to 64 bits of mantissa first, and no result would be the same.
. "$(dirname "${BASH_SOURCE[0]}")/cross.sh"
need i686-linux-gnu-g++ "apt-get install g++-i686-linux-gnu"
need qemu-i386 "apt-get install qemu-user"
cross i686 "i686-linux-gnu-g++ -march=pentium4 -msse2 -mfpmath=sse" qemu-i386
