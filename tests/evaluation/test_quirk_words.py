"""Every quirk that a strict evaluation reports has its words."""

from __future__ import annotations

from truebox.evaluation import protocol_value
from truebox.evaluation.quirk_words import KITTI_QUIRKS


def test_reported_quirks_have_words() -> None:
    for entry in protocol_value("kitti").reported:
        title, where, strict, corrected = KITTI_QUIRKS[f"{entry.letter}{entry.number}"]
        assert title == entry.title
        assert where
        assert "W-310" in strict
        assert corrected
