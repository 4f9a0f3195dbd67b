"""The process of the installed command: set up for one short run, and ended without delay."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable
from typing import NoReturn

from truebox.cli.terminal.exit_code import ExitCode

__all__ = ["prepare", "run_process"]


def run_process() -> NoReturn:
    """Run the command line on the arguments of this process, then end it with the exit code."""
    _on_one_stack(_run_and_leave)


def _on_one_stack(run: Callable[[], NoReturn]) -> NoReturn:
    """Run with room for the frames of all calls in one piece of memory.

    CPython keeps the frames of Python functions in pieces of 16 KB. A call that passes the end of one asks
    the system for the next, which is given back when the call returns: six hundred times while modules load,
    5 ms. A piece is as large as its first frame wants, rounded up to a power of two. This one wants 320 KB,
    of which it uses nothing, so 190 KB are there for the others; what nobody writes to takes no memory.
    """
    run()


_on_one_stack.__code__ = _on_one_stack.__code__.replace(co_stacksize=40_000)


def _run_and_leave() -> NoReturn:
    prepare()
    ended_by: list[BaseException] = []  # kept until the process ends
    try:
        if sys.argv[1:2] == ["eval"]:
            from truebox.cli.runs import read_ahead  # noqa: PLC0415  imported late: help needs none (8 ms)

            read_ahead.begin(sys.argv[1:])
        from truebox.cli.run import run  # noqa: PLC0415  imported late: click loads while the files are read (25 ms)

        code = run(sys.argv[1:], ended_by=ended_by)
    except KeyboardInterrupt:  # while modules load; `run` handles it from then on
        code = ExitCode.INTERRUPTED
    _leave(code)


def prepare() -> None:
    """Set the process up: one thread for OpenBLAS, no garbage collector, UTF-8 streams.

    OpenBLAS starts its workers when NumPy is imported, and they spin on the other cores for about
    25 ms, which the reader needs. Nothing here calls OpenBLAS. The collector has no cycles worth
    finding in a run of a second, yet walks every new object while modules load.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        # The same bytes on every system, whatever its locale. A stream can be None (no console),
        # or something that is not a text file.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _leave(code: int) -> NoReturn:
    """Flush and end at once.

    Taking the interpreter down frees module by module what the system frees at once anyway, and it
    would block on a reading thread that an error or Ctrl-C has made useless. Files are complete
    by then: they are written, flushed and renamed before a command returns.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)
