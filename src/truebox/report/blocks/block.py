"""What reports are made of: headings, grids, notes, sentences. Writers know these four and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from truebox._writing.counted import grouped

__all__ = ["Block", "Grid", "Heading", "Notes", "Sentences", "not_empty"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that says what the blocks after it are about.

    Parameters
    ----------
    text : str
        Not escaped yet, as every text of a block: each writer escapes for its place.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of a table.

    Parameters
    ----------
    header : tuple of str
        Column titles; the first column is text, all others are numbers.
    rows : tuple of (tuple of str or None)
        One tuple of cells per row; names in the first are not escaped yet. None stands for the classes
        that are left out.
    hidden : int
        How many classes are left out.
    totals : int
        How many rows at the top are totals.
    spare : tuple of str
        Titles of columns that a narrow terminal does without, the first of them first.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...] | None, ...]
    hidden: int = 0
    totals: int = 0
    spare: tuple[str, ...] = ()

    @property
    def hidden_text(self) -> str:
        """What is shown in place of the classes left out."""
        return f"… {grouped(self.hidden, 'more class', 'more classes')} (--all-classes)"

    def without(self, title: str) -> Grid:
        """The same grid without the column of this title.

        Examples
        --------
        >>> Grid(("Class", "AP", "p"), (("cat", "0.5", "0.1"), None), hidden=3).without("AP")
        Grid(header=('Class', 'p'), rows=(('cat', '0.1'), None), hidden=3, totals=0, spare=())
        """
        place = self.header.index(title)

        def cut(cells: tuple[str, ...]) -> tuple[str, ...]:
            return (*cells[:place], *cells[place + 1 :])

        rows = tuple(None if row is None else cut(row) for row in self.rows)
        spare = tuple(each for each in self.spare if each != title)
        return replace(self, header=cut(self.header), rows=rows, spare=spare)


@dataclass(frozen=True, slots=True)
class Notes:
    """Lines beneath a grid: what its numbers mean, why one is missing."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentences:
    """A list of sentences.

    Parameters
    ----------
    items : tuple of str
    above : tuple of str
        Lines directly above the first.
    """

    items: tuple[str, ...]
    above: tuple[str, ...] = ()


Block: TypeAlias = Heading | Grid | Notes | Sentences


def not_empty(blocks: Iterable[Block]) -> list[Block]:
    """The blocks that have something to show.

    Examples
    --------
    >>> not_empty([Notes(()), Heading("AP"), Sentences(())])
    [Heading(text='AP')]
    """
    return [block for block in blocks if block not in (Notes(()), Sentences(()))]
