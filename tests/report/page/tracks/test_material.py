"""What sections are made from."""

from __future__ import annotations

from followed import changed_name, lost_object

from truebox.report.page.tracks.material import TrackMaterial, TrackSide


def test_lengths_hold_every_frame_of_every_side() -> None:
    sides = [TrackSide.of(each, most_events=9) for each in (changed_name(), lost_object())]
    (length,) = TrackMaterial(sides=sides).lengths
    assert length >= 1 + sides[0].result.truth.sequences[0].frame.max()


def test_a_side_lists_no_more_events_than_asked_for() -> None:
    assert len(TrackSide.of(lost_object(), most_events=2).chosen) == 2
