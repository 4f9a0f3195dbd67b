"""Ids of annotations that repeat anywhere in a file are found, whatever the order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox.datasets import read_truth
from truebox.evaluation.streaming.larger.spilled.truth import RepeatedIds
from truebox.records import Truth


def _with_ids(ids: list[int]) -> Truth:
    rows = [{"id": each, "image_id": 1, "category_id": 1, "bbox": [1, 1, 2, 2]} for each in ids]
    return read_truth({"images": [{"id": 1}], "annotations": rows, "categories": [{"id": 1, "name": "cat"}]})


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (list(range(1, 40)), (0, ())),
        (list(range(40, 0, -1)), (0, ())),
        ([5, 3, 5, 1, 3, 5], (3, (2, 4, 5))),
        ([1, 2, 3, 3], (1, (3,))),
    ],
)
def test_repeats_are_counted_over_all_pieces(
    tmp_path: Path, ids: list[int], expected: tuple[int, tuple[int, ...]]
) -> None:
    found = RepeatedIds(tmp_path)
    for first in range(0, len(ids), 2):
        found.add(_with_ids(ids[first : first + 2]), first)
    found.close()
    assert found.again(_with_ids([])) == expected
    assert not found.any_zero


def test_many_ids_in_any_order(tmp_path: Path) -> None:
    ids = np.random.default_rng(0).integers(0, 3000, 4000)
    found = RepeatedIds(tmp_path)
    found.add(_with_ids(ids.tolist()), 0)
    found.close()
    assert found.again(_with_ids([]))[0] == 4000 - len(np.unique(ids))
    assert found.any_zero == bool((ids == 0).any())
