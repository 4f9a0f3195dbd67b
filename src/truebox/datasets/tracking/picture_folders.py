"""Which folders hold pictures of tracked masks: names and headers alone, without NumPy."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.tracking.frame_folders import first_head, frame_folders

__all__ = ["holds_instances", "instance_folders"]

_NAMES = ("", "instances")


def instance_folders(path: Path) -> dict[str, Path]:
    """Folders of instance pictures by sequence: the path itself, its folders, or those of ``instances``.

    Examples
    --------
    >>> instance_folders(Path("nowhere"))
    {}
    """
    return frame_folders(path, _NAMES, holds_instances)


def holds_instances(folder: Path) -> bool:
    """Whether pictures lie here that are named by frames and have 16 bits of grey."""
    return first_head(folder) == (16, 0)
