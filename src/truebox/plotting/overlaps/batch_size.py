"""Time against the number of boxes, as measured or out of a benchmark's JSON."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.palette import series
from truebox.plotting.parts.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_batch_size"]

_COUNT = re.compile(r"^([\d,]+) ")


@refuses_other_kinds
def plot_batch_size(answer: Any, *, ax: Axes | None = None) -> Axes:
    """Plot the time of each tool against the number of boxes, both axes logarithmic.

    Parameters
    ----------
    answer : path or mapping
        Names, each with the seconds of every number of boxes: ``{"mine": {1: 2e-6, 1000: 3e-5}}``; a list of
        samples counts by its median; `time_iou` measures them. Or what ``python -m benchmarks batch_size``
        writes: ``answer.rows``, each with ``case`` (it begins with the number: ``"1,000 pairs"``), ``tool``
        and ``seconds`` (samples).
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        There are no such rows.

    Examples
    --------
    >>> from truebox.plotting import plot_batch_size
    >>> rows = [{"case": f"{n:,} pairs", "tool": "truebox", "seconds": [n * 1e-8]} for n in (1, 1000)]
    >>> plot_batch_size({"answer": {"rows": rows}}).lines[0].get_xdata().tolist()
    [1.0, 1000.0]
    >>> plot_batch_size({"mine": {1: 2e-6, 1000: 3e-5}}).lines[0].get_ydata().tolist()
    [2e-06, 3e-05]
    """
    document = plain_values(_loaded(answer), [], "answer")
    times = _by_name(document) if _is_by_name(document) else _by_rows(document)
    if not times:
        raise ArgumentError("answer has no rows whose case begins with a number, such as '1,000 pairs'")
    ax = as_axes(ax)
    handles = []
    for number, points in enumerate(times.values()):
        look = series(number)
        counts, seconds = zip(*sorted(points), strict=True)
        handles += ax.plot(
            [*counts], [*seconds], color=look.colour, linestyle=look.line, marker=look.marker, markersize=5
        )
    ax.set(xscale="log", yscale="log")
    name_axes(ax, "Time against the number of boxes", "boxes", "seconds", grid="both")
    legend(ax, handles, list(times), loc="upper left")
    return ax


def _is_by_name(document: Mapping[str, Any]) -> bool:
    return bool(document) and not {"answer", "rows"} & set(document)


def _by_name(document: Mapping[str, Any]) -> dict[str, list[tuple[float, float]]]:
    times = {}
    for name, points in document.items():
        place = f"answer[{name!r}]"
        try:
            times[str(name)] = [
                (float(count), float(median(np.atleast_1d(seconds).tolist())))
                for count, seconds in plain_values(points, [], place).items()
            ]
        except (TypeError, ValueError):
            raise ArgumentError(
                f"{place}: expected seconds by number of boxes, such as {{1000: 3e-5}}"
            ) from None
        if not times[str(name)] or not all(count > 0 and took > 0 for count, took in times[str(name)]):
            raise ArgumentError(f"{place} needs numbers of boxes and seconds above 0, such as {{1000: 3e-5}}")
    return times


def _by_rows(document: Mapping[str, Any]) -> dict[str, list[tuple[float, float]]]:
    document = plain_values(document.get("answer", document), ["rows"], "answer")
    times: dict[str, list[tuple[float, float]]] = {}
    for row in document["rows"]:
        entry = plain_values(row, ["case", "tool", "seconds"], "answer['rows'][...]")
        begins = _COUNT.match(str(entry["case"]))
        if begins and entry["seconds"]:
            point = float(begins.group(1).replace(",", "")), median(entry["seconds"])
            times.setdefault(str(entry["tool"]), []).append(point)
    return times


def _loaded(answer: Any) -> Any:
    if isinstance(answer, (str, os.PathLike)) and not isinstance(answer, Mapping):
        try:
            return json.loads(Path(answer).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ArgumentError(f"answer: {answer} cannot be read as JSON ({error})") from None
    return answer
