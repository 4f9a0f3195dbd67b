"""Thresholds by recall steps, worked out by hand."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.protocols.driving.recall_steps import thresholds_of


def test_thresholds_are_nearest_to_the_steps() -> None:
    """Of 80 found every second: after the first, 1/80 lies nearest to step 0, 2/80 to step 1 ..."""
    scores = np.linspace(1, 0.21, 80)
    chosen = thresholds_of(scores, 80)
    assert len(chosen) == 41
    assert chosen[:3].tolist() == [scores[0], scores[1], scores[3]]
    assert chosen[-1] == scores[-1]
