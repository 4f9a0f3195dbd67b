"""One sequence over time: a row for every object, coloured by the track it was given."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._writing.visible_text import cut_middle
from truebox.diagnosis import track_timelines
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.of_result import refuse_detections
from truebox.plotting.parts.palette import INK, series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_timeline"]

_MOST_ROWS = 40
_LONGEST = 44
_BLACK, _GREY = "#000000", "#7f7f7f"
_USUAL, _SMALLEST, _LINE = 10.0, 5.0, 0.85
"""Points of letters, and which share of a row they may take."""
_SWITCHES = ("exchange", "new id", "return")


@refuses_other_kinds
def plot_timeline(
    result: Any, sequence: str | None = None, *, most: int = _MOST_ROWS, ax: Axes | None = None
) -> Axes:
    """Plot the tracks of one sequence: rows are true objects, colour is the predicted track.

    Where nothing was matched a row is a thin grey line; a black mark is an identity switch. The objects that
    cost most association stand first.

    Parameters
    ----------
    result : TrackResult
        Of any protocol of tracks.
    sequence : str, optional
        Its name; by default the first.
    most : int
        Rows at most.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        There is no such sequence.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> from truebox.plotting import plot_timeline
    >>> truth = {"frames": [0, 1, 2], "ids": [7, 7, 7], "boxes": [[0, 0, 9, 9]] * 3}
    >>> found = {"frames": [0, 1, 2], "ids": [1, 1, 2], "boxes": [[0, 0, 9, 9]] * 3}
    >>> ax = plot_timeline(evaluate_tracks(truth, found))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['7']
    """
    refuse_detections(result, "a result of tracks")
    names = list(result.state.sequences)
    chosen = names[0] if sequence is None and names else sequence
    if chosen not in names:
        raise ArgumentError(
            f"sequence: {chosen!r} is not in the result. Fix: pass one of {', '.join(names)}."
        )
    place = names.index(chosen)
    first = result.truth.sequences[place].first
    rows = [(each.cost, each.id, each.frames + first, each.tracks) for each in track_timelines(result, place)]
    rows.sort(key=lambda row: (-row[0], row[1]))
    shown = rows[:most]
    ax = as_axes(ax)
    colours: dict[int, int] = {}
    for height, (_, _, frames, partner) in enumerate(shown):
        ax.plot([frames[0], frames[-1]], [height, height], color="#bbbbbb", linewidth=0.8, zorder=1)
        for begin, end, track in _runs(frames, partner):
            colour = series(colours.setdefault(track, len(colours))).colour
            colour = _GREY if colour == _BLACK else colour  # marks are seen on it, and it on any ground
            ax.broken_barh([(begin - 0.5, end - begin + 1)], (height - 0.32, 0.64), color=colour, zorder=2)
    _mark_switches(ax, result, place, [row[1] for row in shown])
    _name_rows(ax, [str(row[1]) for row in shown])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    left = f", {len(rows) - len(shown)} more" if len(rows) > len(shown) else ""
    title = f"Tracks of {cut_middle(chosen, _LONGEST)}" if chosen else "Tracks"
    name_axes(ax, title, "frame", f"object{left}", grid="x")
    return ax


def _name_rows(ax: Axes, names: list[str]) -> None:
    """The names of the rows, smaller where there are many, and of very many every second, third, ..."""
    figure = ax.get_figure()
    points = 72 * ax.get_window_extent().height / (100.0 if figure is None else figure.dpi)
    room = _LINE * points / max(1, len(names))
    every = max(1, math.ceil(_SMALLEST / room))
    letter_ticks(ax.yaxis, range(0, len(names), every), names[::every])
    if room * every < _USUAL:
        ax.tick_params(axis="y", labelsize=room * every)


def _runs(frames: Any, partner: Any) -> list[tuple[int, int, int]]:
    """First and last frame of every run with one partner."""
    found: list[tuple[int, int, int]] = []
    for frame, track in zip(frames.tolist(), partner.tolist(), strict=True):
        if track < 0:
            continue
        if found and found[-1][2] == track and found[-1][1] == frame - 1:
            found[-1] = (found[-1][0], frame, track)
        else:
            found.append((frame, frame, track))
    return found


def _mark_switches(ax: Axes, result: Any, place: int, ids: list[int]) -> None:
    events = result.events
    heights = {track: height for height, track in enumerate(ids)}
    marks = [
        (row[2], heights[row[4]])
        for number, row in enumerate(events.rows())
        if events.sequence[number] == place and row[3] in _SWITCHES and row[4] in heights
    ]
    if marks:
        ax.plot(*zip(*marks, strict=True), linestyle="", marker="|", markersize=13, color=INK, zorder=3)
