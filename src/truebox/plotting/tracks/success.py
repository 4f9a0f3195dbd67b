"""Success and precision of one object over time, a line for each tracker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_success"]

_WORDS = {
    "success": ("Success", "overlap (IoU) that a frame must exceed"),
    "precision": ("Precision", "pixels between centres"),
    "normalized_precision": ("Normalized precision", "distance of centres in sizes of the object"),
}
_AT = 20


@refuses_other_kinds
def plot_success(
    results: Any,
    *,
    curve: Literal["success", "precision", "normalized_precision"] = "success",
    ax: Axes | None = None,
) -> Axes:
    """Plot the share of frames against the overlap or the distance that is asked for.

    Trackers stand in the legend from best to worst: by the area under success and normalized precision, by
    precision at 20 pixels.

    Parameters
    ----------
    results : FollowedResult or SingleObjectResult, a sequence of them, or mapping of name to one
        Whose curves.
    curve : {"success", "precision", "normalized_precision"}
        GOT-10k has success alone, OTB no normalized precision.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        A result has no such curve, or there is none.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_single_object
    >>> from truebox.plotting import plot_success
    >>> boxes = [[0, 0, 10, 10], [0, 0, 10, 10]]
    >>> found = evaluate_single_object(boxes, [[0, 0, 10, 10], [0, 5, 10, 5]], rules="otb")
    >>> [line.get_label() for line in plot_success({"mine": found}).lines]
    ['mine 0.714']
    """
    if curve not in _WORDS:
        raise ArgumentError(f"curve: {curve!r} is unknown. Fix: pass one of {', '.join(map(repr, _WORDS))}.")
    named = _named(results)
    if not named:
        raise ArgumentError("results: there are none. Fix: pass a result, several, or name: result.")
    for name, result in named.items():
        curves = getattr(result, "curves", None)
        if not isinstance(curves, Mapping) or curve not in curves:
            raise ArgumentError(
                f"results: {name!r} has no curve of {curve}. "
                "Fix: pass results of one object over time whose rules have it."
            )
    ax = as_axes(ax)
    scored = [(_score(result, curve), name, result) for name, result in named.items()]
    lines = []
    for number, (score, name, result) in enumerate(sorted(scored, key=lambda each: -each[0])):
        look = series(number)
        lines += ax.plot(
            [float(value) for value in result.thresholds[curve]],
            [float(value) for value in result.curves[curve]],
            color=look.colour,
            linestyle=look.line,
            linewidth=1.8,
            label=f"{name} {score:.3f}",
        )
    title, below = _WORDS[curve]
    ax.set_ylim(0, 1.04)
    ax.set_xlim(0, max(float(result.thresholds[curve][-1]) for _, _, result in scored))
    name_axes(ax, title, below, "share of frames")
    legend(
        ax,
        lines,
        [str(line.get_label()) for line in lines],
        loc="lower left" if curve == "success" else "lower right",
    )
    return ax


def _named(results: Any) -> dict[str, Any]:
    if isinstance(results, Mapping):
        return dict(results)
    many = list(results) if isinstance(results, Sequence) else [results]
    named: dict[str, Any] = {}
    for number, each in enumerate(many, start=1):
        source = getattr(getattr(each, "predictions", None), "source", None)
        name = f"result {number}" if source is None else source.shown
        named[name if name not in named else f"{name} ({number})"] = each
    return named


def _score(result: Any, curve: str) -> float:
    values = result.curves[curve]
    return float(values[_AT]) if curve == "precision" else float(sum(map(float, values)) / len(values))
