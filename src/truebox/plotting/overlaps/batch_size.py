"""Time against the number of boxes, out of a benchmark's JSON."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.palette import series
from truebox.plotting.parts.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_batch_size"]

_COUNT = re.compile(r"^([\d,]+) ")


def plot_batch_size(answer: Any, *, ax: Axes | None = None) -> Axes:
    """Plot the time of each tool against the number of boxes, both axes logarithmic.

    Parameters
    ----------
    answer : path or mapping
        What ``python -m benchmarks batch_size`` writes: ``answer.rows``, each with ``case`` (it begins with
        the number: ``"1,000 pairs"``), ``tool`` and ``seconds`` (samples; their median is plotted).
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
    """
    document = plain_values(_loaded(answer), [], "answer")
    document = plain_values(document.get("answer", document), ["rows"], "answer")
    times: dict[str, list[tuple[float, float]]] = {}
    for row in document["rows"]:
        entry = plain_values(row, ["case", "tool", "seconds"], "answer['rows'][...]")
        begins = _COUNT.match(str(entry["case"]))
        if begins and entry["seconds"]:
            point = float(begins.group(1).replace(",", "")), median(entry["seconds"])
            times.setdefault(str(entry["tool"]), []).append(point)
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


def _loaded(answer: Any) -> Any:
    if isinstance(answer, (str, os.PathLike)) and not isinstance(answer, Mapping):
        try:
            return json.loads(Path(answer).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ArgumentError(f"answer: {answer} cannot be read as JSON ({error})") from None
    return answer
