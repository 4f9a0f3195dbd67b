"""Masks of Open Images: what objects without one excuse, by hand after the kit's order of stages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from open_images_masks import area, found_file, truth_folder

import truebox as tb
from truebox.evaluation import Result

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = (0, 0, 10, 10)
FAR = ("a", "cat", (12, 12, 20, 20), 0, area(12, 12, 20, 20))


def evaluated(folder: Path, objects: list, found: list, protocol: str = "open_images_challenge") -> Result:
    truth = truth_folder(folder / "truth", objects)
    return tb.evaluate(truth, found_file(folder / "found.csv", found), protocol=protocol, geometry="masks")


def test_a_box_without_a_mask_excuses_one_detection_and_is_never_missed(tmp_path: Path) -> None:
    alone = ("a", "cat", BOX, 0, None)
    found = [
        ("a", "cat", 0.9, area(*BOX)),
        ("a", "cat", 0.8, area(*BOX)),
        ("a", "cat", 0.7, area(12, 12, 20, 20)),
    ]
    result = evaluated(tmp_path, [alone, FAR], found)
    assert result.truths == 1
    assert result.matches.outcome_at(0).tolist() == [2, 0, 1]  # excused, false, right
    assert result.metrics["AP"] == 0.5


def test_a_mask_is_asked_before_the_box_without_one(tmp_path: Path) -> None:
    masked = ("a", "cat", BOX, 0, area(*BOX))
    alone = ("a", "cat", (0, 0, 10, 11), 0, None)
    found = [("a", "cat", 0.9, area(*BOX)), ("a", "cat", 0.8, area(*BOX)), ("a", "cat", 0.7, area(*BOX))]
    result = evaluated(tmp_path, [masked, alone], found)
    assert result.matches.outcome_at(0).tolist() == [1, 2, 0]


def test_a_group_without_a_mask_excuses_all_that_lie_in_it(tmp_path: Path) -> None:
    group = ("a", "cat", (0, 0, 20, 20), 1, None)
    found = [("a", "cat", 0.9, area(0, 0, 4, 4)), ("a", "cat", 0.8, area(8, 0, 12, 4))]
    result = evaluated(tmp_path, [group, FAR], found)
    assert result.truths == 1
    assert result.matches.outcome_at(0).tolist() == [2, 2]


def test_a_group_with_a_mask_is_found_once_or_excuses(tmp_path: Path) -> None:
    group = ("a", "cat", BOX, 1, area(*BOX))
    found = [("a", "cat", 0.9, area(0, 0, 4, 4)), ("a", "cat", 0.8, area(5, 0, 9, 4))]
    challenge = evaluated(tmp_path / "c", [group, FAR], found)
    assert (challenge.truths, challenge.matches.outcome_at(0).tolist()) == (2, [1, 2])
    plain = evaluated(tmp_path / "v", [group, FAR], found, "open_images")
    assert (plain.truths, plain.matches.outcome_at(0).tolist()) == (1, [2, 2])


def test_a_mask_without_a_pixel_is_no_mask(tmp_path: Path) -> None:
    empty = ("a", "cat", BOX, 0, area(0, 0, 0, 0))
    result = evaluated(
        tmp_path, [empty, FAR], [("a", "cat", 0.9, area(*BOX)), ("a", "cat", 0.8, area(0, 0, 0, 0))]
    )
    assert result.truths == 1
    assert result.matches.outcome_at(0).tolist() == [2]  # and a detection without a pixel is not there


def test_the_class_of_a_box_without_a_mask_is_asked_for(tmp_path: Path) -> None:
    objects = [("a", "dog", BOX, 0, None), FAR, ("b", "dog", BOX, 0, area(*BOX))]
    found = [("a", "dog", 0.9, area(12, 12, 20, 20)), ("b", "cat", 0.9, area(12, 12, 20, 20))]
    result = evaluated(tmp_path, objects, found)
    assert result.detections == 1  # the cat in b was verified by nobody


def test_overlaps_are_compared_in_single_precision(tmp_path: Path) -> None:
    """Two quotients that only double precision tells apart are equal: the first of the file is taken."""
    assert np.float32(4900 / 9796) == np.float32(4901 / 9798)
    assert 4900 / 9796 > 4901 / 9798
    found, first, second = (np.zeros((1, 9800), dtype=bool) for _ in range(3))
    found[:, :6000] = first[:, 1099:9798] = second[:, 1100:9796] = True
    objects = [("a", "cat", BOX, 0, first), ("a", "cat", (0, 0, 10, 11), 0, second)]
    result = evaluated(tmp_path, objects, [("a", "cat", 0.9, found), ("a", "cat", 0.8, second)])
    assert result.matches.outcome_at(0).tolist() == [1, 1]  # in double precision both take the second


def test_lenient_keeps_boxes_without_masks(tmp_path: Path) -> None:
    truth = truth_folder(tmp_path / "truth", [("a", "cat", BOX, 0, None), FAR])
    found = found_file(tmp_path / "found.csv", [("a", "cat", 0.9, area(*BOX))])
    how = {"protocol": "open_images_challenge", "geometry": "masks"}
    assert tb.evaluate(truth, found, lenient=True, **how).matches.outcome_at(0).tolist() == [2]
