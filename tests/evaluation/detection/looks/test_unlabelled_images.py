"""Images without objects and full of detections are named."""

from __future__ import annotations

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOXES = [[30 * n, 0, 30 * n + 20, 20] for n in range(3)]


def messages(labelled, empty, *, many=3, wrong=0):
    """Of so many images with three objects and without any; `many` detections in each of the latter."""
    truth = [{"boxes": BOXES, "labels": ["cat"] * 3}] * labelled + [{"boxes": [], "labels": []}] * empty
    aside = [[left, 100, right, 120] for left, _, right, _ in BOXES][:wrong]

    def detections(boxes):
        return {"boxes": boxes, "labels": ["cat"] * len(boxes), "scores": [0.9] * len(boxes)}

    found = [detections(BOXES + aside)] * labelled + [detections(BOXES[:many])] * empty
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-320"]


def test_missing_annotations():
    (message,) = messages(20, 10, many=2)
    assert "10 of 30 images have no object in <truth>, but 67% as many confident detections" in message


@pytest.mark.parametrize(
    ("labelled", "empty", "how"),
    [
        (20, 10, {"many": 1}),  # a third as many
        (20, 9, {}),  # too few images
        (200, 10, {}),  # less than a tenth
        (20, 10, {"wrong": 3}),  # half of its detections are wrong elsewhere
    ],
)
def test_background_is_not_named(labelled, empty, how):
    assert messages(labelled, empty, **how) == []
