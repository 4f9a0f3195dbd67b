"""COCO's nested analysis, against pycocotools' matching of truths relabelled as its definition says."""

from __future__ import annotations

import contextlib
import copy
import io
from typing import Any

import coco_worlds
import numpy as np
import pytest
import shape_worlds
from match_worlds import small_result
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from truebox.diagnosis import coco_analysis
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


class Honouring(COCOeval):
    """Keeps the ignore flag of annotations, which the Python reference overwrites and the analysis needs."""

    def _prepare(self) -> None:
        super()._prepare()
        for truths in self._gts.values():
            for truth in truths:
                truth["ignore"] = int(truth["iscrowd"] or truth.get("forgiven", 0))


def reference_precision(
    truth: dict[str, Any], found: list[dict[str, Any]], category: int, forgiven: set[int], kind: str
) -> np.ndarray:
    """Precision [3, R, A] at IoU .75, .5 and .1 of one class, truths of the `forgiven` classes relabelled."""
    relabelled = copy.deepcopy(truth)
    for entry in relabelled["annotations"]:
        if entry["category_id"] != category and entry["category_id"] in forgiven:
            entry["category_id"] = category
            entry["forgiven"] = 1
    with contextlib.redirect_stdout(io.StringIO()):
        loaded = COCO()
        loaded.dataset = relabelled
        loaded.createIndex()
        evaluation = Honouring(loaded, loaded.loadRes(copy.deepcopy(found)), kind)
        evaluation.params.catIds = [category]
        evaluation.params.iouThrs = np.array([0.75, 0.5, 0.1])
        evaluation.params.maxDets = [100]
        evaluation.evaluate()
        evaluation.accumulate()
    return evaluation.eval["precision"][:, :, 0, :, 0]


def worlds(geometry: str) -> Any:
    for seed in range(15):
        rng = np.random.default_rng(50 + seed)
        if geometry == "boxes":
            yield coco_worlds.world(rng, irregular=False, images=4)
        else:
            yield shape_worlds.mask_world(rng, boxed=False)


@pytest.mark.parametrize(("geometry", "kind"), [("boxes", "bbox"), ("masks", "segm")])
def test_each_setting_is_the_definitions(geometry: Any, kind: str) -> None:
    curves = 0
    for truth, found in worlds(geometry):
        categories = sorted(category["id"] for category in truth["categories"])
        names = {category["id"]: category["name"] for category in truth["categories"]}
        group = {names[c]: "first" if place < 2 else "second" for place, c in enumerate(categories)}
        breakdown = coco_analysis(evaluate(truth, found, geometry=geometry), group)
        for place, category in enumerate(categories):
            alike = {c for c in categories if group[names[c]] == group[names[category]]}
            plain = reference_precision(truth, found, category, set(), kind)
            similar = reference_precision(truth, found, category, alike, kind)[2]
            others = reference_precision(truth, found, category, set(categories), kind)[2]
            expected = [*plain, similar, others, np.where(others > 0, 1.0, others)]
            expected.append(np.where(others > -1, 1.0, -1.0))
            np.testing.assert_array_equal(breakdown.precision[:, :, place], np.array(expected))
            curves += int((others > -1).all(axis=0).sum())
    assert curves > 60


def test_the_first_two_are_the_evaluations_own_numbers() -> None:
    truth, found = coco_worlds.world(np.random.default_rng(3), images=10, classes=4)
    result = evaluate(truth, found)
    breakdown = coco_analysis(result)
    assert breakdown.ap("C75") == pytest.approx(result.metrics["AP75"], abs=1e-12)
    assert breakdown.ap("C50") == pytest.approx(result.metrics["AP50"], abs=1e-12)


def test_a_class_that_the_groups_leave_out_is_named() -> None:
    with pytest.raises(ArgumentError, match="supercategories: 'dog' is left out"):
        coco_analysis(small_result(), {"cat": "animal"})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"class_agnostic": True}, "without classes"),
        ({"area_ranges": {str(i): (i, i + 1) for i in range(13)}}, "more than 12 area ranges"),
    ],
)
def test_results_without_such_an_analysis(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        coco_analysis(small_result(**arguments))


def test_another_protocol_has_no_such_analysis() -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(1), boxed=True)
    for image in truth["images"]:
        image["neg_category_ids"], image["not_exhaustive_category_ids"] = [], []
    for category in truth["categories"]:
        category["frequency"] = "f"
    with pytest.raises(ArgumentError, match="protocol 'lvis'"):
        coco_analysis(evaluate(truth, found, protocol="lvis"))


def test_a_crowded_image_is_looked_at_as_one():
    """8,193 detections, of which the first and the last lie on the first of two objects: one is right.

    Precision is 1 up to the recall of a half, 51 of 101, and 0 beyond; rows are matched 8,192 at a time.
    """
    truth = [{"boxes": [[0, 0, 10, 10], [100, 0, 110, 10]], "labels": ["cat"] * 2}]
    boxes = np.tile([500.0, 0, 510, 10], (8193, 1))
    boxes[:, 1::2] += 20 * np.arange(8193)[:, None]
    boxes[[0, -1]] = 0, 0, 10, 10
    found = [{"boxes": boxes, "labels": ["cat"] * 8193, "scores": np.linspace(0.9, 0.1, 8193)}]
    how = {"mode": "corrected", "fit_test": False, "max_detections": [9000]}
    analysis = coco_analysis(evaluate(truth, found, **how))
    assert analysis.ap("C50") == pytest.approx(51 / 101, abs=1e-12)
    assert analysis.ap("C75") == pytest.approx(51 / 101, abs=1e-12)
