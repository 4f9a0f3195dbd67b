"""How a detection is given a truth: the rule of each protocol, by the number its native kernel has."""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = ["COCO_POLICY", "Matching", "MatchingPolicy"]


class Matching(enum.IntEnum):
    """Which truth a detection takes, by falling score; the numbers are those of ``matching_policy.hpp``.

    ``COCO``: of the free truths the best, those that count first; of equal overlaps the later.
    ``VOC``: the best truth, whether taken or not; of equal overlaps the first. A second detection of it
    is a false positive, and one whose best truth does not count ("difficult") is ignored.

    Examples
    --------
    >>> Matching.VOC.name
    'VOC'
    """

    COCO = 0
    VOC = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchingPolicy:
    """A rule of matching, and whether an overlap must reach its threshold or exceed it.

    Parameters
    ----------
    matching : Matching
    strict : bool
        ``>`` instead of ``>=``.

    Examples
    --------
    >>> MatchingPolicy(matching=Matching.VOC, strict=True).strict
    True
    """

    matching: Matching = Matching.COCO
    strict: bool = False


COCO_POLICY = MatchingPolicy()
"""What is matched by unless a protocol says otherwise."""
