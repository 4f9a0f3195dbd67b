"""Every truth as the page's filters ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.images.images_beyond import image_numbers
from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.report.page.side import Side
    from truebox.typing import Int64Array

__all__ = ["columns_of_truths"]

_NEVER = -np.inf


def columns_of_truths(side: Side, places: Int64Array) -> dict[str, Any]:
    """Of each truth of the match table: image, class, whether it counts, and from which score it is taken.

    ``found`` is the score of the detection that finds it, ``confused`` that of the detection beside which
    the confusion matrix puts it: down to that score it is not missed. Minus infinity stands for none. Images
    are named as in `detection_columns`.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> columns_of_truths(side, np.array([0]))["counts"]
    {'type': 'Uint8Array', 'bytes': 'AQ=='}
    """
    table, partner = side.result.matches, side.matrix.partner
    numbers = image_numbers(places, len(side.result.state.images))
    score = table.detections.score
    confused = np.full(len(table.truths), _NEVER)
    paired = partner >= 0
    np.maximum.at(confused, partner[paired], score[paired])
    found = np.append(score, _NEVER)[table.truths.matched_detection[:, side.threshold]]
    return {
        "image": packed(numbers[table.truths.image], "i4"),
        "category": packed(table.truths.category, "u2"),
        "counts": packed(~table.truths.ignored, "u1"),
        "found": packed(found, "f8"),
        "confused": packed(confused, "f8"),
    }
