"""Folders of ours: one that appears whole or not at all, and one for the time of a block."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from truebox._writing.cannot_write import real_target, telling_target
from truebox.errors import InputError

__all__ = ["remove_folder", "temporary_folder", "whole_folder"]


@contextmanager
def whole_folder(
    path: str | os.PathLike[str], *, replaces: Callable[[Path], bool] | None = None
) -> Iterator[Path]:
    """A new folder to fill, which takes the name `path` when the block ends well, and vanishes if not.

    Parameters
    ----------
    path : path
        The name it takes.
    replaces : function of a path, optional
        Whether the folder that stands at `path` may go: it stays until the new one is whole.

    Raises
    ------
    InputError
        Something stands at `path` that is not an empty folder (E-445).
    OSError
        What the system says, with the caller's name of the file or folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with whole_folder(f"{place}/labels") as folder:
    ...         _ = (folder / "a.txt").write_text("")
    ...     sorted(os.listdir(f"{place}/labels"))
    ['a.txt']
    """
    target = Path(real_target(path))
    part = target.parent / f".{target.name}.{os.urandom(4).hex()}"
    with telling_target(path, part):
        goes = _goes(path, target, replaces)
        target.parent.mkdir(parents=True, exist_ok=True)
        part.mkdir()
        try:
            yield part
            if goes:
                _take_place(part, target)
                return
            if target.exists():  # empty: some systems do not rename onto a folder
                target.rmdir()
            part.rename(target)
        except BaseException:
            remove_folder(part)
            raise


def _goes(path: str | os.PathLike[str], target: Path, replaces: Callable[[Path], bool] | None) -> bool:
    """Whether a folder with something in it is replaced; what must stay is refused."""
    goes = replaces is not None and target.is_dir() and replaces(target)
    if target.exists() and not goes and (not target.is_dir() or any(target.iterdir())):
        what = "a folder that is not empty" if target.is_dir() else "a file"
        raise InputError(
            "E-445", os.fsdecode(path), f"there is already {what}", "name a new folder, or empty this one"
        )
    return goes


def _take_place(part: Path, target: Path) -> None:
    before = target.parent / f"{part.name}.before"
    target.rename(before)
    try:
        part.rename(target)
    except BaseException:
        before.rename(target)
        raise
    remove_folder(before)


def remove_folder(path: Path) -> None:
    """Remove a folder of ours with all it holds, and say nothing where that fails.

    What fails once is tried once more: a call that was broken off must not leave a folder behind.

    Examples
    --------
    >>> remove_folder(Path("no-such-folder"))
    """
    for _ in range(2):
        with suppress(OSError):  # of closing a folder, which is raised in any case
            shutil.rmtree(path, ignore_errors=True)
        if not path.exists():
            return


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """A new folder where the system keeps what is temporary (``TMPDIR``), which goes when the block ends.

    Raises
    ------
    OSError
        What the system says of a write, with the name of the folder: which disk is full is not plain.

    Examples
    --------
    >>> with temporary_folder("truebox-parts-") as folder:
    ...     folder.is_dir()
    True
    """
    with tempfile.TemporaryDirectory(prefix=prefix) as name, telling_target(name):
        yield Path(name)
