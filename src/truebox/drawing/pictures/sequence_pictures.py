"""The pictures of the frames of a sequence, found by number inside one folder."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from truebox._kinds import refuses_other_kinds
from truebox._writing.inside_folder import inside_folder
from truebox.drawing.pictures.picture_files import SUFFIXES
from truebox.errors import InputError

__all__ = ["SequencePictures"]

_HOMES = ("", "sequences", "JPEGImages/480p", "JPEGImages/Full-Resolution")
_INSIDE = ("img1", "images", "img", "")
_NUMBER = re.compile(r"(\d+)\D*$")


@dataclass(frozen=True, slots=True)
class SequencePictures:
    """Pictures as benchmarks keep them: ``SEQ/img1/000001.jpg``, ``SEQ/000001.jpg``, or no folder ``SEQ``.

    Folders of sequences lie there, in ``sequences`` (VisDrone) or in ``JPEGImages/480p`` (DAVIS).
    The number of a frame is the last number in the name of its file, as the files of the truth count. Only
    files inside the folder are taken.

    Parameters
    ----------
    root : Path
    only : bool
        Whether there is one sequence alone, whose pictures may lie in the folder itself.

    Examples
    --------
    >>> SequencePictures(Path("nowhere")).find("WALK-01", 1) is None
    True
    """

    root: Path
    only: bool = False
    _known: dict[str, dict[int, Path]] = field(default_factory=dict)

    @refuses_other_kinds
    def find(self, sequence: str, frame: int) -> Path | None:
        """The picture of one frame; None where there is none."""
        return self.of(sequence).get(frame)

    @refuses_other_kinds
    def of(self, sequence: str) -> dict[int, Path]:
        """Frame to picture of every frame of a sequence that has one."""
        if sequence not in self._known:
            self._known[sequence] = self._search(sequence)
        return self._known[sequence]

    def _search(self, sequence: str) -> dict[int, Path]:
        for folder in self._folders(sequence):
            found = {
                int(number[1]): path
                for path in sorted(folder.iterdir())
                if path.suffix.lower() in SUFFIXES
                and (number := _NUMBER.search(path.stem)) is not None
                and path.resolve().is_relative_to(self.root.resolve())
            }
            if found:
                return found
        return {}

    def _folders(self, sequence: str) -> list[Path]:
        try:
            own = [inside_folder(self.root / home, sequence, "sequence") for home in _HOMES if sequence]
        except InputError:
            own = []
        if self.only or not sequence:
            own.append(self.root)
        return [place / name for place in own for name in _INSIDE if (place / name).is_dir()]
