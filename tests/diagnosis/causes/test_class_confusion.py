"""The confusion matrix against a plain twin, and on scenes whose answer is plain to see."""

from __future__ import annotations

import json
from typing import Any

import coco_worlds
import numpy as np
import pytest
from match_worlds import annotation, detection, result_of, small_result

from truebox.diagnosis import ConfusionMatrix, confusion_matrix
from truebox.errors import ArgumentError
from truebox.evaluation import Result, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = (100.0, 100.0, 40.0, 40.0)


def plain_matrix(result: Result, iou: float, score: float, pairing: str) -> list[list[int]]:
    """Every image on its own: sort the pairs, take them greedily, count what is left."""
    table = result.matches
    found, true = table.detections, table.truths
    classes = len(table.category_names)
    counts = [[0] * (classes + 1) for _ in range(classes + 1)]
    for image in range(len(table.state.images)):
        rows = [d for d in range(len(found)) if found.image[d] == image and found.score[d] >= score]
        pairs = []
        for d in rows:
            for p in range(int(table.pairs.offsets[d]), int(table.pairs.offsets[d + 1])):
                truth, overlap = int(table.pairs.truth[p]), float(table.pairs.overlap[p])
                if overlap >= iou and not true.ignored[truth]:
                    row = found.row[d]
                    order: dict[str, tuple[Any, ...]] = {
                        "score": (-found.score[d], row, -overlap),
                        "overlap": (-overlap, -found.score[d], row),
                        "class": (true.category[truth] != found.category[d], -overlap, truth, row),
                    }
                    pairs.append((*order[pairing], truth, d))
        partner: dict[int, int] = {}
        for *_, truth, d in sorted(pairs):
            if d not in partner and truth not in partner.values():
                partner[d] = truth
        for d, truth in partner.items():
            counts[true.category[truth]][found.category[d]] += 1
        for d in rows:
            if d not in partner and found.ignored_overlap[d] < iou:
                counts[classes][found.category[d]] += 1
        for truth in range(len(true)):
            if true.image[truth] == image and not true.ignored[truth] and truth not in partner.values():
                counts[true.category[truth]][classes] += 1
    return counts


@pytest.mark.parametrize("pairing", ["score", "overlap", "class"])
def test_the_twin_agrees(pairing: Any) -> None:
    pairs = 0
    for seed in range(40):
        rng = np.random.default_rng(300 + seed)
        truth, found = coco_worlds.world(rng, images=3)
        result = evaluate(truth, found, mode="corrected" if seed % 2 else "strict")
        iou, score = float(rng.choice([0.1, 0.5, 0.75])), float(rng.choice([0.0, 0.3, 0.7]))
        matrix = confusion_matrix(result, iou, score, pairing=pairing)
        assert matrix.counts.tolist() == plain_matrix(result, iou, score, pairing), seed
        pairs += int(matrix.counts[:-1, :-1].sum())
    assert pairs > 200


def test_a_scene_by_hand() -> None:
    matrix = confusion_matrix(small_result(), score=0.0)
    assert matrix.names == ("cat", "dog", "bird", "background")
    # the cat is found, the dog taken for a bird; the repeated cat and that of image 2 are background;
    # the one in the crowd is excused
    assert matrix.counts.tolist() == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [2, 0, 0, 0]]
    assert matrix.counted.tolist() == [True, True, False, True, True]


def test_who_chooses_first() -> None:
    found = [detection(1, 1, (110, 100, 40, 40), 0.9), detection(1, 2, BOX, 0.8)]
    result = result_of([annotation(1, 1, BOX)], found)
    assert confusion_matrix(result).counts[0].tolist() == [1, 0, 0, 0]
    assert confusion_matrix(result, pairing="overlap").counts[0].tolist() == [0, 1, 0, 0]


def test_classes_that_agree_are_paired_first() -> None:
    """supervision 0.31.2 gives [[1, 0, 0], [0, 1, 0], [0, 0, 0]]; the dog found overlaps the cat most."""
    truth = [annotation(1, 1, BOX), annotation(1, 2, (130, 100, 40, 40))]
    found = [detection(1, 2, (110, 100, 40, 40), 0.9), detection(1, 1, (95, 100, 40, 40), 0.8)]
    result = result_of(truth, found)
    assert confusion_matrix(result, 0.3, pairing="class").counts.tolist()[:2] == [[1, 0, 0, 0], [0, 1, 0, 0]]
    assert confusion_matrix(result, 0.3, pairing="score").counts.tolist()[:2] == [[0, 1, 0, 0], [0, 0, 0, 1]]


def test_nothing_to_pair_by_class() -> None:
    result = result_of([annotation(1, 1, BOX)], [])
    assert confusion_matrix(result, pairing="class").counts.tolist()[0] == [0, 0, 0, 1]


def test_shares_of_rows_and_columns() -> None:
    matrix = confusion_matrix(small_result(), score=0.0)
    assert matrix.normalised().tolist() == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
    assert matrix.normalised("prediction")[:, 0].tolist() == [1 / 3, 0, 0, 2 / 3]
    with pytest.raises(ArgumentError, match="by: 'both' is unknown"):
        matrix.normalised("both")  # type: ignore[arg-type]


def test_every_cell_names_its_rows() -> None:
    truth, found = coco_worlds.world(np.random.default_rng(4), images=4)
    matrix = confusion_matrix(evaluate(truth, found), 0.3, 0.2)
    last = len(matrix.names) - 1
    for true in range(last + 1):
        for predicted in range(last + 1):
            detections, truths = matrix.rows_of(true, predicted)
            assert max(len(detections), len(truths)) == matrix.counts[true, predicted]
            assert (matrix.predicted[detections] == predicted).all()
            assert (matrix.true[truths] == true).all()
    with pytest.raises(ArgumentError, match="expected places from 0 to"):
        matrix.rows_of(0, last + 1)


def test_plain_values_and_a_table_for_notebooks() -> None:
    matrix = confusion_matrix(small_result())
    assert json.loads(json.dumps(matrix.to_dict()))["counts"] == matrix.counts.tolist()
    shown = matrix._repr_html_()
    assert shown.count("<tr>") == 5
    assert "<th>background</th>" in shown


def test_names_are_escaped() -> None:
    matrix = confusion_matrix(small_result())
    values = {name: getattr(matrix, name) for name in ConfusionMatrix.__slots__}
    named = ConfusionMatrix(**{**values, "names": ("<b>", "dog", "bird", "background")})
    assert "<b>" not in named._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"iou": 0}, r"iou: 0 is not in \(0, 1\]"),
        ({"iou": float("nan")}, "iou: nan is not in"),
        ({"pairing": "best"}, "pairing: 'best' is unknown"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        confusion_matrix(small_result(), **arguments)


def test_without_classes_all_are_objects() -> None:
    """Two objects of two classes, found under one name, and one found of nothing.

    A crowd, though of another class, excuses what lies on it.
    """
    boxes = [[0, 0, 10, 10], [20, 20, 30, 30], [50, 50, 60, 60], [80, 80, 90, 90]]
    truth = [{"boxes": boxes[:2], "labels": ["a", "b"]}]
    found = [{"boxes": boxes[:3], "labels": ["b", "b", "a"], "scores": [0.9, 0.8, 0.7]}]
    how = {"mode": "corrected", "fit_test": False}
    matrix = confusion_matrix(evaluate(truth, found, class_agnostic=True, **how))
    assert (matrix.names, matrix.ids, matrix.counts.tolist()) == (
        ("object", "background"),
        ("object",),
        [[2, 0], [1, 0]],
    )
    assert [rows.tolist() for rows in matrix.rows_of(1, 0)] == [[2], []]
    crowd = [{"boxes": [*boxes[:2], [45, 45, 65, 65], boxes[3]], "labels": ["a", "b", "b", "a"]}]
    crowd[0]["iscrowd"] = [0, 0, 1, 0]
    matrix = confusion_matrix(evaluate(crowd, found, class_agnostic=True, **how))
    assert matrix.counts.tolist() == [[2, 1], [0, 0]]


def test_more_classes_than_a_matrix_holds_are_refused_with_their_number():
    box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": k, "name": f"c{k}"} for k in range(1, 20_002)],
        "annotations": [{"id": 1, "area": 1600, "iscrowd": 0, **box}],
    }
    found = [{"score": 0.9, **box}]
    result = evaluate(truth, found, mode="corrected", iou_thresholds=[0.5], recall_thresholds=[0.0])
    with pytest.raises(ArgumentError, match="20,001 classes would be 400,040,001 cells"):
        confusion_matrix(result)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_points_are_paired_with_what_holds_them() -> None:
    """A point overlaps nothing: what it lies in is its partner, and a further mark is left out."""
    names = ("seriesuid", "coordX", "coordY", "coordZ")
    nodules = dict(zip(names, (["a", "b"], [0, 5], [0, 5], [0, 5]), strict=True)) | {"diameter_mm": [10, 6]}
    marks = dict(zip(names, (["a", "a", "a"], [3, 0, 99], [3, 1, 0], [0, 0, 0]), strict=True))
    nodules |= {"excluded": [0, 0], "scans": ["a", "b"]}
    result = evaluate(nodules, marks | {"probability": [0.9, 0.8, 0.7]}, protocol="luna16")
    assert confusion_matrix(result).counts.tolist() == [[1, 1], [1, 0]]
    assert result.matches.detections.own_overlap.tolist() == [1.0, 0.0, 0.0]
    assert result.matches.pairs.truth.tolist() == [0]
