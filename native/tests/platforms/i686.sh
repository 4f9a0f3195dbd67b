#!/usr/bin/env bash
# The C++ unit tests where pointers have 32 bits: apt-get install g++-i686-linux-gnu doctest-dev
# SSE2 for arithmetic: the old x87 unit rounds to 64 bits of mantissa first, and no result would be the same.
# Runs on an x86-64 machine itself: QEMU 7.2 leaves the quotient out of x87's fprem1, on which remquo rests.
. "$(dirname "${BASH_SOURCE[0]}")/cross.sh"
need i686-linux-gnu-g++ "apt-get install g++-i686-linux-gnu"
cross i686 "i686-linux-gnu-g++ -march=pentium4 -msse2 -mfpmath=sse"
