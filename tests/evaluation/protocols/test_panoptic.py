"""Panoptic quality as a value; its numbers are in tests/evaluation/panoptic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate, evaluate_panoptic
from truebox.evaluation.protocols.panoptic import PROTOCOL


def test_it_is_what_its_own_function_gives_and_warns_once() -> None:
    truth = {
        "categories": [{"id": 1, "name": "cat", "isthing": 1}],
        "annotations": [
            {
                "image_id": 7,
                "segmentation": np.array([[1, 1, 0]]),
                "segments_info": [{"id": 1, "category_id": 1, "area": 7}],
            }
        ],
    }
    found = {
        "annotations": [
            {
                "image_id": 7,
                "segmentation": np.array([[9, 9, 9]]),
                "segments_info": [{"id": 9, "category_id": 1}],
            }
        ]
    }
    caught = []
    calls: list[Callable[[], Any]] = [
        lambda: evaluate(truth, found, protocol="panoptic"),
        lambda: evaluate(truth, found, protocol=PROTOCOL),  # type: ignore[call-overload]
        lambda: evaluate_panoptic(truth, found),
    ]
    for call in calls:
        with pytest.warns(TrueboxWarning) as warned:
            result = call()
        assert len(warned) == len(result.warnings) > 0
        caught.append(result.to_dict())
    assert caught[0] == caught[1] == caught[2]
