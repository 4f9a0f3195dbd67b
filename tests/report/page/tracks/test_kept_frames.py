"""Frames whose boxes are kept: all that fit, else those around the gravest events."""

from __future__ import annotations

import numpy as np
from followed import changed_name

from truebox.report.page.tracks.kept_frames import kept_frames


def test_all_frames_are_kept_where_they_fit() -> None:
    kept = kept_frames([np.full(50, 4)], [0], [], 200)
    assert kept.masks[0].all()
    assert kept.note == ""


def test_else_those_around_events() -> None:
    events = changed_name().events
    chosen = events.gravest(9)
    counts = [np.full(50, 4)]
    kept = kept_frames(counts, [0], [(events, chosen)], 199)
    assert np.flatnonzero(kept.masks[0]).tolist() == list(range(0, 10))  # frame 3, and six after it
    assert kept.note.startswith("The boxes of 10 of 50 frames are on this page: those around 1 of 1 events")


def test_the_budget_is_never_exceeded() -> None:
    events = changed_name().events
    kept = kept_frames([np.full(50, 4)], [0], [(events, events.gravest(9))], 39)
    assert not kept.masks[0].any()
