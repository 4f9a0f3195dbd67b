"""map-boxes, which Kaggle notebooks take: AP of VOC in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.beside.boxes import boxes
from benchmarks.beside.kit import Case, Kit, average_precision

__all__ = ["KIT"]


def _made(quick: bool) -> Case:
    from map_boxes import mean_average_precision_for_boxes

    held = boxes(quick)
    tables = [_table(side, scored=bool(place)) for place, side in enumerate((held.true, held.predicted))]
    return Case(
        held.title,
        average_precision(held.truth, held.found, KIT.protocol),
        lambda: float(mean_average_precision_for_boxes(*tables, verbose=False)[0]),
    )


def _table(side: Sequence[Mapping[str, Any]], *, scored: bool) -> Any:
    """Image, class, score, x1, x2, y1, y2, as map-boxes takes them."""
    rows = [
        [str(image), str(label), *([score] if scored else []), box[0], box[2], box[1], box[3]]
        for image, each in enumerate(side)
        for box, label, score in zip(each["boxes"], each["labels"], each["scores"], strict=True)
    ]
    return np.array(rows, dtype=object)


KIT = Kit(package="map_boxes", distribution="map-boxes", protocol="map_boxes", made=_made, within=1e-9)
