"""Precision against recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.evaluation.registry import protocol_of
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.palette import marks_along, series

if TYPE_CHECKING:
    from truebox.evaluation import Result, ShownCurve
    from truebox.plotting.parts.library import Axes
    from truebox.typing import FloatArray

__all__ = ["plot_precision_recall"]

_DEFAULTS = (0.5, 0.75)


@refuses_other_kinds
def plot_precision_recall(
    result: Result,
    *,
    classes: Sequence[int | str] | None = None,
    iou_thresholds: Sequence[float] | None = None,
    area: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot the interpolated precision of an evaluation against recall.

    Parameters
    ----------
    result : Result
        From `truebox.evaluate`.
    classes : sequence of ids or names, optional
        One line each, averaged over `iou_thresholds`. By default one line for each threshold, averaged over
        all classes that have truths.
    iou_thresholds : sequence of float, optional
        Of those evaluated. By default 0.50, 0.75 and the mean over all; for `classes` the first one.
    area : str, optional
        An area range of the evaluation. By default the one that speaks for all sizes.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        The legend gives the area below each line: the AP. "n/a" where no class has a truth. Protocols that
        read AP from curves of their own (KITTI at 41 recalls, nuScenes and Argoverse 2 by distance) have
        these drawn, a line each, with the AP that is read from it; `area` is then one of their names, such as
        ``"moderate"`` or ``"2 m"``, and `classes` are drawn of it, or of the first.

    Raises
    ------
    ArgumentError
        A class, threshold or size class that was not evaluated; or not one result.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = [{"boxes": [[10, 10, 60, 60]], "labels": ["cat"]}]
    >>> result = tb.evaluate(truth, [{**truth[0], "scores": [0.9]}])
    >>> [line.get_label() for line in tb.plotting.plot_precision_recall(result).lines]
    ['IoU 0.50: AP 1.000', 'IoU 0.75: AP 1.000', 'IoU 0.50 to 0.95: AP 1.000']
    """

    def lines_of(table: FloatArray) -> list[tuple[str, FloatArray | None]]:
        table = _of_size(result, table, area)
        if classes is not None:
            return _by_class(result, table, classes, iou_thresholds)
        return _by_threshold(result, table, iou_thresholds)

    if not hasattr(result, "parameters"):
        raise ArgumentError(
            f"result is {type(result).__name__}; expected a result of truebox.evaluate. Fix: pass one; of "
            "several, draw each into axes of its own (ax=), or all into a page (truebox.report.write_page)."
        )
    own = protocol_of(result.parameters).curves
    if own is not None:
        return _draw_own(result, _of_area(own(result.state), area, iou_thresholds), classes, as_axes(ax))
    averaged = lines_of(result.curves.averaged)
    ax = as_axes(ax)
    recall = np.asarray(result.parameters.recall_thresholds)
    handles, names = [], []
    lines = lines_of(result.precision)
    for number, ((name, curve), (_, values)) in enumerate(zip(lines, averaged, strict=True)):
        if values is None:
            names.append(f"{name}: n/a (no truths)")
        else:
            names.append(f"{name}: AP {values.mean():.3f}")
        look = series(number)
        (handle,) = ax.plot(
            recall, np.full(len(recall), np.nan) if curve is None else curve, label=names[-1],
            color=look.colour, linestyle=look.line, marker=look.marker, markersize=5,
            markevery=marks_along(curve, number),
        )  # fmt: skip
        handles.append(handle)
    if all(curve is None for _, curve in lines):
        say_undefined(ax, "no truths")
    return _finished(ax, handles, names)


def _finished(ax: Axes, handles: list[Any], names: list[str]) -> Axes:
    ax.set(xlim=(0, 1), ylim=(0, 1.04))
    name_axes(ax, "Precision and recall", "recall", "precision", grid="both")
    if len(handles) > 6:
        legend(ax, handles, names, loc="upper left", bbox_to_anchor=(1.02, 1.0))
    else:
        legend(ax, handles, names, loc="best", frameon=True, framealpha=0.85, edgecolor="none")
    return ax


def _of_area(
    curves: Sequence[ShownCurve], area: str | None, wanted: Sequence[float] | None
) -> Sequence[ShownCurve]:
    """The curve of that name, or all."""
    labels = [each.label for each in curves]
    if wanted is not None:
        raise ArgumentError(f"iou_thresholds: curves here are those of {', '.join(labels)}. Fix: pass area=.")
    if area is not None and area not in labels:
        raise ArgumentError(f"area is {area!r}; evaluated were {', '.join(labels)}")
    return [each for each in curves if area in (None, each.label)]


def _draw_own(
    result: Result, shown: Sequence[ShownCurve], classes: Sequence[int | str] | None, ax: Axes
) -> Axes:
    """The curves that the protocol itself reads."""
    lines: list[tuple[str, FloatArray, float | None]] = []
    if classes is None:
        lines = [(each.label, each.precision, result.metrics[each.key]) for each in shown]
    else:
        entries = [result.per_class[row] for row in _rows(result, classes)]
        rows = zip(_rows(result, classes), entries, strict=True)
        lines = [(each.name, shown[0].precision[[row]], each.metrics[shown[0].key]) for row, each in rows]
    handles, names = [], []
    for number, (name, precision, value) in enumerate(lines):
        known = precision[~np.isnan(precision).all(axis=1)]
        names.append(f"{name}: n/a (no truths)" if value is None else f"{name}: AP {value:.3f}")
        look = series(number)
        values = known.mean(axis=0) if len(known) else np.full(precision.shape[1], np.nan)
        (handle,) = ax.plot(
            shown[0].recall, values, label=names[-1], color=look.colour, linestyle=look.line,
            marker=look.marker, markersize=5, markevery=marks_along(values, number),
        )  # fmt: skip
        handles.append(handle)
    if all(value is None for _, _, value in lines):
        say_undefined(ax, "no truths")
    return _finished(ax, handles, names)


def _of_size(result: Result, table: FloatArray, area: str | None) -> FloatArray:
    """A table [T, R, K] of a size class, at the largest cap of detections."""
    areas = list(result.parameters.area_ranges)
    area = areas[result.parameters.main_range] if area is None else area
    if area not in areas:
        raise ArgumentError(f"area is {area!r}; evaluated were {', '.join(areas)}")
    return table[:, :, :, areas.index(area), -1]


def _by_threshold(
    result: Result, table: FloatArray, wanted: Sequence[float] | None
) -> list[tuple[str, FloatArray | None]]:
    evaluated = np.asarray(result.parameters.iou_thresholds)
    if wanted is not None:
        return [(f"IoU {value:.2f}", _mean(table[[_place(evaluated, value)]])) for value in wanted]
    lines = [
        (f"IoU {value:.2f}", _mean(table[[_place(evaluated, value)]]))
        for value in _DEFAULTS
        if np.isclose(evaluated, value).any()
    ]
    whole = (
        f"IoU {evaluated[0]:.2f} to {evaluated[-1]:.2f}" if len(evaluated) > 1 else f"IoU {evaluated[0]:.2f}"
    )
    return [*lines, (whole, _mean(table))] if len(evaluated) > 1 or not lines else lines


def _by_class(
    result: Result, table: FloatArray, classes: Sequence[int | str], wanted: Sequence[float] | None
) -> list[tuple[str, FloatArray | None]]:
    evaluated = np.asarray(result.parameters.iou_thresholds)
    places = [0] if wanted is None else [_place(evaluated, value) for value in wanted]
    rows = _rows(result, classes)
    return [(result.per_class[row].name, _mean(table[places][:, :, [row]])) for row in rows]


def _rows(result: Result, classes: Sequence[int | str]) -> list[int]:
    """Places of classes in the result."""
    known: dict[int | str, int] = {entry.name: row for row, entry in enumerate(result.per_class)}
    known |= {entry.id: row for row, entry in enumerate(result.per_class)}
    for each in classes:
        if each not in known:
            raise ArgumentError(f"classes: {each!r} was not evaluated; ids and names of per_class are known")
    return [known[each] for each in classes]


def _place(evaluated: FloatArray, value: float) -> int:
    found = np.flatnonzero(np.isclose(evaluated, value))
    if not len(found):
        known = ", ".join(f"{each:.2f}" for each in evaluated)
        raise ArgumentError(f"iou_thresholds: {value!r} was not evaluated; {known} were")
    return int(found[0])


def _mean(table: FloatArray) -> FloatArray | None:
    """Over thresholds and classes with truths; None where no class has any."""
    defined = (table > -1).all(axis=(0, 1))
    return table[:, :, defined].mean(axis=(0, 2)) if defined.any() else None
