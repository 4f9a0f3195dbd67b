"""Qualities from counts, by equations 1 and 2 of Kirillov et al., and what is undefined."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.panoptic.quality import class_qualities, mean_qualities
from truebox.evaluation.panoptic.state import PanopticState
from truebox.records.panoptic import PanopticCategories

CATEGORIES = PanopticCategories(
    ids=(1, 2, 3, 4), names=tuple("abcd"), things=np.array([True, True, False, False])
)


def state(mode="strict"):
    """a: 2 matches, 1 wrong, 1 missed; b: only 2 missed; c: one perfect match; d: nothing."""
    return PanopticState(
        mode=mode,
        categories=(1, 2, 3, 4),
        images=(7,),
        image=np.zeros(3, dtype=np.int64),
        category=np.array([0, 0, 2]),
        segments=np.zeros((3, 2), dtype=np.int64),
        iou=np.array([0.75, 0.875, 1.0]),
        false_positives=np.array([1, 0, 0, 0]),
        false_negatives=np.array([1, 2, 0, 0]),
        ignored=np.array([3, 0, 0, 1]),
    )


def test_per_class():
    a, b, c, d = class_qualities(state(), CATEGORIES)
    assert a.metrics == {"PQ": 1.625 / 3, "SQ": 0.8125, "RQ": 2 / 3}
    assert (a.truths, a.detections, a.thing) == (3, 6, True)
    assert b.metrics == {"PQ": 0.0, "SQ": 0.0, "RQ": 0.0}
    assert c.metrics == {"PQ": 1.0, "SQ": 1.0, "RQ": 1.0}
    assert d.metrics == {"PQ": None, "SQ": None, "RQ": None}
    assert d.detections == 1


def test_means_leave_out_classes_without_segments():
    means = mean_qualities(class_qualities(state(), CATEGORIES))
    assert means.metrics["PQ"] == (1.625 / 3 + 0.0 + 1.0) / 3
    assert (means.metrics["SQth"], means.metrics["SQst"]) == (0.8125 / 2, 1.0)
    assert means.undefined == {}


def test_a_class_without_match_has_no_sq_in_corrected_mode():
    classes = class_qualities(state("corrected"), CATEGORIES)
    assert classes[1].metrics == {"PQ": 0.0, "SQ": None, "RQ": 0.0}
    assert mean_qualities(classes).metrics["SQth"] == 0.8125
    only_b = mean_qualities(classes[1:2])
    assert only_b.metrics["SQ"] is None
    assert only_b.undefined["SQ"] == "no class has a match"
    assert only_b.undefined["PQst"] == "the truth lists no class of stuff"
