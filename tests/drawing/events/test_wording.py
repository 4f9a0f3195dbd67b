"""The words of an event."""

from __future__ import annotations

from truebox.drawing.events.wording import event_words
from truebox.evaluation.tracks.events import KINDS


def test_every_kind_has_words_with_its_tracks():
    for kind in KINDS:
        row = ("S", "person", 4, kind, 70, 21, 12, 1, 0.5)
        words = event_words(row)
        assert words.startswith(f"{kind}: ")
        assert "70" in words or kind == "false track"
        assert "None" not in words
        assert len(event_words(("S", "person", 4, kind, 7000, 2100, 1200, 1000, 0.5))) <= 60 + 12


def test_one_frame_is_one_frame():
    assert (
        event_words(("", "object", 4, "miss", 7, None, None, 1, None))
        == "miss: truth 7 has no track for 1 frame"
    )
