"""What an evaluation passes over in silence, in one line."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.checking.box_oddities import huge_boxes
from truebox.checking.truth_oddities import (
    areas_beyond_boxes,
    repeated_boxes,
    repeated_classes,
    repeated_files,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.records import Predictions, Truth

__all__ = ["oddities_in_short"]


@refuses_other_kinds
def oddities_in_short(
    truth: Truth, predictions: Sequence[Predictions] = (), *, threads: int | None = None
) -> str | None:
    """What is cheap to see: names and objects that repeat, areas beyond boxes, boxes beyond all pictures.

    Parameters
    ----------
    truth : Truth
        What was evaluated against.
    predictions : sequence of Predictions
        What was evaluated.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    str or None
        One line that names each, and where more is said; None where there is nothing of the kind.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 1e30, 9]], "labels": ["cat"]}])
    >>> print(oddities_in_short(truth))
    W-479 1 annotation has coordinates beyond ten million; truebox check says more
    """
    found = [
        *chain(
            repeated_classes(truth),
            repeated_files(truth),
            areas_beyond_boxes(truth),
            repeated_boxes(truth),
            huge_boxes(truth, "annotation", threads),
        ),
        *chain.from_iterable(huge_boxes(each, "detection", threads) for each in predictions),
    ]
    return f"{' · '.join(map(str, found))}; truebox check says more" if found else None
