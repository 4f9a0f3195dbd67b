"""Evaluation in batches: any split, in any order, is one evaluation of all images."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamed_worlds import CLASSES, assert_same, coco, data_codes, made_images, result_of, streamed, whole

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import Evaluator, evaluate, merge_parts


@st.composite
def splits(draw: st.DrawFn) -> tuple[int, list[list[int]]]:
    """A seed, and the images of a world in batches of any size, in any order."""
    seed = draw(st.integers(0, 50))
    order = draw(st.permutations(range(12)))
    cuts = sorted(draw(st.sets(st.integers(1, 11), max_size=6)))
    return seed, [list(order[a:b]) for a, b in zip([0, *cuts], [*cuts, 12], strict=True)]


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("protocol", ["coco", "voc", "voc2007"])
@given(world=splits(), agnostic=st.booleans(), few=st.booleans())
@settings(max_examples=5, deadline=None)
def test_any_split_in_any_order_is_one_evaluation(
    protocol: str, mode: Any, world: tuple[int, list[list[int]]], agnostic: bool, few: bool
) -> None:
    seed, batches = world
    truth, found = made_images(12, seed)
    # Every class has an object: a list of arrays lists no others.
    truth[0] = {
        "boxes": np.array([[0.0, 0, 9, 9]] * 3),
        "labels": np.array(list(CLASSES)),
        "iscrowd": np.zeros(3),
    }
    how: dict[str, Any] = {"mode": mode, "protocol": protocol, "class_agnostic": agnostic}
    if few:
        how["max_detections"] = [1, 2, 3] if protocol == "coco" else [2]
    ids = [3 * i + 1 for i in range(12)]
    alone = whole(truth, found, ids, **how)
    parts = streamed(truth, found, ids, batches, **how)
    assert_same(result_of(parts), alone)
    assert data_codes(result_of(parts)) == data_codes(alone)
    halves = [streamed(truth, found, ids, batches[first::2], **how) for first in (1, 0)]
    merged = Evaluator(CLASSES, **how)
    merged.merge(halves[0], halves[1].to_bytes())
    together = streamed(truth, found, ids, [list(range(12))], **how)
    assert merged.to_bytes() == parts.to_bytes() == together.to_bytes()
    assert Evaluator.from_bytes(parts.to_bytes()).to_bytes() == parts.to_bytes()


def test_texts_as_ids_stand_by_code_point() -> None:
    truth, found = made_images(6)
    ids = ["b", "a", "Z", "10", "9", "é"]
    parts = streamed(truth, found, ids, [[4, 2], [0, 1, 5], [3]])
    order = sorted(range(6), key=lambda i: ids[i])  # rows are numbered by image
    ordered = [[each[i] for i in order] for each in (truth, found, ids)]
    assert_same(result_of(parts), whole(*ordered))
    assert result_of(Evaluator.from_bytes(parts.to_bytes())).state.images.tolist() == sorted(ids)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("geometry", ["masks", "boundary", "keypoints"])
def test_masks_and_keypoints_are_evaluated_in_parts(geometry: Any, mode: Any) -> None:
    chance = np.random.default_rng(3)
    truth, found = {}, {}
    for image in range(7):
        count = int(chance.integers(1, 4))
        masks = np.zeros((count, 40, 40), dtype=np.uint8)
        for mask in masks:
            x, y = chance.integers(0, 20, 2)
            mask[y : y + chance.integers(5, 20), x : x + chance.integers(5, 20)] = 1
        labels = chance.choice(list(CLASSES), count)
        points = np.dstack([chance.uniform(0, 40, (count, 17, 2)), np.full((count, 17), 2)])
        boxes = np.array([[0, 0, 40, 40]] * count)
        held = {"keypoints": points, "boxes": boxes} if geometry == "keypoints" else {"masks": masks}
        moved = (
            {"keypoints": points + 0.3, "boxes": boxes}
            if geometry == "keypoints"
            else {"masks": np.roll(masks, 1, axis=2)}
        )
        truth[image] = {**held, "labels": labels}
        found[image] = {**moved, "labels": labels, "scores": chance.random(count).round(1)}
    how: dict[str, Any] = {"geometry": geometry, "mode": mode}
    parts = Evaluator(CLASSES, **how)
    for batch in ([5, 1], [0, 2, 6], [4], [3]):
        parts.update({i: truth[i] for i in batch}, {i: found[i] for i in batch})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert_same(result_of(parts), evaluate(truth, found, categories=list(CLASSES), **how))


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_lvis_in_parts_has_the_groups_of_classes(mode: Any) -> None:
    truth, found = coco(list(range(8)), 1)
    for number, category in enumerate(truth["categories"]):
        category["frequency"] = "rcf"[number]
    for image in truth["images"]:
        image["neg_category_ids"] = [5] if image["id"] % 2 else []
        image["not_exhaustive_category_ids"] = [1] if image["id"] % 3 == 0 else []
    how: dict[str, Any] = {"protocol": "lvis", "mode": mode, "max_detections": [2]}
    parts = Evaluator(truth, **how)
    for batch in ([7, 0], [1, 2, 3, 4], [5, 6]):
        shard = {
            **truth,
            "images": [e for e in truth["images"] if e["id"] in batch],
            "annotations": [e for e in truth["annotations"] if e["image_id"] in batch],
        }
        parts.update(shard, [e for e in found if e["image_id"] in batch])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = evaluate(truth, found, **how)
    assert_same(result_of(parts), alone)
    assert "APr" in alone.metrics
    assert_same(result_of(Evaluator.from_bytes(parts.to_bytes())), alone)


def test_nobody_names_images_then_they_are_numbered_also_over_merged_parts() -> None:
    truth, found = made_images(6)
    left, right = Evaluator(CLASSES), Evaluator(CLASSES)
    left.update(truth[:2], found[:2])
    left.update(truth[2:4], found[2:4])
    right.update(truth[4:], found[4:])
    left.merge(pickle.loads(pickle.dumps(right)))
    assert_same(result_of(left), whole(truth, found, list(range(6))))
    with pytest.raises(ArgumentError, match="name all, or none"):
        left.update(truth[:1], found[:1], images=[77])


def test_classes_that_nobody_lists_are_those_that_came() -> None:
    truth, found = made_images(8)
    evaluators = []
    for batches in ([[0, 1], [2, 3, 4], [5, 6, 7]], [[7, 0, 3], [1, 2, 6], [5, 4]]):
        evaluator = Evaluator(None)
        for batch in batches:
            evaluator.update([truth[i] for i in batch], [found[i] for i in batch], images=batch)
        evaluators.append(evaluator)
    assert evaluators[0].to_bytes() == evaluators[1].to_bytes()
    alone = whole(truth, found, list(range(8)))
    assert_same(result_of(evaluators[0]), alone)
    other = Evaluator(None)
    other.update(
        [{"boxes": [[0, 0, 9, 9]], "labels": [40]}], [{"boxes": [], "labels": [], "scores": []}], images=[8]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        merged = merge_parts([other.to_bytes(), evaluators[0].to_bytes()])
    other.merge(evaluators[0])
    assert [each.id for each in result_of(other).per_class] == [1, 2, 5, 40]
    assert dict(merged.metrics) == dict(result_of(other).metrics)
    with pytest.raises(InputError, match=r"E-131.*\[-1\] are not all classes"):
        other.update([{"boxes": [[0, 0, 9, 9]], "labels": [-1]}], [found[0]], images=[9])


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_objects_to_be_ignored_that_count_as_missed() -> None:
    """Quirk S2 of VisDrone: of two objects the one that is found is half of all; S3: both images weigh."""
    image = {"labels": ["car"], "boxes": [[0, 0, 9, 9]]}
    truth = [image, {**image, "iscrowd": [1]}]
    found = [{**image, "scores": [0.5]}, {"labels": [], "boxes": np.zeros((0, 4)), "scores": []}]
    evaluator = Evaluator(["car"], protocol="visdrone")
    for place in (1, 0):
        evaluator.update([truth[place]], [found[place]], images=[place])
    result = evaluator.result()
    assert result.metrics["AR500"] == 0.5
    assert result.metrics == evaluate(truth, found, protocol="visdrone", fit_test=False).metrics
    alone = Evaluator(["car"], protocol="visdrone")
    alone.update([truth[1]], [found[1]], images=[1])
    assert alone.result().metrics["AP"] == 0.0
