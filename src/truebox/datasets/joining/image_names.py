"""How the name of an image is compared with another spelling of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from truebox._lazily import deferred_pattern
from truebox.datasets.folders.folder_listing import PICTURE_SUFFIXES

if TYPE_CHECKING:
    from truebox.records import Ids, Images

__all__ = ["Way", "are_one_image", "image_ways"]

Way: TypeAlias = "tuple[str, list[str], Callable[[str], str], Callable[[str], str]]"
"""How, names of the truth, and what is made of them and of the predicted ones to compare them."""

_SUFFIXES = {
    *PICTURE_SUFFIXES,
    ".arw", ".cr2", ".cr3", ".dcm", ".dng", ".exr", ".hdr", ".heif", ".j2k", ".jxl", ".nef", ".npy", ".npz",
    ".pbm", ".pcd", ".pfm", ".pnm", ".raw", ".svg", ".tga", ".3fr",
    ".avi", ".m4v", ".mkv", ".mov", ".mp4", ".webm",
    ".csv", ".geojson", ".json", ".jsonl", ".mat",
    ".ndjson", ".parquet", ".tsv", ".txt", ".xml", ".yaml", ".yml",
}  # fmt: skip
"""Of pictures, of films and of files of labels."""
_END = deferred_pattern(r"(?s:(.*[^/]))(\.[A-Za-z0-9]+)")
_UNKNOWN = deferred_pattern(r"\.[A-Za-z][A-Za-z0-9]{0,4}")


def image_ways(images: Images, image: Ids) -> list[Way]:
    """How predicted images may join those of a truth, the closest way first.

    Digits behind the last point of a name are part of it, never a suffix, and so is what is long; of two
    suffixes that differ, one is that of a picture, a film or a file of labels.

    Parameters
    ----------
    images : Images
        Of the truth.
    image : Ids
        Of the predictions.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.records import Ids
    >>> truth = tb.read_truth([{"boxes": [], "labels": [], "file_name": "val/a.1.jpg"}])
    >>> ways = image_ways(truth.images, Ids.of(["a.1.png"]))
    >>> next(how for how, names, of_truth, of_found in ways if of_truth(names[0]) == of_found("a.1.png"))
    'by file name without folder and suffix'
    """
    files, texts = list(images.file_names), [str(value) for value in images.ids.tolist()]
    if not image.are_strings:
        return [
            ("by the number in the file name", files, _number, _number),
            ("by the number in the id", texts, _number, _number),
        ]
    in_folders = any("/" in name or "\\" in name for name in image.names or ())
    return [
        ("by file name", files, str, str),
        ("by file name", files, _path, _path),
        *(_without_suffix("by file name without its suffix", files, _path) if in_folders else ()),
        ("by file name without its folder", files, _name, _name),
        *_without_suffix("by file name without folder and suffix", files, _name),
        *_without_suffix("by the text of the id", texts, _name),
    ]


def are_one_image(names: Iterable[str]) -> bool:
    r"""Whether names are spellings of one image: with ``./`` or ``\`` or not, with its suffix or not.

    Examples
    --------
    >>> are_one_image(["v/a", "./v/a.jpg", "v\\a.jpg"]), are_one_image(["v/a.jpg", "w/a.jpg"])
    (True, False)
    >>> are_one_image(["a.png", "a.jpg"]), are_one_image(["a.1", "a.2"])
    (False, False)
    """
    paths = sorted({_path(name) for name in names}, key=len)
    return len(paths) < 2 or (len(paths) == 2 and _cut(paths[1], known=True) == paths[0])


def _without_suffix(how: str, names: list[str], whole: Callable[[str], str]) -> list[Way]:
    """One side has a suffix, or both have: what stands behind the last point of a name may be none."""

    def short(text: str) -> str:
        return _cut(whole(text))

    def cut_if_known(text: str) -> str:
        return _cut(whole(text), known=True)

    pairs = ((short, whole), (whole, short), (cut_if_known, short), (short, cut_if_known))
    return [(how, names, *sides) for sides in pairs]


def _cut(text: str, *, known: bool = False) -> str:
    """Without what looks like the suffix of a file, or (`known`) is one."""
    found = _END.fullmatch(text)
    if found is None:
        return text
    rest, suffix = found.groups()
    is_one = suffix.lower() in _SUFFIXES or (not known and _UNKNOWN.fullmatch(suffix) is not None)
    return rest if is_one else text


def _path(text: str) -> str:
    return str(PurePosixPath(text.replace("\\", "/"))) if _name(text) else text


def _name(text: str) -> str:
    return PurePosixPath(text.replace("\\", "/")).name


def _number(text: str) -> str:
    stem = _cut(_name(text))
    return str(int(stem)) if stem.isascii() and stem.isdigit() else stem
