"""Every detection and truth with its partner, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.matches.export import detection_table, truth_table
    from truebox.evaluation.matches.listed import listed_matches
    from truebox.evaluation.matches.making import make_match_table, make_strong_pairs
    from truebox.evaluation.matches.strong import strong_pairs_of
    from truebox.evaluation.matches.unscored import followed_matches, segment_matches, track_matches

__all__ = [
    "detection_table",
    "followed_matches",
    "listed_matches",
    "make_match_table",
    "make_strong_pairs",
    "segment_matches",
    "strong_pairs_of",
    "track_matches",
    "truth_table",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "export": "detection_table truth_table",
        "listed": "listed_matches",
        "making": "make_match_table make_strong_pairs",
        "strong": "strong_pairs_of",
        "unscored": "followed_matches segment_matches track_matches",
    },
)
