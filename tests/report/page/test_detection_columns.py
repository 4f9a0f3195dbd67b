"""Counting a beginning of the columns gives the numbers of that score."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.diagnosis import confidence_curves, confusion_matrix
from truebox.report.page.detection_columns import (
    BACKGROUND_CODE,
    LEFT_OUT_CODE,
    detection_columns,
)
from truebox.report.page.side import Side

KINDS = {
    "Float64Array": "<f8",
    "Float32Array": "<f4",
    "Uint16Array": "<u2",
    "Uint8Array": "<u1",
    "Int32Array": "<i4",
}
PLACES = np.array([7, 3])


def unpacked(held: dict[str, Any]) -> np.ndarray:
    return np.frombuffer(base64.b64decode(held["bytes"]), KINDS[held["type"]])


@pytest.fixture(scope="module")
def columns() -> dict[str, Any]:
    made = detection_columns(Side.of(made_result()), PLACES)
    return {name: unpacked(value) if isinstance(value, dict) else value for name, value in made.items()}


def test_the_most_confident_come_first(columns: dict[str, Any]) -> None:
    assert columns["score"].tolist() == sorted(made_result().state.score.tolist(), reverse=True)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.9])
def test_beginnings_count_as_the_diagnoses_do(columns: dict[str, Any], share: float) -> None:
    result = made_result()
    score = float(np.quantile(result.state.score, share))
    end = int(np.count_nonzero(columns["score"] >= score))
    curve = confidence_curves(result).overall
    point = int(np.count_nonzero(curve.score >= score)) - 1
    assert np.count_nonzero(columns["outcome"][:end] == 1) == curve.true_positives[point]
    assert np.count_nonzero(columns["outcome"][:end] == 0) == curve.false_positives[point]
    assert sum(columns["truths"]) == curve.truths
    size = len(result.per_class) + 1
    counts = np.zeros((size, size), int)
    confused, category = columns["confused"][:end], columns["category"][:end]
    row = np.where(confused == BACKGROUND_CODE, size - 1, confused)
    held = confused != LEFT_OUT_CODE
    np.add.at(counts, (row[held], category[held]), 1)
    counts[:-1, -1] = columns["confusable"] - counts[:-1, :-1].sum(axis=1)
    assert counts.tolist() == confusion_matrix(result, 0.5, score).counts.tolist()


def test_images_are_named_by_their_place_in_the_gallery(columns: dict[str, Any]) -> None:
    result = made_result()
    order = np.argsort(-result.state.score, kind="stable")
    image = result.matches.detections.image[order]
    others = [place for place in range(len(result.state.images)) if place not in (7, 3)]
    assert [[7, 3, *others][number] for number in columns["image"]] == image.tolist()


def test_overlaps_are_those_of_the_match(columns: dict[str, Any]) -> None:
    true = columns["outcome"] == 1
    assert (columns["overlap"][true] >= np.float32(0.5 - 1e-6)).all()
    assert (columns["overlap"][columns["outcome"] == 0] == 0).all()
