"""WIDER FACE by hand: neutral faces, a thousand steps, images without faces, the order of equal scores."""

from __future__ import annotations

from typing import Any

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

A, B, FAR = [0, 0, 39, 49], [100, 0, 39, 49], [300, 300, 39, 49]
EASY, HARD = {"easy": 1, "medium": 1, "hard": 1}, {"easy": 0, "medium": 0, "hard": 1}


def evaluated(faces: list[Any], found: list[Any], images: int = 1, **how: Any) -> Any:
    """Faces: image, box, subsets; detections: image, box, score."""
    truth = {
        "images": [{"id": each, "width": 640, "height": 480} for each in range(1, images + 1)],
        "categories": [{"id": 1, "name": "face"}],
        "annotations": [
            {"id": n, "image_id": i, "category_id": 1, "bbox": box, "area": 1950, "iscrowd": 0, **subsets}
            for n, (i, box, subsets) in enumerate(faces, start=1)
        ],
    }
    rows = [{"image_id": i, "category_id": 1, "bbox": box, "score": score} for i, box, score in found]
    return tb.evaluate(truth, rows, protocol="wider_face", fit_test=False, **how)


def test_a_face_of_another_subset_is_neutral() -> None:
    result = evaluated([(1, A, EASY), (1, B, HARD)], [(1, A, 0.9), (1, B, 0.8), (1, B, 0.7), (1, FAR, 0.1)])
    assert result.matches.outcome("easy")[:, 0].tolist() == [1, 2, 2, 0]
    assert result.matches.outcome("hard")[:, 0].tolist() == [1, 1, 0, 0]
    assert [result.metrics[f"AP[{each}]"] for each in ("easy", "medium", "hard")] == [1.0, 1.0, 1.0]
    assert result.state.truths.tolist() == [[2, 1, 1]]


def test_scores_closer_than_a_step_are_one() -> None:
    """W5: 0.9 and 0.8999 fall into one step of thousand, where precision is a half."""
    found = [(1, FAR, 0.9), (1, A, 0.8999), (1, [500, 0, 39, 49], 0.0)]
    faces = [(1, A, EASY)]
    assert evaluated(faces, found).metrics["AP"] == 0.5
    turned = [(1, A, 0.9), (1, FAR, 0.8999), (1, [500, 0, 39, 49], 0.0)]
    result = evaluated(faces, turned)
    assert result.metrics["AP"] == 0.5
    assert evaluated(faces, turned, mode="corrected").metrics["AP"] == 1.0
    assert "W-310 W5" in [str(each)[:8] for each in result.warnings]


def test_one_score_alone_has_no_step() -> None:
    """It is stretched by 0/0, and the kit's comparisons with NaN fail."""
    assert evaluated([(1, A, EASY)], [(1, A, 0.7)]).metrics["AP"] == 0.0
    assert evaluated([(1, A, EASY)], [(1, A, 0.7)], mode="corrected").metrics["AP"] == 1.0


def test_images_without_faces_are_passed_over() -> None:
    """W2."""
    faces, found = [(1, A, EASY)], [(2, FAR, 0.95), (1, A, 0.9), (1, FAR, 0.0)]
    assert evaluated(faces, found, images=2).metrics["AP"] == 1.0
    assert evaluated(faces, found, images=2, mode="corrected").metrics["AP"] == 0.5


def test_equal_scores_stand_as_in_the_file() -> None:
    """W6 and Q8: the second detection of a face is false."""
    near = [0, 0, 39, 40]
    result = evaluated([(1, A, EASY)], [(1, near, 0.5), (1, A, 0.5), (1, FAR, 0.0)])
    assert result.matches.outcome_at(0)[:2].tolist() == [1, 0]


def test_without_subsets_every_face_counts_in_each() -> None:
    result = evaluated([(1, A, {})], [(1, A, 0.9), (1, FAR, 0.1)])
    assert [result.metrics[f"AP[{each}]"] for each in ("easy", "medium", "hard")] == [1.0] * 3
    assert "W-313" in [each.code for each in result.warnings]
