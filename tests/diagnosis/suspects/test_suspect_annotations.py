"""Annotations that detections contradict, one scene for each rule."""

from __future__ import annotations

import pytest
from match_worlds import annotation, detection, result_of

from truebox.diagnosis.suspects.suspect_annotations import duplicated, wrong_boxes, wrong_classes
from truebox.diagnosis.suspects.trust import trust
from truebox.evaluation import Result

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SURE = (10.0, 10.0, 40.0, 40.0)
BOX = (200.0, 100.0, 40.0, 40.0)
MOVED = (210.0, 100.0, 40.0, 40.0)  # 30 x 40 shared of 2 x 1600 - 1200: IoU .6


def tables(*results: Result):
    return [(result.matches, trust(result.matches)) for result in results]


ONE_TRUTH = (annotation(1, 1, BOX),)


def scene(*found, truths=ONE_TRUTH) -> Result:
    return result_of([annotation(1, 1, SURE), *truths], [detection(1, 1, SURE, 0.5), *found])


def test_another_class_is_believed_more() -> None:
    (only,) = wrong_classes(tables(scene(detection(1, 2, BOX, 0.9))))
    assert (only.row, only.written, only.proposed, only.suspicion, only.agreeing) == (1, "cat", "dog", 1.0, 1)
    assert only.box == BOX


def test_what_speaks_for_the_truth_is_taken_off() -> None:
    assert wrong_classes(tables(scene(detection(1, 2, BOX, 0.9), detection(1, 1, BOX, 0.95)))) == []
    (only,) = wrong_classes(tables(scene(detection(1, 2, BOX, 0.9)), scene(detection(1, 1, BOX, 0.95))))
    assert (only.suspicion, only.agreeing) == (0.5, 1)
    assert wrong_classes(tables(scene(detection(1, 2, BOX, 0.9)), scene()), 0.6) == []


def test_a_detection_with_a_truth_of_its_own_says_nothing() -> None:
    both = (annotation(1, 1, BOX), annotation(1, 2, MOVED))
    assert wrong_classes(tables(scene(detection(1, 2, MOVED, 0.9), truths=both))) == []


def test_a_box_that_everybody_misses_alike() -> None:
    (only,) = wrong_boxes(tables(scene(detection(1, 1, MOVED, 0.9))))
    assert (only.row, only.box, only.agreeing) == (1, MOVED, 1)
    assert only.suspicion == pytest.approx((1 - 0.6) / (1 - 0.3))  # IoU .6, fully trusted; .3 would be 1
    # one detector that hits it well clears it
    assert wrong_boxes(tables(scene(detection(1, 1, MOVED, 0.9)), scene(detection(1, 1, BOX, 0.4)))) == []


def test_the_box_of_the_most_trusted_is_proposed() -> None:
    farther = (214.0, 100.0, 40.0, 40.0)
    first, second = scene(detection(1, 1, farther, 0.3)), scene(detection(1, 1, MOVED, 0.9))
    for order in ((first, second), (second, first)):
        (only,) = wrong_boxes(tables(*order))
        assert only.box == MOVED


def test_two_truths_of_one_object() -> None:
    twice = (annotation(1, 1, BOX), annotation(2, 1, BOX), annotation(1, 2, (201.0, 100.0, 40.0, 40.0)))
    (only,) = duplicated(scene(truths=twice).matches)
    assert (only.row, only.other_row, only.written) == (3, 1, "dog")
    assert only.suspicion == pytest.approx(39 / 41)  # 39 x 40 shared of 2 x 1600 - 1560


def test_crowds_and_single_truths_are_no_pairs() -> None:
    crowd = (annotation(1, 1, BOX), annotation(1, 1, BOX, iscrowd=1))
    assert duplicated(scene(truths=crowd).matches) == []
    assert duplicated(result_of([], []).matches) == []
    assert wrong_classes(tables(result_of([], []))) == []
    assert wrong_boxes(tables(result_of([], []))) == []


@pytest.mark.parametrize(("height", "believed"), [(20.0, False), (19.0, True)])
def test_a_detection_that_has_a_truth_of_its_own_says_nothing_of_others(
    height: float, believed: bool
) -> None:
    """From an overlap of a half on: 20 of its 40 rows."""
    own = annotation(1, 2, (*BOX[:3], height))
    found = wrong_classes(tables(scene(detection(1, 2, BOX, 0.9), truths=(*ONE_TRUTH, own))))
    assert [each.proposed for each in found] == (["dog"] if believed else [])
