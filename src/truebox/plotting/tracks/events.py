"""How often each kind of event happens, by sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._writing.visible_text import cut_middle
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.of_result import refuse_detections
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_events"]

_MOST, _LONGEST = 0.7, 26
_AIR = 1.1
"""How much wider the room for the legend is than the legend and the longest number."""

_MOST_SEQUENCES = 7


@refuses_other_kinds
def plot_events(result: Any, *, ax: Axes | None = None) -> Axes:
    """Plot the numbers of events of tracks: switches by kind, breaks, merges, splits, misses, false tracks.

    Parameters
    ----------
    result : TrackResult, or mapping of sequence to mapping of kind to count
        Beyond seven sequences the rest is added up.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        There is no sequence.

    Examples
    --------
    >>> from truebox.plotting import plot_events
    >>> ax = plot_events({"A": {"exchange": 3, "miss": 5}, "B": {"exchange": 1, "miss": 0}})
    >>> [int(bar.get_width()) for bar in ax.patches]
    [3, 5, 1, 0]
    """
    refuse_detections(result, "a result of tracks, or sequence: {kind: count}")
    counts = _counts(result)
    if not counts:
        raise ArgumentError("result has no sequence: give a result of tracks, or sequence: {kind: count}")
    kinds = list(dict.fromkeys(kind for found in counts.values() for kind in found))
    ax = as_axes(ax)
    left = [0] * len(kinds)
    bars: list[Any] = []
    for number, (_, found) in enumerate(counts.items()):
        values = [int(found.get(kind, 0)) for kind in kinds]
        look = series(number)
        bars.append(
            ax.barh(
                range(len(kinds)), values, left=left, color=look.colour, hatch=look.hatch, edgecolor="white"
            )
        )
        left = [before + value for before, value in zip(left, values, strict=True)]
    totals = [
        ax.text(total, height, f" {total:,}", va="center", fontsize="small")
        for height, total in enumerate(left)
    ]
    letter_ticks(ax.yaxis, range(len(kinds)), kinds)
    ax.invert_yaxis()
    ax.margins(x=0.12)
    name_axes(ax, "Events of tracks", "count", "", grid="x")
    if len(counts) > 1:
        names = [cut_middle(name, _LONGEST) for name in counts]
        key = legend(ax, bars, names, loc="lower right")
        _make_room(ax, max(left), [key, max(totals, key=lambda text: len(text.get_text()))])
    return ax


def _make_room(ax: Axes, most: int, beside: list[Any]) -> None:
    """To the right of the longest bar, for its number and the names of the sequences, as wide as they are."""
    width = sum(one.get_window_extent().width for one in beside)
    share = min(_AIR * width / ax.get_window_extent().width, _MOST)
    ax.set_xlim(0, max(most, 1) / (1 - share))


def _counts(result: Any) -> dict[str, dict[str, int]]:
    events = getattr(result, "events", None)
    if events is None:
        return {str(name): dict(found) for name, found in dict(result).items()}
    kinds = list(events.counts())
    found: dict[str, dict[str, int]] = {name: dict.fromkeys(kinds, 0) for name in events.sequences}
    for row in events.rows():
        found[row[0]][row[3]] += 1
    names = sorted(found, key=lambda name: -sum(found[name].values()))
    if len(names) <= _MOST_SEQUENCES:
        return found
    first, rest = names[: _MOST_SEQUENCES - 1], names[_MOST_SEQUENCES - 1 :]
    added = {kind: sum(found[name][kind] for name in rest) for kind in kinds}
    return {**{name: found[name] for name in first}, f"{len(rest)} more": added}
