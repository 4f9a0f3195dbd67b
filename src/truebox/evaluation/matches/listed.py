"""Every detection with the truth that it was matched with, then the missed truths: one table of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.evaluation.matches.export import ColumnTable, Words
from truebox.evaluation.matches.table import IGNORED, MatchTable, state_outcomes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.matches.two_tables import TwoTables
    from truebox.evaluation.result import Result
    from truebox.records import Ids
    from truebox.typing import AnyArray, Int64Array

__all__ = ["listed_matches"]

_OUTCOMES = ("false positive", "true positive", "ignored", "missed")
_MISSED = _OUTCOMES.index("missed")
_BOX = ("x", "y", "width", "height")
_OWN = ("id", "row", "segment")
"""What names a row of one side alone."""
_NUMBERS_OF_TRUTHS = frozenset({"truth_row", "nearest_truth_row", "row"})

Columns: TypeAlias = "dict[str, AnyArray | Words]"


@refuses_other_kinds
def listed_matches(result: Any) -> ColumnTable:
    """One row per detection in the order of the match table, then one per truth that was missed.

    Of detections: ``image_id``, ``class`` (of the truth where it was missed), ``outcome`` at the lowest IoU
    threshold (``false positive``, ``true positive``, ``ignored``, ``missed``), ``size`` (the area ranges
    besides the main one in which the row counts), ``score``, ``row`` of the predictions, the box, then
    ``truth_row``, ``truth_id``, ``truth_class`` and ``overlap`` of the truth it was matched with, and
    ``nearest_truth_row``, ``nearest_class``, ``nearest_overlap`` of the truth of any class that one without a
    match overlaps most. What a row has not is -1 or NaN here, and nothing in files. Of tracks and segments:
    their match table, with ``truth_id``, ``truth_row`` or ``truth_segment`` of the partner.

    Parameters
    ----------
    result : AnyResult
        One that has `matches`.

    Returns
    -------
    ColumnTable

    Raises
    ------
    ArgumentError
        The result has no match table.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> boxes = [[0, 0, 9, 9], [20, 0, 29, 9]]
    >>> found = [{"boxes": [*boxes[:1], [50, 0, 59, 9]], "labels": ["cat"] * 2, "scores": [0.9, 0.8]}]
    >>> result = evaluate([{"boxes": boxes, "labels": ["cat"] * 2}], found, mode="corrected")
    >>> columns = listed_matches(result).to_dict()
    >>> columns["outcome"], columns["row"], columns["truth_row"]
    (['true positive', 'false positive', 'missed'], [0, 1, None], [0, None, 1])
    """
    table: Any = result.matches
    return _of_detections(result, table) if isinstance(table, MatchTable) else _of_partners(table)


def _of_detections(result: Any, table: MatchTable) -> ColumnTable:
    state, truth = table.state, result.truth
    rows, true = table.detections, table.truths
    at = int(state.parameters.iou_thresholds.argmin())
    partner = rows.matched_truth[:, at].astype(np.int64)
    missed = np.flatnonzero(~true.ignored & (true.matched_detection[:, at] < 0))
    nearest, nearest_overlap = _nearest(table, partner)
    both = np.concatenate([partner, missed])
    numbers = np.append(true.row, -1)  # -1 takes the last: no truth, no row
    columns: Columns = {
        "image_id": _ids(state.images, np.concatenate([rows.image, true.image[missed]])),
        **_class("class", table, np.concatenate([rows.category, true.category[missed]])),
        "outcome": Words(
            np.concatenate([state_outcomes(state, at), np.full(len(missed), _MISSED)]), _OUTCOMES
        ),
        **_sizes(result, table, missed, at),
        "score": _with_nothing(rows.score, missed),
        "row": np.concatenate([rows.row, np.full(len(missed), -1)]),
        **dict(zip(_BOX, np.concatenate([rows.boxes, true.boxes[missed]]).T, strict=True)),
        "truth_row": numbers[both],
        "truth_id": _named_ids(truth.ids, numbers[both]),
        **_class("truth_class", table, np.append(true.category, -1)[both]),
        "overlap": _with_nothing(_overlaps(table, partner), missed),
        "nearest_truth_row": np.concatenate([numbers[nearest], np.full(len(missed), -1)]),
        **_class(
            "nearest_class",
            table,
            np.concatenate([np.append(true.category, -1)[nearest], np.full(len(missed), -1)]),
        ),
        "nearest_overlap": _with_nothing(nearest_overlap, missed),
    }
    return ColumnTable(columns, _NUMBERS_OF_TRUTHS | {"truth_id"})


def _nearest(table: MatchTable, partner: Int64Array) -> tuple[Int64Array, AnyArray]:
    """Of detections without a partner, the truth of any class that they overlap most, and how much."""
    rows = table.detections
    overlaps = np.stack([rows.own_overlap, rows.other_overlap, rows.ignored_overlap])
    truths = np.stack([rows.own_truth, rows.other_truth, rows.ignored_truth]).astype(np.int64)
    best = overlaps.argmax(axis=0), np.arange(len(rows))
    truth = np.where((partner < 0) & (overlaps[best] > 0), truths[best], -1)
    return truth, np.where(truth < 0, np.nan, overlaps[best])


def _overlaps(table: MatchTable, partner: Int64Array) -> AnyArray:
    """With the truth that each was matched with."""
    rows, pairs = table.detections, table.pairs
    overlap = np.where((partner >= 0) & (rows.own_truth == partner), rows.own_overlap, np.nan)
    detection = np.repeat(np.arange(len(rows)), np.diff(pairs.offsets))
    theirs = pairs.truth == partner[detection]
    overlap[detection[theirs]] = pairs.overlap[theirs]
    return overlap


def _sizes(result: Result, table: MatchTable, missed: Int64Array, at: int) -> Columns:
    """The area ranges in which each row counts, without the main one; no column where there is no other."""
    state, true, ground = table.state, table.truths, result.ground
    outside = None if ground is None else ground.columns.outside
    labels = [
        (place, *item)
        for place, item in enumerate(state.parameters.area_ranges.items())
        if place != state.parameters.main_range
    ]
    if not labels:
        return {}
    said: AnyArray = np.zeros(len(table.detections) + len(missed), dtype=np.int64)
    for bit, (place, label, (low, high)) in enumerate(labels):
        if outside is None:
            inside = (true.area[missed] >= low) & (true.area[missed] <= high)
        else:
            inside = (outside[missed] >> np.uint64(place)) & np.uint64(1) == 0
        counts = state_outcomes(state, at, label) != IGNORED
        said |= np.concatenate([counts, inside]).astype(np.int64) << bit
    present, index = np.unique(said, return_inverse=True)
    names = [
        " ".join(label for bit, (_, label, _) in enumerate(labels) if each >> bit & 1)
        for each in present.tolist()
    ]
    return {"size": Words(index.reshape(-1), names)}


def _of_partners(table: TwoTables) -> ColumnTable:
    found, true = table.detection_table.columns, table.truth_table.columns
    if not found:
        return ColumnTable({})
    outcome: Any = true.get("outcome")
    missed = np.empty(0, dtype=np.int64)
    if outcome is not None:
        missed = np.flatnonzero(outcome.indices == list(outcome.names).index("missed"))
    columns: Columns = {}
    for name, column in found.items():
        if name in _OWN:
            columns[name] = np.concatenate([np.asarray(column), np.full(len(missed), -1)])
        elif name != "matched_truth":
            columns[name] = _joined(column, true.get(name), missed)
    both = np.concatenate([np.asarray(found["matched_truth"]), missed])
    for name in _OWN:
        if name in true:
            columns[f"truth_{name}"] = np.append(np.asarray(true[name]), -1)[both]
    return ColumnTable(columns, frozenset(each for each in columns if each.removeprefix("truth_") in _OWN))


def _joined(column: Any, other: Any, rows: Int64Array) -> AnyArray | Words:
    """A column of the detections, and under it the same of some truths."""
    if not len(rows):
        return column  # type: ignore[no-any-return]
    if not isinstance(column, Words):
        return _with_nothing(column, rows) if other is None else np.concatenate([column, other[rows]])
    names, of_other = list(column.names), []
    for name in other.names:
        if name not in names:
            names.append(name)
        of_other.append(names.index(name))
    return Words(np.concatenate([column.indices, np.array(of_other)[other.indices[rows]]]), names)


def _with_nothing(values: AnyArray, rows: Int64Array) -> AnyArray:
    return np.concatenate([values.astype(np.float64), np.full(len(rows), np.nan)])


def _class(name: str, table: MatchTable, places: AnyArray) -> Columns:
    """Names of classes; no name where the place is -1; no column where classes do not count."""
    if table.state.parameters.class_agnostic:
        return {}
    return {name: _words(places, table.category_names)}


def _words(places: AnyArray, names: Sequence[str]) -> Words:
    return Words(np.where(places < 0, len(names), places), [*names, ""])


def _ids(table: Ids, places: AnyArray) -> AnyArray | Words:
    if table.names is None:
        return np.take(table.values, places) if len(table) else np.empty(0, dtype=np.int64)
    return Words(places, [str(each) for each in table.tolist()])


def _named_ids(table: Ids, rows: AnyArray) -> AnyArray | Words:
    """Ids of rows; -1, or no text, where the row is -1."""
    values = np.append(table.values, -1)[rows]
    if table.names is not None:
        return _words(values, [str(each) for each in table.names])
    if len(table) and int(table.values.min()) < 0:  # -1 is an id
        distinct, places = np.unique(values, return_inverse=True)
        return _words(np.where(rows < 0, -1, places.reshape(-1)), [str(each) for each in distinct.tolist()])
    return values
