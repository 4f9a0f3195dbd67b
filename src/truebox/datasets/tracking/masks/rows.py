"""Rows of tracked masks while they are read, and the sequence that they make."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from truebox.errors import InputError
from truebox.masks import Masks, concatenate_masks, mask_to_box
from truebox.records import IgnoredRegions, TrackedSequence

__all__ = ["CLASSES", "IGNORED", "MaskRows"]

CLASSES = {1: "car", 2: "pedestrian"}
IGNORED = 10
"""The class of regions in which nobody looked for objects."""


@dataclass(slots=True, kw_only=True)
class MaskRows:
    """What the lines or pictures of one sequence say.

    Parameters
    ----------
    place : str
        The file or folder, for messages.
    frame, track, label, line : list of int
        Of each mask; `line` is empty where there are none.
    picture : list of str
        Names of the pictures, where it are these.
    masks : Masks

    Examples
    --------
    >>> rows = MaskRows(place="0002.txt")
    >>> rows.add(frame=0, track=2001, label=2)
    >>> rows.frame, rows.track
    ([0], [2001])
    """

    place: str
    frame: list[int] = field(default_factory=list)
    track: list[int] = field(default_factory=list)
    label: list[int] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    picture: list[str] = field(default_factory=list)
    masks: Masks = field(default_factory=lambda: concatenate_masks([]))

    def add(self, *, frame: int, track: int, label: int, line: int | None = None, picture: str = "") -> None:
        """One mask more."""
        self.frame.append(frame)
        self.track.append(track)
        self.label.append(label)
        if line is not None:
            self.line.append(line)
        if picture:
            self.picture.append(picture)

    def where(self, row: int) -> str:
        """File and line of a row, or its picture."""
        if self.picture:
            return f"{self.place}/{self.picture[row]}"
        return f"{self.place} line {self.line[row]}" if self.line else self.place

    def sequence(self, name: str, *, first: int, length: int, is_truth: bool) -> TrackedSequence:
        """The sequence of these rows; of a truth, the class 10 are regions and no rows.

        Parameters
        ----------
        name : str
            Of the sequence.
        first : int
            The number of the first frame.
        length : int
            Frames; 0 where nobody says.
        is_truth : bool
            Results have no regions: their class 10 is one as others.

        Raises
        ------
        InputError
            Of a truth, a frame before the first or beyond the length (E-435), an id twice in a frame (E-580).
        """
        frame = np.array(self.frame, dtype=np.int64) - first
        label = np.array(self.label, dtype=np.int64)
        ignored = (label == IGNORED) & is_truth
        if is_truth:  # others are refused where sides meet, unless an offset mends it
            self._refuse_frames(frame, first, length)
        self._refuse_repeated(ignored)
        kept = np.flatnonzero(~ignored)
        aside = np.flatnonzero(ignored)
        masks = self.masks[kept]
        return TrackedSequence(
            name=name,
            length=length,
            frame=frame[kept].astype(np.int32),
            track=np.array(self.track, dtype=np.int64)[kept],
            boxes=mask_to_box(masks).reshape(-1, 4),
            label=label[kept],
            score=np.ones(len(kept)),
            attributes=self._places(kept),
            place=self.place,
            first=first,
            masks=masks,
            regions=IgnoredRegions(frame=frame[aside].astype(np.int32), masks=self.masks[aside]),
        )

    def _places(self, kept: np.ndarray) -> dict[str, np.ndarray]:
        if self.picture:
            return {"picture": np.array(self.picture, dtype=object)[kept]}
        return {"line": np.array(self.line, dtype=np.int64)[kept]} if self.line else {}

    def _refuse_frames(self, frame: np.ndarray, first: int, length: int) -> None:
        wrong = (frame < 0) | (frame >= (length or 1 << 31))
        if wrong.any():
            row = int(np.argmax(wrong))
            last = f" to {first + length - 1}" if length else ""
            problem = f"frame {self.frame[row]} is not in {first}{last}"
            fix = (
                f"count frames from {first}" if frame[row] < 0 else "correct the length, or remove such rows"
            )
            raise InputError("E-435", self.where(row), problem, fix, row=row)

    def _refuse_repeated(self, ignored: np.ndarray) -> None:
        seen: dict[tuple[int, int], int] = {}
        for row in np.flatnonzero(~ignored).tolist():
            key = (self.frame[row], self.track[row])
            if key in seen:
                before = f" ({self.where(seen[key])} has it too)" if self.line else ""
                problem = f"track {key[1]} occurs twice in frame {key[0]}{before}"
                raise InputError(
                    "E-580",
                    self.where(row),
                    problem,
                    "give every object of a frame an id of its own",
                    row=row,
                )
            seen[key] = row
