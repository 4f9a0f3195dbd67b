"""AP and recall by the size of the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.palette import series
from truebox.plotting.parts.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_sizes"]

_SIZES = (("s", "small"), ("m", "medium"), ("l", "large"))


@refuses_other_kinds
def plot_sizes(result: Any, *, ax: Axes | None = None) -> Axes:
    """Plot AP and AR of small, medium and large truths, or of the size classes that were evaluated.

    Parameters
    ----------
    result : Result, or mapping of metric to value
        With ``APs``, ``APm``, ``APl`` and ``ARs``, ... ; or ``AP[label]``, ``AR[label]`` for others. None is
        written as "n/a".
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        There is no metric of a size.

    Examples
    --------
    >>> from truebox.plotting import plot_sizes
    >>> ax = plot_sizes({"APs": 0.2, "APm": 0.4, "APl": None, "ARs": 0.3, "ARm": 0.5, "ARl": None})
    >>> [float(bar.get_height()) for bar in ax.patches]
    [0.2, 0.4, 0.0, 0.3, 0.5, 0.0]
    """
    metrics = plain_values(getattr(result, "metrics", result), [], "result")
    labels = [(f"{key}", word) for key, word in _SIZES if f"AP{key}" in metrics]
    labels += [(key[2:], key[3:-1]) for key in metrics if key.startswith("AP[")]
    if not labels:
        raise ArgumentError("result has no metric of a size: expected APs, APm, APl or AP[label]")
    ax = as_axes(ax)
    groups = [kind for kind in ("AP", "AR") if any(f"{kind}{key}" in metrics for key, _ in labels)]
    width = 0.8 / len(groups)
    bars: list[Any] = []
    for number, kind in enumerate(groups):
        values = [metrics.get(f"{kind}{key}") for key, _ in labels]
        places = [row + (number - (len(groups) - 1) / 2) * width for row in range(len(labels))]
        look = series(number)
        drawn = ax.bar(
            places, [value or 0.0 for value in values], width * 0.94, color=look.colour, hatch=look.hatch,
            edgecolor="white", linewidth=0.8,
        )  # fmt: skip
        ax.bar_label(
            drawn, ["n/a" if value is None else f"{value:.3f}" for value in values], fontsize="small"
        )
        bars.append(drawn)
    letter_ticks(ax.xaxis, range(len(labels)), [word for _, word in labels])
    ax.set_ylim(0, 1.08)
    name_axes(ax, "By size of the truth", "", "", grid="y")
    legend(ax, bars, groups, loc="upper left", ncols=2)
    return ax
