"""Boxes that mean something else than the others: told by confident detections that lie on nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox import fitting
from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.errors import InputError
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.fitting import LostRows
    from truebox.records import Predictions
    from truebox.typing import FloatArray, Int64Array

__all__ = ["misread_rows"]

_MOST_WRONG = 60
"""Each is looked at under some ninety readings."""
_TIMES_BETTER = 1.2
_SHOWN = 3
_PIXELS = 1.5
_FEWEST, _SHARE = 10, 0.3


def misread_rows(
    result: Result, seen: Judged, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-316) where some boxes mean something else; E-470 where all do, at whatever AP.

    Of confident detections that overlap no object by half, another reading must put three in ten on some.

    Parameters
    ----------
    result : Result
        Of boxes.
    seen : Judged
        Of the result.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall = result.metrics.get("AP")
    if overall is None or len(result.predictions) == 0:
        return None
    certain = np.flatnonzero(seen.certain)
    wrong = np.count_nonzero(~seen.right[certain])
    certain = certain[:: max(1, -(-int(wrong) // _MOST_WRONG))]
    if result.ground is None:
        return None
    true = result.ground.columns
    held = true.image >= 0
    look = fitting.lost_rows(
        result.truth,
        result.predictions,
        fitting.RowsByImage(seen.row[certain], seen.image[certain]),
        ~seen.right[certain],
        fitting.RowsByImage(true.rows[held], true.image[held]),
    )
    if look is None:
        return _tiny(result, seen.row[certain][~seen.right[certain]], len(certain))
    if not look.of_truth:
        _refuse_all(result, look, overall, evaluate_again)
    side = result.truth if look.of_truth else result.predictions
    whose = f"the boxes of {side.source.name}" if look.of_truth else "their boxes"
    return Finding(
        "W-316",
        f"{look.lost} of {look.looked_at} confident detections overlap no object of their image by half, but "
        f"{len(look.rows)} of these would if {whose} were {look.fit.better}: {_where(result, look)}",
        len(look.rows),
        tuple(sorted(look.rows.tolist())[:_SHOWN]),
    )


def _tiny(result: Result, wrong: Int64Array, looked_at: int) -> Finding | None:
    """What to say where some boxes are within a pixel or two, and nobody knows the sizes of images."""
    if result.truth.units != "pixels":
        return None
    tiny = wrong[(np.abs(result.predictions.boxes[wrong]) <= _PIXELS).all(axis=1)]
    if len(tiny) < max(_FEWEST, _SHARE * len(wrong)):
        return None
    return Finding(
        "W-316",
        f"{len(tiny)} of {looked_at} confident detections lie within {_PIXELS:g} pixels of the corner of "
        "their image and match nothing: they seem to be fractions of their images",
        len(tiny),
        tuple(sorted(tiny.tolist())[:_SHOWN]),
    )


def _refuse_all(
    result: Result, look: LostRows, overall: float, evaluate_again: Callable[[Predictions], Result]
) -> None:
    """Raise E-470 where AP is better if all boxes are read so."""
    otherwise = evaluate_again(fitting.read_so(result.truth, result.predictions, look.fit)).metrics["AP"]
    if not gained(otherwise, overall, _TIMES_BETTER):
        return
    raise InputError(
        "E-470",
        result.predictions.source.name,
        f"AP {overall:.2f} as given; {otherwise:.2f} if the boxes were {look.fit.better}",
        f"{look.fit.fix}, or {'' if look.fit.flag else 'rerun '}with --no-fit-test if they are right",
    )


def _where(result: Result, look: LostRows) -> str:
    """The images, or the one class, of the rows that another reading explains."""
    found = result.predictions
    images = list(dict.fromkeys(found.image[row] for row in sorted(look.rows.tolist())))
    names = dict(zip(result.truth.categories.ids.tolist(), result.truth.categories.names, strict=True))
    classes = {found.category[row] for row in look.rows.tolist()}
    several = len({found.category[row] for row in _evenly(len(found))}) > 1
    more = ", ..." if len(images) > _SHOWN else ""
    where = f"in {counted(len(images), 'image')} ({', '.join(map(say, images[:_SHOWN]))}{more})"
    if len(classes) == 1 and several:
        (value,) = classes
        where = f"of class {say(names.get(value, str(value)))}, {where}"
    return where


def _evenly(count: int) -> list[int]:
    rows: FloatArray = np.linspace(0, count - 1, min(count, 100))
    return [int(row) for row in rows.tolist()]
