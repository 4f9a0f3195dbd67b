"""How a run ended, for scripts."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["ExitCode"]


class ExitCode(IntEnum):
    """Exit codes of the command."""

    OK = 0
    GATE = 1
    """The run went well, and a number is not good enough."""
    USAGE = 2
    REFUSED = 3
    INTERNAL = 4
    """The system failed (a result cannot be written, no memory is left), or Truebox did."""
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    """What a shell reports of a program that SIGPIPE ended: the reader of stdout closed early."""
