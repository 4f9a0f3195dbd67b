"""A file name out of a file, joined to a folder it cannot leave."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["inside_folder"]


def inside_folder(folder: Path, name: str, place: str) -> Path:
    r"""``folder / name``, refused when the name leads out of the folder by any system's rules (E-174).

    Judged by the name alone: what a user links into the folder stays usable.

    Examples
    --------
    >>> inside_folder(Path("maps"), "val/7.png", "truth.json annotations[0].file_name").as_posix()
    'maps/val/7.png'
    >>> inside_folder(Path("maps"), "..\\secret.png", "truth.json annotations[0].file_name")
    Traceback (most recent call last):
    ...
    truebox.errors.InputError: E-174 truth.json annotations[0].file_name: "..\secret.png" leads out of ...
    """
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    absolute = posix.is_absolute() or bool(windows.drive or windows.root)
    if absolute or ".." in posix.parts or ".." in windows.parts or "\0" in name:
        problem = f"{say(name)} leads out of the folder {folder}"
        raise InputError("E-174", place, problem, "name the PNG relative to its folder, without '..'")
    return folder / name
