"""A function whose process is killed the first time it is called."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def killed_once(shard: tuple[str, int]) -> bytes:
    """The number as bytes; the first call with 2 ends its process at once, as ``kill -9`` does."""
    folder, number = shard
    mark = Path(folder) / "killed"
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return bytes([number])


def killed_always(shard: tuple[str, int]) -> bytes:
    """Never comes back."""
    os.kill(os.getpid(), signal.SIGKILL)
    return bytes(shard[1])
