"""That words of Total-Text are outlines."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import Role

__all__ = ["rotated_evidence"]


def rotated_evidence(path: Path, role: Role, task: str | None) -> str:
    """In words, for either side."""
    del path, role, task
    return "words of Total-Text are outlines"
