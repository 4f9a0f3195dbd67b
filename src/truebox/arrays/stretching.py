"""Shapes that go with each other box by box.

NumPy stretches more: there [N, 1, 4] beside [N, 4] is N² boxes without a word, a mistake that trains badly
and is never seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from truebox._kinds import refuses_other_kinds

__all__ = ["stretched"]


@refuses_other_kinds
def stretched(one: Sequence[int | None], other: Sequence[int | None]) -> bool:
    """Whether two shapes fit where only a 1 that is written stretches, as far as they are known.

    Examples
    --------
    >>> stretched((8, 1, 4), (1, 5, 4)), stretched((8, 1, 4), (5, 4)), stretched((8, 4), (1, 4))
    (True, False, False)
    """
    if len(one) != len(other):
        return False
    loose = len(one) > 2
    return all(
        left is None or right is None or left == right or (loose and 1 in (left, right))
        for left, right in zip(one, other, strict=True)
    )
