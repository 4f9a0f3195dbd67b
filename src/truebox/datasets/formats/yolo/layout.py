"""Which label file belongs to which picture.

Facts: Ultralytics 8.4.190 finds labels by replacing the last ``/images/`` of a picture's path by ``/labels/``
and its suffix by ``.txt`` (``data/utils.py: img2label_paths``); a picture without label file is background
(``verify_image_label``). Darknet and CVAT put both into one folder and list pictures in text files, where
names begin with ``data/``, a folder that exports do not have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.folders.folder_listing import PICTURE_SUFFIXES, bare_names, list_files
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors

__all__ = ["Layout", "label_files", "label_of", "layout_of_folder", "layout_of_pictures"]

_NO_LABELS = re.compile(
    r"(.*/)?classes\.txt"
    r"|(?!(.*/)?labels/)(.*/)?(train|val|valid|validation|test|trainval|notes?|labels|requirements|copying)\.txt"
    r"|(.*/)?(read_?me|license)[^/]*\.txt",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Images of a dataset, each with the label file where one may be.

    Parameters
    ----------
    root, pictures_root : Path
        What `labels` and `pictures` are relative to.
    keys : list of str
        Ids of the images: their names without suffix, and without folder unless two would be the same.
    labels : list of str
        A name per image; the file need not exist.
    pictures : list of str
        A name per image; empty texts where no pictures are there.
    """

    root: Path
    pictures_root: Path
    keys: list[str]
    labels: list[str]
    pictures: list[str]


def label_of(picture: str) -> str:
    """The label file of a picture.

    Examples
    --------
    >>> label_of("val/images/a.b.jpg"), label_of("obj_train_data/a.jpg")
    ('val/labels/a.b.txt', 'obj_train_data/a.txt')
    """
    before, found, after = f"/{picture}".rpartition("/images/")
    path = f"{before}/labels/{after}" if found else f"/{picture}"
    stem, dot, _ = path.rpartition(".")
    return (stem if dot else path)[1:] + ".txt"


def label_files(root: Path) -> list[str]:
    """Text files below `root` that may hold labels: lists of classes or pictures are left out."""
    return [name for name in list_files(root, (".txt",)) if not _NO_LABELS.fullmatch(name)]


def layout_of_pictures(root: Path, pictures: list[str]) -> Layout:
    """The layout of a list of pictures, relative to `root`."""
    return Layout(root, root, bare_names(pictures), [label_of(name) for name in pictures], pictures)


def layout_of_folder(root: Path, pictures_root: Path | None, errors: RowErrors) -> Layout:
    """The layout of a folder of label files, with pictures in it or in a folder of their own.

    Raises
    ------
    InputError
        There are pictures, but none for a label file (E-405).
    """
    labels = label_files(root)
    pictures = list_files(pictures_root or root, PICTURE_SUFFIXES)
    if not pictures:
        if pictures_root is not None:
            raise InputError(
                "E-405", str(pictures_root), "this folder has no pictures", "name the folder of the pictures"
            )
        return Layout(root, root, bare_names(labels), labels, [""] * len(labels))
    beside = pictures_root is None
    matched = [label_of(name) for name in pictures] if beside else _matched(labels, pictures)
    unmatched = sorted(set(labels) - set(matched))
    if len(unmatched) == len(labels) and labels and pictures_root is None:
        matched = _matched(labels, pictures)  # folders of other names than images and labels
        unmatched = sorted(set(labels) - set(matched))
    for name in unmatched:
        problem = f"there is no picture {Path(name).stem}.* for it in {pictures_root or root}"
        errors.refuse(InputError("E-405", name, problem, "add the picture, or name its folder with --images"))
    return Layout(root, pictures_root or root, bare_names(pictures), matched, pictures)


def _matched(labels: Sequence[str], pictures: Sequence[str]) -> list[str]:
    """The label of each picture, by the longest end that their names share; or where it would be."""
    by_end: dict[str, str | None] = {}
    for label in labels:
        for end in _ends(label):
            by_end[end] = None if end in by_end else label
    found = []
    for picture in pictures:
        match = next((by_end[end] for end in _ends(picture) if by_end.get(end)), None)
        found.append(match or label_of(picture))
    return found


def _ends(name: str) -> list[str]:
    stem = name.rpartition(".")[0]
    parts = stem.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]
