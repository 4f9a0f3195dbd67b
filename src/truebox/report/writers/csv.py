"""Results and comparisons as CSV: one row per class, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_csv
from truebox.report.blocks.shown_classes import rows_of

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Difference
    from truebox.evaluation.any_result import AnyResult

__all__ = ["to_comparison_csv", "to_csv"]

_NUMBERS = ("value", "low", "high", "error", "p", "corrected_p", "detectable")


@refuses_other_kinds
def to_csv(results: AnyResult | Sequence[AnyResult]) -> str:
    """Return one or several results as CSV, one row per prediction file and class.

    Columns are ``predictions, id, class, images, truths, detections``, the metrics, and at last
    ``protocol, mode, geometry``; of panoptic results ``kind`` and the counts of segments stand before the
    metrics. The first row of each file is `all`, with an empty ``id``. Classes keep
    the order of their ids, numbers have full precision, undefined metrics are empty cells. Texts that a
    spreadsheet would run as a formula get a leading apostrophe.

    Parameters
    ----------
    results : Result or sequence of Result
        Of any truth and parameters; several have one protocol.

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
    layouts = [result.layout for result in many]
    keys = [column.key for column in layouts[0].columns]
    closing = layouts[0].closing
    metrics = _metric_names(
        metrics
        for result, layout in zip(many, layouts, strict=True)
        for metrics in (layout.totals[0].metrics, *(entry.metrics for entry in rows_of(result)[:1]))
    )
    rows: list[list[object]] = []
    for result, layout in zip(many, layouts, strict=True):
        source = result.predictions.source.shown
        rules = [getattr(result, name) for name in closing]
        for total in layout.totals:
            counts = [total.counts.get(key) for key in keys]
            values = [total.metrics.get(name) for name in metrics]
            rows.append([source, None, total.name, *counts, *values, *rules])
        for entry in rows_of(result):
            counts = [getattr(entry, key) for key in keys]
            values = [entry.metrics.get(name) for name in metrics]
            rows.append([source, entry.id, entry.name, *counts, *values, *rules])
    return _written(["predictions", "id", "class", *keys, *metrics, *closing], rows)


@refuses_other_kinds
def to_comparison_csv(comparison: Comparison) -> str:
    """Return a comparison as CSV: one row per pair of models, class and metric.

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
    rows: list[list[object]] = []
    for pair in comparison.pairs:
        named: list[tuple[object, str, Mapping[str, Difference]]] = [(None, "all", pair.metrics)]
        named += [(row.id, row.name, row.metrics) for row in pair.per_class]
        rows += [
            [pair.first, pair.second, number, name, key, *_cells(entry)]
            for number, name, metrics in named
            for key, entry in metrics.items()
        ]
    header = ["first", "second", "id", "class", "metric", "first_value", "second_value", "difference"]
    return _written([*header, *_NUMBERS[1:], "verdict", "reason"], rows)


def _written(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(escape_csv, header))
    writer.writerows(map(_cell, row) for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    """Texts made harmless, numbers at full precision, nothing for what is undefined."""
    if isinstance(value, str):
        return escape_csv(value)
    if isinstance(value, float):
        return repr(float(value))
    return "" if value is None else value


def _metric_names(several: Iterable[Mapping[str, float | None]]) -> list[str]:
    """Names of all metrics in order of first appearance."""
    return list(dict.fromkeys(name for metrics in several for name in metrics))


def _cells(entry: Difference) -> list[object]:
    numbers = (entry.first, entry.second, *(getattr(entry, name) for name in _NUMBERS))
    return [*(None if value is None else float(value) for value in numbers), entry.verdict, entry.reason]
