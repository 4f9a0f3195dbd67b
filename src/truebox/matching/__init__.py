"""Which prediction belongs to which truth: one to one, greedily by score or at the smallest total cost."""

from __future__ import annotations

from truebox.matching.greedy import match_greedy
from truebox.matching.matches import Matches
from truebox.matching.optimal import match_optimal

__all__ = ["Matches", "match_greedy", "match_optimal"]
