"""A file that appears whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from truebox._writing.cannot_write import telling_target

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of `path` when the block ends well, and vanishes when it does not.

    Readers of `path` meanwhile get the old file. A link stays a link, to the new content. A device or
    a named pipe cannot be replaced and is written to as it is.

    Raises
    ------
    OSError
        What the system says, with the name `path`.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/scores.csv") as stream:
    ...         _ = stream.write(b"0.5")
    ...     os.listdir(folder)
    ['scores.csv']
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with telling_target(path), open(path, "wb") as stream:
            yield stream
        return
    folder, name = os.path.split(os.path.realpath(path))
    # Opened plainly rather than by tempfile, whose files no other user may read.
    part = os.path.join(folder, f".{name}.{os.urandom(4).hex()}")
    with telling_target(path, part):
        try:
            with open(part, "xb") as stream:
                yield stream
            os.replace(part, os.path.join(folder, name))
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part)
            raise
