#!/usr/bin/env bash
# The C++ unit tests where the highest byte comes first (IBM Z), under QEMU:
# apt-get install g++-s390x-linux-gnu qemu-user doctest-dev
. "$(dirname "${BASH_SOURCE[0]}")/cross.sh"
need s390x-linux-gnu-g++ "apt-get install g++-s390x-linux-gnu"
need qemu-s390x "apt-get install qemu-user"
cross s390x s390x-linux-gnu-g++ qemu-s390x
