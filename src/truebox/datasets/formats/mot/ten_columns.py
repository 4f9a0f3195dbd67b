"""What ten columns of a truth mean: the nine of MOT17 and a -1, or, of MOT15, a place in the world.

Readers of other tools ask no such thing: TrackEval 1.3.0 (``mot_challenge_2d_box.py``) and motmetrics 1.4.0
(``io.py: load_motchallenge``) take column 8 of every file as the class, and evaluate no classes of MOT15.
One file is one or the other: its rows decide together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import grouped
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray

__all__ = ["ten_columns_disagree", "ten_columns_say_classes"]


def ten_columns_say_classes(label: FloatArray, visible: FloatArray, last: FloatArray) -> BoolArray:
    """Of each row, whether its last three columns are a class, a visibility and a -1.

    Examples
    --------
    >>> ten_columns_say_classes(np.array([8.0, 8.0, -1.0]), np.array([0.25, 3.0, -1.0]), -np.ones(3)).tolist()
    [True, False, False]
    """
    known = (label >= 1) & np.isfinite(label) & (label == np.floor(label))
    return np.asarray(known & (visible >= 0) & (visible <= 1) & (last == -1))


def ten_columns_disagree(file: str, saying: int, rows: int) -> tuple[Finding, ...]:
    """What is said where some rows of ten columns name a class and others do not: none is read (W-426).

    Parameters
    ----------
    file : str
        What is read.
    saying, rows : int
        How many of the rows of ten columns name a class, of how many.

    Examples
    --------
    >>> ten_columns_disagree("gt.txt", 3, 3)
    ()
    >>> print(ten_columns_disagree("gt.txt", 2, 3)[0].message)
    gt.txt: columns 8 to 10 of 2 of 3 rows can be a class, a visibility and -1, those of the others cannot: \
they are taken as places in the world, and every object as a pedestrian
    """
    if saying in (0, rows):
        return ()
    text = (
        f"{file}: columns 8 to 10 of {saying:,} of {grouped(rows, 'row')} can be a class, a visibility and "
        "-1, those of the others cannot: they are taken as places in the world, and every object as a "
        "pedestrian"
    )
    return (Finding("W-426", text, saying),)
