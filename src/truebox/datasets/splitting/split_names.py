"""What folders and files of splits are called."""

from __future__ import annotations

from collections.abc import Iterable

from truebox._lazily import deferred_pattern

__all__ = ["asked_split", "split_of_file", "split_of_folder"]

_WORD = "trainval|training|train|minival|validation|valid|val|testing|test-dev|test|holdout"
_NAME = deferred_pattern(rf"(?i)(?P<word>{_WORD})(?:[-_]?(?:19|20)\d\d)?")
_IN_STEM = deferred_pattern(rf"(?i)(?:^|[^a-z0-9])((?:{_WORD})(?:(?:19|20)\d\d)?)(?![a-z0-9])")
_SAME = {"valid": "val", "validation": "val", "training": "train", "testing": "test"}


def split_of_folder(path: str) -> str:
    """The first folder of a relative path that is called as a split is; nothing where none is.

    Examples
    --------
    >>> split_of_folder("labels/val2017/a.txt"), split_of_folder("labels/a.txt"), split_of_folder("val.txt")
    ('val2017', '', '')
    """
    return next((part for part in path.split("/")[:-1] if _NAME.fullmatch(part)), "")


def split_of_file(path: str) -> str:
    """The split that the name of a file, or else a folder it lies in, speaks of; nothing where none does.

    Examples
    --------
    >>> split_of_file("annotations/instances_val2017.json"), split_of_file("valid/_annotations.coco.json")
    ('val2017', 'valid')
    >>> split_of_file("data/train-00000-of-00002.parquet"), split_of_file("contest.json")
    ('train', '')
    """
    return next(reversed(_IN_STEM.findall(path.rpartition("/")[2])), "") or split_of_folder(path)


def asked_split(asked: str, names: Iterable[str]) -> str:
    """Which of `names` is meant: the same text, else the only one of the same kind; nothing where none is.

    Examples
    --------
    >>> asked_split("val", ["train", "valid"]), asked_split("test", ["train", "val2017"])
    ('valid', '')
    """
    known = list(names)
    if asked in known:
        return asked
    alike = [name for name in known if _kind(name) == _kind(asked)]
    return alike[0] if len(alike) == 1 else ""


def _kind(name: str) -> str:
    match = _NAME.fullmatch(name)
    word = match["word"].lower() if match else name.casefold()
    return _SAME.get(word, word)
