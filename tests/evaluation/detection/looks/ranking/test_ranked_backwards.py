"""Scores that tell right from wrong detections, or not, but for those that miss an object by their place."""

from __future__ import annotations

import random
from typing import Any

import pytest

import truebox as tb
from truebox.evaluation.detection.looks.ranking.ranked_backwards import ranked_backwards
from truebox.evaluation.matches.judged import judged

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def said(seed: int, *, nothing: int, shuffled: bool = False) -> str | None:
    """Of a detector whose boxes lie about their objects by chance, with some that lie on nothing."""
    chance = random.Random(seed)
    truth: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for _ in range(60):
        true = [[100 * k, 0, 100 * k + 40, 40] for k in range(6)]
        rows = []
        for x, y, right, low in true:
            across, down = chance.choice([(0, 0), (13, 13), (9, 15)]), chance.choice([-1, 1])
            x_by, y_by = across[0] * down, across[1]
            rows.append(([x + x_by, y + y_by, right + x_by, low + y_by], 0.5 + chance.random() / 2))
        for k in range(nothing):
            rows.append(([100 * k, 300, 100 * k + 40, 340], 0.3 + chance.random() / 2))
        scores = [score for _, score in rows]
        if shuffled:
            chance.shuffle(scores)
        truth.append({"boxes": true, "labels": [1] * 6})
        found.append({"boxes": [box for box, _ in rows], "labels": [1] * len(rows), "scores": scores})
    result = tb.evaluate(truth, found)
    finding = ranked_backwards(result, judged(result))
    assert [each.code for each in result.warnings if each.code in ("W-315", "W-327")] == (
        [] if finding is None else [finding.code]
    )
    return None if finding is None else finding.code


@pytest.mark.parametrize("nothing", [0, 1, 4])
def test_a_loose_detector_is_not_said_to_rank_by_chance(nothing: int) -> None:
    """A score knows what is there; by how much a box misses it need not know."""
    assert [said(seed, nothing=nothing) for seed in range(4)] == [None] * 4


def test_scores_beside_the_wrong_boxes_are_told_by_what_lies_on_nothing() -> None:
    assert [said(seed, nothing=4, shuffled=True) for seed in range(4)] == ["W-327"] * 4
