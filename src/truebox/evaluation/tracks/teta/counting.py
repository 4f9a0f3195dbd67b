"""What TETA counts in each sequence: boxes found, tracks kept, classes right, for each class of the truth.

Source: S. Li et al., Tracking Every Thing in the Wild, ECCV 2022. Sums are taken in the order of the authors'
code (SysCV/tet).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import tracks as native
from truebox.evaluation.tracks.similarities.slack import slack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.records import TrackedSequence
    from truebox.typing import FloatArray, Int64Array, Mode

__all__ = ["TETA_SUMS", "teta_alphas", "teta_of_sequences", "width_of"]

TETA_SUMS = (
    *("Loc_TP", "Loc_FN", "Loc_FP", "Cls_TP", "Cls_FN", "Cls_FP"),
    *("AssocA", "AssocRe", "AssocPr"),
)
_STEPS, _FROM_HALF = 20, 10


def teta_alphas(mode: Mode) -> FloatArray:
    """The twenty overlaps from 0 on; in strict mode some miss their decimals, as those of the reference do.

    Examples
    --------
    >>> teta_alphas("corrected")[:4].tolist()
    [0.0, 0.05, 0.1, 0.15]
    """
    return np.arange(_STEPS) / _STEPS if mode == "corrected" else np.arange(0.0, 0.99, 0.05)


def teta_of_sequences(
    pairs: Sequence[tuple[TrackedSequence, TrackedSequence]],
    classes: Sequence[Int64Array],
    mode: Mode,
    threads: int,
) -> list[dict[str, FloatArray] | None]:
    """The sums of some classes of each sequence; None where a track is twice in a frame.

    Predictions of every class take part that overlap a truth of the class by a half somewhere in the
    sequence, unless another truth has them.

    Parameters
    ----------
    pairs : sequence of (truth, predictions)
        With boxes x, y, width, height.
    classes : sequence of int64 arrays
        Of each sequence the numbers of those that are evaluated, ascending.
    mode : {"strict", "corrected"}
        In strict mode frames without any truth are not looked at, and overlaps may be less by 2**-52.
    threads : int
        Over sequences.

    Returns
    -------
    list of (mapping of name to array) or None
        None where a track is twice in a frame, which TETA has no meaning for.
        Of each sequence [classes, overlaps]; of ``Cls_*`` only overlaps from a half on.
    """
    measured = native.measure_teta(
        [
            native.TetaSequence(_side(true), _side(found), true.length, numbers)
            for (true, found), numbers in zip(pairs, classes, strict=True)
        ],
        alphas=teta_alphas(mode),
        first_of_classes=_FROM_HALF,
        epsilon=slack(mode),
        every_frame=mode == "corrected",
        threads=threads,
    )
    return [
        None if sums is None else {name: values.reshape(-1, width_of(name)) for name, values in sums.items()}
        for sums in measured
    ]


def width_of(name: str) -> int:
    """Over how many overlaps a sum is taken.

    Examples
    --------
    >>> width_of("Loc_TP"), width_of("Cls_TP")
    (20, 10)
    """
    return _STEPS - _FROM_HALF if name.startswith("Cls") else _STEPS


def _side(sequence: TrackedSequence) -> native.TetaSide:
    return native.TetaSide(
        np.ascontiguousarray(sequence.frame, dtype=np.int32),
        np.ascontiguousarray(sequence.attributes.get("number", sequence.track), dtype=np.int64),
        np.ascontiguousarray(sequence.boxes, dtype=np.float64),
        np.ascontiguousarray(sequence.label, dtype=np.int64),
    )
