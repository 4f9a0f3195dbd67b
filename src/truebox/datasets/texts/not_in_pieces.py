"""What says that only the whole of a file can be read."""

from __future__ import annotations

__all__ = ["NotInPiecesError"]


class NotInPiecesError(Exception):
    """What decides about the rows of a file is not the same in each of its pieces, or cannot be seen there.

    Nobody sees it: the file is read as a whole then, which also words what is wrong with it.

    Examples
    --------
    >>> issubclass(NotInPiecesError, Exception)
    True
    """
