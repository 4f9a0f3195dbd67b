"""Whether coordinates count pixels from 0 or from 1, judged by the objects at the upper left border."""

from __future__ import annotations

from truebox._writing.counted import counted

__all__ = ["origin_of_counts", "titled"]

_SURE, _LIKELY = 10, 3


def origin_of_counts(below: int, at_one: int) -> tuple[int, str]:
    """The origin that is likelier, and words on what speaks for it and how sure it is.

    Objects at the border begin at the first pixel. So of many objects that begin at 1 and few below, the
    few reach out of their image; of some that begin below 1 and none at 1, counting begins at 0.

    Parameters
    ----------
    below, at_one : int
        How many objects begin at least at 0 but below 1, and how many there or higher but below 2.

    Examples
    --------
    >>> origin_of_counts(12, 0)
    (0, '12 objects begin at 0 and none at 1: sure')
    >>> origin_of_counts(1, 5)
    (1, '1 object begins at 0 and 5 at 1: likely')
    """
    origin = int(at_one > below)
    more, fewer = max(below, at_one), min(below, at_one)
    ratio = more / max(fewer, 1)
    sure = "sure" if min(more, ratio) >= _SURE else "likely" if min(more, ratio) >= _LIKELY else "a guess"
    begin = counted(below, "object begins", "objects begin")
    return origin, f"{begin} at 0 and {at_one or 'none'} at 1: {sure}"


def titled(title: str, origin: int | None) -> str:
    """The title of a format that counts from 0, with a word where it was said to count from 1.

    Examples
    --------
    >>> titled("KITTI labels", None), titled("KITTI labels", 1)
    ('KITTI labels', 'KITTI labels (first pixel 1)')
    """
    return f"{title} (first pixel 1)" if origin == 1 else title
