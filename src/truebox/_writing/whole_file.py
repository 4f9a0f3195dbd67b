"""A file that appears whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from truebox._writing.cannot_write import real_target, telling_target

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of `path` when the block ends well, and vanishes when it does not.

    Readers of `path` meanwhile get the old file. A link stays a link, to the new content. A device or
    a named pipe cannot be replaced and is written to as it is. Whoever writes may close the stream. On
    Linux a process that is killed meanwhile leaves nothing behind.

    Raises
    ------
    OSError
        What the system says, with the name `path`; also where links lead in a circle.

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
    folder, name = os.path.split(real_target(path))
    # Opened plainly rather than by tempfile, whose files no other user may read.
    part = os.path.join(folder, f".{name}.{os.urandom(4).hex()}")
    with telling_target(path, part):
        try:
            nameless = _without_name(folder)
            if nameless is None:
                with open(part, "xb") as stream:
                    yield stream
            else:
                yield from _written(nameless, part)
            os.replace(part, os.path.join(folder, name))
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part)
            raise


def _written(file: int, part: str) -> Iterator[IO[bytes]]:
    """The stream of a file without a name, which gets one afterwards, also where the stream is closed."""
    try:
        with os.fdopen(file, "wb", closefd=False) as stream:
            yield stream
        _give_name(file, part)
    finally:
        os.close(file)


def _without_name(folder: str) -> int | None:
    """A new file of the folder that has no name yet: a process that is killed leaves nothing behind.

    None where the system has no such files, or the file system does not.
    """
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
    except OSError:  # also of a folder that is not there or not ours: a file with a name says so
        return None


def _give_name(file: int, part: str) -> None:
    """Give the file a name, or its content to one that has a name where the system gives none."""
    try:
        # With a folder named, of which nothing is asked, Python lets the system follow the link.
        os.link(f"/proc/self/fd/{file}", part, src_dir_fd=file, follow_symlinks=True)
    except (OSError, NotImplementedError):
        os.lseek(file, 0, os.SEEK_SET)
        with open(part, "xb") as copy:
            while block := os.read(file, 1 << 20):
                copy.write(block)
