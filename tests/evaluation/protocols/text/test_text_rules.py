"""Recall, precision and hmean from what detections add."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.protocols.text.text_rules import shares
from truebox.evaluation.states.class_outcomes import ClassOutcomes


def test_nothing_is_detected() -> None:
    none = np.zeros((0, 1), bool)
    one = ClassOutcomes(
        np.empty(0), np.empty(0, np.int32), np.empty(0, np.int64), none, none, 3, 1, np.empty((0, 3))
    )
    assert shares([one]).tolist() == [[0, 0, 0]]
    assert np.isnan(shares([one._replace(truths=0)])).all()
