"""Tracks that are in memory: mappings of frames, ids and boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.arrays import library_of
from truebox.errors import ArgumentError
from truebox.masks import as_masks, mask_to_box
from truebox.records import Source, TrackedSequence, Tracks

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.typing import AnyArray

__all__ = ["ARRAYS", "tracks_of_arrays"]

ARRAYS = "arrays"
"""The format of sides in memory."""

_KEYS = ("frames", "ids", "boxes", "masks", "labels", "scores")


def tracks_of_arrays(given: Mapping[str, Any], side: str) -> Tracks:
    """One side from a mapping of columns, or from a mapping of sequences to such.

    Parameters
    ----------
    given : mapping
        ``frames``, ``ids``, ``boxes`` [N, 4] (not where similarities or masks are given), ``masks`` (run
        lengths, or dense [N, H, W]), ``labels`` (texts or numbers), ``scores``.
    side : str
        For messages.

    Examples
    --------
    >>> tracks_of_arrays({"frames": [1, 1], "ids": ["a", "b"], "boxes": [[0, 0, 5, 5]] * 2}, "truth")
    <Tracks <truth>: 2 objects, 1 sequence>
    """
    single = "frames" in given
    named = {"": given} if single else dict(given)
    for name, columns in named.items():
        if not isinstance(columns, Mapping) or "frames" not in columns or "ids" not in columns:
            where = f"{side}[{name!r}]" if name else side
            raise ArgumentError(
                f"{where}: there are no frames and ids. Fix: pass a mapping with frames, ids and boxes."
            )
        unknown = [key for key in columns if key not in (*_KEYS, "length")]
        if unknown:
            raise ArgumentError(f"{side}: {unknown[0]!r} is unknown. Fix: pass {', '.join(_KEYS)}.")
    labels = _label_numbers(list(named.values()))
    sequences = tuple(
        _sequence(str(name), columns, labels, f"{side}[{name!r}]" if name else side)
        for name, columns in named.items()
    )
    classes = {number: str(label) for label, number in labels.items()}
    return Tracks(
        source=Source(f"<{side}>", ARRAYS, "arrays"),
        sequences=sequences,
        classes=classes or {0: "object"},
        named_classes=any("labels" in columns for columns in named.values()),
    )


def _label_numbers(several: Sequence[Mapping[str, Any]]) -> dict[Any, int]:
    """Texts in their order, numbers as they are."""
    found = {label for columns in several for label in _labels(columns.get("labels", ()))}
    if all(isinstance(label, int) for label in found):
        return {label: label for label in sorted(found)}
    return {label: number for number, label in enumerate(sorted(found, key=str), start=1)}


def _labels(values: Any) -> list[Any]:
    """As plain values, floats that are whole numbers as these."""
    return [int(each) if isinstance(each, float) and each.is_integer() else each for each in _plain(values)]


def _plain(values: Any) -> list[Any]:
    if isinstance(values, list | tuple):
        return [value.item() if isinstance(value, np.generic) else value for value in values]
    plain: list[Any] = np.asarray(library_of(values).to_numpy(values)).tolist()
    return plain


def _whole(values: Any, name: str, count: int | None) -> AnyArray:
    array = np.asarray(_plain(values))
    if array.size == 0:
        array = np.zeros(0, dtype=np.int64)
    if array.ndim != 1 or (count is not None and len(array) != count):
        expected = "[N]" if count is None else f"({count},), one per frame"
        raise ArgumentError(f"{name} has shape {array.shape}; expected {expected}")
    if array.dtype.kind == "f" and (array == np.floor(array)).all():
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected whole numbers")
    return array


def _ids(values: Any, name: str, count: int) -> AnyArray:
    """Any whole numbers; texts are numbered in their order."""
    plain = _plain(values)
    if any(isinstance(value, str) for value in plain):
        if len(plain) != count:
            raise ArgumentError(f"{name} has {len(plain)} entries; expected {count}, one per frame")
        numbers: AnyArray = np.unique([str(value) for value in plain], return_inverse=True)[1].astype(
            np.int64
        )
        return numbers
    return _whole(plain, name, count).astype(np.int64)


def _sequence(
    name: str, columns: Mapping[str, Any], labels: Mapping[Any, int], where: str
) -> TrackedSequence:
    frame = _whole(columns["frames"], f"{where}: frames", None)
    count = len(frame)
    if count and (int(frame.min()) < 0 or int(frame.max()) >= 1 << 31):
        row = int(np.argmin(frame) if int(frame.min()) < 0 else np.argmax(frame))
        raise ArgumentError(f"{where}: frames[{row}] is {int(frame[row])}; expected 0 or more, below 2**31")
    length = int(columns.get("length", 0))
    if count and 0 < length <= int(frame.max()):
        row = int(np.argmax(frame))
        raise ArgumentError(
            f"{where}: frames[{row}] is {int(frame[row])}; expected 0 to {length - 1}, as its length is "
            f"{length}"
        )
    masks = _masks(columns.get("masks"), count, where)
    boxes = np.zeros((count, 4)) if masks is None else mask_to_box(masks)
    if "boxes" in columns:
        boxes = np.asarray(_plain(columns["boxes"]), dtype=np.float64)
    if boxes.size == 0:
        boxes = boxes.reshape(0, 4)
    if boxes.shape != (count, 4):
        raise ArgumentError(
            f"{where}: boxes has shape {boxes.shape}; expected ({count}, 4), one box per frame"
        )
    if not np.isfinite(boxes).all():
        row = int(np.argmin(np.isfinite(boxes).all(axis=1)))
        raise ArgumentError(f"{where}: boxes[{row}] is {boxes[row].tolist()}; expected finite numbers")
    label = np.full(count, -1, dtype=np.int64)
    if "labels" in columns:
        plain = _labels(columns["labels"])
        if len(plain) != count:
            raise ArgumentError(f"{where}: labels has {len(plain)} entries; expected {count}, one per frame")
        label = np.array([labels[each] for each in plain], dtype=np.int64).reshape(count)
    return TrackedSequence(
        name=name,
        length=length,
        frame=frame.astype(np.int32),
        track=_ids(columns["ids"], f"{where}: ids", count),
        boxes=boxes,
        label=label,
        score=np.ones(count),
        place=where,
        first=0,
        masks=masks,
    )


def _masks(given: Any, count: int, where: str) -> Masks | None:
    if given is None:
        return None
    masks = as_masks(given, f"{where}: masks")
    if len(masks) != count:
        raise ArgumentError(f"{where}: there are {len(masks)} masks; expected {count}, one per frame")
    return masks
