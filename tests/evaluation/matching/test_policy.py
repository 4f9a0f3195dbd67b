"""PASCAL VOC's rules against their plain Python twin; strictness; the native numbers of the rules."""

from __future__ import annotations

import numpy as np
import pytest
import voc_twin
from coco_records import prediction_records, truth_records

from truebox.errors import ArgumentError
from truebox.evaluation import MatchState, coco_parameters
from truebox.evaluation.matching.matching import effective_thresholds, match
from truebox.evaluation.matching.policy import COCO_POLICY, Matching, MatchingPolicy
from truebox.evaluation.matching.source import BoxSource, PixelBoxSource
from truebox.evaluation.states.accumulation import PrecisionRule, accumulate
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.quirks import Quirk
from truebox.records import Predictions, Truth

MENDED = Quirk.ALL & ~Quirk.TIE_ORDER  # the twin ranks equal scores by the order of the file


def world(seed: int) -> tuple[Truth, Predictions]:
    """Small whole boxes, so that equal overlaps and overlaps of exactly one half are frequent."""
    rng = np.random.default_rng(seed)

    def row(image: int, box: np.ndarray) -> dict[str, object]:
        return {"image_id": image, "category_id": 1, "bbox": box.astype(float).tolist()}

    boxes = np.concatenate([rng.integers(0, 6, (12, 2)), rng.integers(2, 7, (12, 2))], axis=1)
    truths = [
        {**row(1 + n % 4, box), "id": 1 + n, "area": 1.0, "iscrowd": 0, "ignore": int(rng.random() < 0.25)}
        for n, box in enumerate(boxes[: int(rng.integers(2, 13))])
    ]
    scores = rng.permutation(40) / 40
    found = []
    for score in scores[: int(rng.integers(0, 40))].tolist():
        n = int(rng.integers(0, 12))
        moved = boxes[n] + rng.integers(-1, 2, 4) * (rng.random(4) < 0.4)
        found.append({**row(1 + n % 4, moved), "score": score})
    found.sort(key=lambda each: int(str(each["image_id"])))
    images = [{"id": i, "width": 20, "height": 20} for i in range(1, 5)]
    truth = {"images": images, "categories": [{"id": 1, "name": "one"}], "annotations": truths}
    return truth_records(truth), prediction_records(found)


def voc_state(truth: Truth, predictions: Predictions, policy: MatchingPolicy, pixel: int) -> MatchState:
    parameters = coco_parameters(
        iou_thresholds=[0.5],
        recall_thresholds=np.arange(11) * 0.1,
        area_ranges={"all": (0, 1e10)},
        max_detections=[1000],
    )
    alignment = align(truth, predictions, images=None, categories=None, class_agnostic=False, threads=1)
    source = PixelBoxSource(predictions) if pixel else BoxSource(predictions)
    matched = match(
        truth, predictions, alignment, parameters, mended=MENDED, threads=2, source=source, policy=policy
    )
    return matched.state


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("pixel", [0, 1])
def test_the_twin_agrees(strict: bool, pixel: int) -> None:
    policy = MatchingPolicy(matching=Matching.VOC, strict=strict)
    averages = []
    for seed in range(60):
        truth, predictions = world(seed)
        state = voc_state(truth, predictions, policy, pixel)
        order = np.argsort(-predictions.scores, kind="stable")
        counted = int(np.sum(truth.ignore == 0))
        found = voc_twin.outcomes(
            predictions.boxes[order],
            predictions.image.values[order],
            truth.boxes,
            truth.image.values,
            truth.ignore,
            threshold=0.5,
            strict=strict,
            pixel=pixel,
        )
        ours = {
            row: None if ignored else matched
            for row, matched, ignored in zip(
                state.row.tolist(),
                (state.matched[:, 0] != 0).tolist(),
                (state.ignored[:, 0] != 0).tolist(),
                strict=True,
            )
        }
        assert [ours[row] for row in order.tolist()] == found
        assert state.truths.tolist() == [[counted]]
        if counted == 0:
            continue
        curves = accumulate(state, precision=PrecisionRule.AREA, threads=1)
        assert curves.area is not None
        averages.append(curves.averaged[0, 0, 0, 0, 0])
        assert averages[-1] == pytest.approx(voc_twin.area(found, counted), abs=1e-14)
        sampled = curves.precision[0, :, 0, 0, 0].mean()
        assert sampled == pytest.approx(voc_twin.eleven_points(found, counted), abs=1e-14)
    assert 0.05 < np.mean(averages) < 0.95


def test_a_policy_and_strictness_change_outcomes() -> None:
    """Otherwise the twin would agree with anything."""
    kinds = [
        COCO_POLICY,
        MatchingPolicy(matching=Matching.VOC),
        MatchingPolicy(matching=Matching.VOC, strict=True),
        MatchingPolicy(strict=True),
    ]
    seen = {
        repr([voc_state(*world(seed), policy, pixel).matched[:, 0].tolist() for seed in range(20)])
        for policy in kinds
        for pixel in (0, 1)
    }
    assert len(seen) == 2 * len(kinds)


def test_strict_thresholds_are_the_next_numbers() -> None:
    parameters = coco_parameters(iou_thresholds=[0.0, 0.5])
    strict = effective_thresholds(parameters, Quirk.ALL, MatchingPolicy(strict=True))
    assert (strict > parameters.iou_thresholds).all()
    assert np.array_equal(np.nextafter(strict, -np.inf), parameters.iou_thresholds)
    assert np.array_equal(effective_thresholds(parameters, Quirk.ALL), parameters.iou_thresholds)


def test_without_the_rule_there_is_no_area() -> None:
    curves = accumulate(voc_state(*world(1), COCO_POLICY, 0))
    assert curves.area is None
    assert curves.averaged is curves.precision


def test_equal_scores_can_stand_as_in_the_file() -> None:
    """By image the false positive of image 1 comes first; in the file the hit does."""
    box = {"category_id": 1, "bbox": [0.0, 0, 9, 9]}
    truth = {
        "images": [{"id": 1}, {"id": 2}],
        "categories": [{"id": 1, "name": "one"}],
        "annotations": [{**box, "id": 1, "image_id": 2, "area": 81.0, "iscrowd": 0}],
    }
    found = [{**box, "image_id": image, "score": 0.5} for image in (2, 1)]
    state = voc_state(truth_records(truth), prediction_records(found), COCO_POLICY, 0)
    averages = [
        accumulate(state, precision=PrecisionRule.AREA, by_file=by_file).averaged.tolist()
        for by_file in (False, True)
    ]
    assert averages == [[[[[[0.5]]]]], [[[[[1.0]]]]]]


@pytest.mark.parametrize(
    ("field", "value"), [("matching", "VOC"), ("matching", 1), ("strict", 3), ("regions_count", None)]
)
def test_a_rule_of_another_kind_is_refused(field, value):
    with pytest.raises(ArgumentError, match=f"^{field} is .*; expected"):
        MatchingPolicy(**{field: value})
