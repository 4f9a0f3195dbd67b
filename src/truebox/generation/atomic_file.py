"""A file that appears whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["atomic_file"]


@contextmanager
def atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a neighbour of `path` for writing and move it there when the block ends without error."""
    # Opened plainly rather than by tempfile, whose files nobody else may read.
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            yield stream
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
