"""Everything the page of tracks shows, as plain values."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox import _native
from truebox.evaluation import TrackEvents
from truebox.report.blocks.letters import short_names
from truebox.report.page.packed import packed
from truebox.report.page.tracks.box_columns import (
    MATCHED,
    MISSED,
    NOT_COUNTED,
    box_columns,
    corners,
    scale_of,
)
from truebox.report.page.tracks.event_columns import event_columns
from truebox.report.page.tracks.timeline_rows import timeline_rows

if TYPE_CHECKING:
    from truebox.evaluation import TrackResult
    from truebox.report.page.tracks.material import TrackMaterial, TrackSide
    from truebox.typing import AnyArray

__all__ = ["track_page_data"]

_MOST_ROWS = 200
"""Objects of a timeline: more than these cannot be looked at."""


def track_page_data(material: TrackMaterial) -> dict[str, Any]:
    """What the frame of the page draws from: sequences with their boxes, and every tracker.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> from truebox.report.page.tracks.material import TrackMaterial, TrackSide
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> shown = TrackSide.of(evaluate_tracks(side, side), most_events=9)
    >>> track_page_data(TrackMaterial(sides=[shown]))["sequences"][0]["ids"]
    ['7']
    """
    first = material.sides[0].result
    truth = first.truth
    true_ids = [np.unique(each.track) for each in truth.sequences]
    names = {each.name for each in truth.sequences}
    sequences: list[dict[str, Any]] = []
    true_rows = []
    scales = []
    for place, true in enumerate(truth.sequences):
        boxes = corners(true, truth.layout)
        others = [
            corners(side.result.predictions.sequences[place], side.result.predictions.layout)
            for side in material.sides
        ]
        scales.append(scale_of(boxes, *others))
        mask = material.kept.masks[place]
        rows, columns = box_columns(true, boxes, true_ids[place], mask, scales[-1])
        true_rows.append(rows)
        sequences.append(
            {
                "name": true.name or ("sequence" if len(names) == 1 else f"sequence {place + 1}"),
                "length": material.lengths[place],
                "first": true.first,
                "scale": scales[-1],
                "extent": _extent(boxes, *others),
                "ids": list(map(str, true_ids[place].tolist())),
                "kept": packed(mask, "u1"),
                **columns,
            }
        )
    drawn = _Drawn(material.kept.masks, scales, true_ids, true_rows)
    short = short_names([side.result for side in material.sides])
    results = [{"letter": short[number], **_side(side, drawn)} for number, side in enumerate(material.sides)]
    return {
        "protocol": {"name": first.protocol, "mode": first.mode, "rules": first.rules},
        "truth": truth.source.name,
        "version": _native.__version__,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "alphas": [round(alpha, 6) for alpha in first.state.alphas.tolist()],
        "kinds": list(TrackEvents.kinds),
        "classes": [name for _, name in first.state.classes],
        "keptNote": material.kept.note,
        "sequences": sequences,
        "results": results,
    }


class _Drawn(NamedTuple):
    """Of every sequence what is kept of it, and how: masks of frames, scales, ids and rows of the truth."""

    masks: list[AnyArray]
    scales: list[float]
    true_ids: list[AnyArray]
    true_rows: list[AnyArray]


def _side(side: TrackSide, drawn: _Drawn) -> dict[str, Any]:
    result = side.result
    found = result.predictions
    ids = [np.unique(each.track) for each in found.sequences]
    states = _states(result)
    held = []
    for place, own in enumerate(found.sequences):
        boxes = corners(own, found.layout)
        rows, columns = box_columns(own, boxes, ids[place], drawn.masks[place], drawn.scales[place])
        held.append(
            {
                "ids": list(map(str, ids[place].tolist())),
                **columns,
                "state": packed(states[place][1][rows], "u1"),
                "truthState": packed(states[place][0][drawn.true_rows[place]], "u1"),
                "timeline": timeline_rows(result, place, drawn.true_ids[place], ids[place], _MOST_ROWS),
            }
        )
    return {
        "source": found.source.shown,
        "format": found.source.description,
        "sequences": held,
        "events": event_columns(side.events, side.chosen, drawn.true_ids, ids),
    }


def _states(result: TrackResult) -> list[tuple[AnyArray, AnyArray]]:
    """Of every sequence what became of its true and its predicted boxes."""
    found = [
        (np.full(len(true), NOT_COUNTED, np.uint8), np.full(len(other), NOT_COUNTED, np.uint8))
        for true, other in zip(result.truth.sequences, result.predictions.sequences, strict=True)
    ]
    for cell in result.matched:
        for states, rows, partner in (
            (found[cell.sequence][0], cell.truth_rows, cell.partner_of_truth),
            (found[cell.sequence][1], cell.prediction_rows, cell.partner_of_prediction),
        ):
            states[rows[partner >= 0]] = MATCHED
            states[rows[partner == -1]] = MISSED
    return found


def _extent(*sides: AnyArray) -> list[float]:
    """The rectangle that holds nearly all boxes: from 0, or from where they begin."""
    every = np.concatenate(sides)
    every = every[np.isfinite(every).all(axis=1)]
    if not len(every):
        return [0.0, 0.0, 100.0, 100.0]
    low, high = np.minimum(every[:, :2].min(axis=0), 0), every[:, 2:].max(axis=0)
    high = np.maximum(high, low + 1)
    return [round(float(value), 2) for value in (*low, *high)]
