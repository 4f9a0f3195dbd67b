"""The picture of an image of the truth, inside one folder and nowhere else."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, NoReturn

from truebox._writing.saying import say
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.records import Truth

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
        """The picture of an image: its file name, or id, with any ending of a picture; also in ``images``.

        Raises
        ------
        InputError
            ``E-561``: the name, or a link, leads out of the folder.
        """
        place = f"{truth.source.name} images[{row}].file_name"
        name = truth.images.file_names[row] or str(truth.images.ids[row])
        self.inside(name, place)
        plain = PurePosixPath(name.replace("\\", "/"))
        # Beside the truth, pictures often lie in a folder of this name.
        for folder in ("", "images/"):
            for each in (plain, PurePosixPath(plain.name)):
                ends = each.suffix.lower() in SUFFIXES
                for other in (each, *(each.with_suffix(s) if ends else f"{each}{s}" for s in SUFFIXES)):
                    path = self.root / folder / other
                    if path.is_file():
                        return self.inside(path.relative_to(self.root).as_posix(), place)
        return None

    def inside(self, name: str, place: str) -> Path:
        """``root / name``, judged by its words and by where links lead (E-561)."""
        posix, windows = PurePosixPath(name), PureWindowsPath(name)
        absolute = posix.is_absolute() or bool(windows.drive or windows.root)
        words = {*posix.parts, *windows.parts}
        if absolute or ".." in words or "://" in name or "\0" in name:
            self._refuse(name, place, "leads out of")
        path = self.root / name
        if not os.path.realpath(path).startswith(os.path.join(os.path.realpath(self.root), "")):
            self._refuse(name, place, "is a link that leads out of")
        return path

    def _refuse(self, name: str, place: str, how: str) -> NoReturn:
        fix = "write the name relative to the folder of pictures, without '..', and let no link leave it"
        raise InputError("E-561", place, f"{say(name)} {how} the folder {self.root}", fix)


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
