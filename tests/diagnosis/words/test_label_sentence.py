"""Labels are doubted where the surest detections are wrong too often, and not else."""

from __future__ import annotations

import numpy as np
import pytest
from planted_faults import diagnosed

import truebox as tb
from truebox.diagnosis.words.label_sentence import label_sentence, unexplained

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_labels_are_doubted_where_the_surest_are_wrong_as_often():
    rng = np.random.default_rng(4)
    right = rng.random(2000)
    own = rng.random(400) * 0.25  # errors of a detector that is unsure of them
    assert unexplained(own, right) == 0
    everywhere = np.concatenate([own, rng.random(200)])  # a tenth of the labels is missing
    assert 20 < unexplained(everywhere, right) < 60
    assert unexplained(np.ones(5), np.ones(5)) == 0  # a handful says nothing
    # Scores without decimals: all are tied, and none is surer than another.
    assert unexplained(np.round(own + 0.3), np.round(right)) == 0


@pytest.mark.parametrize("fault", ["class", "location", "duplicate", "missed"])
def test_perfect_labels_are_not_doubted(fault):
    assert label_sentence(diagnosed(fault)) is None


def test_a_fifth_of_the_labels_removed_is_said():
    assert label_sentence(diagnosed("background")).startswith("The labels may be wrong in ")


def test_a_badly_drawn_box_can_be_said():
    """Boxes drawn at an overlap of about a third: the surest of 30 reach the suspicion of the sentence."""
    rows = [{"image_id": i, "category_id": 1, "bbox": [10, 10, 40, 40]} for i in range(1, 61)]
    truth = {
        "images": [{"id": i, "width": 640, "height": 480} for i in range(1, 61)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": n, "area": 1600, "iscrowd": 0, **row} for n, row in enumerate(rows, start=1)],
    }
    shifted = [{**row, "score": 0.5 + 0.005 * row["image_id"]} for row in rows]
    for row in shifted[30:]:
        row["bbox"] = [10 + 40 * (1 - 0.66) / (1 + 0.34) * 2, 10, 40, 40]
    found = tb.diagnosis.label_errors(tb.evaluate(truth, shifted, mode="corrected"), least=0.8)
    boxes = [each for each in found if each.kind == "box"]
    assert boxes
    assert max(each.suspicion for each in boxes) >= 0.9
