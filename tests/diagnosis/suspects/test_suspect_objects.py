"""Objects the truth does not know: joined over detectors, and only where nothing else is."""

from __future__ import annotations

import pytest
from match_worlds import annotation, detection, result_of

from truebox.diagnosis.suspects.suspect_objects import missing_objects
from truebox.diagnosis.suspects.trust import trust
from truebox.evaluation import Result

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

KNOWN = (10.0, 10.0, 40.0, 40.0)
UNKNOWN = (200.0, 100.0, 50.0, 50.0)
NEARLY = (203.0, 100.0, 50.0, 50.0)


def tables(*results: Result):
    return [(result.matches, trust(result.matches)) for result in results]


def detector(*found) -> Result:
    return result_of([annotation(1, 1, KNOWN)], [detection(1, 1, KNOWN, 0.5), *found])


def test_two_detectors_mean_one_object() -> None:
    first = detector(detection(1, 2, UNKNOWN, 0.9), detection(1, 2, NEARLY, 0.6))
    second = detector(detection(1, 2, NEARLY, 0.8))
    (only,) = missing_objects(tables(first, second))
    assert (only.proposed, only.image_id, only.agreeing, only.suspicion) == ("dog", 1, 2, 1.0)
    assert only.row is None
    assert only.box == UNKNOWN


def test_what_one_detector_sees_alone_counts_half() -> None:
    (only,) = missing_objects(tables(detector(detection(1, 2, UNKNOWN, 0.9)), detector()))
    assert (only.agreeing, only.suspicion) == (1, 0.5)
    assert missing_objects(tables(detector(detection(1, 2, UNKNOWN, 0.9)), detector()), 0.6) == []


def test_other_images_are_other_objects() -> None:
    found = [detection(1, 1, UNKNOWN, 0.9), detection(2, 1, UNKNOWN, 0.9)]
    assert [each.image_id for each in missing_objects(tables(detector(*found)))] == [1, 2]


def test_the_class_is_voted_on() -> None:
    """One detector is surest of a bird, but two others say dog."""
    (only,) = missing_objects(
        tables(
            detector(detection(1, 3, UNKNOWN, 0.9)),
            detector(detection(1, 2, NEARLY, 0.8)),
            detector(detection(1, 2, NEARLY, 0.8)),
        )
    )
    assert (only.proposed, only.suspicion, only.agreeing) == ("dog", 1.0, 3)


def test_near_a_truth_of_any_kind_nothing_is_missing() -> None:
    truths = [annotation(1, 1, KNOWN), annotation(1, 2, UNKNOWN), annotation(2, 1, UNKNOWN, iscrowd=1)]
    found = [detection(1, 1, KNOWN, 0.5), detection(1, 1, NEARLY, 0.9), detection(2, 1, NEARLY, 0.9)]
    assert missing_objects(tables(result_of(truths, found))) == []


@pytest.mark.parametrize(("width", "missing"), [(12, 0), (11, 1)])
def test_three_tenths_of_a_truth_are_near_it(width: float, missing: int) -> None:
    """40 x 12 of 40 x 40 are .3, 40 x 11 are less."""
    inside = (10.0, 10.0, 40.0, float(width))
    assert len(missing_objects(tables(detector(detection(1, 1, inside, 0.9))))) == missing


def test_boxes_without_area_end_the_search() -> None:
    flat = (300.0, 100.0, 0.0, 0.0)
    found = [detection(1, 2, flat, 0.9), detection(1, 2, flat, 0.8)]
    assert len(missing_objects(tables(detector(*found)))) == 2
