"""Batches of every array library."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from streamed_worlds import CLASSES, made_images

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import Evaluator


def test_tensors_and_arrays_and_lists_are_one() -> None:
    torch = pytest.importorskip("torch")
    truth, found = made_images(6)
    sides = {
        "arrays": (truth, found),
        "lists": tuple(
            [{k: np.asarray(v).tolist() for k, v in e.items()} for e in side] for side in (truth, found)
        ),
        "tensors": tuple(
            [{k: torch.as_tensor(np.asarray(v)) for k, v in e.items()} for e in side]
            for side in (truth, found)
        ),
    }
    kept = {}
    for name, (true, guessed) in sides.items():
        evaluator = Evaluator(CLASSES)
        evaluator.update(list(true), list(guessed))
        kept[name] = evaluator.to_bytes()
    assert kept["arrays"] == kept["lists"] == kept["tensors"]


def _odd_world(chance: np.random.Generator) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What leaves a note: sizes and areas of zero, areas on a bound, scores outside, repeated detections."""
    truth, found = made_images(5, int(chance.integers(1000)))
    for true, guessed in zip(truth, found, strict=True):
        objects, guesses = len(true["labels"]), len(guessed["labels"])
        sizes = true["boxes"][:, 2:] - true["boxes"][:, :2]
        true["area"] = np.where(
            chance.random(objects) < 0.3, chance.choice([0, 1024, 2e10]), sizes.prod(axis=1)
        )
        if objects and chance.random() < 0.3:
            true["boxes"][0, 2] = true["boxes"][0, 0]
        guessed["scores"] = guessed["scores"] + (chance.random(guesses) < 0.1)
        if guesses > 1 and chance.random() < 0.5:
            for key in ("boxes", "labels", "scores"):
                guessed[key][1] = guessed[key][0]
    if chance.random() < 0.3:
        truth[0], found[0] = _nothing(), {**_nothing(), "scores": np.zeros(0)}
    return truth, found


def _nothing() -> dict[str, Any]:
    return {
        "boxes": np.zeros((0, 4)),
        "labels": np.zeros(0, int),
        "iscrowd": np.zeros(0, int),
        "area": np.zeros(0),
    }


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize(
    ("protocol", "choices"),
    [(name, {}) for name in ("coco", "voc2007", "ultralytics", "supervision")]
    + [(name, {"class_agnostic": True}) for name in ("coco", "voc2007", "supervision")],
)
def test_one_native_call_keeps_what_the_general_reader_keeps(
    protocol: str, choices: dict[str, bool], mode: Any
) -> None:
    chance = np.random.default_rng(7)
    for _ in range(8):
        truth, found = _odd_world(chance)
        # A list in place of the labels is left to the general reader.
        as_lists = [[{**each, "labels": each["labels"].tolist()} for each in side] for side in (truth, found)]
        kept = []
        for true, guessed in ((truth, found), as_lists):
            evaluator = Evaluator(CLASSES, protocol=protocol, mode=mode, **choices)
            for batch in (slice(0, 2), slice(2, 5)):
                evaluator.update(true[batch], guessed[batch], images=list(range(5))[batch])
            kept.append(evaluator.to_bytes())
        assert kept[0] == kept[1]


def test_arrays_of_any_layout_and_type_are_read_as_they_are() -> None:
    truth, found = made_images(4)
    plain = Evaluator(CLASSES)
    plain.update(truth, found)
    strided = [
        {**each, "boxes": np.asfortranarray(each["boxes"]), "labels": np.repeat(each["labels"], 2)[::2]}
        for each in found
    ]
    narrow = [
        {**each, "boxes": each["boxes"].astype(np.float32), "labels": each["labels"].astype(np.uint8)}
        for each in truth
    ]
    other = Evaluator(CLASSES)
    other.update(narrow, strided)
    swapped = Evaluator(CLASSES)
    swapped.update([{**each, "boxes": each["boxes"].astype(">f8")} for each in truth], found)
    assert plain.to_bytes() == other.to_bytes() == swapped.to_bytes()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("boxes", np.array([[0.0, 0, np.nan, 1]])),
        ("boxes", np.array([[5.0, 5, 1, 9]])),
        ("boxes", np.array([[0.0, 0, 1e200, 1]])),
        ("labels", np.array([99])),
        ("labels", np.array([1, 1])),
        ("labels", np.array([1.5])),
        ("scores", np.array([np.inf])),
        ("scores", np.array([[0.5]])),
    ],
)
def test_what_is_wrong_is_refused_in_words_and_nothing_is_kept(key: str, value: Any) -> None:
    good = {"boxes": np.array([[0.0, 0, 9, 9]]), "labels": np.array([1])}
    evaluator = Evaluator(CLASSES)
    evaluator.update([good], [{**good, "scores": np.array([0.5])}])
    before = evaluator.to_bytes()
    with pytest.raises((InputError, ArgumentError)) as refused:
        evaluator.update([good], [{**good, "scores": np.array([0.5]), key: value}])
    assert "Fix:" in str(refused.value)
    assert evaluator.to_bytes() == before
