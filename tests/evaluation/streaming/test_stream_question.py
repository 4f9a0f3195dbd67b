"""Parts of one question only."""

from __future__ import annotations

from typing import Any

import pytest
from streamed_worlds import made_images, streamed

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import Evaluator


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
