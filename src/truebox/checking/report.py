"""What a check found: one item per code and file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truebox.codes import CODES

__all__ = ["CheckItem", "CheckReport"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckItem:
    """One thing that is odd.

    Parameters
    ----------
    code : str
        From `truebox.codes`.
    source : str
        The file, as it was named.
    message : str
        What was found, in one sentence.
    count : int
        How many rows it concerns.
    rows : tuple of int
        The first few, zero-based.
    refused : bool
        Whether an evaluation refuses the file for it.
    lenient : bool
        Whether ``--lenient`` would leave these rows out and go on.
    fix : str
        What to do about it.

    Examples
    --------
    >>> CheckItem(code="W-301", source="p.json", message="...", count=1).consequence
    'goes on'
    """

    code: str
    source: str
    message: str
    count: int
    rows: tuple[int, ...] = ()
    refused: bool = False
    lenient: bool = False
    fix: str = ""

    @property
    def title(self) -> str:
        """What the code is called."""
        return CODES[self.code].title

    @property
    def consequence(self) -> str:
        """What an evaluation does about it."""
        if not self.refused:
            return "goes on"
        return "refuses; --lenient leaves the rows out" if self.lenient else "refuses"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "code": self.code,
            "title": self.title,
            "source": self.source,
            "message": self.message,
            "count": self.count,
            "rows": list(self.rows),
            "refused": self.refused,
            "lenient": self.lenient,
            "fix": self.fix or CODES[self.code].fix,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """Everything that is odd about a truth, and about predictions for it.

    Parameters
    ----------
    items : tuple of CheckItem
        What an evaluation refuses first, then the rest, each by code.
    read : tuple of str
        What each file was read as, and what it holds.

    Examples
    --------
    >>> CheckReport(items=(), read=()).refused
    False
    """

    items: tuple[CheckItem, ...]
    read: tuple[str, ...]

    @property
    def refused(self) -> bool:
        """Whether an evaluation would refuse something."""
        return any(item.refused for item in self.items)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, ``format_version`` 1."""
        return {
            "format_version": 1,
            "read": list(self.read),
            "refused": self.refused,
            "findings": [item.to_dict() for item in self.items],
        }
