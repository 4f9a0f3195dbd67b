"""The result as CSV: one row per class, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_csv

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["to_csv"]


def to_csv(results: Result | Sequence[Result]) -> str:
    """Return one or several results as CSV, one row per prediction file and class.

    Columns are ``predictions, id, class, images, truths, detections``, the metrics, and at last
    ``protocol, mode, geometry``. The first row of each file is `all`, with an empty ``id``. Classes keep
    the order of their ids, numbers have full precision, undefined metrics are empty cells. Texts that a
    spreadsheet would run as a formula get a leading apostrophe.

    Parameters
    ----------
    results : Result or sequence of Result
        Of any truth and parameters.

    Returns
    -------
    str
        UTF-8 ready text with Unix line ends.

    Examples
    --------
    >>> to_csv(result).splitlines()[0]                                    # doctest: +SKIP
    'predictions,id,class,images,truths,detections,AP,AP50,AP75,APs,APm,APl,AR1,AR10,AR100,ARs,ARm,ARl,...'
    """
    many = list(results) if isinstance(results, Sequence) else [results]
    metrics = _metric_names(many)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            *("predictions", "id", "class", "images", "truths", "detections"),
            *map(escape_csv, metrics),
            *("protocol", "mode", "geometry"),
        ]
    )
    for result in many:
        rules = (result.protocol, result.mode, result.geometry)
        source = escape_csv(result.predictions.source.name)
        values = [_number(result.metrics.get(name)) for name in metrics]
        counts = (result.images, result.truths, result.detections)
        writer.writerow([source, "", "all", *counts, *values, *rules])
        for entry in result.per_class:
            shown_id = entry.id if isinstance(entry.id, int) else escape_csv(entry.id)
            values = [_number(entry.metrics.get(name)) for name in metrics]
            counts = (entry.images, entry.truths, entry.detections)
            writer.writerow([source, shown_id, escape_csv(entry.name), *counts, *values, *rules])
    return out.getvalue()


def _metric_names(results: Sequence[Result]) -> list[str]:
    """Names of all metrics in order of first appearance."""
    names: dict[str, None] = {}
    for result in results:
        names.update(dict.fromkeys(result.metrics))
        for entry in result.per_class[:1]:
            names.update(dict.fromkeys(entry.metrics))
    return list(names)


def _number(value: float | None) -> str:
    return "" if value is None else repr(float(value))
