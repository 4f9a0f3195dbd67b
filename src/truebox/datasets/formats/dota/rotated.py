"""Whether DOTA files hold rotated boxes: labels always do, results of the second task are upright."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import Role
from truebox.datasets.formats.dota.format import TASKS
from truebox.datasets.place import Place

__all__ = ["rotated_evidence"]


def rotated_evidence(path: Path, role: Role, task: str | None) -> str:
    """In words; nothing for upright results."""
    del task
    if role == "truth":
        return "DOTA labels have four corners; the upright boxes around them: --geometry boxes"
    upright = [name for name in Place(path).names if name.startswith(TASKS[1])]
    return "" if upright else "Task1 files have four corners"
