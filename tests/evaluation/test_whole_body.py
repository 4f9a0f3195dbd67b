"""COCO-WholeBody: what a part is made of, by hand; the kit's numbers are in ``tests/parity``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import WHOLE_BODY_SIGMAS, evaluate_whole_body

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

COUNTS = {"keypoints": 17, "foot_kpts": 6, "face_kpts": 68, "lefthand_kpts": 21, "righthand_kpts": 21}
PERSON = {key: [40, 50, 2] * count for key, count in COUNTS.items()}
PLACE = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 90, 90]}


def truth(*people: dict[str, Any]) -> dict[str, Any]:
    rows = [
        {"id": k + 1, "area": 4000, "iscrowd": 0, **PLACE, **PERSON, **person}
        for k, person in enumerate(people)
    ]
    images = [{"id": 1, "width": 200, "height": 200}]
    return {"images": images, "categories": [{"id": 1, "name": "person"}], "annotations": rows}


def found(**changed: Any) -> dict[str, Any]:
    return {"score": 0.9, **PLACE, **PERSON, **changed}


def test_parts_have_their_points() -> None:
    assert {name: len(each) for name, each in WHOLE_BODY_SIGMAS.items()} == dict(
        zip(("body", "foot", "face", "lefthand", "righthand"), COUNTS.values(), strict=True)
    )
    assert WHOLE_BODY_SIGMAS["lefthand"] == WHOLE_BODY_SIGMAS["righthand"]


def test_each_part_is_ranked_by_its_own_score() -> None:
    """The face of the surer body is wrong; its own score puts it behind the other."""
    wrong = [150, 150, 2] * 68
    rows = [found(face_kpts=wrong, face_score=0.1), found(score=0.5)]
    results = evaluate_whole_body(truth({}), rows, fit_test=False)
    assert results["face"].metrics["AP"] == pytest.approx(1)
    del rows[0]["face_score"]
    assert evaluate_whole_body(truth({}), rows, fit_test=False)["face"].metrics["AP"] == pytest.approx(0.5)


def test_what_has_no_part_is_not_there_and_whose_part_is_not_labelled_does_not_count() -> None:
    rows = [found(score=0.95, foot_kpts=[150, 150, 0] * 6), found(score=0.5)]
    results = evaluate_whole_body(truth({}), rows, fit_test=False)
    assert results["foot"].metrics["AP"] == pytest.approx(1)  # else the surer one is false
    assert len(results["foot"].predictions) == 1
    unlabelled = evaluate_whole_body(truth({"foot_kpts": [0] * 18}), rows, fit_test=False)
    assert unlabelled["foot"].metrics["AP"] is None
    assert unlabelled["body"].metrics["AP"] == pytest.approx(1)


def test_no_person_is_lost_by_the_id_0() -> None:
    results = evaluate_whole_body(truth({"id": 0}), [found()], fit_test=False)
    assert results["wholebody"].metrics["AP"] == pytest.approx(1)


def test_without_boxes_a_detection_is_as_large_as_its_body() -> None:
    """A false hand of a small body is left out of large people, though its own points lie far apart."""
    far = [number for k in range(21) for number in (10 * k, 9 * k, 1)]
    small = {**found(lefthand_kpts=far), "keypoints": [40, 50, 1] * 16 + [44, 54, 1]}
    del small["bbox"]
    right = {**found(score=0.5), "keypoints": [0, 0, 1] * 16 + [150, 150, 1]}
    large = truth({"area": 10000})
    results = evaluate_whole_body(large, [small, right], fit_test=False)
    assert results["lefthand"].metrics["AP"] == pytest.approx(0.5)
    assert results["lefthand"].metrics["APl"] == pytest.approx(1)


def test_what_cannot_be_taken_is_refused(tmp_path: Path) -> None:
    rows = [found()]
    with pytest.raises(ArgumentError, match="sigmas"):
        evaluate_whole_body(truth({}), rows, sigmas=[0.1] * 17)
    for sides in (([], rows), (truth({}), {"rows": rows}), ({"images": []}, rows)):
        with pytest.raises(ArgumentError, match="expected"):
            evaluate_whole_body(*sides)
    bare = found()
    del bare["face_kpts"]
    with pytest.raises(InputError, match=r"predictions\[0\]\.face_kpts") as refused:
        evaluate_whole_body(truth({}), [bare], fit_test=False)
    assert refused.value.code == "E-170"
    with pytest.raises(InputError, match="E-101"):
        evaluate_whole_body(tmp_path / "none.json", rows)
    (tmp_path / "cut.json").write_text("[{")
    with pytest.raises(InputError, match="E-104"):
        evaluate_whole_body(truth({}), tmp_path / "cut.json")


@pytest.mark.parametrize(
    "written",
    [np.array, lambda points: list(np.array(points)), lambda points: list(np.array(points, np.float32))],
    ids=["array", "whole numbers of NumPy", "floats of NumPy"],
)
@pytest.mark.parametrize("boxed", [True, False])
def test_numbers_of_numpy_are_numbers(written: Callable[[list[int]], Any], boxed: bool) -> None:
    person = {key: written(PERSON[key]) for key in COUNTS}
    row = found(**person) | ({"bbox": np.array(PLACE["bbox"])} if boxed else {"bbox": None})
    results = evaluate_whole_body(truth(person), [row], fit_test=False)
    assert [result.metrics["AP"] for result in results.values()] == pytest.approx([1] * 6)


@pytest.mark.parametrize(
    "foot",
    [[40, 50, "2"] * 6, [40, 50, None] * 6, [40, 50, False] * 6, [[40, 50, 2]] * 6, [], [40, 50, 0] * 5],
)
def test_a_detection_whose_points_are_no_numbers_is_refused_and_not_taken_for_absent(foot: list[Any]) -> None:
    with pytest.raises(InputError, match="E-170"):
        evaluate_whole_body(truth({}), [found(foot_kpts=foot)], fit_test=False)


@pytest.mark.parametrize("rows", [[None], [[1]], [found(), 3]])
def test_a_row_of_another_kind_is_refused_as_evaluate_does(rows: list[Any]) -> None:
    with pytest.raises(InputError):
        evaluate_whole_body(truth({}), rows, fit_test=False)
    with pytest.raises(InputError, match="E-135"):
        evaluate_whole_body({**truth({}), "annotations": [None]}, [found()], fit_test=False)


def test_a_body_without_numbers_and_without_a_box_is_refused() -> None:
    row = found(keypoints=[None, None, 1] * 17)
    del row["bbox"]
    with pytest.raises(InputError, match="E-170"):
        evaluate_whole_body(truth({}), [row], fit_test=False)


def test_a_row_is_named_as_it_is_numbered_among_all() -> None:
    absent = found(**{key: [0, 0, 0] * count for key, count in COUNTS.items()})
    with pytest.raises(InputError, match="E-124") as refused:
        evaluate_whole_body(truth({}), [absent, absent, found(score=float("nan"))], fit_test=False)
    assert refused.value.row == 2
    with pytest.raises(InputError, match="first at row 2"):
        evaluate_whole_body(truth({}), [absent, absent, found(image_id=7)], fit_test=False)


def test_json_nested_too_deep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 200_000)
    with pytest.raises(InputError, match="E-107"):
        evaluate_whole_body(truth({}), tmp_path / "deep.json")
