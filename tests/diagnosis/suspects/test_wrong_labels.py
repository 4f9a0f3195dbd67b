"""Planted mistakes of the truth come first; the precision is that which the docs state."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from match_worlds import annotation, detection, result_of, small_result

import truebox as tb
from truebox.diagnosis import Suspect, label_errors
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_world

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

KINDS = ("missing", "class", "box", "duplicate")


def spoiled(seed: int, each: int) -> tuple[dict[str, Any], dict[str, list[Any]], Any]:
    """A world's truth with `each` more mistakes of every kind, what they are, and its two detectors."""
    world = make_world(images=150, seed=seed)
    rng = np.random.default_rng(seed)
    truth = copy.deepcopy(world.to_coco())
    rows = truth["annotations"]
    good = [row for row in rows if not row["iscrowd"] and row["area"] > 600]
    chosen = rng.permutation(len(good))[: 4 * each].reshape(4, each)
    said: dict[str, list[Any]] = {kind: [] for kind in KINDS}
    for mistake in world.planted.mistakes:
        kind = "missing" if mistake.what == "missing annotation" else "class"
        said[kind].append((mistake.image_id, mistake.annotation_id, mistake.bbox, mistake.really))
    names = {category["id"]: category["name"] for category in truth["categories"]}
    for place in chosen[0]:
        row = good[place]
        said["missing"].append((row["image_id"], None, row["bbox"], names[row["category_id"]]))
        rows.remove(row)
    for place in chosen[1]:
        row = good[place]
        said["class"].append((row["image_id"], row["id"], row["bbox"], names[row["category_id"]]))
        row["category_id"] = int(rng.choice([k for k in names if k != row["category_id"]]))
    for place in chosen[2]:
        row = good[place]
        x, y, w, h = row["bbox"]
        said["box"].append((row["image_id"], row["id"], row["bbox"], None))
        row["bbox"] = [x + 0.25 * w, y + 0.1 * h, w, h]  # IoU with where it was: .51
    highest = max(row["id"] for row in rows)
    for number, place in enumerate(chosen[3], start=1):
        row = good[place]
        x, y, w, h = row["bbox"]
        copied = {**row, "id": highest + number, "bbox": [x + 0.03 * w, y, w, h]}
        said["duplicate"].append((row["image_id"], copied["id"], row["bbox"], None))
        rows.append(copied)
    return truth, said, world.predictions


def is_planted(suspect: Suspect, ids: list[int], said: dict[str, list[Any]]) -> bool:
    for image, annotation_id, box, really in said[suspect.kind]:
        if suspect.image_id != image or (suspect.kind == "class" and suspect.proposed != really):
            continue
        if suspect.kind != "missing":
            if ids[suspect.row or 0] == annotation_id:
                return True
        elif tb.iou(np.array(box), np.array(suspect.box), box_format="xywh") >= 0.5:
            return True
    return False


def precision_at(seed: int, each: int, count: int, detectors: slice) -> dict[str, float]:
    truth, said, predictions = spoiled(seed, each)
    results = [evaluate(truth, found, mode="corrected") for found in predictions[detectors]]
    ids = [row["id"] for row in truth["annotations"]]
    found = label_errors(results)
    return {
        kind: float(np.mean([is_planted(each, ids, said) for each in found.of_kind(kind)[:count]]))
        for kind in KINDS
    }


@pytest.mark.parametrize(
    ("detectors", "first_ten", "first_twenty"),
    [
        (
            slice(None),
            {"missing": 1.0, "class": 0.92, "box": 1.0, "duplicate": 1.0},
            {"missing": 0.74, "class": 0.69},
        ),
        (
            slice(1),
            {"missing": 0.82, "class": 0.75, "box": 1.0, "duplicate": 1.0},
            {"missing": 0.57, "class": 0.49},
        ),
    ],
    ids=["two detectors", "one detector"],
)
def test_precision_is_what_the_docs_state(
    detectors: slice, first_ten: dict[str, float], first_twenty: dict[str, float]
) -> None:
    """The table in the docstring: twenty planted mistakes of each kind, mean of six worlds."""
    for count, stated in ((10, first_ten), (20, first_twenty)):
        worlds = [precision_at(seed, 20, count, detectors) for seed in range(1, 7)]
        for kind, value in stated.items():
            assert np.mean([world[kind] for world in worlds]) == pytest.approx(value, abs=0.02), (kind, count)


def test_one_result_need_not_be_listed() -> None:
    result = small_result()
    assert label_errors(result).to_dict() == label_errors([result]).to_dict()


def test_suspects_come_ranked_and_above_the_least() -> None:
    truth, _, predictions = spoiled(4, 5)
    found = label_errors([evaluate(truth, each) for each in predictions], least=0.5)
    ranking = [suspect.suspicion for suspect in found]
    assert ranking == sorted(ranking, reverse=True)
    assert min(ranking) >= 0.5
    assert found.results == 2


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (lambda: [], "results: got none"),
        (lambda: [small_result(class_agnostic=True)], "without classes"),
        (
            lambda: [
                small_result(),
                result_of([annotation(1, 1, (0, 0, 9, 9))], [detection(1, 1, (0, 0, 9, 9), 1)]),
            ],
            "different truths",
        ),
        (lambda: [small_result(), small_result(images=[1])], "different truths"),
    ],
)
def test_results_that_do_not_belong_together(results: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        label_errors(results())
