"""One thing noticed about the data: a code, a sentence, how many rows, the first of them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Finding"]


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
    """

    code: str
    message: str
    count: int = 1
    rows: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.code} {self.message}"
