"""Rows of centers as frames of scenes, checked; each class by itself."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox._kinds import refuse_masked
from truebox.arrays import fetched
from truebox.errors import ArgumentError
from truebox.tracking.center_walk import CenterFrame

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["center_frames"]

_ALONE = "scene"
_OF_ALL = "all"
_MOST_FRAMES = 2**53
"""Beyond it whole numbers are rounded."""
_FIXES = {"centers": "pass x and y alone, one row for each id"}


class _Rows(NamedTuple):
    """The rows of one side of a scene, by frame."""

    frames: Int64Array
    ids: list[Hashable]
    centers: FloatArray
    labels: list[str]
    scores: FloatArray


def center_frames(truth: Any, predictions: Any) -> dict[str, list[list[CenterFrame]]]:
    """By class the frames of all scenes in which either side has a row; scores are those of whole tracks.

    Raises
    ------
    ArgumentError
        As `truebox.tracking.evaluate_at_recalls`.

    Examples
    --------
    >>> rows = {"frames": [3], "ids": [1], "centers": [[0.0, 0.0]], "labels": ["car"]}
    >>> [list(scene[0].truth) for scene in center_frames(rows, rows | {"scores": [0.5]})["car"]]
    [[1]]
    """
    true, found = _scenes("truth", truth), _scenes("predictions", predictions)
    if set(true) != set(found):
        name = sorted(map(str, set(true) ^ set(found)))[0]
        raise ArgumentError(
            f"predictions: one side alone has the scene {name!r}. Fix: pass the same scenes on both sides."
        )
    sides = [
        (_rows("truth", name, rows, scored=False), _rows("predictions", name, found[name], scored=True))
        for name, rows in true.items()
    ]
    given = [(true[name], found[name]) for name in true]
    _refuse_one_sided([*zip(chain(*given), chain(*sides), strict=True)])
    labels = sorted({label for pair in sides for side in pair for label in side.labels})
    return {label: [_frames(*pair, label) for pair in sides] for label in labels}


def _scenes(argument: str, given: Any) -> dict[Any, Any]:
    if not isinstance(given, Mapping):
        raise ArgumentError(f"{argument}: expected a mapping, got {type(given).__name__}. Fix: pass columns.")
    scenes = {_ALONE: given} if "frames" in given else dict(given)
    for name, rows in scenes.items():
        if not isinstance(rows, Mapping):
            raise ArgumentError(
                f"{argument}[{name!r}]: expected columns, got {type(rows).__name__}. Fix: pass a mapping."
            )
    return scenes


def _refuse_one_sided(sides: Sequence[tuple[Mapping[str, Any], _Rows]]) -> None:
    """Refuse classes of some rows alone: nothing of the others would be of theirs."""
    if len({"labels" in given for given, rows in sides if rows.ids}) > 1:
        raise ArgumentError(
            "labels: some rows have classes and others have none. Fix: pass labels everywhere, or nowhere."
        )


def _rows(argument: str, scene: Any, given: Mapping[str, Any], *, scored: bool) -> _Rows:
    place = f"{argument}[{scene!r}]"
    wanted = ("frames", "ids", "centers", *(("scores",) if scored else ()))
    missing = [name for name in wanted if name not in given]
    if missing:
        raise ArgumentError(f"{place}: the column {missing[0]!r} is missing. Fix: pass {', '.join(wanted)}.")
    ids = _named(place, "ids", given["ids"])
    count = len(ids)
    frames, centers = _numbers(place, "frames", given["frames"], (count,)), given["centers"]
    centers = _numbers(place, "centers", centers if count else np.empty((0, 2)), (count, 2))
    scores = _numbers(place, "scores", given["scores"], (count,)) if scored else np.zeros(count)
    labels = [_OF_ALL] * count
    if "labels" in given:
        labels = [str(each) for each in _named(place, "labels", given["labels"])]
    if len(labels) != count:
        raise ArgumentError(f"{place}: {len(labels)} labels for {count} ids. Fix: pass one for each row.")
    if (frames != np.floor(frames)).any() or (np.abs(frames) > _MOST_FRAMES).any():
        raise ArgumentError(
            f"{place}: frames are no whole numbers. Fix: number the samples of a scene in order."
        )
    order = np.argsort(frames, kind="stable")
    rows = order.tolist()
    ids = [ids[row] for row in rows]
    _refuse_repeated(place, frames[order], ids)
    return _Rows(
        frames[order].astype(np.int64),
        ids,
        centers[order],
        [labels[row] for row in rows],
        _of_tracks(ids, scores[order]),
    )


def _named(place: str, name: str, given: Any) -> list[Any]:
    """Ids or classes as plain values; whole floats, which a column with gaps is read as, are the numbers."""
    if isinstance(given, str):
        raise ArgumentError(f"{place}: {name} is one text. Fix: pass a list with one for each row.")
    refuse_masked(given, f"{place}[{name!r}]")
    values = fetched(given, f"{place}: {name}")
    listed = values.tolist() if isinstance(values, np.ndarray) else list(values)
    listed = [each.item() if getattr(each, "ndim", 1) == 0 else each for each in listed]
    for row, each in enumerate(listed):
        unknown = each is None or (isinstance(each, float) and math.isnan(each))
        if unknown or not isinstance(each, Hashable):
            raise ArgumentError(
                f"{place}: {name}[{row}] is {each!r}. Fix: pass a number or a text for each row."
            )
    return [int(each) if isinstance(each, float) and each.is_integer() else each for each in listed]


def _numbers(place: str, name: str, given: Any, shape: tuple[int, ...]) -> FloatArray:
    refuse_masked(given, f"{place}[{name!r}]")
    try:
        values = np.array(fetched(given, f"{place}: {name}"), dtype=np.float64)
    except (TypeError, ValueError):
        values = np.empty(0)
    if values.shape != shape or not np.isfinite(values).all():
        raise ArgumentError(
            f"{place}: {name} must be finite numbers of shape {list(shape)}, got {list(values.shape)}. "
            f"Fix: {_FIXES.get(name, 'pass one for each id')}."
        )
    return values


def _refuse_repeated(place: str, frames: FloatArray, ids: list[Hashable]) -> None:
    seen = set()
    for each in zip(frames.tolist(), ids, strict=True):
        if each in seen:
            raise ArgumentError(
                f"{place}: the id {each[1]!r} occurs twice in frame {each[0]:g}. "
                "Fix: give every object of a frame an id of its own."
            )
        seen.add(each)


def _of_tracks(ids: list[Hashable], scores: FloatArray) -> FloatArray:
    """Of every row the mean score of its track."""
    rows: dict[Hashable, list[int]] = {}
    for row, each in enumerate(ids):
        rows.setdefault(each, []).append(row)
    found = np.empty(len(ids))
    for held in rows.values():
        found[held] = np.mean(scores[held])
    return found


def _frames(true: _Rows, found: _Rows, label: str) -> list[CenterFrame]:
    frames = []
    mine, others = _places(true, label), _places(found, label)
    for number in sorted(mine.keys() | others.keys()):
        rows, columns = mine.get(number, []), others.get(number, [])
        frames.append(
            CenterFrame(
                [true.ids[row] for row in rows],
                true.centers[rows],
                [found.ids[row] for row in columns],
                found.centers[columns],
                found.scores[columns],
            )
        )
    return frames


def _places(side: _Rows, label: str) -> dict[int, list[int]]:
    places: dict[int, list[int]] = {}
    for row, (frame, each) in enumerate(zip(side.frames.tolist(), side.labels, strict=True)):
        if each == label:
            places.setdefault(frame, []).append(row)
    return places
