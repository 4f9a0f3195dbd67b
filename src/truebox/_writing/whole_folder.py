"""A folder that appears whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from truebox.errors import InputError

__all__ = ["whole_folder"]


@contextmanager
def whole_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A new folder to fill, which takes the name `path` when the block ends well, and vanishes if not.

    Raises
    ------
    InputError
        Something stands at `path` that is not an empty folder (E-445).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with whole_folder(f"{place}/labels") as folder:
    ...         _ = (folder / "a.txt").write_text("")
    ...     sorted(os.listdir(f"{place}/labels"))
    ['a.txt']
    """
    target = Path(os.path.realpath(path))
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        what = "a folder that is not empty" if target.is_dir() else "a file"
        raise InputError(
            "E-445", str(path), f"there is already {what}", "name a new folder, or empty this one"
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.parent / f".{target.name}.{os.urandom(4).hex()}"
    part.mkdir()
    try:
        yield part
        if target.exists():  # empty: some systems do not rename onto a folder
            target.rmdir()
        part.rename(target)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
