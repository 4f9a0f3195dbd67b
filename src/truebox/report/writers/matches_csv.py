"""Match tables as CSV and Parquet: which detection was matched with which truth, for data frames."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_csv
from truebox._writing.whole_file import whole_file
from truebox.errors import ArgumentError, MissingExtraError
from truebox.evaluation import listed_matches
from truebox.report.blocks.results import as_results

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["to_matches_csv", "write_matches"]


@refuses_other_kinds
def to_matches_csv(results: AnyResult | Sequence[AnyResult]) -> str:
    """Return which detection was matched with which truth as CSV: one row per detection and missed truth.

    The first columns are ``predictions`` and ``geometry``, the others those of
    `truebox.evaluation.listed_matches`: image, class, outcome at the lowest IoU threshold, size
    range, score, row of the predictions, box, then row, id, class and overlap of the truth. What a
    row has not is an empty cell, numbers have full precision.

    Parameters
    ----------
    results : result or sequence of results
        Of one protocol; each has `matches`.

    Returns
    -------
    str
        UTF-8 ready text with Unix line ends.

    Raises
    ------
    ArgumentError
        A result has no match table.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> text = to_matches_csv(evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> text.splitlines()[0][:55]
    'predictions,geometry,image_id,class,outcome,size,score,'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header: list[str] = []
    for result in as_results(results):
        columns = listed_matches(result).to_dict()
        header = header or ["predictions", "geometry", *columns]
        if out.tell() == 0:
            writer.writerow(header)
        first = (escape_csv(result.predictions.source.shown), getattr(result, "geometry", ""))
        count = len(next(iter(columns.values()), ()))
        cells = [_cells(columns.get(name, [None] * count)) for name in header[2:]]
        writer.writerows((*first, *row) for row in zip(*cells, strict=True))
    return out.getvalue()


@refuses_other_kinds
def write_matches(results: AnyResult | Sequence[AnyResult], path: str | PathLike[str]) -> None:
    """Write the rows of `to_matches_csv` as Parquet; needs pyarrow.

    Parameters
    ----------
    results : result or sequence of results
        As `to_matches_csv` takes them.
    path : str or path
        A file that appears whole or not at all.

    Raises
    ------
    MissingExtraError
        pyarrow is not installed.
    ArgumentError
        A result has no match table, or columns of several results do not go together.

    Examples
    --------
    >>> write_matches(result, "matches.parquet")                           # doctest: +SKIP
    """
    try:
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet", "write_matches()") from None
    tables = []
    for result in as_results(results):
        table = pyarrow.table(listed_matches(result))
        said = (
            ("geometry", getattr(result, "geometry", "")),
            ("predictions", result.predictions.source.shown),
        )
        for name, text in said:
            table = table.add_column(0, name, pyarrow.array([text] * len(table), pyarrow.string()))
        tables.append(table)
    try:
        together = pyarrow.concat_tables(
            [each.unify_dictionaries() for each in tables], promote_options="default"
        )
    except pyarrow.ArrowException as error:
        raise ArgumentError(
            f"results: their match tables do not go together ({error}). Fix: write one file each."
        ) from None
    with whole_file(path) as stream:
        parquet.write_table(together, stream)


def _cells(column: Sequence[Any]) -> Iterator[Any]:
    """Texts made harmless, nothing for what a row has not."""
    for value in column:
        if isinstance(value, str):
            yield escape_csv(value)
        else:
            yield "" if value is None or (isinstance(value, float) and math.isnan(value)) else value
