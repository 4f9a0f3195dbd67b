"""CrowdPose by hand: fourteen points, areas from boxes, and the three subsets of images."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.protocols.crowds.crowdpose import CROWDPOSE_SIGMAS, crowd_subsets

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

KEYS = ["AP", "AP50", "AP75", "AR", "AR50", "AR75", "AP[easy]", "AP[medium]", "AP[hard]"]


def points(x: float = 0.0, shown: int = 14) -> list[float]:
    """Fourteen points in a row, the first `shown` labelled."""
    return [value for k in range(14) for value in (10.0 * k + x, 50.0, 2 if k < shown else 0)]


def evaluated(images: dict[int, Any], people: list[Any], found: list[Any], **how: Any) -> Any:
    """Images: id to crowd index, None for none; people: image, points; detections: image, points, score."""
    truth = {
        "images": [
            {"id": id, "width": 640, "height": 480} | ({} if index is None else {"crowdIndex": index})
            for id, index in images.items()
        ],
        "categories": [{"id": 1, "name": "person"}],
        "annotations": [
            {"id": n, "image_id": image, "category_id": 1, "bbox": [0, 0, 140, 100], "iscrowd": 0}
            | {"keypoints": given, "num_keypoints": sum(v > 0 for v in given[2::3]), "area": 1.0}
            for n, (image, given) in enumerate(people, start=1)
        ],
    }
    rows = [
        {"image_id": image, "category_id": 1, "keypoints": given, "score": score}
        for image, given, score in found
    ]
    return tb.evaluate(truth, rows, protocol="crowdpose", geometry="keypoints", **how)


def test_bounds_belong_to_the_harder_subset() -> None:
    index = np.array([0, 0.1999, 0.2, 0.7999, 0.8, 3, np.nan])
    assert crowd_subsets(index).tolist() == [0, 0, 1, 1, 2, 2, -1]


def test_each_subset_is_of_its_images() -> None:
    people = [(1, points()), (2, points()), (3, points())]
    # Easy: found. Medium: a false alarm before it, so precision is a half. Hard: missed.
    found = [(1, points(), 0.9), (2, points(900), 0.8), (2, points(), 0.7), (3, points(900), 0.6)]
    result = evaluated({1: 0.0, 2: 0.2, 3: 0.8}, people, found)
    assert list(result.metrics) == KEYS
    subsets = [result.metrics[f"AP[{name}]"] for name in ("easy", "medium", "hard")]
    assert subsets == pytest.approx([1, 0.5, 0], abs=1e-12)
    # All: recall to 1/3 at precision 1, to 2/3 at 2/3; 34 and 33 of 101 recalls.
    assert result.metrics["AP50"] == pytest.approx((34 + 33 * 2 / 3) / 101, abs=1e-12)
    assert result.metrics["AR50"] == pytest.approx(2 / 3)


def oks(shift: float, shown: list[int]) -> float:
    """The mean of exp(-d² / (2 (2 sigma)² area)), with the area that is 0.53 of the box."""
    area = 140 * 100 * 0.53
    return sum(math.exp(-(shift**2) / (2 * (2 * CROWDPOSE_SIGMAS[k]) ** 2 * area)) for k in shown) / len(
        shown
    )


@pytest.mark.parametrize(("shift", "shown"), [(8.0, 14), (12.0, 14), (12.0, 4), (16.0, 2)])
def test_similarity_with_sigmas_and_areas_of_the_kit(shift: float, shown: int) -> None:
    """The stated area of 1 is not read: with it nothing would be found."""
    value = oks(shift, list(range(shown)))
    result = evaluated({1: 0.0}, [(1, points(shown=shown))], [(1, points(shift), 0.9)])
    reached = sum(value >= 0.5 + 0.05 * step for step in range(10))
    assert 0 < reached < 10
    assert result.metrics["AP"] == pytest.approx(reached / 10, abs=1e-12)


def test_sigmas_are_those_of_the_kit() -> None:
    tenths = [0.79, 0.79, 0.72, 0.72, 0.62, 0.62, 1.07, 1.07, 0.87, 0.87, 0.89, 0.89, 0.79, 0.79]
    assert list(CROWDPOSE_SIGMAS) == (np.array(tenths) / 10).tolist()


def test_people_without_points_are_neutral() -> None:
    result = evaluated({1: 0.0}, [(1, points()), (1, points(shown=0))], [(1, points(), 0.9)])
    assert result.metrics["AR"] == 1.0


def test_a_truth_without_crowd_indices_has_no_subsets_and_says_so() -> None:
    result = evaluated({1: None}, [(1, points())], [(1, points(), 0.9)])
    assert result.metrics["AP"] == pytest.approx(1.0)
    assert result.metrics["AP[easy]"] is None or math.isnan(result.metrics["AP[easy]"])
    assert any("W-313" in str(each) and "crowdIndex" in str(each) for each in result.warnings)


@pytest.mark.parametrize("index", [None, "0.3", True, math.inf])
def test_an_image_without_its_index_among_others_is_refused(index: Any) -> None:
    with pytest.raises(InputError, match=r"E-134 .*images\[1\]\.crowdIndex: expected a number for image 2"):
        evaluated({1: 0.0, 2: index}, [(1, points())], [(1, points(), 0.9)])


def test_boxes_and_other_counts_are_refused() -> None:
    with pytest.raises(ArgumentError, match="'crowdpose' does not take 'boxes'"):
        tb.evaluate([], [], protocol="crowdpose")
    with pytest.raises(ArgumentError, match="17 keypoints a row, but there are 14 sigmas"):
        evaluated({1: 0.0}, [(1, [1.0, 1.0, 2.0] * 17)], [(1, [1.0, 1.0, 2.0] * 17, 0.5)])
