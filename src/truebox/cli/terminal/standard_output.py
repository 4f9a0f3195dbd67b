"""Results on stdout, whole; what cannot be written there is said as of any file."""

from __future__ import annotations

import errno
import sys
import time

from truebox._writing.cannot_write import cannot_write

__all__ = ["write_stdout"]

_NAME = "stdout"


def write_stdout(text: str) -> None:
    """Write the result to stdout and flush, so that a closed pipe or a full disk is noticed here.

    Raises
    ------
    BrokenPipeError
        The reader went away.
    OSError
        It cannot be written; the message names stdout.
    """
    if sys.stdout is None:  # closed before the start
        raise cannot_write(_NAME, OSError(errno.EBADF, "it is closed"))
    try:
        _write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise cannot_write(_NAME, error) from error


def _write(text: str) -> None:
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # a text stream put there by a caller
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    # An unbuffered stdout (PYTHONUNBUFFERED) may take a part of a long text and say so only in
    # what `write` returns, which text streams ignore: the rest would be lost without an error.
    left = memoryview(text.encode("utf-8", "backslashreplace"))
    while left:
        taken = buffer.write(left)
        if taken is None:  # not ready to take anything
            time.sleep(0.001)
            continue
        left = left[taken:]
    buffer.flush()
