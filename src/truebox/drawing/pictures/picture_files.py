"""The picture of an image of the truth, inside one folder and nowhere else."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, NoReturn

from truebox._writing.saying import say
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.records import Images, Truth

__all__ = ["SUFFIXES", "PictureFolder", "row_of_picture"]

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".ppm")
"""Endings of pictures."""


@dataclass(frozen=True, slots=True)
class PictureFolder:
    """A folder of pictures that no file name out of a file can leave.

    Parameters
    ----------
    root : Path
        What file names start from.

    Examples
    --------
    >>> folder = PictureFolder(Path("pictures"))
    >>> folder.inside("../secret.png", "truth.json images[0].file_name")
    Traceback (most recent call last):
    ...
    truebox.errors.InputError: E-561 truth.json images[0].file_name: "../secret.png" leads out of ...
    """

    root: Path

    def find(self, truth: Truth, row: int) -> Path | None:
        """The picture of an image: by its path, the end of it or its id, with any ending of a picture.

        ``data/val/7.jpg`` is also ``val/7.jpg`` and ``7.jpg``, the last two where no other image of the truth
        ends so; all of it also in ``images``. Of a name that leads out of the folder only its end is taken.

        Raises
        ------
        InputError
            ``E-561``: the name leads out of the folder and its end is not there, or a link leads out.
        """
        place = f"{truth.source.name} images[{row}].file_name"
        name = truth.images.file_names[row] or str(truth.images.ids[row])
        parts = _parts(name)
        if _stays_inside(name):
            self.inside(name, place)
            found = self._lying("/".join(parts) or name, place)
            if found is not None:
                return found
            parts = parts[1:]
        else:
            # Of "/data/val/7.jpg" and "../val/7.jpg" what can lie here, without drive, root and steps up.
            parts = parts[max((at + 1 for at, part in enumerate(parts) if part == ".."), default=0) :]
        for first in range(len(parts)):
            found = self._lying("/".join(parts[first:]), place)
            if found is not None and _ends(truth.images)["/".join(parts[first:])] == 1:
                return found
        self.inside(name, place)
        return None

    def _lying(self, name: str, place: str) -> Path | None:
        """A file of this name, or with another ending of a picture; also in ``images``."""
        plain = PurePosixPath(name)
        ends = plain.suffix.lower() in SUFFIXES
        names = (plain, *(plain.with_suffix(s) if ends else PurePosixPath(f"{plain}{s}") for s in SUFFIXES))
        # Beside the truth, pictures often lie in a folder of this name.
        for folder in ("", "images/"):
            for other in names:
                path = self.root / folder / other
                if path.is_file():
                    return self.inside(path.relative_to(self.root).as_posix(), place)
        return None

    def inside(self, name: str, place: str) -> Path:
        """``root / name``, judged by its words and by where links lead (E-561)."""
        if not _stays_inside(name):
            self._refuse(name, place, "leads out of")
        path = self.root / name
        if not os.path.realpath(path).startswith(os.path.join(os.path.realpath(self.root), "")):
            self._refuse(name, place, "is a link that leads out of")
        return path

    def _refuse(self, name: str, place: str, how: str) -> NoReturn:
        fix = "write the name relative to the folder of pictures, without '..', and let no link leave it"
        raise InputError("E-561", place, f"{say(name)} {how} the folder {self.root}", fix)


def _stays_inside(name: str) -> bool:
    """Whether a name, by any system's rules, is one of something in a folder."""
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    absolute = posix.is_absolute() or bool(windows.drive or windows.root)
    return not (absolute or ".." in {*posix.parts, *windows.parts} or "://" in name or "\0" in name)


def _parts(name: str) -> list[str]:
    """The folders of a path and its last name, without drive and root."""
    if "://" in name or "\0" in name:
        return []
    return [part for part in PureWindowsPath(name).parts if part != PureWindowsPath(name).anchor]


@lru_cache(maxsize=4)
def _ends(images: Images) -> Counter[str]:
    """How many images of a truth have a name that ends so, in whole parts."""
    ends: Counter[str] = Counter()
    for name in images.file_names:
        parts = _parts(name)
        ends.update("/".join(parts[first:]) for first in range(len(parts)))
    return ends


def row_of_picture(truth: Truth, picture: Path) -> int:
    """Which image of the truth a picture file is: by path, by name, by name or id without suffix.

    Raises
    ------
    InputError
        ``E-562``: it is none.
    ArgumentError
        It may be several.
    """
    whole = PurePosixPath(Path(os.path.abspath(picture)).as_posix())
    names = [PurePosixPath(name.replace("\\", "/")) for name in truth.images.file_names]
    ids = [str(each) for each in truth.images.ids.tolist()]
    number = str(int(picture.stem)) if picture.stem.isascii() and picture.stem.isdigit() else picture.stem
    ways = (
        [bool(name.parts) and whole.parts[-len(name.parts) :] == name.parts for name in names],
        [name.name == picture.name for name in names],
        [bool(name.stem) and name.stem == picture.stem for name in names],
        [each in {picture.name, picture.stem, number} for each in ids],
    )
    for matches in ways:
        rows = [row for row, same in enumerate(matches) if same]
        if len(rows) == 1:
            return rows[0]
        if rows:
            shown = ", ".join(ids[row] for row in rows[:3])
            raise ArgumentError(
                f"{picture} is several images of {truth.source.name} ({shown}); say which by id"
            )
    if len(ids) == 1:
        return 0
    raise InputError(
        "E-562",
        str(picture),
        f"no image of {truth.source.name} has this file name",
        "check that the truth belongs to this picture, or say which image it is by its id",
    )
