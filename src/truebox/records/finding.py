"""One thing noticed about the data: a code, a sentence, how many rows, the first of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._moved import set_fields
from truebox._writing.spoken import spoken

__all__ = ["Finding", "note_of_unseen"]

_SEEN = 0.0005
"""What moves a number by less changes no digit of a table."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A warning about the input or the number.

    Parameters
    ----------
    code : str
        From `truebox.codes`, such as ``"W-141"``.
    message : str
        One sentence a person can act on.
    count : int
        How many rows it concerns.
    rows : tuple of int
        The first few zero-based rows.
    moves : float or None
        By how much it moves a number at most, where that is known.
    """

    code: str
    message: str
    count: int = 1
    rows: tuple[int, ...] = ()
    moves: float | None = None

    def __str__(self) -> str:
        return f"{self.code} {spoken(self.message)}"

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    @property
    def seen(self) -> bool:
        """Whether a table of three digits may show what it is about."""
        return self.moves is None or self.moves >= _SEEN


@refuses_other_kinds
def note_of_unseen(findings: Iterable[Finding]) -> str:
    """One sentence about all findings that move nothing visible; empty where there is none.

    Examples
    --------
    >>> tied = Finding("W-310", "Q8 equal scores ...", moves=0.0002)
    >>> note_of_unseen([tied, Finding("W-301", "1 of 60 images ...")])
    'W-310 Q8 moves no number by 0.0005 or more (truebox explain Q8)'
    """
    unseen = [each for each in findings if not each.seen]
    if not unseen:
        return ""
    names = list(dict.fromkeys(_name(each) for each in unseen))
    does = "moves" if len(names) == 1 else "move"
    said = f"{unseen[0].code} {', '.join(names)} {does} no number by {_SEEN} or more"
    return f"{said} (truebox explain {names[0]})"


def _name(finding: Finding) -> str:
    """The quirk it is about, else its code."""
    word = finding.message.partition(" ")[0]
    return word if word[:1].isupper() and word[1:].isdecimal() else finding.code
