"""What a box covers and how a detection is given a truth: by the numbers that the native kernels have."""

from __future__ import annotations

import enum

from truebox._frozen import dataclass
from truebox._kinds import require_fields

__all__ = ["COCO_POLICY", "BoxExtent", "Matching", "MatchingPolicy", "QuadMeasure"]


class BoxExtent(enum.IntEnum):
    """What a box covers, and how exactly; the numbers are those of ``cells/box.hpp``.

    ``EDGES``: it ends at x + width. ``INCLUSIVE``: x + width is a pixel of its own. ``SINGLE``: edges in
    single precision, and 1e-7 more in every union, as Ultralytics computes. ``PADDED``: 1e-6 more in every
    union, as CrowdHuman computes.

    Examples
    --------
    >>> BoxExtent.SINGLE.name
    'SINGLE'
    """

    EDGES = 0
    INCLUSIVE = 1
    SINGLE = 2
    PADDED = 3


class QuadMeasure(enum.IntEnum):
    """How the overlap of two rotated boxes is measured; the numbers are those of ``cells/quads.hpp``.

    ``EXACT``: the area that both share over that of their union. ``PROBIOU``: the likeness of the normal
    distributions that stand for them, as Ultralytics computes it. ``FAN``: the area, with the rounding of the
    DOTA development kit.

    Examples
    --------
    >>> QuadMeasure.PROBIOU.name
    'PROBIOU'
    """

    EXACT = 0
    PROBIOU = 1
    FAN = 2


class Matching(enum.IntEnum):
    """Which truth a detection takes, by falling score; the numbers are those of ``matching_policy.hpp``.

    ``COCO``: of the free truths the best, those that count first; of equal overlaps the later.
    ``VOC``: the best truth, whether taken or not; of equal overlaps the first. A second detection of it
    is a false positive, and one whose best truth does not count ("difficult") is ignored. ``GROUP``: the same
    among single objects, and what is left takes the crowd region it overlaps most; where regions count, each
    is found once. ``FIRST``: as ``COCO``, of equal overlaps the first. ``REGION``: as ``COCO``, and a truth
    that does not count in an area range is a crowd region there. ``LAST``: as ``VOC``, of equal overlaps the
    later. ``COUNTED``: as ``VOC``, of equal overlaps the first that counts, failing that the first.

    Examples
    --------
    >>> Matching.VOC.name
    'VOC'
    """

    COCO = 0
    VOC = 1
    GROUP = 2
    FIRST = 3
    REGION = 4
    LAST = 5
    COUNTED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchingPolicy:
    """A rule of matching, and whether an overlap must reach its threshold or exceed it.

    Parameters
    ----------
    matching : Matching
    strict : bool
        ``>`` instead of ``>=``.
    regions_count : bool
        Crowd regions can be found and missed, as far as they are not left out by name.

    Raises
    ------
    ArgumentError
        A field has a value of another kind.

    Examples
    --------
    >>> MatchingPolicy(matching=Matching.VOC, strict=True).strict
    True
    """

    matching: Matching = Matching.COCO
    strict: bool = False
    regions_count: bool = False

    def __post_init__(self) -> None:
        if (type(self.matching), type(self.strict), type(self.regions_count)) != (Matching, bool, bool):
            require_fields(self)


COCO_POLICY = MatchingPolicy()
"""What is matched by unless a protocol says otherwise."""
