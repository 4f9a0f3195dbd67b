"""What rows of label files hold, told by their length: ``detect``, ``segment``, ``obb`` or ``pose``.

Facts, from Ultralytics 8.4.190. Labels (``data/utils.py: verify_image_label``): 5 columns are a box, more
than 6 a polygon unless the dataset has keypoints, and a file must not mix both; a rotated box is written as
four corners, just as a polygon of four points is. Results (``engine/results.py: save_txt``): the same,
for poses ``class x y w h`` and then the points, at the end the confidence (with ``save_conf``) and the number
of the track (when tracking).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.datasets.formats.yolo.label_table import LabelTable

__all__ = ["TASKS", "Shape", "shape_of_rows"]

TASKS = ("detect", "segment", "obb", "pose")


@dataclass(frozen=True, slots=True)
class Shape:
    """The numbers of a row after its class.

    Parameters
    ----------
    task : str
        One of `TASKS`.
    scored, tracked : bool
        Whether a confidence and the number of a track stand at the end.
    point_size : int
        Of poses: 2 or 3 numbers a point; else 2.
    """

    task: str
    scored: bool = False
    tracked: bool = False
    point_size: int = 2

    @property
    def tail(self) -> int:
        """How many numbers stand after the geometry."""
        return self.scored + self.tracked

    def fits(self, counts: np.ndarray) -> np.ndarray:
        """Whether rows of these lengths hold this."""
        geometry = counts - self.tail
        if self.task == "detect":
            return np.asarray(geometry == 4)
        if self.task == "obb":
            return np.asarray(geometry == 8)
        if self.task == "segment":
            return np.asarray((geometry >= 6) & (geometry % 2 == 0))
        return np.asarray((geometry > 4) & ((geometry - 4) % self.point_size == 0))

    def describe(self) -> str:
        """What a row of this task is, in words."""
        words = {
            "detect": "class x y width height",
            "obb": "class and four corners",
            "segment": "class and at least three points",
            "pose": f"class x y width height and points of {self.point_size} numbers",
        }[self.task]
        return words + " confidence" * self.scored + " track" * self.tracked


def shape_of_rows(
    table: LabelTable,
    task: str | None,
    point_size: int | None,
    *,
    scored: bool,
    rotated: bool = False,
) -> Shape:
    """What the rows hold; most of them decide, the others are refused later.

    Parameters
    ----------
    table : LabelTable
        All rows.
    task : str or None
        As the caller gave it.
    point_size : int or None
        As ``kpt_shape`` says it.
    scored : bool
        Whether these are predictions.
    rotated : bool
        Whether rotated boxes are evaluated: then four points are one.

    Raises
    ------
    InputError
        Two readings are possible (E-404), or predictions have no confidence (E-400).
    ArgumentError
        `task` is unknown.
    """
    if task is not None and task not in TASKS:
        hint = did_you_mean(task, TASKS)
        raise ArgumentError(f"task: {task!r} is unknown.{hint} Fix: pass one of {', '.join(TASKS)}.")
    if not len(table):
        return Shape(task or "detect", scored, point_size=point_size or 3)
    lengths, frequency = _frequencies(table.counts)
    common = int(lengths[frequency.argmax()])
    if task is None and rotated and common - scored in (8, 8 + scored):
        task = "obb"
    if task is not None:
        return _stated(table, task, point_size, common, int(scored))
    return _told(table, point_size, common, len(lengths) == 1, int(scored))


def _told(table: LabelTable, point_size: int | None, common: int, uniform: bool, tail: int) -> Shape:
    """The task that the most frequent length tells; `tail` numbers stand at the end of each row."""
    scored = bool(tail)
    if point_size is not None and common > 6:
        return Shape("pose", scored, point_size=point_size)
    if common == 4 + tail or common < 6:
        if scored and common == 4:
            raise _unscored(table)
        return Shape("detect", scored)
    if scored and common == 6 and _all_whole(table, 5):
        return Shape("detect", True, tracked=True)
    if (common - tail) % 2 == 0:
        if uniform:
            _refuse_two(table, common - tail, common + 1)
        return Shape("segment", scored)
    if scored and (not uniform or (common - 5) % 3 != 0):
        raise _unscored(table)
    return Shape("pose", scored, point_size=3)


def _stated(table: LabelTable, task: str, point_size: int | None, common: int, tail: int) -> Shape:
    tracked = False
    if task == "pose" and point_size is None:
        rest = common - 4 - tail
        if rest > 0 and rest % 6 == 0:
            _refuse_points(table, common)
        point_size = 3 if rest % 3 == 0 else 2
    if tail and task in ("detect", "obb"):
        plain = 4 if task == "detect" else 8
        if common == plain:
            raise _unscored(table)
        tracked = common == plain + 2
    return Shape(task, bool(tail), tracked, point_size or 2)


def _frequencies(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    found = np.bincount(np.minimum(counts, 1 << 16))
    lengths = np.flatnonzero(found)
    return lengths, found[lengths]


def _all_whole(table: LabelTable, column: int) -> bool:
    rows = np.flatnonzero(table.counts == column + 1)
    values = table.numbers[table.offsets[rows] + column]
    return bool((values == np.floor(values)).all() and (values >= 0).all())


def _refuse_two(table: LabelTable, numbers: int, columns: int) -> None:
    """Refuse rows that all have the length of a rotated box, or of poses, but may be polygons."""
    if numbers < 8:
        return
    flag, words = (
        ("obb", "four corners of a rotated box") if numbers == 8 else ("pose", "a box and keypoints")
    )
    problem = f"all rows have {columns} columns: these may be {words} or a polygon"
    raise InputError("E-404", table.place(0), problem, f"say which: --task {flag} or --task segment", row=0)


def _refuse_points(table: LabelTable, common: int) -> None:
    problem = f"{common + 1} columns: points may have 2 or 3 numbers"
    fix = "write kpt_shape, such as [17, 3], into data.yaml and name that file"
    raise InputError("E-404", table.place(0), problem, fix, row=0)


def _unscored(table: LabelTable) -> InputError:
    counts = int(table.counts[0]) + 1
    problem = f"{counts} columns: the row has no confidence"
    return InputError("E-400", table.place(0), problem, "write predictions with save_conf=True", row=0)
