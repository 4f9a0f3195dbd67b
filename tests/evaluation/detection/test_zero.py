"""An AP of 0 says why."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import truebox as tb
from truebox import fitting
from truebox.errors import TrueboxWarning
from truebox.evaluation.detection.zero import _by_areas, with_zero_explained
from truebox.evaluation.matches.judged import judged


def truth(count=6, **more):
    """One object of 80 x 60 in each of the first pictures."""
    return {
        "images": [{"id": image, "width": 640, "height": 480} for image in range(20)],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [
            {"id": k + 1, "image_id": k, "category_id": 1, "bbox": box(k), "area": 4800, "iscrowd": 0, **more}
            for k in range(count)
        ],
    }


def box(k, factor=1.0, aside=0.0):
    return [(100 + 20 * k) * factor + aside, 50 * factor, 80 * factor, 60 * factor]


def found(*, factor=1.0, aside=0.0, first=0, category=1, **more):
    return [
        {
            "image_id": first + k,
            "category_id": category,
            "bbox": box(k, factor, aside),
            "score": 0.5 + k / 100,
            **more,
        }
        for k in range(6)
    ]


def said(true, predictions, **how):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        result = tb.evaluate(true, predictions, **how)
    return result, [finding.message for finding in result.warnings if finding.code == "W-312"]


@pytest.mark.parametrize(
    ("true", "predictions", "why"),
    [
        (truth(), found(first=10), "none of the 6 images with detections has an object in <truth>"),
        (
            truth(),
            found(aside=300),
            "no detection overlaps any object of its image; likely they are",
        ),
        (truth(), found(factor=0.4), "with x times 2.5 and y times 2.5, 6 of 6 would by half"),
        # 60 of 80 aside: 20 x 60 of 140 x 60 are shared, one seventh.
        (truth(), found(aside=60), "overlaps an object of its image by more than 0.14"),
        (truth(), found(category=2), "6 detections overlap an object, but each of another class"),
        (truth(0), found(), "nothing in <truth> counts as an object to be found, so AP is undefined"),
        (truth(iscrowd=1), found(), "nothing in <truth> counts as an object to be found in the images"),
    ],
)
def test_the_reason_of_a_zero(true, predictions, why):
    result, messages = said(true, predictions)
    assert not result.metrics["AP"]
    (message,) = messages
    assert why in message


def test_areas_that_contradict_the_boxes_are_tried():
    points = {"keypoints": [50 + 9 * k if k % 3 < 2 else 2 for k in range(51)], "num_keypoints": 17}
    moved = {"keypoints": [v if k % 3 == 2 else v + 6 for k, v in enumerate(points["keypoints"])]}
    shape = {"geometry": "keypoints"}
    good, messages = said(truth(**points), found(**moved), **shape)
    assert (good.metrics["AP"] > 0.15, messages) == (True, [])
    _, (message,) = said(truth(**points, **{"area": 90}), found(**moved), **shape)
    assert "6 areas contradict the box in <truth> (row 0: area 90 for a box of 80 x 60)" in message
    assert f"AP {good.metrics['AP']:.3f} with areas from the boxes" in message


def test_what_is_said_already_or_is_no_zero_has_no_reason():
    for predictions in (found(), []):
        assert said(truth(), predictions)[1] == []


def test_more_false_ones_than_sixteen_bits_count_and_the_right_one_last():
    # One object in 800 images, 100 detections in each: 79,999 false ones, and the last of all is right. Those
    # between the caps of 10 and 100, which are counted together, are 72,000.
    nothing = {"boxes": np.empty((0, 4)), "labels": []}
    true = [{"boxes": [[0, 0, 10, 10]], "labels": [1]}, *[nothing] * 799]
    many = {"boxes": np.tile([50.0, 50, 60, 60], (100, 1)), "labels": [1] * 100, "scores": [0.9] * 100}
    first = {
        "boxes": np.vstack([many["boxes"][1:], [[0, 0, 10, 10]]]),
        "labels": [1] * 100,
        "scores": [*[0.9] * 99, 0.1],
    }
    result, why = said(true, [first, *[many] * 799])
    assert result.metrics["AP"] == pytest.approx(1 / 80_000, rel=1e-12)
    assert why == []  # as many of the best as there are objects are looked at: one tells nothing


def test_some_right_below_the_printed_digits_is_no_reason_to_ask():
    """One hit behind thousands of misses: AP is above 0 and prints as 0.000; another split it is not."""
    near = [
        {"image_id": k % 6, "category_id": 1, "bbox": box(k % 6, aside=30), "score": 0.9} for k in range(60)
    ]
    result, why = said(truth(), [*near, {**found()[0], "score": 0.1}], iou_thresholds=[0.95])
    assert 0 < result.metrics["AP"] < 0.02
    assert not [text for text in why if "no detection is counted as right" in text]


def test_nothing_right_where_boxes_overlap_is_said():
    """Every detection meets an object by enough, but all are crowds, which count for nothing."""
    result, why = said(truth(iscrowd=1), found())
    assert result.metrics["AP"] in (None, 0)
    assert why
    assert "nothing in <truth> counts as an object" in why[0]


@pytest.mark.parametrize(("factor", "asked"), [(1.49, False), (1.51, True), (1 / 7, False), (1 / 9, True)])
def test_keypoint_areas_contradict_their_boxes_from_half_more_and_an_eighth_on(factor, asked):
    points = [v for k in range(17) for v in (120 + k, 80, 2)]
    true = truth()
    true["annotations"] = [
        {**row, "keypoints": points, "num_keypoints": 17, "area": 4800 * factor}
        for row in true["annotations"]
    ]
    result, _ = said(true, [{**each, "keypoints": points} for each in found()], geometry="keypoints")
    tried = []

    def again(other):
        tried.append(other.area.tolist())
        return result

    list(_by_areas(result, again))
    assert bool(tried) == asked
    if asked:
        assert tried[0] == [4800] * 6


def test_where_confident_detections_are_mostly_right_no_other_place_is_looked_for(monkeypatch):
    looked = []
    displaced = fitting.displaced
    monkeypatch.setattr(fitting, "displaced", lambda *given: looked.append(given) or displaced(*given))
    nearly, hardly = found(aside=26.0), found(aside=70.0)[1:] + found()[:1]  # IoU .51; .07, and one of 1
    for predictions, expected in ((nearly, 0), (hardly, 1)):
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            result = tb.evaluate(truth(), predictions, fit_test=False)
        assert 0 < result.metrics["AP"] < 0.15
        looked.clear()
        with_zero_explained(result, judged(result), lambda against, given=result: given)
        assert len(looked) == expected
