"""How a result wants to be shown: its columns, its rows above the classes, what is said of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truebox._frozen import dataclass

__all__ = ["Column", "Layout", "OtherRows", "Total"]


@dataclass(frozen=True, slots=True)
class Column:
    """What stands between the name and the metrics.

    Parameters
    ----------
    title : str
        Of the column in tables; one without a title is in CSV alone.
    key : str
        The attribute of a class (or of a result, where rows are results) that holds the value, and the
        column's name in CSV.
    """

    title: str
    key: str


@dataclass(frozen=True, slots=True)
class Total:
    """A row above the classes.

    Parameters
    ----------
    name : str
        ``"all"``, ``"things"``.
    counts : mapping
        By the key of a column; what is missing is left empty.
    metrics : mapping
        By the names that classes use.
    """

    name: str
    counts: Mapping[str, int | str]
    metrics: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class OtherRows:
    """Rows that are no classes, such as sequences.

    Parameters
    ----------
    title : str
        Above their names.
    entries : sequence
        Each with what a class has: id, name, metrics, and the keys of the columns.
    """

    title: str
    entries: Sequence[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What tables, CSV and the lines beside them read of a result; made when somebody asks.

    Parameters
    ----------
    main : str
        The metric that classes are sorted by, and that results side by side show.
    metrics : tuple of str
        Those with a column in the table of classes.
    columns : tuple of Column
        Before the metrics.
    totals : tuple of Total
        The rows above the classes.
    spare : tuple of str
        Titles of columns that a narrow terminal does without, the first of them first; by default all, from
        the last on.
    file_columns, file_metrics : tuple of Column, tuple of str
        Of the table with one row per result.
    compared : tuple of Column or None
        What stands beside each class of several results, with the totals above and of two results the
        difference; None shows the classes with their numbers alone.
    beneath : tuple of (tuple of str, str)
        Lines of metrics that have no column, each with a remark.
    no_number : str
        Why a class has no number, where the rows do not say it; empty says nothing.
    class_reason : str
        The same for one class.
    rules : tuple of str
        What a line about the run says beside protocol and mode.
    held : tuple of (tuple of str, tuple of str)
        What the truth and the predictions hold, in words.
    lettered : bool
        Whether the lines about what was read stand in columns, with a letter for each of several results.
    closing : tuple of str
        Attributes of the result that every row of CSV ends with.
    by : OtherRows or None
        What stands in the table in place of classes, where there is but one.
    also : tuple of OtherRows
        Further tables, of the same columns.
    """

    main: str
    metrics: tuple[str, ...]
    columns: tuple[Column, ...]
    totals: tuple[Total, ...]
    spare: tuple[str, ...] = ()
    file_columns: tuple[Column, ...] = ()
    file_metrics: tuple[str, ...] = ()
    compared: tuple[Column, ...] | None = ()
    beneath: tuple[tuple[tuple[str, ...], str], ...] = ()
    no_number: str = ""
    class_reason: str = "it is undefined for the class"
    rules: tuple[str, ...] = ()
    held: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    lettered: bool = True
    closing: tuple[str, ...] = ("protocol", "mode", "geometry")
    by: OtherRows | None = None
    also: tuple[OtherRows, ...] = ()
