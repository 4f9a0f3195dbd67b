"""Which events a page lists, and their order."""

from __future__ import annotations

from followed import changed_name, lost_object

from truebox.report.page.tracks.event_columns import event_columns


def test_switches_come_before_gaps_and_gaps_before_misses() -> None:
    events = lost_object().events
    rows = list(events.rows())
    kinds = [rows[place][3] for place in events.gravest(99)]
    assert kinds == ["fragmentation", "miss", "false track"]


def test_what_is_cut_is_counted() -> None:
    events = lost_object().events
    held = event_columns(events, events.gravest(1), [events.truth], [events.prediction])
    assert (held["listed"], held["all"]) == (1, 3)
    assert sum(map(sum, held["counts"])) == 3


def test_no_events_are_no_rows() -> None:
    events = changed_name().events
    assert events.gravest(0).tolist() == []
