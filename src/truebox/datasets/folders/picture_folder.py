"""Sizes of pictures in a folder, for annotations that do not say them; only headers are read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.inside_folder import inside_folder
from truebox._writing.saying import say
from truebox.datasets.folders.picture_sizes import picture_sizes
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.typing import Int64Array

__all__ = ["size_of_picture", "sizes_in_folder"]

_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".tif", ".tiff", ".webp")


def sizes_in_folder(folder: Path, names: Sequence[str]) -> Int64Array:
    """Width and height [N, 2] of each picture, found by its name or by its name without suffix.

    Raises
    ------
    InputError
        A name leads out of the folder (E-174), there is no such picture (E-428), or it is none (E-412).
    MissingExtraError
        A picture is of a kind that needs Pillow.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "a.gif").write_bytes(b"GIF89a" + bytes([64, 1, 240, 0, 0, 0]))
    ...     sizes_in_folder(Path(folder), ["a"]).tolist()
    [[320, 240]]
    """
    files = [_found(folder, name) for name in names]
    found = picture_sizes(folder, files)
    for row in sorted(found.errors):
        raise found.errors[row]
    return found.sizes


def size_of_picture(options: ReadOptions, name: str) -> tuple[int, int]:
    """Width and height of one picture; 0 where no folder of pictures was named.

    Examples
    --------
    >>> from truebox.datasets.options import ReadOptions
    >>> size_of_picture(ReadOptions(), "a")
    (0, 0)
    """
    if options.images is None:
        return 0, 0
    width, height = sizes_in_folder(options.images, [name])[0].tolist()
    return width, height


def _found(folder: Path, name: str) -> str:
    """The name of the picture, relative to the folder."""
    inside_folder(folder, name, str(folder))
    candidates = (name, *(f"{name}{each}" for suffix in _SUFFIXES for each in (suffix, suffix.upper())))
    found = next((each for each in candidates if (folder / each).is_file()), None)
    if found is None:
        fix = "name the folder that holds the pictures with --images"
        raise InputError("E-428", str(folder), f"there is no picture named {say(name)}", fix)
    if not (folder / found).resolve().is_relative_to(os.path.realpath(folder)):
        fix = "keep pictures inside the folder, not behind links"
        raise InputError("E-174", str(folder), f"{say(name)} is a link out of the folder", fix)
    return found
