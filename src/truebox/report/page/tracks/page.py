"""The report page of one tracker, or of several beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.errors import ArgumentError
from truebox.report.blocks.letters import letter
from truebox.report.page.assembly import PageKind, assembled
from truebox.report.page.tracks.material import TrackMaterial, TrackSide
from truebox.report.page.tracks.page_data import track_page_data

if TYPE_CHECKING:
    from truebox.evaluation import TrackResult

__all__ = ["TRACKS", "track_page"]

TRACKS = PageKind(
    home="truebox.report.page.tracks",
    scripts=("elements.js", "values.js", "following.js", "colours.js", "saving.js", "frames.js", "viewer.js"),
    plotly=False,
)

_MOST_RESULTS = 4
_MOST_EVENTS = 12_000


def track_page(
    results: Sequence[TrackResult],
    *,
    words: Sequence[str] = (),
    gates: Sequence[Mapping[str, Any]] = (),
    images: str | Path | None = None,
    command: str = "",
    most_bytes: int = 8_000_000,
    most_events: int = _MOST_EVENTS,
    replicates: int = 1000,
) -> str:
    """Return one tracker, or up to four of one truth, as an HTML page that needs nothing but a browser.

    Boxes of all frames are inside where they are at most 300,000, else those around the gravest events; the
    page says so.

    Parameters
    ----------
    results : sequence of TrackResult
        Of one truth.
    words, gates, command
        As in `truebox.report.to_page`.
    images : path, optional
        Folder of the pictures or videos of the sequences; without, boxes stand on a canvas.
    most_bytes : int
        Of pictures.
    most_events : int
        Of each tracker, the gravest first.
    replicates : int
        Of the intervals; 0 leaves them out.

    Raises
    ------
    ArgumentError
        There are no results, or results of different truths.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> track_page([evaluate_tracks(side, side)])[:15]
    '<!doctype html>'
    """
    _refuse(results)
    shown = results[:_MOST_RESULTS]
    material = TrackMaterial(
        sides=[TrackSide.of(each, most_events=most_events, replicates=replicates) for each in shown],
        words=words,
        left_out=_left_out(results),
        gates=gates,
        command=command,
        images=None if images is None else Path(images),
        most_bytes=most_bytes,
    )
    data = track_page_data(material)
    for section in TRACKS.sections:
        data |= section.of_page(material) if section.of_page else {}
        for own, side in zip(data["results"], material.sides, strict=True):
            own.update(section.of_side(side) if section.of_side else {})
    return assembled(data, TRACKS)


def _left_out(results: Sequence[TrackResult]) -> list[str]:
    names = [
        f"{letter(place)} ({result.predictions.source.shown})"
        for place, result in enumerate(results)
        if place >= _MOST_RESULTS
    ]
    return [f"Not shown here: {', '.join(names)}; a page holds {_MOST_RESULTS} trackers."] if names else []


def _refuse(results: Sequence[TrackResult]) -> None:
    if not results:
        raise ArgumentError("results: got none. Fix: give at least one result.")
    first = results[0]
    for other in results[1:]:
        same = first.state.sequences == other.state.sequences and first.state.classes == other.state.classes
        rows = [list(map(len, each.truth.sequences)) for each in (first, other)]
        if not same or rows[0] != rows[1] or first.truth.source.name != other.truth.source.name:
            raise ArgumentError("results: they are of different truths. Fix: read the truth once, for all.")
