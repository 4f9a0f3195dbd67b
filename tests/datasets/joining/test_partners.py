"""Confident detections and the objects they lie on."""

from __future__ import annotations

from dataclasses import replace

import truebox as tb
from truebox.datasets.joining.partners import partners_of


def test_as_many_detections_as_objects_by_score_each_with_its_largest_overlap():
    truth = tb.read_truth(
        [{"boxes": [[0, 0, 10, 10], [40, 40, 50, 50]], "labels": [1, 1]}, {"boxes": [], "labels": []}]
    )
    boxes = [[80, 80, 90, 90], [41, 40, 50, 50], [0, 0, 10, 4]]
    found = tb.read_predictions(
        [
            {"boxes": boxes, "labels": [1, 1, 1], "scores": [0.1, 0.9, 0.8]},
            {"boxes": boxes[:1], "labels": [1], "scores": [0.9]},
        ]
    )
    partners = partners_of(truth, found)
    assert (partners.detections.tolist(), partners.truths.tolist()) == ([1, 2], [1, 0])
    assert partners.overlaps.tolist() == [0.9, 0.4]
    assert (partners.on_objects.tolist(), partners.share) == ([True, False], 0.5)
    assert partners_of(truth, replace(found, units="fractions")).share == 0
