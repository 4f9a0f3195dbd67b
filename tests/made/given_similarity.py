"""Tracks of which only ids and similarities are known, frame by frame, as other projects' tests have them."""

from __future__ import annotations

from typing import Any

from truebox.evaluation import TrackResult, evaluate_tracks


def evaluate_given(true: Any, found: Any, similarity: Any, **options: Any) -> TrackResult:
    """The result for ids of every frame on both sides and an array [truths, predictions] of every frame."""
    sides = [
        {
            "frames": [frame for frame, ids in enumerate(side) for _ in ids],
            "ids": [int(each) for ids in side for each in ids],
        }
        for side in (true, found)
    ]
    return evaluate_tracks(*sides, similarity=similarity, fit_test=False, **options)
