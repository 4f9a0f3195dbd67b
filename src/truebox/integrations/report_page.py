"""The report page as loggers attach it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from truebox import report
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["page_of"]


def page_of(result: Result, asked: bool | None) -> str | None:
    """The page, None where it is not to be attached; by default where it can be made.

    Raises
    ------
    ArgumentError
        It was asked for, and the result has no boxes to show.
    MissingExtraError
        It was asked for, and plotly is missing.

    Examples
    --------
    >>> import truebox as tb
    >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> page_of(tb.evaluate([cat], [{**cat, "scores": [0.5]}], mode="corrected"), asked=False) is None
    True
    """
    if asked is None:
        asked = "report" not in result.lacks and find_spec("plotly") is not None
    if not asked:
        return None
    if "report" in result.lacks:
        raise ArgumentError(f"page: not of this result: {result.lacks['report']}. Fix: leave page=True out.")
    return report.to_page(result)
