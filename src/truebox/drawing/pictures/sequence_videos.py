"""The videos of sequences, found by name inside one folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.inside_folder import inside_folder
from truebox.drawing.pictures.video_frames import VideoFrames
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.drawing.pillow import Image

__all__ = ["VIDEO_SUFFIXES", "SequenceVideos"]

VIDEO_SUFFIXES = (".mp4", ".avi", ".mov", ".mkv", ".webm", ".m4v")
"""Endings of videos."""


@dataclass(frozen=True, slots=True)
class SequenceVideos:
    """Videos as they lie beside annotations: ``SEQ.mp4``, or the only video in the folder ``SEQ``.

    Only files inside the folder are taken.

    Parameters
    ----------
    root : Path
    only : bool
        Whether there is one sequence alone, whose video may have any name.

    Examples
    --------
    >>> SequenceVideos(Path("nowhere")).find("WALK-01") is None
    True
    """

    root: Path
    only: bool = False
    _last: dict[str, VideoFrames] = field(default_factory=dict)

    def find(self, sequence: str) -> Path | None:
        """The video of a sequence; None where there is none.

        Raises
        ------
        ArgumentError
            Several videos could be meant.
        """
        own: list[Path] = []
        if sequence:
            try:
                folder = inside_folder(self.root, sequence, "sequence")
            except InputError:
                return None
            own = [folder.with_name(folder.name + suffix) for suffix in VIDEO_SUFFIXES]
            own = [path for path in own if path.is_file()] or _videos(folder)
        found = own or (_videos(self.root) if self.only else [])
        inside = [path for path in found if path.resolve().is_relative_to(self.root.resolve())]
        if len(inside) > 1:
            shown = ", ".join(path.name for path in inside[:3])
            whose = sequence or "the sequence"
            raise ArgumentError(
                f"{inside[0].parent}: several videos may be that of {whose} ({shown}); keep one"
            )
        return inside[0] if inside else None

    def frame(self, sequence: str, number: int) -> Image.Image | None:
        """One frame of a sequence, from 0; None where there is none. One video is open at a time."""
        if sequence not in self._last:
            path = self.find(sequence)
            if path is None:
                return None
            self._last.clear()
            self._last[sequence] = VideoFrames(path)
        return self._last[sequence].at(number)


def _videos(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in VIDEO_SUFFIXES)
