#!/usr/bin/env bash
# The C++ unit tests for 64-bit Arm, run under QEMU: apt-get install g++-aarch64-linux-gnu qemu-user doctest-dev
. "$(dirname "${BASH_SOURCE[0]}")/cross.sh"
need aarch64-linux-gnu-g++ "apt-get install g++-aarch64-linux-gnu"
need qemu-aarch64 "apt-get install qemu-user"
cross aarch64 aarch64-linux-gnu-g++ qemu-aarch64
