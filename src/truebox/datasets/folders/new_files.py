"""Many small files into a folder of ours that is not yet seen by others."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._native import label_files as _kernels
from truebox.datasets.folders.folder_listing import names_blob

if TYPE_CHECKING:
    from truebox.typing import Int64Array

__all__ = ["write_new_files"]

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def write_new_files(folder: Path, names: Sequence[str], *parts: tuple[bytes, Int64Array]) -> None:
    """Write files that are not there yet, and the folders inside `folder` that their names tell.

    Parameters
    ----------
    folder : Path
        It is there.
    names : sequence [F] of str
        With ``/`` between their parts.
    *parts : bytes and int64 array [F + 1]
        File ``i`` has the bytes from ``offsets[i]`` to ``offsets[i + 1]`` of each part, one after the other.

    Raises
    ------
    OSError
        What the system says, with the path; a file that is there already is not written over.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write_new_files(Path(place), ["a.txt", "sub/b.txt"], (b"122", np.array([0, 1, 3])))
    ...     (Path(place) / "sub" / "b.txt").read_text()
    '22'
    """
    for parent in sorted({name.rpartition("/")[0] for name in names if "/" in name}):
        (folder / parent).mkdir(parents=True, exist_ok=True)
    done = _kernels.write_files(folder, names_blob(names), list(parts))
    if done is None:
        _write_one_by_one(folder, names, parts)
        return
    written, error = done
    if error:
        raise OSError(error, os.strerror(error), os.path.join(folder, *names[written : written + 1]))


def _write_one_by_one(folder: Path, names: Sequence[str], parts: Sequence[tuple[bytes, Int64Array]]) -> None:
    """The same, where the system has no folders that names are relative to."""
    texts = [(text, offsets.tolist()) for text, offsets in parts]
    for row, name in enumerate(names):
        path = os.path.join(folder, name)
        content = b"".join(text[offsets[row] : offsets[row + 1]] for text, offsets in texts)
        descriptor = os.open(path, _NEW, 0o666)
        try:
            written = os.write(descriptor, content)
            while written < len(content):  # a disk that is nearly full takes less
                written += os.write(descriptor, content[written:])
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None
        finally:
            os.close(descriptor)
