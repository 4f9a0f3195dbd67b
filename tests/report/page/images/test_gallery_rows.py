"""What stands on an image is what the match table says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.diagnosis import confusion_matrix, errors
from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES
from truebox.evaluation import evaluate
from truebox.report.page.explained import OUTCOME_NAMES
from truebox.report.page.images import gallery_rows as module
from truebox.report.page.images.gallery_rows import MOST_DETECTIONS, gallery_rows
from truebox.report.page.side import Side


@pytest.fixture(scope="module")
def side() -> Side:
    return Side.of(made_result())


def test_rows_say_what_the_table_says(side: Side) -> None:
    result, table = side.result, side.result.matches
    kind, matrix = errors(result).kind, confusion_matrix(result, 0.5, -np.inf)
    for row in gallery_rows([side], np.array([5, 0, 11])):
        place = result.state.images.tolist().index(row["id"])
        true_rows = np.flatnonzero(table.truths.image == place)
        assert [truth[:4] for truth in row["truths"]] == np.round(table.truths.boxes[true_rows], 2).tolist()
        assert [truth[5] for truth in row["truths"]] == (~table.truths.ignored[true_rows]).astype(
            int
        ).tolist()
        found_rows = np.flatnonzero(table.detections.image == place)
        scores = [found[5] for found in row["detections"][0]]
        assert scores == sorted(table.detections.score[found_rows].tolist(), reverse=True)[:MOST_DETECTIONS]
        for found in row["detections"][0]:
            same = table.detections.score[found_rows] == found[5]
            same &= table.detections.category[found_rows] == found[4]
            (own,) = found_rows[same]
            assert OUTCOME_NAMES[found[6]] == (
                "ignored" if side.outcome[own] == 2 else ERROR_NAMES[kind[own]] if kind[own] else "none"
            )
            if side.outcome[own] == 1:
                assert true_rows[found[7]] == table.detections.matched_truth[own, 0]
            if kind[own] == ERROR_NAMES.index("class"):
                truth = true_rows[found[7]]
                assert table.truths.category[truth] != table.detections.category[own]
                assert found[8] == round(float(table.detections.other_overlap[own]), 4) >= 0.5
            if kind[own] == ERROR_NAMES.index("background"):
                assert (found[7], found[8]) == (-1, 0)
            partner = matrix.partner[own]
            assert (true_rows[found[9]] if found[9] >= 0 else -1) == partner


def test_no_detection_is_called_right_that_is_not(side: Side) -> None:
    rows = gallery_rows([side], np.arange(40))
    shown = sum(found[6] == 0 for row in rows for found in row["detections"][0])
    assert shown == (side.outcome == 1).sum()


def test_beyond_the_cap_the_least_confident_are_left_out(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_DETECTIONS", 3)
    (row,) = gallery_rows([side], np.array([0]))
    here = side.result.matches.detections.image == 0
    assert len(row["detections"][0]) == 3
    assert row["left"] == [here.sum() - 3]


def scene(**image: Any) -> dict[str, Any]:
    return {
        "images": [{"id": 1, **image}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": [5, 5, 20, 10], "area": 200, "iscrowd": 0,
             "segmentation": [[5, 5, 25, 5, 25, 15]]}
        ],
    }  # fmt: skip


def test_an_image_of_unknown_size_holds_all_boxes() -> None:
    found = [{"image_id": 1, "category_id": 1, "score": 0.5, "bbox": [30, 2, 10.5, 8]}]
    (row,) = gallery_rows([Side.of(evaluate(scene(), found, mode="corrected"))], np.array([0]))
    assert (row["width"], row["height"]) == (41, 15)
    assert row["file"] == ""


def test_masks_have_paths() -> None:
    found = [{"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": [[5, 5, 25, 5, 25, 14]]}]
    truth = scene(width=50, height=40, file_name="a.jpg")
    result = evaluate(truth, found, geometry="masks", mode="corrected")
    (row,) = gallery_rows([Side.of(result)], np.array([0]))
    assert row["paths"]["truths"] == ["M5 5L25 5L25 15Z"]
    assert row["paths"]["detections"][0][0].startswith("M")
    assert row["file"] == "a.jpg"


def test_masks_far_below_the_best_score_are_not_outlined() -> None:
    mask = {"image_id": 1, "category_id": 1, "segmentation": [[5, 5, 25, 5, 25, 14]]}
    found = [mask | {"score": 0.8}, mask | {"score": 0.3}]
    result = evaluate(scene(width=50, height=40), found, geometry="masks", mode="corrected")
    (row,) = gallery_rows([Side.of(result)], np.array([0]))
    assert [bool(path) for path in row["paths"]["detections"][0]] == [True, False]


def test_the_overlap_of_a_wrong_class_is_that_with_the_truth_it_was_taken_for() -> None:
    truth = scene(width=50, height=40)
    truth["categories"].append({"id": 2, "name": "dog"})
    found = [{"image_id": 1, "category_id": 2, "score": 0.5, "bbox": [5, 5, 20, 8]}]
    (row,) = gallery_rows([Side.of(evaluate(truth, found, mode="corrected"))], np.array([0]))
    assert row["detections"][0][0][6:] == [1, 0, 0.8, 0, 0]  # 8 of 10 rows are covered


def test_boxes_have_none(side: Side) -> None:
    assert "paths" not in gallery_rows([side], np.array([0]))[0]
