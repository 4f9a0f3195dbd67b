"""States of disjoint images add up to the state of all images."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.errors import ArgumentError
from truebox.evaluation import MatchState, accumulate, evaluate, summarise

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def state_of(truth: dict[str, Any], detections: list[dict[str, Any]], **chosen: Any) -> MatchState:
    return evaluate(truth_records(truth), prediction_records(detections), **chosen).state


def shard(truth: dict[str, Any], detections: list[dict[str, Any]], images: list[Any]) -> tuple[Any, Any]:
    inside = set(images)
    return (
        {
            **truth,
            "images": [image for image in truth["images"] if image["id"] in inside],
            "annotations": [entry for entry in truth["annotations"] if entry["image_id"] in inside],
        },
        [entry for entry in detections if entry["image_id"] in inside],
    )


def assert_same(left: MatchState, right: MatchState) -> None:
    for field in fields(MatchState):
        a, b = getattr(left, field.name), getattr(right, field.name)
        if field.name in ("parameters", "mended", "row"):  # rows count in their own files
            continue
        if field.name in ("images", "categories"):
            assert [a[i] for i in range(len(a))] == [b[i] for i in range(len(b))]
        else:
            assert np.array_equal(a, b), field.name


@given(
    seed=st.integers(0, 10**6),
    parts=st.integers(1, 4),
    mode=st.sampled_from(["strict", "corrected"]),
    flat=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_parts_add_up_to_the_whole(seed: int, parts: int, mode: str, flat: bool) -> None:
    rng = np.random.default_rng(seed)
    truth, detections = coco_worlds.world(rng, images=7, classes=3)
    numbers = rng.permutation(len(truth["annotations"])).tolist()
    for annotation, number in zip(truth["annotations"], numbers, strict=True):
        annotation["id"] = number  # shared ids would reach across the parts
    ids = [image["id"] for image in truth["images"]]
    owner = rng.integers(0, parts, len(ids))
    whole = state_of(truth, detections, mode=mode, class_agnostic=flat)
    shards = [
        shard(truth, detections, [ids[i] for i in np.flatnonzero(owner == part)]) for part in range(parts)
    ]
    states = [state_of(*each, mode=mode, class_agnostic=flat) for each in shards]
    total = states[0]
    for state in states[1:]:
        total = total + state
    assert_same(total, whole)
    ours, theirs = (summarise(state, accumulate(state)) for state in (total, whole))
    assert ours.metrics == theirs.metrics
    assert ours.undefined == theirs.undefined
    assert np.array_equal(ours.stats, theirs.stats)


def two_parts(**chosen: Any) -> tuple[MatchState, MatchState]:
    truth, detections = coco_worlds.world(np.random.default_rng(11), irregular=False)
    ids = [image["id"] for image in truth["images"]]
    left = state_of(*shard(truth, detections, ids[:3]))
    return left, state_of(*shard(truth, detections, ids[3:]), **chosen)


def test_order_of_addition_does_not_matter() -> None:
    left, right = two_parts()
    assert_same(left + right, right + left)


def test_overlapping_images_are_refused() -> None:
    left, right = two_parts()
    with pytest.raises(ArgumentError, match=r"share 3 images.*Fix: give each image to one part only"):
        left + right + left


@pytest.mark.parametrize(
    "chosen", [{"iou_thresholds": [0.5]}, {"mode": "corrected"}, {"max_detections": [1, 2, 3]}]
)
def test_other_questions_are_refused(chosen: dict[str, Any]) -> None:
    left, right = two_parts(**chosen)
    with pytest.raises(ArgumentError, match="different parameters or modes"):
        left + right


def test_other_categories_are_refused() -> None:
    left, right = two_parts()
    truth, detections = coco_worlds.world(np.random.default_rng(12), classes=1, irregular=False)
    other = state_of(truth, detections)
    with pytest.raises(ArgumentError, match="different categories"):
        left + other
    assert len(left + right) == len(left) + len(right)


def test_integer_and_string_image_ids_are_refused() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(11), irregular=False)
    left = state_of(truth, detections)
    for entry in truth["images"]:
        entry["id"] = f"image {entry['id']}"
    for entry in [*truth["annotations"], *detections]:
        entry["image_id"] = f"image {entry['image_id']}"
    with pytest.raises(ArgumentError, match="string image ids"):
        left + state_of(truth, detections)


def test_adding_anything_else_is_a_type_error() -> None:
    left, _ = two_parts()
    with pytest.raises(TypeError):
        left + 1  # type: ignore[operator]
