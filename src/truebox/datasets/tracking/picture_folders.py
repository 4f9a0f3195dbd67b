"""Which folders hold pictures of tracked masks: names and headers alone, without NumPy."""

from __future__ import annotations

from pathlib import Path

__all__ = ["holds_instances", "instance_folders"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_NAMES = ("", "instances")


def instance_folders(path: Path) -> dict[str, Path]:
    """Folders of instance pictures by sequence: the path itself, its folders, or those of ``instances``.

    Examples
    --------
    >>> instance_folders(Path("nowhere"))
    {}
    """
    if not path.is_dir():
        return {}
    if holds_instances(path):
        return {path.absolute().name: path}
    for name in _NAMES:
        home = path / name
        if not home.is_dir():
            continue
        found = {
            each.name: each for each in sorted(home.iterdir()) if each.is_dir() and holds_instances(each)
        }
        if found:
            return found
    return {}


def holds_instances(folder: Path) -> bool:
    """Whether pictures lie here that are named by frames and have 16 bits of grey."""
    first = min((each for each in folder.glob("*.png") if each.stem.isdigit()), default=None)
    if first is None:
        return False
    with first.open("rb") as stream:
        head = stream.read(26)
    return head.startswith(_SIGNATURE) and head[12:16] == b"IHDR" and head[24:26] == b"\x10\x00"
