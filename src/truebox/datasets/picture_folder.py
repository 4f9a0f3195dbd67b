"""Sizes of pictures in a folder, for annotations that do not say them; only headers are read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.inside_folder import inside_folder
from truebox.datasets.wording import say
from truebox.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from truebox.datasets.format import ReadOptions
    from truebox.typing import Int64Array

__all__ = ["size_of_picture", "sizes_in_folder"]

_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".tif", ".tiff", ".webp")


def sizes_in_folder(folder: Path, names: Sequence[str]) -> Int64Array:
    """Width and height [N, 2] of each picture, found by its name or by its name without suffix.

    Raises
    ------
    InputError
        A name leads out of the folder (E-174), or there is no such picture (E-428).
    MissingExtraError
        Pillow is not installed.

    Examples
    --------
    >>> import tempfile
    >>> from PIL import Image
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Image.new("RGB", (7, 5)).save(Path(folder) / "a.png")
    ...     sizes_in_folder(Path(folder), ["a"]).tolist()
    [[7, 5]]
    """
    try:
        from PIL import Image  # noqa: PLC0415  an extra, and only where sizes are wanted
    except ImportError:
        raise MissingExtraError("Pillow", "images", "Reading the sizes of pictures") from None
    sizes = np.zeros((len(names), 2), dtype=np.int64)
    for row, name in enumerate(names):
        path = _found(folder, name)
        try:
            with Image.open(path) as picture:
                sizes[row] = picture.size
        except (OSError, ValueError, Image.DecompressionBombError) as error:
            problem = f"the size of this picture cannot be read ({str(error)[:80]})"
            raise InputError("E-428", str(path), problem, "replace the picture") from None
    return sizes


def size_of_picture(options: ReadOptions, name: str) -> tuple[int, int]:
    """Width and height of one picture; 0 where no folder of pictures was named.

    Examples
    --------
    >>> from truebox.datasets.format import ReadOptions
    >>> size_of_picture(ReadOptions(), "a")
    (0, 0)
    """
    if options.images is None:
        return 0, 0
    width, height = sizes_in_folder(options.images, [name])[0].tolist()
    return width, height


def _found(folder: Path, name: str) -> Path:
    path = inside_folder(folder, name, str(folder))
    candidates = [path, *(Path(f"{path}{suffix}") for suffix in _SUFFIXES)]
    found = next((each for each in candidates if each.is_file()), None)
    if found is None:
        fix = "name the folder that holds the pictures with --images"
        raise InputError("E-428", str(folder), f"there is no picture named {say(name)}", fix)
    if not found.resolve().is_relative_to(os.path.realpath(folder)):
        fix = "keep pictures inside the folder, not behind links"
        raise InputError("E-174", str(folder), f"{say(name)} is a link out of the folder", fix)
    return found
