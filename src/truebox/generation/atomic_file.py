"""A file that appears whole or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["atomic_file"]


@contextmanager
def atomic_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a neighbour of `path` for writing and move it there when the block ends without error."""
    # Not delete=True: Windows cannot rename a file that is still open.
    stream = NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False)  # noqa: SIM115
    try:
        with stream:
            yield stream
        # Temporary files are private; a result is as readable as any other new file.
        os.chmod(stream.name, 0o666 & ~_current_umask())
        os.replace(stream.name, path)
    except BaseException:
        os.unlink(stream.name)
        raise


def _current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
