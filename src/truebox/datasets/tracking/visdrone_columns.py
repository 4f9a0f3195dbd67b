"""VisDrone's columns behind frame, id and box: flag, category, truncation and occlusion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import grouped
from truebox.datasets.formats.visdrone.format import CLASSES, FORMAT
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.records import Tracks
    from truebox.typing import FloatArray

__all__ = ["are_visdrone_columns", "as_visdrone"]

_IGNORED, _OTHERS = 0, len(CLASSES) - 1
_STATES = ((0, 1), range(len(CLASSES)), (-1, 0, 1), (-1, 0, 1, 2))


def are_visdrone_columns(columns: Sequence[FloatArray]) -> bool:
    """Whether four columns of a truth are those of VisDrone; those of MOT15 are places in the world.

    Examples
    --------
    >>> one, none = np.ones(1), -np.ones(1)
    >>> are_visdrone_columns([one, 4 * one, 0 * one, 2 * one]), are_visdrone_columns([one, none, none, none])
    (True, False)
    """
    if len(columns) != len(_STATES):
        return False
    return all(bool(np.isin(held, list(known)).all()) for held, known in zip(columns, _STATES, strict=True))


def as_visdrone(side: Tracks) -> Tracks:
    """The truth with VisDrone's classes, without regions to be ignored and other things.

    Parameters
    ----------
    side : Tracks
        Whose rows have the category as label.

    Returns
    -------
    Tracks
        What is left out is said (W-594): what predictions find there counts as wrong.
    """
    kept, rows = [], 0
    for each in side.sequences:
        evaluated = (each.label != _IGNORED) & (each.label != _OTHERS)
        rows += int((~evaluated).sum())
        kept.append(
            replace(
                each,
                frame=each.frame[evaluated],
                track=each.track[evaluated],
                boxes=each.boxes[evaluated],
                label=each.label[evaluated],
                score=each.score[evaluated],
                attributes={
                    **{name: values[evaluated] for name, values in each.attributes.items()},
                    "row": np.flatnonzero(evaluated),
                },
            )
        )
    text = (
        f"{side.source.name} has {grouped(rows, 'row')} of regions to be ignored (0) and of other things (11)"
        ": they are left out, and what is found there counts as wrong"
    )
    source = replace(side.source, format=FORMAT.name, description="VisDrone tracks")
    return replace(
        side,
        source=source,
        sequences=tuple(kept),
        classes={number: name for number, name in enumerate(CLASSES) if number not in (_IGNORED, _OTHERS)},
        findings=(*side.findings, Finding("W-594", text, rows)) if rows else side.findings,
    )
