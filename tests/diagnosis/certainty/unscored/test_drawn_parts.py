"""What all kinds without scores share: names of their metrics, and draws in pieces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.diagnosis.certainty.unscored import drawn_parts
from truebox.diagnosis.certainty.unscored.drawn_parts import part_intervals
from truebox.diagnosis.certainty.unscored.kinds import parts_of
from truebox.evaluation import evaluate_panoptic, evaluate_tracks


def tracks(sequences: int, moved: int = 0) -> dict[str, Any]:
    frames = np.tile(np.arange(1, 6), 2)
    return {
        f"s{place}": {
            "frames": frames,
            "ids": np.repeat([1, 2], 5),
            "boxes": [
                [100 * i + (moved if place % 3 and i % 2 else 0), 0, 115 + 100 * i, 9] for i in range(10)
            ],
        }
        for place in range(sequences)
    }


def test_classes_of_one_name_are_told_by_their_ids() -> None:
    part = {"image_id": 1, "segmentation": [[4, 0]], "segments_info": [{"id": 4, "category_id": 1}]}
    classes = [{"id": k, "name": name, "isthing": 1} for k, name in ((1, "cat"), (2, "cat"), (3, "dog"))]
    truth = {"categories": classes, "annotations": [part]}
    parts = parts_of(evaluate_panoptic(truth, {"annotations": [part]}))
    assert parts is not None
    assert [parts.named(("PQ", place)) for place in range(3)] == ["PQ[id:1]", "PQ[id:2]", "PQ[dog]"]
    assert parts.named("PQ") == "PQ"


def test_draws_do_not_depend_on_how_many_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = parts_of(evaluate_tracks(tracks(8), tracks(8, moved=60)))
    assert parts is not None
    whole = part_intervals(parts, replicates=150, level=0.95, seed=3)
    monkeypatch.setattr(drawn_parts, "_AT_ONCE", 7)
    for key, each in part_intervals(parts, replicates=150, level=0.95, seed=3).items():
        assert (each.low, each.high) == pytest.approx((whole[key].low, whole[key].high), abs=1e-12)
