"""Which protocol of one object over time the files of a truth tell: names alone, without NumPy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, cast

from truebox._kinds import refuses_other_kinds
from truebox.evaluation.registry import SINGLE_OBJECT_PROTOCOLS, protocol_named

if TYPE_CHECKING:
    from truebox.evaluation.single_objects.protocol import SingleObjectProtocol

__all__ = ["TRUTHS", "folders_in", "followed_protocol", "follows", "true_files"]

TRUTHS = ("groundtruth_rect*.txt", "groundtruth.txt")
"""Files of true boxes: those of OTB, and of all others."""


@refuses_other_kinds
def followed_protocol(truth: str | Path) -> str | None:
    """The name of the protocol that the files in a folder tell; None where they tell none.

    Parameters
    ----------
    truth : path
        A folder of sequences of OTB (``SEQ/groundtruth_rect.txt``), LaSOT (``SEQ/groundtruth.txt`` beside
        ``full_occlusion.txt``) or GOT-10k (beside ``cover.label``); anything else has none.

    Returns
    -------
    str or None

    Examples
    --------
    >>> followed_protocol("truth.json") is None
    True
    """
    path = Path(truth)
    if not path.is_dir():
        return None
    files = true_files(path)
    values = (cast("SingleObjectProtocol", protocol_named(name)) for name in SINGLE_OBJECT_PROTOCOLS)
    return next((each.name for each in values if follows(each, files)), None) if files else None


def true_files(path: Path) -> dict[str, Path]:
    """The files of true boxes in a folder of sequences, of classes of sequences, or of one sequence.

    Examples
    --------
    >>> true_files(Path("no such folder"))
    {}
    """
    if not path.is_dir():
        return {}
    own = _of_sequence(path)
    if own:
        return own
    found: dict[str, Path] = {}
    for folder in folders_in(path):
        held = _of_sequence(folder)
        for part in () if held else folders_in(folder):
            held |= _of_sequence(part)
        found |= held
    return dict(sorted(found.items()))


def folders_in(path: Path) -> list[Path]:
    """The folders in a folder, but hidden ones."""
    with os.scandir(path) as entries:
        return sorted(
            Path(each.path) for each in entries if not each.name.startswith(".") and _is_folder(each)
        )


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads round in a circle
        return False


def _of_sequence(folder: Path) -> dict[str, Path]:
    files = next((held for each in TRUTHS if (held := sorted(folder.glob(each)))), [])
    files = [file for file in files if file.stat().st_size > 8 or file.read_text().strip()]
    name = folder.resolve().name
    if len(files) == 1:
        return {name: files[0]}
    return {f"{name}.{number}": file for number, file in enumerate(files, start=1)}


def follows(protocol: SingleObjectProtocol, files: dict[str, Path]) -> bool:
    """Whether names of files tell that the truth is of this protocol."""
    for file in files.values():
        if not file.match(protocol.boxes):
            return False
        if protocol.beside and not any((file.parent / name).is_file() for name in protocol.beside):
            return False
    return bool(files)
