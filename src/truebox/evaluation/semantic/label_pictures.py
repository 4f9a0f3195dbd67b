"""Folders of label maps: PNGs in which each pixel is a class."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._pillow import decoded
from truebox.errors import ArgumentError, InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["LabelPictures", "label_pictures", "read_labels"]


@dataclass(frozen=True, slots=True, eq=False)
class LabelPictures:
    """The PNGs of one side.

    Parameters
    ----------
    source : Source
    files : dict of str to Path
        By the name of the image: that of the file, with its folders, without its ending.
    """

    source: Source
    files: dict[str, Path]

    def __len__(self) -> int:
        return len(self.files)


def label_pictures(given: Any, side: str) -> LabelPictures:
    """The PNGs in a folder and below.

    Raises
    ------
    ArgumentError
        It is no folder.
    InputError
        No file there ends in .png (E-101).
    """
    if not isinstance(given, str | os.PathLike) or not Path(given).is_dir():
        raise ArgumentError(f"{side}: expected a folder of PNGs, got {given!r}. Fix: name the folder.")
    path = Path(given)
    found = sorted(each for each in path.rglob("*") if each.suffix.lower() == ".png" and each.is_file())
    if not found:
        problem = "no file in this folder ends in .png"
        raise InputError("E-101", str(path), problem, "name the folder that holds the label maps")
    files = {each.relative_to(path).with_suffix("").as_posix(): each for each in found}
    return LabelPictures(Source(str(path), "png", "PNG label maps", path), files)


def read_labels(file: Path) -> AnyArray:
    """The labels of a picture [H, W]: places in its palette, or shades of grey.

    Raises
    ------
    InputError
        It cannot be read (E-172), or holds no labels (E-173).
    """
    labels = decoded(
        file,
        np.asarray,
        name=str(file),
        purpose="Reading label maps",
        plain=("grey", "deep grey", "palette", "colour"),
    )
    if labels.ndim != 2 or labels.dtype.kind not in "iu":
        problem = "this PNG has colours, or shades of black and white alone, in place of labels"
        raise InputError("E-173", str(file), problem, "save labels as a palette or as 8 bits of grey")
    return labels
