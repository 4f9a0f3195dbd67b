"""Parts of one question only."""

from __future__ import annotations

from typing import Any

import pytest
from streamed_worlds import made_images, streamed

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import Evaluator, evaluate


def test_parts_of_another_question_are_refused() -> None:
    truth, found = made_images(2)
    one = streamed(truth, found, [0, 1], [[0]])
    for other, said in (
        (streamed(truth, found, [0, 1], [[1]], mode="corrected"), "mode is 'corrected'"),
        (streamed(truth, found, [0, 1], [[1]], max_detections=[1]), "max_detections is"),
        (Evaluator([1, 2]), r"categories is \[1, 2\]"),
    ):
        with pytest.raises(InputError, match=f"E-576.*{said}"):
            one.merge(other)


@pytest.mark.parametrize(
    ("categories", "said"),
    [
        ([], "expected whole numbers"),
        ([1, 1], "listed twice"),
        (7, "expected ids"),
        ([1, "a"], "whole numbers"),
    ],
)
def test_classes_are_ids_or_names(categories: Any, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        Evaluator(categories)


@pytest.mark.parametrize(
    ("protocol", "given"),
    [
        ("open_images", {"area_ranges": {"a": (0, 10)}}),
        ("voc", {"area_ranges": {"a": (0, 10)}}),
        ("froc", {"recall_thresholds": [0.5]}),
        ("froc", {"class_agnostic": True}),
        ("map_boxes", {"recall_thresholds": [0.5]}),
    ],
)
def test_a_choice_that_the_protocol_has_not_is_refused_as_of_the_whole(
    protocol: str, given: dict[str, Any]
) -> None:
    """`truebox part` passed these over."""
    said = rf"{next(iter(given))}: the protocol '{protocol}' has no such choice"
    box = [{"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [0.5]}]
    with pytest.raises(ArgumentError, match=said):
        Evaluator([1], protocol=protocol, **given)
    with pytest.raises(ArgumentError, match=said):
        evaluate(box, box, protocol=protocol, **given)
    Evaluator([1], protocol=protocol, **(dict.fromkeys(given) | {"class_agnostic": False}))
