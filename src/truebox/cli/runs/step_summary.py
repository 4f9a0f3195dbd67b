"""The summary of a job on GitHub: Markdown appended to the file that the runner names."""

from __future__ import annotations

import os
from collections.abc import Callable

from truebox.cli.terminal.notices import notify

__all__ = ["append_step_summary"]

MOST_BYTES = 1024 * 1024 - 1024
"""The runner drops a summary above 1 MiB as a whole; a little is left for other steps of the same job."""

_CUT = "\n\n(The summary was cut: a job may show 1 MiB.)\n"


def append_step_summary(make: Callable[[], str]) -> None:
    """Append what `make` returns where ``GITHUB_STEP_SUMMARY`` is set; a failure is said, and no more.

    Parameters
    ----------
    make : callable
        Called only where there is such a file.
    """
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        taken = os.path.getsize(path) if os.path.exists(path) else 0
        data = ("\n" if taken else "").encode() + make().encode("utf-8", "backslashreplace")
        with open(path, "ab") as stream:
            stream.write(_trimmed(data, MOST_BYTES - taken))
    except OSError as error:
        notify([f"no job summary: {path}: {error.strerror}"])


def _trimmed(data: bytes, room: int) -> bytes:
    """Whole lines that fit, and a word about it; nothing where not even that fits."""
    if len(data) <= room:
        return data
    cut = data[: max(0, room - len(_CUT))]
    end = cut.rfind(b"\n")
    return cut[:end] + _CUT.encode() if end > 0 else b""
