"""What the error types say in words: the largest loss, where it is, and which class is taken for which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.visible_text import cut_middle
from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES

if TYPE_CHECKING:
    from truebox.diagnosis.causes.error_breakdown import ErrorBreakdown
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.typing import AnyArray, BoolArray, Int64Array

__all__ = [
    "FEWEST",
    "LEAST_LOSS",
    "Concentration",
    "concentration",
    "confusion_sentence",
    "loss_sentence",
    "named",
]

FEWEST = 10
"""Fewer cases are a handful, of which nothing is said."""

LEAST_LOSS = 0.005
"""A smaller loss is not worth a sentence."""

_CLOSE = 0.9
_MOST_LETTERS = 60
_SIZES = ("small", "medium", "large")
_EDGES = (32.0**2, 96.0**2)
_WHOLE_CELL, _WHOLE_CLASS, _WHOLE_SIZE, _PART_CELL = 0.2, 0.2, 0.5, 0.1
_TIMES_THE_SHARE, _ERRORS_APART = 1.2, 3.0

_CAUSES = {
    "missed": "missed objects",
    "location": "badly placed boxes (location)",
    "class": "wrong classes (class)",
    "both": "boxes both misplaced and of a wrong class (both)",
    "duplicate": "repeated boxes of objects already found (duplicate)",
    "background": "detections where the truth has nothing (background)",
}


@dataclass(frozen=True, slots=True)
class Concentration:
    """Where most cases of one error are: a class, a size, or both.

    Parameters
    ----------
    category : str or None
    size : str or None
        ``small``, ``medium`` or ``large``.
    count, of : int
        How many of how many.
    base : float
        The share of all objects that is there: what the share of errors exceeds.
    """

    category: str | None
    size: str | None
    count: int
    of: int
    base: float = 0.0


def loss_sentence(found: ErrorBreakdown, score: float | None) -> str | None:
    """Return the kind of error that costs most, and where most of it is; None where AP is undefined.

    Parameters
    ----------
    found : ErrorBreakdown
        With AP, or the answer is None.
    score : float or None
        Detections below are not looked at to say where: they are no decisions.
    """
    if found.ap is None or (found.per_class and all(entry.ap is None for entry in found.per_class)):
        return None
    losses = _where_truth_is(found)
    lost = sorted(((loss or 0.0, name) for name, loss in losses.items()), reverse=True)
    (most, name), (second, other) = lost[0], lost[1]
    at = f"AP at IoU {found.iou:g}"
    if most < LEAST_LOSS:
        return f"No kind of error alone costs {LEAST_LOSS} of {at}."
    if found.counts[name] < FEWEST:
        few = "1 case" if found.counts[name] == 1 else f"{found.counts[name]} cases"
        return f"Too few errors to name a cause: the kind that costs most, {name}, has {few}."
    sure = found.intervals.get(name)
    span = "" if sure is None or losses is not found.loss else _span(sure)
    text = f"Largest loss: {most:.3f}{span} of {at}, from {_CAUSES[name]}"
    where = concentration(found, name, score)
    if where is not None:
        what = f"{where.size or ''} {'objects' if where.category is None else named(where.category)}".strip()
        whose = "of them" if name == "missed" or score is None else f"of those scored {score:.2f} or more"
        text += f"; {100 * where.count / where.of:.0f} % {whose} ({where.count:,} of {where.of:,}) are {what}"
        text += f" ({100 * where.base:.0f} % of all objects are)"
    if second >= _CLOSE * most and found.counts[other] >= FEWEST:
        text += f". Nearly as much, {second:.3f}, from {_CAUSES[other]}"
    return text + "."


def _span(sure: Estimate) -> str:
    """The interval in brackets, and what is wrong with it."""
    if sure.low is None:
        return f" (how sure cannot be said: {sure.reason})"
    return f" ({sure.low:.3f} to {sure.high:.3f}{'' if sure.reason is None else '; ' + sure.reason})"


def concentration(found: ErrorBreakdown, name: str, score: float | None) -> Concentration | None:
    """Return the class and size that hold most errors of one kind; None where they are spread or few.

    A class and a size together where they hold a fifth; else a class with a fifth, a size with half, or a
    class and a size with a tenth. Each time the share must exceed that of all objects there by a fifth, and
    by three standard deviations.
    """
    category, area = _where(found, name, score)
    total = len(category)
    classes = found.table.category_names
    if total < 3 * FEWEST:
        return None
    truths = found.table.truths
    counted = ~truths.ignored
    cells = _cells(category, area, len(classes))
    base = _cells(truths.category[counted].astype(np.int64), truths.area[counted], len(classes))
    base = base / max(base.sum(), 1)
    one_class = len(classes) == 1
    k, s = _largest(cells, base, total)
    (whole,) = _largest(cells.sum(axis=1), base.sum(axis=1), total)
    (of_size,) = _largest(cells.sum(axis=0), base.sum(axis=0), total)
    places = [
        (_WHOLE_CELL, [k], [s]),
        (1.1 if one_class else _WHOLE_CLASS, [whole], [0, 1, 2]),
        (_WHOLE_SIZE, list(range(len(classes))), [of_size]),
        (_PART_CELL, [k], [s]),
    ]
    sized = bool(area.max() > 1)  # else fractions of pictures of unknown size: none is small or large
    for share, of_classes, of_sizes in places:
        if not sized and len(of_sizes) == 1:
            continue
        at = np.ix_(of_classes, of_sizes)
        count, expected = int(cells[at].sum()), float(base[at].sum())
        if count >= max(FEWEST, share * total) and _stands_out(count, total, expected):
            return Concentration(
                None if one_class or len(of_classes) > 1 else classes[of_classes[0]],
                None if len(of_sizes) > 1 else _SIZES[of_sizes[0]],
                count,
                total,
                expected,
            )
    return None


def _cells(category: AnyArray, area: AnyArray, classes: int) -> Int64Array:
    """How many of each class and size [K, 3]."""
    counts: Int64Array = np.bincount(category * 3 + np.digitize(area, _EDGES), minlength=3 * classes)
    return counts.reshape(-1, 3)


def _largest(counts: AnyArray, base: AnyArray, total: int) -> tuple[int, ...]:
    """Where most are beyond the share of all objects."""
    return tuple(int(each) for each in np.unravel_index((counts - total * base).argmax(), counts.shape))


def _stands_out(count: int, total: int, base: float) -> bool:
    """Whether so many are more than their share of all objects, by more than chance explains."""
    spread = (total * base * (1 - base)) ** 0.5
    return count > _TIMES_THE_SHARE * base * total and count > base * total + _ERRORS_APART * spread


def _where_truth_is(found: ErrorBreakdown) -> Mapping[str, float | None]:
    """The losses over the classes that have truth: elsewhere every detection is wrong, and AP 0."""
    judged = [entry for entry in found.per_class if entry.ap is not None]
    if len(judged) == len(found.per_class) or not judged:
        return found.loss
    return {name: sum(entry.loss.get(name) or 0.0 for entry in judged) / len(judged) for name in found.loss}


def confusion_sentence(found: ErrorBreakdown, score: float | None) -> str | None:
    """Return the pair of classes most often confused; None where no pair stands out.

    A pair stands out with a tenth of the errors, at least ten of them, and three standard deviations more
    than every pair would have by chance.
    """
    if (found.loss.get("class") or 0.0) < LEAST_LOSS:
        return None
    rows = _detections(found, "class", score)
    rows = rows[found.target[rows] >= 0]
    classes = len(found.table.category_names)
    if len(rows) < 2 * FEWEST or classes < 3:
        return None
    true = found.table.truths.category[found.target[rows]].astype(np.int64)
    pairs = np.bincount(true * classes + found.table.detections.category[rows], minlength=classes**2)
    place = int(pairs.argmax())
    count, chance = int(pairs[place]), 1 / (classes * (classes - 1))
    spread = (len(rows) * chance * (1 - chance)) ** 0.5
    if count < max(FEWEST, 0.1 * len(rows), len(rows) * chance + 3 * spread):
        return None
    names = found.table.category_names
    whose = "" if score is None else f" scored {score:.2f} or more"
    return (
        f"{100 * count / len(rows):.0f} % of the class errors{whose} ({count:,} of {len(rows):,}) take "
        f"{named(names[place // classes])} for {named(names[place % classes])}."
    )


def named(name: str) -> str:
    """Return a class name as sentences quote it: in backticks, long ones cut.

    Examples
    --------
    >>> named("traffic light")
    '`traffic light`'
    """
    return f"`{cut_middle(name, _MOST_LETTERS)}`"


def _detections(found: ErrorBreakdown, name: str, score: float | None) -> Int64Array:
    chosen: BoolArray = found.kind == ERROR_NAMES.index(name)
    if score is not None:
        chosen &= found.table.detections.score >= score
    return np.flatnonzero(chosen)


def _where(found: ErrorBreakdown, name: str, score: float | None) -> tuple[Int64Array, AnyArray]:
    """Class and area of each case: of the truth that it is about, else of the detection."""
    truths, detections = found.table.truths, found.table.detections
    if name == "missed":
        rows = np.flatnonzero(found.missed & ~truths.ignored)
        return truths.category[rows].astype(np.int64), truths.area[rows]
    rows = _detections(found, name, score)
    boxes, target = detections.boxes[rows], found.target[rows]
    category, area = detections.category[rows].astype(np.int64), boxes[:, 2] * boxes[:, 3]
    if len(truths) == 0:
        return category, area
    about = np.maximum(target, 0)
    area = np.where(target >= 0, truths.area[about], area)
    if name == "class":
        category = np.where(target >= 0, truths.category[about], category)
    return category, area
