"""Masks and keypoints given as arrays per image: the same numbers as the same data in COCO's form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shape_worlds
from pycocotools import mask as reference_mask

import truebox as tb
from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate
from truebox.masks import encode_masks

pytestmark = [
    pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning"),
    pytest.mark.filterwarnings("ignore:__array__ implementation"),  # of pycocotools' arrays
]


def _per_image(truth: dict[str, Any], found: list[dict[str, Any]], key: str, convert: Any) -> tuple[Any, Any]:
    sides = []
    for rows in (truth["annotations"], found):
        side = []
        for image in truth["images"]:
            here = [row for row in rows if row["image_id"] == image["id"]]
            entry = {"image_id": image["id"], "width": image["width"], "height": image["height"]}
            entry["boxes"] = np.array([row.get("bbox", [0, 0, 1, 1]) for row in here]).reshape(-1, 4)
            entry["labels"] = np.array([row["category_id"] for row in here], dtype=int)
            if rows is found:
                entry["scores"] = np.array([row["score"] for row in here])
            else:
                entry["iscrowd"] = np.array([row["iscrowd"] for row in here])
                entry["area"] = np.array([row["area"] for row in here])
            entry[f"{key}s" if key == "mask" else key] = convert(here, image)
            side.append(entry)
        sides.append(side)
    return sides[0], sides[1]


def _dense(rows: list[dict[str, Any]], image: dict[str, Any]) -> np.ndarray:
    size = image["height"], image["width"]
    runs = [
        row["segmentation"]
        if isinstance(row["segmentation"]["counts"], str)
        else reference_mask.frPyObjects(row["segmentation"], *size)
        for row in rows
    ]
    return np.array([reference_mask.decode(each) for each in runs], dtype=bool).reshape(-1, *size)


def test_masks() -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(6), runs_only=True, boxed=False)
    used = {row["category_id"] for row in truth["annotations"]}
    truth["categories"] = [entry for entry in truth["categories"] if entry["id"] in used]
    found = [row for row in found if row["category_id"] in used]
    expected = evaluate(truth, found, geometry="masks")
    true, predicted = _per_image(truth, found, "mask", _dense)
    np.testing.assert_array_equal(
        evaluate(true, predicted, geometry="masks", box_format="xywh").stats, expected.stats
    )
    for entry in predicted:
        entry["masks"] = entry["masks"][:, None]  # as Mask R-CNN gives them
    for entry in true:
        entry["masks"] = encode_masks(entry["masks"])
    again = evaluate(true, predicted, geometry="masks", box_format="xywh")
    np.testing.assert_array_equal(again.stats, expected.stats)


def test_keypoints() -> None:
    truth, found = shape_worlds.keypoint_world(np.random.default_rng(9))
    for row in truth["annotations"]:
        row["num_keypoints"] = int((np.array(row["keypoints"][2::3]) > 0).sum())
    for row in found:
        row.pop("bbox", None)
    expected = evaluate(truth, found, geometry="keypoints")

    def points(rows: list[dict[str, Any]], _: Any) -> np.ndarray:
        return np.array([row["keypoints"] for row in rows], dtype=float).reshape(-1, 17, 3)

    true, predicted = _per_image(truth, found, "keypoints", points)
    result = evaluate(true, predicted, geometry="keypoints", box_format="xywh")
    np.testing.assert_array_equal(result.precision[..., :1], expected.precision[..., :1])


def test_areas_that_are_not_given_are_those_of_the_masks() -> None:
    from truebox.datasets import read_truth

    mask = np.zeros((1, 20, 20), dtype=bool)
    mask[0, :5, :5] = True
    entry = {"boxes": [[0, 0, 20, 20]], "labels": [1], "masks": mask}
    assert read_truth([entry], geometry="masks").area.tolist() == [25.0]
    assert read_truth([{**entry, "area": [7.0]}], geometry="masks").area.tolist() == [7.0]
    assert read_truth([entry]).area.tolist() == [400.0]


@pytest.mark.parametrize(
    ("shapes", "geometry", "message"),
    [
        ({}, "masks", "E-137.*truth.0..*masks are missing"),
        ({"masks": np.zeros((2, 9, 9), dtype=bool)}, "masks", "2 masks, but there are 1 boxes"),
        ({"masks": np.zeros((1, 9, 9))}, "masks", "float64 .1, 9, 9., need booleans"),
        ({"masks": np.zeros((9, 9), dtype=bool)}, "masks", "need booleans"),
        ({}, "keypoints", "E-137.*keypoints are missing"),
        ({"keypoints": np.zeros((1, 17, 2))}, "keypoints", "need numbers .1, K, 3."),
        ({"keypoints": np.full((1, 17, 3), np.nan)}, "keypoints", "E-170.*keypoints.0..*not finite"),
    ],
)
def test_what_does_not_fit_is_refused(shapes: dict[str, Any], geometry: Any, message: str) -> None:
    entry = {"boxes": [[0, 0, 9, 9]], "labels": [1], **shapes}
    with pytest.raises(InputError, match=message):
        evaluate([entry], [{**entry, "scores": [0.5]}], geometry=geometry)


def drawn(*corners: tuple[int, int, int, int]) -> np.ndarray:
    masks = np.zeros((len(corners), 40, 50), dtype=bool)
    for mask, (left, top, right, bottom) in zip(masks, corners, strict=True):
        mask[top:bottom, left:right] = True
    return masks


@pytest.mark.parametrize("box_format", ["xyxy", "xywh", "cxcywh", "yxyx"])
def test_masks_without_boxes_are_taken_as_torchmetrics_takes_them(box_format):
    masks = drawn((1, 2, 11, 7), (20, 5, 30, 25))
    truth = [{"masks": masks, "labels": [1, 2]}, {"masks": drawn(), "labels": []}]
    read = tb.read_truth(truth, geometry="masks", box_format=box_format)
    assert read.boxes.tolist() == [[1, 2, 10, 5], [20, 5, 10, 20]]
    assert read.area.tolist() == [50, 200]
    found = [
        {"masks": masks, "labels": [1, 2], "scores": [0.9, 0.8]},
        {"masks": drawn(), "labels": [], "scores": []},
    ]
    for geometry in ("masks", "boxes"):
        assert tb.evaluate(truth, found, geometry=geometry).metrics["AP"] == pytest.approx(1)


def test_run_lengths_that_end_early_are_left_out_under_lenient():
    whole, cut = {"size": [4, 5], "counts": [2, 8, 10]}, {"size": [4, 5], "counts": [2, 8]}
    truth = [{"masks": [whole, cut], "labels": [1, 1]}]
    with pytest.raises(InputError, match="E-160"):
        tb.read_truth(truth, geometry="masks")
    read = tb.read_truth(truth, geometry="masks", lenient=True)
    assert len(read) == 1
    assert "1 row dropped by E-160" in str(read.findings[0])


def test_no_image_at_all_is_a_truth():
    result = tb.evaluate([], [])
    assert (result.images, result.metrics["AP"]) == (0, None)


def test_a_list_of_masks_is_taken_as_one_batch() -> None:
    dense = np.zeros((2, 9, 9), dtype=bool)
    dense[0, :5], dense[1, 5:] = True, True
    batch = encode_masks(dense)
    side = {"labels": [1, 2], "masks": dense}
    for given in (batch, [batch[0], batch[1]], tuple(batch)):
        found = [{**side, "masks": given, "scores": [0.5, 0.4]}]
        assert evaluate([side], found, geometry="masks").metrics["AP50"] == pytest.approx(1)


def test_no_masks_at_all_are_told() -> None:
    side = {"labels": [1], "masks": None}
    with pytest.raises(InputError, match=r"E-137 .*\.masks: None, need masks"):
        evaluate([side], [{**side, "scores": [0.5]}], geometry="masks")


@pytest.mark.parametrize(
    "given",
    [[np.eye(8) > 0, np.eye(4) > 0], [encode_masks(np.eye(8) > 0), {"size": [8, 8], "counts": [64]}]],
    ids=["shapes", "kinds"],
)
def test_a_list_of_several_shapes_or_kinds_is_refused_by_name(given: list[Any]) -> None:
    side = {"labels": [1, 1], "masks": given}
    with pytest.raises(InputError, match=r"E-137 .*\.masks: a list of several shapes or kinds"):
        evaluate([side], [{**side, "scores": [0.5, 0.4]}], geometry="masks")


def test_masked_masks_are_called_masks() -> None:
    held = np.ma.masked_array(np.eye(8)[None] > 0, mask=np.eye(8)[None] > 0)
    side = {"labels": [1], "masks": held}
    with pytest.raises(ArgumentError, match=r"\.masks is an array of numpy\.ma"):
        evaluate([side], [{**side, "scores": [0.5]}], geometry="masks")
