"""The truth that explains an outcome, on a scene whose every outcome is known."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.evaluation import evaluate
from truebox.report.page.explained import OUTCOME_NAMES, outcome_codes, overlaps_with, partners
from truebox.report.page.side import Side


def scene() -> Side:
    """Truths: 0 a cat, 1 a dog that nearly touches it, 2 a crowd of dogs."""
    boxes = [([0, 0, 100, 100], 1, 0), ([98, 0, 100, 100], 2, 0), ([300, 0, 100, 100], 2, 1)]
    truth = {
        "images": [{"id": 1, "width": 500, "height": 500}],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [
            {"id": i + 1, "image_id": 1, "category_id": kind, "bbox": box, "area": 1e4, "iscrowd": crowd}
            for i, (box, kind, crowd) in enumerate(boxes)
        ],
    }
    found = [
        ([0, 0, 100, 80], 1, 0.9),  # finds the cat
        ([0, 0, 100, 90], 1, 0.8),  # again
        ([0, 0, 100, 100], 2, 0.7),  # a dog on the cat, which touches the dog by 2 of 100 columns
        ([98, 0, 100, 30], 2, 0.6),  # too small for the dog
        ([300, 0, 50, 50], 2, 0.5),  # in the crowd
        ([400, 400, 20, 20], 2, 0.4),  # on nothing
    ]
    rows = [{"image_id": 1, "bbox": box, "category_id": kind, "score": s} for box, kind, s in found]
    return Side.of(evaluate(truth, rows, mode="corrected"))


def test_every_outcome_has_the_truth_that_explains_it() -> None:
    side = scene()
    best = np.argsort(-side.result.matches.detections.score)
    assert [OUTCOME_NAMES[code] for code in outcome_codes(side)[best]] == [
        "none", "duplicate", "class", "location", "ignored", "background",
    ]  # fmt: skip
    true = partners(side)
    assert true[best].tolist() == [0, 0, 0, 1, 2, -1]
    assert overlaps_with(side, true)[best].tolist() == pytest.approx([0.8, 0.9, 1.0, 0.3, 1.0, 0.0])


def test_types_add_up_to_the_false_positives() -> None:
    side = Side.of(made_result())
    codes = outcome_codes(side)
    false = np.isin(codes, [OUTCOME_NAMES.index(name) for name in (*OUTCOME_NAMES[1:6], "untyped")])
    assert false.sum() == (side.outcome == 0).sum() > 0
    assert (codes == 0).sum() == (side.outcome == 1).sum() > 0


def test_partners_are_on_the_image_of_their_detection() -> None:
    side = Side.of(made_result())
    true = partners(side)
    table, held = side.result.matches, true >= 0
    assert held.any()
    assert (table.truths.image[true[held]] == table.detections.image[held]).all()
    assert (overlaps_with(side, true)[held & (side.outcome == 1)] >= 0.5).all()
