"""A switch for loops that bear bad boxes: inside it, no measure of boxes refuses a value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["are_checked", "unchecked"]

_checked: ContextVar[bool] = ContextVar("_checked", default=True)


@contextmanager
def unchecked() -> Iterator[None]:
    """Within it, measures of boxes do not refuse values, in any library: the formula is taken at its word.

    For metrics of a model that has not learned yet, whose boxes may have negative extents, and for loops over
    boxes that were checked before. NaN gives NaN, and what a negative extent gives is the formula's affair:
    0 for IoU. On a device, traced or differentiated values are never looked at; there it changes nothing.

    It holds for this thread, or this task of ``asyncio``.

    Examples
    --------
    >>> from truebox import overlap
    >>> with overlap.unchecked():
    ...     overlap.elementwise_iou([[0, 0, 4, 4], [4, 4, 0, 0]], [[0, 0, 4, 4], [0, 0, 4, 4]])
    array([1., 0.])
    """
    before = _checked.set(False)
    try:
        yield
    finally:
        _checked.reset(before)


def are_checked() -> bool:
    """Whether values are looked at where they lie in ordinary memory.

    Examples
    --------
    >>> with unchecked():
    ...     are_checked()
    False
    """
    return _checked.get()
