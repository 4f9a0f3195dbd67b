"""Rows of centers as frames of scenes, checked; each class by itself."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox.errors import ArgumentError
from truebox.tracking.center_walk import CenterFrame

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["center_frames"]

_ALONE = "scene"
_OF_ALL = "all"


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


def _rows(argument: str, scene: Any, given: Mapping[str, Any], *, scored: bool) -> _Rows:
    place = f"{argument}[{scene!r}]"
    wanted = ("frames", "ids", "centers", *(("scores",) if scored else ()))
    missing = [name for name in wanted if name not in given]
    if missing:
        raise ArgumentError(f"{place}: the column {missing[0]!r} is missing. Fix: pass {', '.join(wanted)}.")
    ids = _listed(given["ids"])
    count = len(ids)
    frames, centers = _numbers(place, "frames", given["frames"], (count,)), given["centers"]
    centers = _numbers(place, "centers", centers if count else np.empty((0, 2)), (count, 2))
    scores = _numbers(place, "scores", given["scores"], (count,)) if scored else np.zeros(count)
    labels = [str(each) for each in _listed(given["labels"])] if "labels" in given else [_OF_ALL] * count
    if len(labels) != count:
        raise ArgumentError(f"{place}: {len(labels)} labels for {count} ids. Fix: pass one for each row.")
    if (frames != np.floor(frames)).any():
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


def _listed(given: Any) -> list[Any]:
    return given.tolist() if isinstance(given, np.ndarray) else list(given)


def _numbers(place: str, name: str, given: Any, shape: tuple[int, ...]) -> FloatArray:
    try:
        values = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.empty(0)
    if values.shape != shape or not np.isfinite(values).all():
        raise ArgumentError(
            f"{place}: {name} must be finite numbers of shape {list(shape)}, got {list(values.shape)}. "
            "Fix: pass one row for each id."
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
