"""Start one program, wait for it, and write its wall time, peak memory and status to a file.

Sources stay compiled, as they are for everybody who installed the program; some build machines forbid it,
and would time the compiler. A process of its own, without site packages: on Linux the peak memory of a child
starts at the size of the process that started it, so the one that starts it has to be small.
"""

import os
import sys
import time

destination, program = sys.argv[1], sys.argv[2:]
begun = time.perf_counter()
surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
child = os.posix_spawn(program[0], program, surroundings)
_, status, usage = os.wait4(child, 0)
seconds = time.perf_counter() - begun
figures = (seconds, usage.ru_maxrss, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status))
with open(destination, "w", encoding="utf-8") as file:
    file.write(" ".join(map(repr, figures)))
