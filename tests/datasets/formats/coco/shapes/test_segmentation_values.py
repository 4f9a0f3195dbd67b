"""Parsed segmentations to ragged columns, and what is refused by its form alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.datasets.columns.values import Rows
from truebox.datasets.formats.coco.shapes.segmentation_values import segmentation_column
from truebox.errors import InputError
from truebox.records import SegmentationKind


def _column(*values: Any) -> Any:
    return segmentation_column(Rows([{"segmentation": value} for value in values], "pred.json"))


def test_every_form_finds_its_place() -> None:
    held = _column(
        {"size": [2, 3], "counts": "06"},
        [[0, 0, 1, 0, 1, 1], [5, 5, 6, 5, 6, 6.5]],
        None,
        {"size": [2, 3], "counts": [1, 2, 3]},
        {"size": (4, 5), "counts": b"0d0"},
    )
    kinds = SegmentationKind
    assert held.kinds.tolist() == [kinds.TEXT, kinds.POLYGONS, kinds.NONE, kinds.COUNTS, kinds.TEXT]
    assert held.sizes.tolist() == [[2, 3], [0, 0], [0, 0], [2, 3], [4, 5]]
    assert held.text.tobytes() == b"060d0"
    assert held.text_offsets.tolist() == [0, 2, 2, 2, 2, 5]
    assert held.row_offsets.tolist() == [0, 0, 2, 2, 3, 3]
    assert held.part_offsets.tolist() == [0, 6, 12, 15]
    assert held.numbers[12:].tolist() == [1, 2, 3]


def test_arrays_are_taken() -> None:
    held = _column([np.array([[0, 0], [1, 0], [1, 1]])], {"size": np.array([2, 3]), "counts": np.array([6])})
    assert held.numbers.tolist() == [0, 0, 1, 0, 1, 1, 6]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("06", "E-169.*not a segmentation"),
        (7, "E-169.*not a segmentation: 7"),
        ({"size": [2, 3]}, "E-169.*counts are missing"),
        ({"size": [2, 3], "counts": 6}, "E-169.*counts are 6"),
        ({"counts": "06"}, "E-163.*size is missing"),
        ({"size": [2], "counts": "06"}, "E-163.*need .height, width."),
        ({"size": [2.5, 3], "counts": "06"}, "E-163"),
        ({"size": "23", "counts": "06"}, "E-163"),
        ({"size": [2, 3], "counts": [1, 2.5]}, "E-165.*2.5"),
        ({"size": [2, 3], "counts": [True, 5]}, "E-165.*true"),
        ({"size": [2, 3], "counts": [10**30]}, "E-161"),
        ([1, 2, 3, 4, 5, 6], "E-169.*one list deeper"),
        ([[1, 2, 3, 4, 5, "6"]], "E-167.*6.*need numbers"),
        ([[[1, [2]], [3, 4]]], "E-167"),
    ],
)
def test_other_forms_are_refused_with_their_row(value: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as refused:
        _column({"size": [2, 3], "counts": "06"}, value)
    assert refused.value.row == 1
    assert "pred.json[1].segmentation" in str(refused.value)
