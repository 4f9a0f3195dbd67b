"""Boxes by sample as records."""

from __future__ import annotations

from typing import Any

import pytest

import truebox as tb
from truebox.errors import InputError

BOX: dict[str, Any] = {
    "translation": [1, 2, 0],
    "size": [2, 4, 2],
    "rotation": [1, 0, 0, 0],
    "detection_name": "bus",
}


def test_a_truth_keeps_samples_without_boxes() -> None:
    truth = tb.read_truth({"meta": {}, "results": {"a": [], "b": [BOX, BOX]}})
    assert truth.images.ids.names == ("a", "b")
    assert [truth.images.ids[row] for row in range(2)] == ["a", "b"]
    assert truth.image.tolist() == ["b", "b"]
    assert [truth.categories.names[k - 1] for k in truth.category.tolist()] == ["bus", "bus"]


def test_the_place_of_a_fault_is_its_sample_and_row() -> None:
    wrong = BOX | {"translation": [0, 0]}
    with pytest.raises(InputError, match=r"<truth> results\['b'\]\[1\].translation"):
        tb.read_truth({"results": {"a": [], "b": [BOX, wrong]}})
