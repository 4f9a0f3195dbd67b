"""Panoptic results made by hand, for tests of what is shown."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.panoptic.quality import PanopticClass, mean_qualities
from truebox.evaluation.panoptic.result import PanopticResult
from truebox.records import Source
from truebox.records.panoptic import PanopticSegments


def made_class(number, name, quality, *, thing=True):
    found = quality is not None
    return PanopticClass(
        id=number,
        name=name,
        thing=thing,
        true_positives=3 if found else 0,
        false_positives=1 if found else 0,
        false_negatives=2 if found else 0,
        ignored=0,
        iou_sum=2.5 if found else 0.0,
        metrics={"PQ": quality, "SQ": quality, "RQ": quality},
    )


def made_segments(name):
    return PanopticSegments(
        source=Source(name, "coco_panoptic", "COCO panoptic JSON"),
        images=(1,),
        maps=(np.zeros((1, 1), np.uint32),),
        sizes=np.zeros((1, 2), np.int64),
        offsets=np.array([0, 0]),
        ids=np.empty(0, np.int64),
        category=np.empty(0, np.int64),
        area=np.empty(0, np.int64),
        crowd=np.empty(0, bool),
    )


def made_panoptic(classes, name="found.json"):
    means = mean_qualities(tuple(classes))
    return PanopticResult(
        mode="strict",
        metrics=means.metrics,
        undefined=means.undefined,
        per_class=tuple(classes),
        state=None,
        truth=made_segments("truth.json"),
        predictions=made_segments(name),
    )
