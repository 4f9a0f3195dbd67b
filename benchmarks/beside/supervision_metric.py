"""supervision: its metric of mean AP."""

from __future__ import annotations

from benchmarks.beside.boxes import boxes
from benchmarks.beside.kit import Case, Kit, average_precision

__all__ = ["KIT"]


def _made(quick: bool) -> Case:
    import supervision
    from supervision.metrics import MeanAveragePrecision

    held = boxes(quick)
    sides = [
        [
            supervision.Detections(xyxy=each["boxes"], class_id=each["labels"], confidence=each["scores"])
            for each in side
        ]
        for side in (held.predicted, held.true)
    ]
    return Case(
        held.title,
        average_precision(held.truth, held.found, KIT.protocol),
        lambda: float(MeanAveragePrecision().update(*sides).compute().map50_95),
    )


KIT = Kit(package="supervision", distribution="supervision", protocol="supervision", made=_made, within=1e-6)
