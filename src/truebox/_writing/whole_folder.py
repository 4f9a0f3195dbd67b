"""Folders of ours: one that appears whole or not at all, and one for the time of a block."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from truebox._writing.cannot_write import real_target, telling_target
from truebox.errors import InputError

if sys.platform != "win32":
    import fcntl

__all__ = [
    "KEPT",
    "clear_left",
    "new_part",
    "part_folder",
    "remove_folder",
    "temporary_folder",
    "whole_folder",
]

KEPT = ".replaced"
"""Where files of a folder that is filled wait, under their names, until all others have come."""
_YOUNG = 10.0
"""Seconds in which a folder may not be locked yet by who made it."""


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
    part = new_part(target.parent, target.name)
    with telling_target(path, part):
        clear_left(target.parent, target)
        goes = _goes(path, target, replaces)
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_folder(part):
            yield part
            if goes:
                _take_place(part, target)
                return
            if target.exists():  # empty: some systems do not rename onto a folder
                target.rmdir()
            part.rename(target)


def new_part(place: Path, name: str) -> Path:
    """A hidden name in `place` for what becomes `name`: it tells this machine from others.

    Examples
    --------
    >>> new_part(Path("drawn"), "labels").name[:8]
    '.labels.'
    """
    return place / f".{name}.{_machine()}{os.urandom(3).hex()[:5]}"


@contextmanager
def part_folder(part: Path) -> Iterator[None]:
    """Make the folder `part`, locked for the time of a block, and remove it where something fails.

    A process that is killed leaves the folder behind without its lock; by that `clear_left` knows it.
    """
    part.mkdir()
    lock = None
    try:
        lock = _locked(part, wait=True)
        yield
    except BaseException:
        remove_folder(part)
        raise
    finally:
        if lock is not None:
            os.close(lock)


def clear_left(place: Path, target: Path) -> None:
    """Remove hidden folders in `place` that killed processes of this machine left while they wrote `target`.

    What stood at `target`, or in it, and was about to be replaced comes back where nothing has its place.
    A folder that a process holds, that another machine made, or that is of another name stays; where nothing
    can be locked (Windows), all stay.

    Examples
    --------
    >>> clear_left(Path("no-such-folder"), Path("no-such-folder/labels"))
    """
    ours = re.compile(re.escape(f".{target.name}.{_machine()}") + r"[0-9a-f]{5}")
    with suppress(OSError):
        for name in sorted(os.listdir(place)):  # what was to be replaced comes after what replaces it
            if ours.fullmatch(name.removesuffix(".before")):
                _clear_one(place / name, target)


def _clear_one(left: Path, target: Path) -> None:
    if left.name.endswith(".before"):  # its part came to its place, or was cleared before it
        if target.exists() and not left.with_name(left.name.removesuffix(".before")).exists():
            remove_folder(left)
        return
    lock = None if left.is_symlink() else _locked(left, wait=False)
    if lock is None:
        return
    try:
        if time.time() - left.stat().st_mtime < _YOUNG:
            return
        before = left.with_name(f"{left.name}.before")
        if before.exists() and not target.exists():
            before.rename(target)
        _bring_back(left / KEPT, target)
        remove_folder(left)
    finally:
        os.close(lock)


def _bring_back(kept: Path, target: Path) -> None:
    for file in [each for each in kept.rglob("*") if not each.is_dir()]:
        place = target / file.relative_to(kept)
        if not os.path.lexists(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            file.rename(place)


def _machine() -> str:
    name = os.uname().nodename if hasattr(os, "uname") else ""
    return f"{zlib.crc32(os.fsencode(name)) & 0xFFF:03x}"


def _locked(folder: Path, *, wait: bool) -> int | None:
    """A file number that holds the lock of a folder; None where another has it, or there are no locks."""
    if sys.platform == "win32":
        return None
    try:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(number)
        return None
    return number


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
