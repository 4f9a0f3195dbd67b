"""Evaluation batch by batch and part by part: only what the numbers need is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.streaming.larger.larger_files import (
        evaluate_larger,
        frame_of_larger,
        seen_in_pieces,
    )

__all__ = ["evaluate_larger", "frame_of_larger", "seen_in_pieces"]

__getattr__, __dir__ = lazily(
    __name__, {"larger.larger_files": "evaluate_larger frame_of_larger seen_in_pieces"}
)
