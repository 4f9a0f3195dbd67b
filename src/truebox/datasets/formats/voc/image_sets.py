"""``ImageSets/Main``: the splits of a VOC data set, a text file of image names for each.

Facts (VOC2012 development kit, section 3): ``train.txt``, ``val.txt``, ``trainval.txt`` and ``test.txt`` have
an image name a line; lists of one class, as ``cat_train.txt``, have a name and a number and are no splits.
``VOCdevkit`` holds a folder per year.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox.datasets.folders.folder_listing import list_files
from truebox.datasets.splitting.splits import ALL_SPLITS, Splits
from truebox.datasets.texts.small_text import read_small_text

__all__ = ["of_split", "splits_of"]

_LISTS = Path("ImageSets", "Main")


def splits_of(path: Path) -> Splits | None:
    """The lists that name annotated images, and `ALL_SPLITS` where one list alone leaves some out."""
    if not path.is_dir():
        return None
    lists = _lists(path)
    if not lists:
        return None
    stems = {_stem(name) for name in list_files(path, (".xml",))}
    held = {name: found for name, listed in lists if (found := {_last(each) for each in listed} & stems)}
    if not held or (len(held) == 1 and stems in held.values()):
        return None
    names = [*held] if len(held) > 1 else [*held, ALL_SPLITS]
    return Splits(path, dict.fromkeys(names, path), nested=True)


def of_split(path: Path, names: Sequence[str], split: str | None) -> list[str]:
    """Those annotation files that the list of a split names."""
    if split is None:
        return list(names)
    listed = dict(_lists(path)).get(split)
    if listed is None:
        return list(names)
    year = split.rpartition("/")[0]
    kept = {f"{year}/{_last(each)}" if year else _last(each) for each in listed}
    return [
        name for name in names if (f"{name.split('/')[0]}/{_stem(name)}" if year else _stem(name)) in kept
    ]


def _lists(path: Path) -> list[tuple[str, list[str]]]:
    """Each split's name, with its year where there are several, and the images it lists."""
    near = [path / _LISTS, *([path.parent / _LISTS] if path.name == "Annotations" else [])]
    folders = [folder for folder in near if folder.is_dir()] or sorted(path.glob(f"*/{_LISTS.as_posix()}"))
    found = []
    for folder in folders:
        prefix = f"{folder.relative_to(path).parts[0]}/" if len(folders) > 1 else ""
        for file in sorted(folder.glob("*.txt")):
            lines = [line.strip() for line in read_small_text(file).splitlines() if line.strip()]
            if not any(len(line.split()) > 1 for line in lines):
                found.append((prefix + file.stem, lines))
    return found


def _stem(name: str) -> str:
    return _last(name).rpartition(".")[0]


def _last(name: str) -> str:
    return name.rpartition("/")[2]
