"""Drops of results without scores, against results and documents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.diagnosis import check_gates
from truebox.diagnosis.certainty.unscored.kinds import parts_of
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks


def tracks(sequences: int, moved: int = 0) -> dict[str, Any]:
    """Two objects in five frames of each sequence; of two thirds of these the later boxes are moved."""
    return {
        f"s{place}": {
            "frames": np.tile(np.arange(1, 6), 2),
            "ids": np.repeat([1, 2], 5),
            "boxes": [
                [100 * i + (moved if place % 3 and i % 2 else 0), 0, 115 + 100 * i, 9] for i in range(10)
            ],
        }
        for place in range(sequences)
    }


def test_drops_of_tracks_are_judged_and_what_no_draw_gives_is_named() -> None:
    good, off = (evaluate_tracks(tracks(16), tracks(16, moved=moved)) for moved in (0, 60))
    (gate,) = check_gates(off, baseline=good, max_drop=["HOTA=0"], significant=True)
    assert (gate.passed, "a significant drop" in gate.reason) == (False, True)
    (gate,) = check_gates(good, baseline=off, max_drop=["HOTA=0"], significant=True)
    assert (gate.passed, "no drop" in gate.reason) == (True, True)
    parts = parts_of(off)
    assert parts is not None
    other = next(key for key in off.metrics if key not in parts.keys)
    for baseline in (good, good.to_dict()):
        with pytest.raises(ArgumentError, match=r"is significant is not known. Fix: .* HOTA, DetA, AssA"):
            check_gates(off, baseline=baseline, max_drop=[f"{other}=0"], significant=True)
