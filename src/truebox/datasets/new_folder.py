"""A folder that appears whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from truebox.errors import InputError

__all__ = ["new_folder"]


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A fresh folder beside `path` that takes its name when the block ends well, and vanishes otherwise.

    Raises
    ------
    InputError
        Something stands at `path` already, other than an empty folder (E-410).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as here:
    ...     with new_folder(Path(here) / "labels") as folder:
    ...         _ = (folder / "a.txt").write_text("0 0.5 0.5 1 1")
    ...     sorted(os.listdir(here))
    ['labels']
    """
    path = Path(os.path.abspath(path))
    if path.is_symlink() or (path.exists() and not (path.is_dir() and not any(path.iterdir()))):
        what = "this folder holds something" if path.is_dir() else "a file has this name"
        raise InputError("E-410", str(path), f"{what} already", "name a folder that is new or empty")
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.parent / f".{path.name}.{os.urandom(4).hex()}"
    part.mkdir()
    try:
        yield part
        if path.exists():
            path.rmdir()
        part.rename(path)
    except BaseException:
        import shutil  # noqa: PLC0415  only where something went wrong

        shutil.rmtree(part, ignore_errors=True)
        raise
