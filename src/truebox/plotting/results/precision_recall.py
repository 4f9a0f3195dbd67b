"""Precision against recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError
from truebox.evaluation.states.accumulation import averaged_table
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.plotting.parts.library import Axes
    from truebox.typing import FloatArray

__all__ = ["plot_precision_recall"]

_DEFAULTS = (0.5, 0.75)


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
        The legend gives the area below each line: the AP. "n/a" where no class has a truth.

    Raises
    ------
    ArgumentError
        A class, threshold or size class that was not evaluated.

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

    averaged = lines_of(averaged_table(result.state, result.precision))
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
            markevery=(0.01 * number, 0.12),
        )  # fmt: skip
        handles.append(handle)
    if all(curve is None for _, curve in lines):
        say_undefined(ax, "no truths")
    ax.set(xlim=(0, 1), ylim=(0, 1.04))
    name_axes(ax, "Precision and recall", "recall", "precision", grid="both")
    if len(handles) > 6:
        legend(ax, handles, names, loc="upper left", bbox_to_anchor=(1.02, 1.0))
    else:
        legend(ax, handles, names, loc="best", frameon=True, framealpha=0.85, edgecolor="none")
    return ax


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
    known: dict[int | str, int] = {entry.name: row for row, entry in enumerate(result.per_class)}
    known |= {entry.id: row for row, entry in enumerate(result.per_class)}
    lines = []
    for each in classes:
        if each not in known:
            raise ArgumentError(f"classes: {each!r} was not evaluated; ids and names of per_class are known")
        row = known[each]
        lines.append((result.per_class[row].name, _mean(table[places][:, :, [row]])))
    return lines


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
