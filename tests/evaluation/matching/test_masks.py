"""Masks as a source of overlaps: boxes, areas, and overlaps found once."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import shape_worlds

from truebox.datasets import read_predictions, read_truth
from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate
from truebox.evaluation.matching import masks
from truebox.evaluation.matching.masks import mask_source
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.quirks import Quirk

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def _told(data: Any, **asked: Any) -> Any:
    try:
        result = evaluate(*data, fit_test=False, **asked)
    except InputError as refusal:
        return str(refusal)
    state = result.state
    columns = ("score", "category", "image", "row", "matched", "ignored", "truths")
    held = [getattr(state, name).tolist() for name in columns]
    return held, result.metrics, result.warnings, result.predictions.boxes.tolist()


@pytest.mark.parametrize("geometry", ["masks", "boundary"])
@pytest.mark.parametrize("seed", range(12))
def test_overlaps_found_while_masks_are_measured_are_those_found_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, seed: int, geometry: Any
) -> None:
    chance = np.random.default_rng(seed)
    data = shape_worlds.mask_world(chance, images=6, classes=2, same_size=seed % 2 == 0)
    for found in data[1]:
        found["score"] = round(found["score"], 1)  # ties
    if seed % 4 == 3:
        data[1][-1]["segmentation"] = {"size": [5, 5], "counts": [25]}  # refused, or said to be of no image
    ways = []
    for at_once in (True, False):
        monkeypatch.setattr(masks, "_by_image", lambda _, at_once=at_once: at_once)
        for asked in (
            {},
            {"threads": 2, "mode": "corrected"},
            {"iou_thresholds": [0.0, 0.3], "max_detections": [1, 3]},
            {"protocol": "ultralytics"} if geometry == "masks" else {"categories": [2]},
        ):
            ways.append(_told(data, geometry=geometry, **asked))
    assert ways[:4] == ways[4:]


def test_detections_that_are_not_image_by_image_are_compared_when_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ordered = []
    way = masks._by_image
    monkeypatch.setattr(masks, "_by_image", lambda alignment: ordered.append(way(alignment)) or ordered[-1])
    truth, found = shape_worlds.mask_world(np.random.default_rng(5), same_size=True, boxed=False)
    first = evaluate(truth, found, geometry="masks", fit_test=False)
    second = evaluate(truth, found[::-1], geometry="masks", fit_test=False)
    assert ordered == [True, False]
    assert len({row["score"] for row in found}) == len(found)
    assert first.metrics == second.metrics


def _source(boxed: bool, seed: int = 1) -> tuple[Any, Any]:
    data = shape_worlds.mask_world(np.random.default_rng(seed), boxed=boxed, same_size=True)
    truth = read_truth(data[0], geometry="masks")
    predictions = read_predictions(data[1], geometry="masks")
    alignment = align(truth, predictions, images=None, categories=None, class_agnostic=False, threads=1)
    return mask_source(truth, predictions, alignment, dilation_ratio=None, threads=1), data[1]


def test_boxes_and_areas_are_those_of_the_masks() -> None:
    from pycocotools import mask as reference_mask

    source, found = _source(boxed=False)
    runs = [row["segmentation"] for row in found]
    np.testing.assert_array_equal(source.area(Quirk.NONE), reference_mask.area(runs))
    np.testing.assert_array_equal(source.predictions.boxes, reference_mask.toBbox(runs))


def test_with_boxes_the_reference_takes_their_area() -> None:
    source, found = _source(boxed=True)
    boxes = np.array([row["bbox"] for row in found])
    np.testing.assert_array_equal(source.predictions.boxes, boxes)
    np.testing.assert_array_equal(source.area(Quirk.NONE), boxes[:, 2] * boxes[:, 3])
    assert (source.area(Quirk.BOX_AREA) != source.area(Quirk.NONE)).any()


def _reference_area(segmentation: Any, size: tuple[int, int]) -> float:
    from pycocotools import mask as reference_mask

    if isinstance(segmentation, list):
        segmentation = reference_mask.merge(reference_mask.frPyObjects(segmentation, *size))
    elif isinstance(segmentation["counts"], list):
        segmentation = reference_mask.frPyObjects(segmentation, *size)
    return float(reference_mask.area(segmentation))


@pytest.mark.parametrize("geometry", ["masks", "boundary"])
def test_an_area_that_is_missing_is_the_masks(geometry: Any) -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(3), images=6)
    sizes = {image["id"]: (image["height"], image["width"]) for image in truth["images"]}
    whole = copy.deepcopy(truth)
    for row, full in zip(truth["annotations"], whole["annotations"], strict=True):
        if row["id"] % 3:
            full["area"] = _reference_area(row["segmentation"], sizes[row["image_id"]])
            del row["area"]
    result = evaluate(truth, found, geometry=geometry)
    expected = evaluate(whole, found, geometry=geometry)
    np.testing.assert_array_equal(result.precision, expected.precision)
    np.testing.assert_array_equal(result.state.ignored, expected.state.ignored)
    (said,) = [finding for finding in result.warnings if finding.code == "W-140"]
    assert said.count == sum("area" not in row for row in truth["annotations"]) > 0
    assert "the area of the mask" in said.message
    assert evaluate(truth, found, geometry=geometry, images=[]).metrics["AP"] is None


def test_the_number_of_threads_changes_nothing() -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(2), images=6)
    one, three = (evaluate(truth, found, geometry="boundary", threads=threads) for threads in (1, 3))
    np.testing.assert_array_equal(one.precision, three.precision)
    np.testing.assert_array_equal(one.state.matched, three.state.matched)


def test_records_without_masks_are_refused() -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(2), boxed=True)
    with pytest.raises(ArgumentError, match=r"predictions.*read without its masks.*geometry='masks'"):
        evaluate(truth, read_predictions(found), geometry="masks")
    with pytest.raises(ArgumentError, match=r"truth.*read without its masks"):
        evaluate(read_truth(truth), found, geometry="boundary")


def test_states_of_parts_add() -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(7), images=4)
    whole = evaluate(truth, found, geometry="masks")
    parts = [evaluate(truth, found, geometry="masks", images=ids).state for ids in ([1, 3], [2, 4])]
    together = parts[0] + parts[1]
    np.testing.assert_array_equal(together.matched, whole.state.matched)
    np.testing.assert_array_equal(together.ignored, whole.state.ignored)
    with pytest.raises(ArgumentError, match="different parameters"):
        parts[0] + evaluate(truth, found, geometry="boundary", images=[2, 4]).state


@pytest.mark.parametrize("geometry", ["masks", "boundary"])
def test_a_pickled_result_keeps_matches_or_says_where_they_are(geometry: Any) -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(3), images=4)
    result = evaluate(truth, found, geometry=geometry)
    without = pickle.loads(pickle.dumps(result))
    assert without.metrics == result.metrics
    with pytest.raises(ArgumentError, match="left behind when it was pickled"):
        without.matches  # noqa: B018
    table = result.matches
    copied = pickle.loads(pickle.dumps(result))
    assert copied.matches.to_dict() == table.to_dict()
    np.testing.assert_array_equal(
        copied.ground.source.area(Quirk.NONE), result.ground.source.area(Quirk.NONE)
    )
