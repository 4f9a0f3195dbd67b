"""What the detections beyond the limit would change."""

from __future__ import annotations

import pytest

from truebox import evaluate
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = {"image_id": 1, "category_id": 1}


def test_the_value_is_that_of_an_evaluation_with_a_larger_limit():
    truth, found = make_dataset(30, 4, seed=3)
    result = evaluate(truth, found, max_detections=[1, 2], mode="corrected")
    (cut,) = [finding.message for finding in result.warnings if finding.code == "W-306"]
    whole = evaluate(truth, found, max_detections=[1, len(found)], mode="corrected").metrics["AP"]
    assert cut.endswith(f"AP would be {whole:.6f} instead of {result.metrics['AP']:.6f}")


def test_the_worst_detection_of_101_is_cut_though_it_alone_is_right():
    """A truth found at rank 101 of 101: AP 0 with the limit, precision 1/101 without."""
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 81, "iscrowd": 0, "bbox": [0, 0, 9, 9], **BOX}],
    }
    found = [{"bbox": [500 + 20 * n, 0, 9, 9], "score": 1 - n / 200, **BOX} for n in range(100)]
    found.append({"bbox": [0, 0, 9, 9], "score": 0.1, **BOX})
    result = evaluate(truth, found, fit_test=False)
    (cut,) = [finding.message for finding in result.warnings if finding.code == "W-306"]
    assert cut.endswith(f"AP would be {1 / 101:.6f} instead of 0.000000")


def test_nothing_cut_nothing_said():
    truth, found = make_dataset(5, 2, seed=1)
    assert all(finding.code != "W-306" for finding in evaluate(truth, found).warnings)
