"""Whether rows say their class: a number that counts some rows without one twice, or not, is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import grouped
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import BoolArray

__all__ = ["classes_unsaid", "objects", "says_classes"]


def says_classes(side: Tracks) -> bool:
    """Whether every object of a side has a class; numbers below 0 are none.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> given = {"frames": [0, 0], "ids": [1, 2], "boxes": [[0, 0, 5, 5]] * 2}
    >>> [says_classes(tracks_of_arrays({**given, "labels": each}, "truth")) for each in ([1, 4], [1, -1])]
    [True, False]
    """
    return side.named_classes and not any(unsaid.any() for unsaid in _unsaid(side))


def classes_unsaid(truth: Tracks, predictions: Tracks) -> list[Finding]:
    """What to say (W-588) of each side where some rows have a class and others none.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> given = {"frames": [0, 0], "ids": [1, 2], "boxes": [[0, 0, 5, 5]] * 2, "labels": [1, -1]}
    >>> side = tracks_of_arrays(given, "truth")
    >>> [each.count for each in classes_unsaid(side, side)]
    [1, 1]
    """
    findings = []
    for side in (truth, predictions):
        count = sum(int(np.count_nonzero(each)) for each in _unsaid(side))
        rows = sum(int(np.count_nonzero(objects(each))) for each in side.sequences)
        if side.named_classes and 0 < count < rows:
            text = (
                f"{side.source.name}: {count:,} of {grouped(rows, 'box', 'boxes')} have no class, so that "
                "all of both sides are evaluated as one class; write the class of every row"
            )
            findings.append(Finding("W-588", text, count))
    return findings


def objects(side: TrackedSequence) -> BoolArray:
    """Rows that are no regions in which nobody looked.

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}, "truth")
    >>> objects(side.sequences[0])
    array([ True])
    """
    region: BoolArray = side.attributes.get("region", np.zeros(len(side), dtype=bool))
    return ~region


def _unsaid(side: Tracks) -> Iterator[BoolArray]:
    for each in side.sequences:
        yield (each.label < 0) & objects(each)
