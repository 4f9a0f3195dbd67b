"""Pairs of one image and class, beside the overlaps that everybody may ask for."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import Rules
from truebox.evaluation.protocols.mixed.same_cell import same_cell
from truebox.overlap import pairwise_iou


@pytest.mark.parametrize("overlap", ["double", "single"])
def test_every_pair_of_a_cell_and_no_other(overlap: str) -> None:
    chance = np.random.default_rng(1)
    found_cell, true_cell = chance.integers(-1, 5, 40), chance.integers(-1, 5, 25)
    found, true = (np.abs(chance.normal(20, 10, (n, 4))) for n in (40, 25))
    pairs = same_cell(found_cell, found, true_cell, true, Rules(overlap=overlap))
    wanted = [(d, t) for d in range(40) for t in range(25) if found_cell[d] == true_cell[t] >= 0]
    assert sorted(zip(pairs.found.tolist(), pairs.true.tolist(), strict=True)) == wanted
    iou = pairwise_iou(found, true, box_format="xywh")[pairs.found, pairs.true]
    assert np.abs(pairs.iou - iou).max() < (1e-15 if overlap == "double" else 1e-6)


def test_boxes_that_are_one_wider() -> None:
    box, half = np.array([[0.0, 0, 9, 9]]), np.array([[0.0, 0, 9, 4]])
    cell = np.zeros(1, dtype=int)
    assert same_cell(cell, box, cell, half, Rules(coordinates="one wider")).iou.tolist() == [0.5]


def test_nothing_on_one_side() -> None:
    none, one = np.zeros((0, 4)), np.array([[0.0, 0, 9, 9]])
    assert len(same_cell(np.zeros(0, int), none, np.zeros(1, int), one, Rules()).iou) == 0
    assert len(same_cell(np.zeros(1, int), one, np.zeros(0, int), none, Rules()).iou) == 0
