"""Whether YOLO labels plainly hold rotated boxes: eight fractions a row, and somebody who says so."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import Role
from truebox.datasets.formats.yolo.data_yaml import read_data_yaml
from truebox.datasets.formats.yolo.splits import description_at, folder_of_labels

__all__ = ["rotated_evidence"]

_TASK = "obb"
_UPRIGHT = "; the upright boxes around them: --geometry boxes"
_COLUMNS = (10, 11)  # of results: class, eight fractions, confidence, number of the track
_SEEN = 1 << 12


def rotated_evidence(path: Path, role: Role, task: str | None) -> str:
    """In words; nothing where rows of this length may be polygons."""
    if role == "truth":
        if task is not None:
            return "" if task != _TASK else f"--task {_TASK}{_UPRIGHT}"
        description = description_at(folder_of_labels(path))
        stated = description is not None and description.suffix in (".yaml", ".yml")
        if description is not None and stated and read_data_yaml(description).task == _TASK:
            return f"{description.name} says task: {_TASK}{_UPRIGHT}"
        return ""
    for file in sorted(path.rglob("*.txt")):
        with file.open("rb") as stream:
            words = stream.read(_SEEN).split(b"\n", 1)[0].split()
        if words:
            return f"its rows have {len(words)} columns" if len(words) in _COLUMNS else ""
    return ""
