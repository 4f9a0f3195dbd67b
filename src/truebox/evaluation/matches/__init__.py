"""Every detection and truth with its partner, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.matches.export import detection_table, truth_table
    from truebox.evaluation.matches.making import make_match_table, make_strong_pairs
    from truebox.evaluation.matches.strong import strong_pairs_of

__all__ = [
    "detection_table",
    "make_match_table",
    "make_strong_pairs",
    "strong_pairs_of",
    "truth_table",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "export": "detection_table truth_table",
        "making": "make_match_table make_strong_pairs",
        "strong": "strong_pairs_of",
    },
)
