"""What the system refuses to write, told with the name that the caller gave."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["cannot_write", "real_target", "refusal_in_words", "telling_target"]

_SAYS = "cannot write: "


def cannot_write(path: str | os.PathLike[str], error: OSError) -> OSError:
    """The error with its number and kind, that it was about writing, and the name of the caller's file.

    Examples
    --------
    >>> cannot_write("a.json", OSError(13, "Permission denied", ".a.json.5d0fab21"))
    PermissionError(13, 'cannot write: Permission denied')
    >>> print(cannot_write("a.json", OSError("encoder error")).filename)
    a.json
    """
    reason = (error.strerror or str(error)).removeprefix(_SAYS)
    return OSError(error.errno or errno.EIO, _SAYS + reason, os.fsdecode(path))


def refusal_in_words(error: OSError) -> str | None:
    """``cannot write FILE: reason``; None of an error that was not about writing.

    Examples
    --------
    >>> refusal_in_words(cannot_write("a.json", OSError(13, "Permission denied")))
    'cannot write a.json: Permission denied'
    >>> refusal_in_words(OSError(13, "Permission denied", "a.json"))
    """
    said = error.strerror or ""
    if error.filename is None or not said.startswith(_SAYS):
        return None
    return f"cannot write {error.filename}: {said.removeprefix(_SAYS)}"


def real_target(path: str | os.PathLike[str]) -> str:
    """Where links lead that stand at `path`: what is written goes there, and the links stay.

    Raises
    ------
    OSError
        The links lead in a circle; a file in their place would be what nobody asked for.

    Examples
    --------
    >>> real_target("a.json") == os.path.realpath("a.json")
    True
    """
    real = os.path.realpath(os.fsdecode(path))
    if os.path.islink(real):
        raise cannot_write(path, OSError(errno.ELOOP, os.strerror(errno.ELOOP)))
    return real


@contextmanager
def telling_target(
    path: str | os.PathLike[str], part: str | os.PathLike[str] | None = None
) -> Iterator[None]:
    """Within the block, an error of the system is about writing `path`, and says so.

    Parameters
    ----------
    path : path
        The file or folder that the caller asked for.
    part : path, optional
        Where it is being written meanwhile: what lies in there is told as lying in `path`.

    Raises
    ------
    OSError
        What the system says, with the caller's name. One about a file elsewhere, which was being read, stays
        as it is.

    Examples
    --------
    >>> with telling_target("labels", part=".labels.5d0fab21"):
    ...     raise OSError(28, "No space left on device", ".labels.5d0fab21/a.txt")
    Traceback (most recent call last):
    OSError: [Errno 28] cannot write: No space left on device: 'labels/a.txt'
    """
    try:
        yield
    except OSError as error:
        told = _told(error, Path(os.fsdecode(path)), part)
        if told is None:
            raise
        raise cannot_write(told, error) from error


def _told(error: OSError, path: Path, part: str | os.PathLike[str] | None) -> Path | None:
    """The caller's name of what the error is about; None of a file elsewhere."""
    if error.filename is None or isinstance(error.filename, int):  # of a write or a close
        return path
    for named in (error.filename, error.filename2):  # two of a rename or a link
        if named is None:
            continue
        place = Path(os.fsdecode(named))
        if part is not None and place.is_relative_to(part):
            return path / place.relative_to(part)
        if _real(path).is_relative_to(_real(place)):  # itself, or a folder around it
            return path
    return None


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
