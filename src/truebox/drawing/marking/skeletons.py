"""Which keypoints are joined by a line."""

from __future__ import annotations

from collections.abc import Sequence

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError

__all__ = ["PERSON", "as_skeleton"]

PERSON = (
    (15, 13), (13, 11), (16, 14), (14, 12), (11, 12), (5, 11), (6, 12), (5, 6), (5, 7), (6, 8),
    (7, 9), (8, 10), (1, 2), (0, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 6),
)  # fmt: skip
"""The 19 limbs between COCO's 17 points of a person, counted from 0 (cocodataset.org, "person" category)."""


@refuses_other_kinds
def as_skeleton(skeleton: Sequence[Sequence[int]] | str | None, count: int) -> tuple[tuple[int, int], ...]:
    """Pairs of points, checked.

    Parameters
    ----------
    skeleton : "auto", sequence of pairs, or None
        ``"auto"`` is COCO's person for 17 points and nothing else; pairs count from 0; None has no limbs.
    count : int
        How many points there are.

    Raises
    ------
    ArgumentError
        A pair that is none, or names a point that is not there.

    Examples
    --------
    >>> len(as_skeleton("auto", 17)), as_skeleton([(0, 1)], 2)
    (19, ((0, 1),))
    """
    if skeleton is None:
        return ()
    if isinstance(skeleton, str):
        if skeleton != "auto":
            raise ArgumentError(f"skeleton is {skeleton!r}; expected 'auto', pairs of points, or None")
        return PERSON if count == len(set(sum(PERSON, ()))) else ()
    pairs = []
    for row, limb in enumerate(skeleton):
        ends = tuple(int(end) for end in limb)
        if len(ends) != 2 or not all(0 <= end < count for end in ends):
            raise ArgumentError(
                f"skeleton[{row}] is {tuple(limb)}; expected two of the points 0 to {count - 1}"
            )
        pairs.append((ends[0], ends[1]))
    return tuple(pairs)
