"""Frame numbers that no video has: one slip of the pen would cost the memory of a billion frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from truebox.typing import AnyArray

__all__ = ["refuse_far_frames"]

_BELIEVED = 100_000
"""Frames of an hour of video, which no benchmark has in a sequence."""
_EACH = 10_000
"""So many frames a frame with rows may stand for: a box each five minutes."""


def refuse_far_frames(frame: AnyArray, place: Callable[[int], str]) -> None:
    """Refuse a last frame for which hardly any other speaks, with what `place` calls its row (E-435).

    Examples
    --------
    >>> try:
    ...     refuse_far_frames(np.array([1, 2, 2_000_000_000]), "S-01.txt row {}".format)
    ... except InputError as error:
    ...     print(error.problem)
    frame 2000000000 is in no video: the one before is 2
    """
    last = int(frame.max()) if len(frame) else 0
    if last <= _BELIEVED:
        return
    distinct = np.unique(frame)
    if last <= _EACH * len(distinct):
        return
    row = int(np.argmax(frame))
    others = f"the one before is {distinct[-2]}" if len(distinct) > 1 else "no other frame has a row"
    fix = "correct the frame in this row; give times in frames"
    raise InputError("E-435", place(row), f"frame {last} is in no video: {others}", fix, row=row)
