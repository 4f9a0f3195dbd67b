"""A comparison as CSV: one row per pair of models, class and metric."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_csv

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Difference

__all__ = ["to_comparison_csv"]

_NUMBERS = ("value", "low", "high", "error", "p", "corrected_p", "detectable")


def to_comparison_csv(comparison: Comparison) -> str:
    """Return a comparison as CSV.

    Columns are ``first, second, id, class, metric, first_value, second_value, difference, low, high, error,
    p, corrected_p, detectable, verdict, reason``. Headline metrics have the class `all` and no id. Numbers
    have full precision, what is undefined is an empty cell.

    Parameters
    ----------
    comparison : Comparison
        As `truebox.compare` gives it.

    Returns
    -------
    str
        UTF-8 ready text with Unix line ends.

    Examples
    --------
    >>> to_comparison_csv(comparison).splitlines()[1][:40]                 # doctest: +SKIP
    'a.json,b.json,,all,AP,0.4117209134218,0.'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["first", "second", "id", "class", "metric", "first_value", "second_value", "difference",
         *_NUMBERS[1:], "verdict", "reason"]
    )  # fmt: skip
    for pair in comparison.pairs:
        names = [escape_csv(pair.first), escape_csv(pair.second)]
        for key, entry in pair.metrics.items():
            writer.writerow([*names, "", "all", escape_csv(key), *_cells(entry)])
        for row in pair.per_class:
            shown_id = row.id if isinstance(row.id, int) else escape_csv(row.id)
            for key, entry in row.metrics.items():
                writer.writerow([*names, shown_id, escape_csv(row.name), escape_csv(key), *_cells(entry)])
    return out.getvalue()


def _cells(entry: Difference) -> list[str]:
    numbers = (entry.first, entry.second, *(getattr(entry, name) for name in _NUMBERS))
    shown = ["" if value is None else repr(float(value)) for value in numbers]
    return [*shown, entry.verdict, escape_csv(entry.reason or "")]
