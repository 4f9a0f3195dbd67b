"""Splits that are folders or files of their own: ``train/ valid/ test/``, ``instances_val2017.json``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from truebox.datasets.splitting.split_names import split_of_file, split_of_folder
from truebox.datasets.splitting.splits import Splits

__all__ = ["splits_of_files", "splits_of_folders"]


def splits_of_files(place: Path, names: Sequence[str]) -> Splits | None:
    """The split of each file, relative to `place`; None unless all tell one and no two the same.

    Examples
    --------
    >>> files = ["train/_annotations.coco.json", "valid/_annotations.coco.json"]
    >>> sorted(splits_of_files(Path("export"), files).paths)
    ['train', 'valid']
    """
    found = {split_of_file(name): place / name for name in names}
    return None if "" in found or len(found) < len(names) else Splits(place, found)


def splits_of_folders(place: Path, fits: Callable[[Path], bool]) -> Splits | None:
    """Folders in `place` that are called as splits are and hold what `fits`; None where fewer than two do.

    Examples
    --------
    >>> splits_of_folders(Path("no-such-folder"), lambda path: True) is None
    True
    """
    if not place.is_dir():
        return None
    folders = {each.name: each for each in sorted(place.iterdir()) if split_of_folder(f"{each.name}/")}
    found = {name: path for name, path in folders.items() if path.is_dir() and fits(path)}
    return Splits(place, found) if len(found) > 1 else None
