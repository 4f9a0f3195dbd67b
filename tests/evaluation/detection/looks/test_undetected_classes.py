"""Classes with objects and without detections are named."""

from __future__ import annotations

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOXES = [[30 * n, 0, 30 * n + 20, 20] for n in range(3)]


def messages(found, *, images=10):
    truth = [{"boxes": BOXES, "labels": ["cat", "dog", "bird"]}] * images
    rows = [
        {
            "boxes": [BOXES[("cat", "dog", "bird").index(name)] for name in found],
            "labels": found,
            "scores": [0.9] * len(found),
        }
    ]
    return [each.message for each in tb.evaluate(truth, rows * images).warnings if each.code == "W-319"]


def test_the_mean_of_the_others_is_said():
    # Two of three classes are found perfectly: 1 instead of 2/3.
    (message,) = messages(["cat", "dog"])
    assert message == (
        '1 of 3 classes has no detection ("bird" with 10 objects); its AP is 0, and the mean of the others '
        "is 1.0000 instead of 0.6667"
    )


def test_few_objects_and_all_classes():
    assert messages(["cat", "dog"], images=9) == []
    assert messages(["cat", "dog", "bird"]) == []
