"""In which order detections ask, and from which recall on numbers are read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from truebox.evaluation.protocols.driving.centers.curve_reading import asked_order, first_place
from truebox.evaluation.states.quirks import Quirk

NOTHING = Quirk(0)


def test_of_equal_scores_the_last_row_asks_first() -> None:
    found = cast("Any", SimpleNamespace(score=np.array([0.9, 0.5, 0.5, 0.1]), row=np.array([7, 2, 5, 0])))
    assert asked_order(found, NOTHING).tolist() == [0, 2, 1, 3]
    assert asked_order(found, Quirk.TIE_ORDER) == slice(None)


def test_the_kit_begins_one_recall_late() -> None:
    assert (first_place(NOTHING), first_place(Quirk.FIRST_RECALL)) == (11, 10)
