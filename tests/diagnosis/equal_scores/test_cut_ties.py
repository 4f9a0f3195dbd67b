from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis.equal_scores.cut_ties import cut_ties
from truebox.diagnosis.equal_scores.tied_cells import score_groups
from truebox.diagnosis.equal_scores.tied_outcomes import Field
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
BOX = {"image_id": 1, "category_id": 1}
TRUTH = {
    "images": [{"id": 1}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [{"id": 1, "area": 1600, "iscrowd": 0, "bbox": [10, 10, 40, 40], **BOX}],
}


def cut(scores, caps, cap):
    found = [{**BOX, "score": score, "bbox": [10, 10, 40, 20 + n]} for n, score in enumerate(scores)]
    result = evaluate(TRUTH, found, max_detections=caps)
    return cut_ties(result, Field(0, 10, cap), score_groups(result)[1])


def test_a_cap_between_different_scores_cuts_nothing():
    assert cut([0.9, 0.8, 0.7], [1, 2], 2) == []
    assert cut([0.9, 0.8, 0.8], [1, 3], 3) == []
    assert cut([0.9, 0.8, 0.8], [1, 100], 100) == []


def test_the_largest_cap_cuts_what_the_state_no_longer_holds():
    assert cut([0.9, 0.8, 0.8], [1, 2], 2) == [(1, 2)]
    assert cut([0.8, 0.8, 0.8], [1, 2], 2) == [(0, 2)]


def test_a_smaller_cap_cuts_within_the_state():
    assert cut([0.9, 0.8, 0.8, 0.7], [1, 2, 100], 2) == [(1, 3)]


def test_each_class_of_each_image_has_its_own_cap():
    # Rows are sorted by class, image, score. Only class 2 in image 1 goes on with the score at which the
    # cap cut it.
    images, classes = [{"id": 1}, {"id": 2}], [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}]
    truth = {**TRUTH, "images": images, "categories": classes}
    scores = {(1, 1): (0.9, 0.8), (1, 2): (0.7, 0.6, 0.5), (2, 1): (0.9, 0.6, 0.6), (2, 2): (0.9, 0.6)}
    found = [
        {"image_id": image, "category_id": kind, "score": score, "bbox": [10, 10, 40, 20 + n]}
        for (kind, image), listed in scores.items()
        for n, score in enumerate(listed)
    ]
    result = evaluate(truth, found, max_detections=[1, 2])
    assert cut_ties(result, Field(0, 10, 2), score_groups(result)[1]) == [(5, 6)]


def test_the_limit_of_lvis_is_refused_where_it_cuts():
    from truebox.diagnosis import ties
    from truebox.errors import ArgumentError

    truth = {
        "images": [{"id": 1, "neg_category_ids": [], "not_exhaustive_category_ids": []}],
        "categories": [{"id": 1, "name": "cat", "frequency": "f"}],
        "annotations": [{"id": 1, "area": 1600, "bbox": [10, 10, 40, 40], **BOX}],
    }
    rng = np.random.default_rng(1)
    found = [
        {**BOX, "score": score, "bbox": [*rng.uniform(5, 15, 2), 40.0, 40.0]} for score in (0.9, 0.5, 0.5)
    ]
    whole, limited = (evaluate(truth, found, protocol="lvis", max_detections=[limit]) for limit in (300, 2))
    assert ties(whole).metrics["AP"].worst <= whole.metrics["AP"]
    with pytest.raises(ArgumentError, match="limit of 2 detections per image goes through equal scores"):
        ties(limited)


def test_images_that_are_not_evaluated_cut_nothing():
    """Dogs of image 1 tie with the second cat of image 2, which alone is evaluated."""
    truth = {
        "images": [{"id": 1}, {"id": 2}],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [
            {"id": n, "area": 1600, "iscrowd": 0, "bbox": [10, 10, 40, 40], "image_id": 2, "category_id": n}
            for n in (1, 2)
        ],
    }
    rows = [((1, 2), score) for score in (0.8, 0.8, 0.8)] + [((2, 1), score) for score in (0.9, 0.8, 0.7)]
    found = [
        {"image_id": image, "category_id": kind, "score": score, "bbox": [10, 10, 40, 20 + n]}
        for n, ((image, kind), score) in enumerate(rows)
    ]
    for images in ([2], [1, 2]):
        result = evaluate(truth, found, max_detections=[1, 2], images=images)
        cuts = cut_ties(result, Field(0, 10, 2), score_groups(result)[1])
        assert len(cuts) == len(images) - 1  # the dogs of image 1 are cut where they are evaluated


def test_a_smaller_cap_looks_at_each_class_alone():
    """What the largest cap cuts of one class says nothing of another's smaller cap."""
    truth = {**TRUTH, "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}]}
    for listed, expected in (
        ({1: (0.8, 0.8, 0.8), 2: (0.9, 0.7)}, [(0, 2)]),
        ({1: (0.9, 0.7), 2: (0.8, 0.8, 0.8)}, [(2, 4)]),
    ):
        found = [
            {"image_id": 1, "category_id": kind, "score": score, "bbox": [10, 10, 40, 20 + n]}
            for kind, scores in listed.items()
            for n, score in enumerate(scores)
        ]
        result = evaluate(truth, found, max_detections=[1, 2])
        assert cut_ties(result, Field(0, 10, 1), score_groups(result)[1]) == expected
