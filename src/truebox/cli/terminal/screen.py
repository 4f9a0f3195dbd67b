"""Where the output is looked at: on a terminal or not, and how wide it is."""

from __future__ import annotations

import os
import sys

from truebox._lazily import TYPE_CHECKING, deferred

if TYPE_CHECKING:
    import shutil
else:
    shutil = deferred("shutil")  # only tables need it (3 ms)

__all__ = ["both_on_screen", "columns", "stderr_on_screen", "stdout_on_screen"]


def stdout_on_screen() -> bool:
    """Whether stdout is a terminal that understands more than plain text."""
    return sys.stdout is not None and sys.stdout.isatty() and not _is_dumb()


def stderr_on_screen() -> bool:
    """Whether stderr is a terminal that understands more than plain text."""
    return sys.stderr is not None and sys.stderr.isatty() and not _is_dumb()


def both_on_screen() -> bool:
    """Whether what goes to stderr and the result on stdout stand beneath each other."""
    return stdout_on_screen() and stderr_on_screen()


def columns() -> int:
    """Width of the terminal; 100 where there is none."""
    return shutil.get_terminal_size((100, 24)).columns


def _is_dumb() -> bool:
    return os.environ.get("TERM") == "dumb"
