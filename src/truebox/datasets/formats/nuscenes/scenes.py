"""The splits of nuScenes: which scenes belong to each, by the kit's lists or those of the folder."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from truebox.datasets.splitting.splits import Splits
from truebox.datasets.texts.json_document import read_json
from truebox.errors import InputError

__all__ = ["scenes_of_split", "splits_of", "tables_folder"]

_MINI_VAL = frozenset((103, 916))
_VAL = frozenset(
    number
    for first, last in (
        *((3, 3), (12, 18), (35, 36), (38, 39), (92, 110), (221, 221), (268, 278), (329, 332), (344, 346)),
        *((519, 524), (552, 565), (625, 627), (629, 630), (632, 638), (770, 771), (775, 775), (777, 778)),
        *((780, 784), (794, 800), (802, 802), (904, 917), (919, 931), (962, 963), (966, 969), (971, 972)),
        (1059, 1073),
    )
    for number in range(first, last + 1)
)
"""Numbers of scenes; all others of the folder are of the training split."""

_OWN = "splits.json"
_KNOWN = {"trainval": ("train", "val", _VAL), "mini": ("mini_train", "mini_val", _MINI_VAL)}


def tables_folder(path: Path) -> Path:
    """The folder of the tables: the path itself, or the one folder in it that holds them (E-102)."""
    if (path / "sample.json").is_file():
        return path
    held = sorted(each.parent for each in path.glob("*/sample.json"))
    if len(held) == 1:
        return held[0]
    names = ", ".join(each.name for each in held) or "none"
    problem = f"tables of one version are needed, and there are {names}"
    raise InputError("E-102", str(path), problem, "name the folder of one, such as v1.0-mini")


def splits_of(path: Path) -> Splits | None:
    """The splits of a folder of tables, by its name and its own list; none of a file."""
    if not path.is_dir():
        return None
    folder = tables_folder(path)
    names = [*_own_splits(folder)]
    for ending, (train, val, _) in _KNOWN.items():
        if folder.absolute().name.endswith(ending) and (folder / "scene.json").is_file():
            names += [train, val]
    return Splits(path, dict.fromkeys(names, path), nested=True) if names else None


def scenes_of_split(folder: Path, split: str, names: Collection[str]) -> set[str]:
    """Those of the scenes, by their names, that belong to a split."""
    own = _own_splits(folder)
    if split in own:
        listed = own[split]
        if not isinstance(listed, list):
            problem = f"{split!r} is no list of scenes"
            raise InputError("E-440", str(folder / _OWN), problem, "write a list of names of scenes")
        return set(names) & {str(each) for each in listed}
    for train, val, numbers in _KNOWN.values():
        if split in (train, val):
            return {name for name in names if (_number(name) in numbers) == (split == val)}
    return set(names)


def _number(name: str) -> int:
    digits = name.rpartition("-")[2]
    return int(digits) if digits.isascii() and digits.isdigit() else -1


def _own_splits(folder: Path) -> Mapping[str, Any]:
    path = folder / _OWN
    held = read_json(path) if path.is_file() else {}
    return held if isinstance(held, Mapping) else {}
