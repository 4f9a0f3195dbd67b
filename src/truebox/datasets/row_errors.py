"""Rows that cannot be taken: refused at once, or dropped, counted and said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from truebox._writing.counted import counted
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.errors import InputError

__all__ = ["RowErrors"]

_FIRST_ROWS = 5


@dataclass(slots=True)
class RowErrors:
    """The one place that decides what happens to a bad row.

    Parameters
    ----------
    lenient : bool
        Whether bad rows are dropped and counted; else the first is raised.

    Examples
    --------
    >>> from truebox.errors import InputError
    >>> errors = RowErrors(lenient=True)
    >>> errors.refuse(InputError("E-124", "found.csv line 3", "the score is 'nan'", "repair it", row=2))
    >>> errors.findings()[0].message
    "1 row dropped by E-124: found.csv line 3: the score is 'nan'"
    """

    lenient: bool = False
    refused: dict[str, list[InputError]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def refuse(self, error: InputError) -> None:
        """Raise `error`, or note it so that the caller drops the row and goes on."""
        if not self.lenient:
            raise error
        self.counts[error.code] = self.counts.get(error.code, 0) + 1
        first = self.refused.setdefault(error.code, [])
        if len(first) < _FIRST_ROWS:
            first.append(error)

    def findings(self) -> tuple[Finding, ...]:
        """One W-150 per code: how many rows it dropped, and the first of them."""
        return tuple(
            Finding(
                "W-150",
                f"{counted(count, 'row')} dropped by {code}: "
                f"{self.refused[code][0].place}: {self.refused[code][0].problem}",
                count,
                tuple(error.row for error in self.refused[code] if error.row is not None),
            )
            for code, count in sorted(self.counts.items())
        )
