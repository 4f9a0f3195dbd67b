"""Which label file belongs to which picture.

Facts: Ultralytics 8.4.190 finds labels by replacing the last ``/images/`` of a picture's path by ``/labels/``
and its suffix by ``.txt`` (``data/utils.py: img2label_paths``); a picture without label file is background
(``verify_image_label``). Darknet and CVAT put both into one folder and list pictures in text files, where
names begin with ``data/``, a folder that exports do not have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from truebox._frozen import dataclass
from truebox._lazily import deferred_pattern
from truebox._native import label_files as _kernels
from truebox._writing.counted import counted
from truebox.datasets.folders.folder_listing import PICTURE_SUFFIXES, bare_names, list_files
from truebox.datasets.row_errors import RowErrors
from truebox.datasets.splitting.split_names import asked_split, split_of_folder
from truebox.errors import InputError

__all__ = [
    "Layout",
    "label_files",
    "label_of",
    "layout_of_folder",
    "layout_of_labels",
    "layout_of_pictures",
    "other_side",
    "refuse_strays",
    "with_pictures_of",
]

_LABELS, _IMAGES = "labels", "images"
_SHOWN = 3
_DEEPEST = 3  # folders below labels, such as labels/val
_NAME_FOLDER = "add the pictures, name their folder with --images, or leave such labels out with --lenient"
_NO_LABELS = deferred_pattern(
    r"(.*/)?classes\.txt"
    r"|(?!(.*/)?labels/)(.*/)?(train|val|valid|validation|test|trainval|notes?|labels|requirements|copying)\.txt"
    r"|(.*/)?(read_?me|license)[^/]*\.txt",
    re.IGNORECASE,
)
_MAY_BE_PICTURES = deferred_pattern(r"(.*/)?(read_?me|license)[^/. ][^/]*\.txt", re.IGNORECASE)
# What names of no labels hold, in small letters: a look for each in all names is far from one at each.
_IN_NO_LABELS = (
    "classes.txt", "train.txt", "val.txt", "valid.txt", "validation.txt", "test.txt", "note.txt", "notes.txt",
    "labels.txt", "requirements.txt", "copying.txt", "readme", "read_me", "license",
)  # fmt: skip
_ROW = deferred_pattern(rb"(?:\xef\xbb\xbf)?\s*\d+(?:\.0+)?(?:[ \t]+[-+.\deE]+){4,}[ \t\r]*(?:\n|$)")


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
    """Text files below `root` that may hold labels: lists of classes or pictures are left out.

    What is called as such a list is, and begins with a row of labels, belongs to a picture of that name, and
    so does what is empty and only begins as such a name does (``license_plate_7.txt``).
    Of a folder with ``labels`` and ``images`` only those below ``labels``: others are results.
    """
    names = list_files(root, (".txt",))
    joined = "\n".join(names).casefold()
    if any(word in joined for word in _IN_NO_LABELS):
        names = [name for name in names if not _NO_LABELS.fullmatch(name) or _is_of_picture(root, name)]
    if all((root / name).is_dir() for name in (_LABELS, _IMAGES)):
        inside = f"{_LABELS}/"
        if not all(name.startswith(inside) for name in (*names[:1], *names[-1:])):  # sorted
            names = [name for name in names if name.startswith(inside)]
    return names


def _is_of_picture(root: Path, name: str) -> bool:
    try:
        with (root / name).open("rb") as stream:
            beginning = stream.read(1 << 16)
    except OSError:
        return False
    if not beginning:
        return _MAY_BE_PICTURES.fullmatch(name) is not None
    return _ROW.match(beginning) is not None


def layout_of_pictures(root: Path, pictures: list[str]) -> Layout:
    """The layout of a list of pictures, relative to `root`."""
    return Layout(root, root, bare_names(pictures), _labels_of(pictures), pictures)


def _labels_of(pictures: Sequence[str]) -> list[str]:
    """As `label_of` of each; folders are looked at once."""
    if pictures:
        before = pictures[0][: pictures[0].rfind("/") + 1]
        into = label_of(f"{before}.").removesuffix(".txt")
        moved = _kernels.moved_names(list(pictures), before, into, ".txt") if before.isascii() else None
        if moved is not None:
            return moved
    folders: dict[str, str] = {}
    found = []
    for picture in pictures:
        folder, slash, name = picture.rpartition("/")
        stem, dot, _ = name.rpartition(".")
        if not dot:  # a point in the folder would be the last
            found.append(label_of(picture))
            continue
        own = folders.get(folder)
        if own is None:
            own = folders[folder] = label_of(f"{folder}{slash}.").removesuffix(".txt")
        found.append(f"{own}{stem}.txt")
    return found


def with_pictures_of(layout: Layout, pictures_root: Path, errors: RowErrors) -> Layout:
    """The same images, each with its picture in another folder (E-405)."""
    there = list_files(pictures_root, PICTURE_SUFFIXES)
    taken = _by_end(there)
    found = []
    for name in layout.pictures:
        match = next((taken[end] for end in _ends(name) if taken.get(end)), None)
        found.append(match or "")
    strays = [label for label, match in zip(layout.labels, found, strict=True) if not match]
    refuse_strays(strays, layout, pictures_root, errors)
    kept = [row for row, match in enumerate(found) if match]
    return Layout(
        layout.root,
        pictures_root,
        *([column[row] for row in kept] for column in (layout.keys, layout.labels, found)),
    )


def layout_of_labels(
    root: Path,
    labels: list[str],
    split: str,
    pictures_root: Path | None,
    errors: RowErrors | None = None,
) -> Layout:
    """The layout of the label files of one split, whose pictures are elsewhere or nowhere (E-405).

    Pictures that no label file is for are background, unless their folder is that of another split.
    """
    if pictures_root is None:
        return Layout(root, root, bare_names(labels), labels, [""] * len(labels))
    others = set(label_files(root)) - set(labels)
    pictures = [
        name
        for name, label in _pairs([*labels, *others], list_files(pictures_root, PICTURE_SUFFIXES))
        if label not in others and asked_split(split, [split_of_folder(name) or split])
    ]
    return _paired(root, labels, pictures_root, pictures, errors or RowErrors())


def layout_of_folder(
    root: Path, pictures_root: Path | None, errors: RowErrors, split: str | None = None
) -> Layout:
    """The layout of a folder of label files, with pictures in it or in a folder of their own.

    Of a folder whose label files lie in folders of several splits, only those of `split`.

    Raises
    ------
    InputError
        There are pictures, but none for a label file (E-405).
    """
    labels = label_files(root)
    if split is not None:
        labels = [name for name in labels if split_of_folder(name) == split]
        if pictures_root is not None:
            return layout_of_labels(root, labels, split, pictures_root, errors)
    pictures = list_files(pictures_root or root, PICTURE_SUFFIXES)
    if not pictures and pictures_root is None and (beside := other_side(root, _LABELS, _IMAGES)) is not None:
        pictures_root = beside
        pictures = _of_labelled_folders(labels, list_files(beside, PICTURE_SUFFIXES))
    if split is not None:
        pictures = [name for name in pictures if split_of_folder(name) == split]
    if not pictures:
        if pictures_root is not None and any(labels):
            raise InputError(
                "E-405", str(pictures_root), "this folder has no pictures", "name the folder of the pictures"
            )
        return Layout(root, root, bare_names(labels), labels, [""] * len(labels))
    return _paired(root, labels, pictures_root, pictures, errors)


def other_side(folder: Path, own: str, other: str) -> Path | None:
    """The folder of pictures that belongs to one of labels, or the other way round; None where there is none.

    As `label_of` finds labels, ``images`` in a path stands where ``labels`` does.

    Examples
    --------
    >>> other_side(Path("no-such-folder/labels"), "labels", "images") is None
    True
    """
    parts = folder.parts if own in folder.parts else folder.absolute().parts
    place = max((at for at, part in enumerate(parts) if part == own), default=None)
    if place is None or len(parts) - place > _DEEPEST:
        return None
    found = Path(*parts[:place], other, *parts[place + 1 :])
    return found if found.is_dir() else None


def _of_labelled_folders(labels: Sequence[str], pictures: Sequence[str]) -> list[str]:
    """The pictures in folders where one at least has a label file: others are of something else."""
    known = {name.rpartition(".")[0] for name in labels}
    folders = {name.rpartition("/")[0] for name in pictures if name.rpartition(".")[0] in known}
    return [name for name in pictures if name.rpartition("/")[0] in folders]


def refuse_strays(
    strays: Sequence[str], layout: Layout, pictures: Path, errors: RowErrors, unlabelled: int = 0
) -> None:
    """Refuse label files without a picture in one message, or leniently count each (E-405)."""
    more = f" and {len(strays) - _SHOWN} more" if len(strays) > _SHOWN else ""
    problem = (
        f"{counted(len(strays), 'label file has', 'label files have')} no picture in {pictures}: "
        f"{', '.join(strays[:_SHOWN])}{more}"
    )
    if unlabelled:
        problem += f" ({counted(unlabelled, 'picture has', 'pictures have')} no label file: background)"
    for _ in strays:
        errors.refuse(InputError("E-405", str(layout.root), problem, _NAME_FOLDER))


def _paired(
    root: Path, labels: list[str], pictures_root: Path | None, pictures: list[str], errors: RowErrors
) -> Layout:
    """Each picture with its label file (E-405)."""
    beside = pictures_root is None
    matched = _labels_of(pictures) if beside else _matched(labels, pictures)
    if matched == labels:
        return Layout(root, pictures_root or root, bare_names(pictures), matched, pictures)
    unmatched = sorted(set(labels) - set(matched))
    if len(unmatched) == len(labels) and labels and pictures_root is None:
        matched = _matched(labels, pictures)  # folders of other names than images and labels
        unmatched = sorted(set(labels) - set(matched))
    layout = Layout(root, pictures_root or root, bare_names(pictures), matched, pictures)
    there = set(labels)
    bare = sum(name not in there for name in matched)
    refuse_strays(unmatched, layout, layout.pictures_root, errors, bare)
    return layout


def _matched(labels: Sequence[str], pictures: Sequence[str]) -> list[str]:
    """The label of each picture, by the longest end that their names share; or where it would be."""
    return [label for _, label in _pairs(labels, pictures)]


def _pairs(labels: Sequence[str], pictures: Sequence[str]) -> list[tuple[str, str]]:
    if labels and pictures and len({label.rpartition("/")[0] for label in labels}) == 1:
        stems, own = bare_names(pictures), labels[0].rpartition("/")[0]
        before = f"{own}/" if own else ""
        if [f"{before}{stem}.txt" for stem in stems] == labels:
            return list(zip(pictures, labels, strict=True))
    by_end = _by_end(labels)
    found = []
    for picture in pictures:
        match = next((by_end[end] for end in _ends(picture) if by_end.get(end)), None)
        found.append((picture, match or label_of(picture)))
    return found


def _by_end(names: Sequence[str]) -> dict[str, str | None]:
    """Names by every end of theirs, without suffix; None where two share it."""
    by_end: dict[str, str | None] = {}
    for name in names:
        for end in _ends(name):
            by_end[end] = None if end in by_end else name
    return by_end


def _ends(name: str) -> list[str]:
    stem = name.rpartition(".")[0]
    parts = stem.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]
