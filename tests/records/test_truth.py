"""The truth as columns."""

from __future__ import annotations

import dataclasses

import pytest

from truebox.datasets import read_truth


def test_a_truth_counts_its_parts_and_is_frozen():
    truth = read_truth([{"boxes": [[0, 0, 1, 1]] * 3, "labels": [1, 2, 1]}, {"boxes": [], "labels": []}])
    assert (len(truth), len(truth.images), len(truth.categories)) == (3, 2, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        truth.boxes = None
