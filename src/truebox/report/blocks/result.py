"""The rows people read: `all`, then the classes, best first; shared by the table and Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.evaluation import ClassResult, Result

__all__ = ["ClassRows", "class_rows", "metric_text", "sorted_classes", "table_metrics"]

SHOWN_BEST = 20
SHOWN_WEAKEST = 10


@dataclass(frozen=True, slots=True)
class ClassRows:
    """Cells of a per-class table.

    Parameters
    ----------
    header : tuple of str
        Column titles; the first column is text, all others are numbers.
    rows : tuple of (tuple of str or None)
        One tuple of cells per row; class names are not escaped yet. None stands for the classes
        that are left out.
    hidden : int
        How many classes are left out.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...] | None, ...]
    hidden: int = 0

    @property
    def hidden_text(self) -> str:
        """What is shown in place of the classes left out."""
        return f"… {self.hidden:,} more {'class' if self.hidden == 1 else 'classes'} (--all-classes)"


def metric_text(value: float | None) -> str:
    """Return a metric as shown: three decimals, as the field quotes it, or ``n/a``.

    Examples
    --------
    >>> metric_text(0.5045807), metric_text(None)
    ('0.505', 'n/a')
    """
    return "n/a" if value is None else f"{value:.3f}"


def table_metrics(result: Result) -> tuple[str, ...]:
    """Metrics with a column of their own: AP, AP50, AP75, and the recall that classes have.

    AP50 and AP75 have none where they are undefined as a whole: the threshold is not among those used.
    """
    known = result.per_class[0].metrics if result.per_class else result.metrics
    limits = sorted(result.parameters.max_detections, reverse=True)
    recall = [name for name in ("AR", *(f"AR{limit}" for limit in limits)) if name in known]
    single = [name for name in ("AP50", "AP75") if result.metrics.get(name) is not None]
    if result.metrics.get("AP") is None:  # nothing is defined: keep the usual columns
        single = [name for name in ("AP50", "AP75") if name in result.metrics]
    return tuple(name for name in ("AP", *single, *recall[:1]) if name in result.metrics)


def sorted_classes(result: Result) -> list[ClassResult]:
    """Classes by AP, best first; undefined ones last, equal ones in the order of their ids."""

    def key(entry: ClassResult) -> tuple[bool, float]:
        score = entry.metrics.get("AP")
        return score is None, -(score or 0.0)

    return sorted(result.per_class, key=key)


def shortened(classes: Sequence[ClassResult], *, all_classes: bool) -> list[ClassResult | None]:
    """Return at most thirty of the sorted `classes`: the best and the weakest, None between them.

    The weakest are those with a number: a class without truth tells nothing about the detector.
    """
    if all_classes or len(classes) <= SHOWN_BEST + SHOWN_WEAKEST:
        return list(classes)
    defined = [entry for entry in classes if entry.metrics.get("AP") is not None]
    if len(defined) < SHOWN_BEST + SHOWN_WEAKEST:
        return [*classes[: SHOWN_BEST + SHOWN_WEAKEST], None]
    tail: list[ClassResult | None] = [None, *defined[-SHOWN_WEAKEST:]]
    return [*defined[:SHOWN_BEST], *tail]


def class_rows(result: Result, *, all_classes: bool = False) -> ClassRows:
    """Return the per-class table of one result.

    Parameters
    ----------
    result : Result
        With or without classes.
    all_classes : bool
        Show every class; otherwise the twenty best and the ten weakest of more than thirty.

    Returns
    -------
    ClassRows
    """
    metrics = table_metrics(result)

    def cells(name: str, counts: Sequence[int], values: Sequence[float | None]) -> tuple[str, ...]:
        return (name, *(f"{count:,}" for count in counts), *map(metric_text, values))

    rows: list[tuple[str, ...] | None]
    counts = (result.images, result.truths, result.detections)
    rows = [cells("all", counts, [result.metrics[name] for name in metrics])]
    shown = shortened(sorted_classes(result), all_classes=all_classes)
    for entry in shown:
        if entry is None:
            rows.append(None)
            continue
        counts = (entry.images, entry.truths, entry.detections)
        rows.append(cells(entry.name, counts, [entry.metrics.get(name) for name in metrics]))
    hidden = len(result.per_class) - (len(shown) - shown.count(None))
    return ClassRows(("Class", "Images", "Truth", "Detections", *metrics), tuple(rows), hidden)
