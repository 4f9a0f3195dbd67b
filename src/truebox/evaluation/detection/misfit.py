"""A number near zero that another reading of the input would mend: refused instead of reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from truebox import datasets, fitting
from truebox._writing.counted import counted
from truebox.errors import InputError
from truebox.evaluation.detection.traded import refuse_classes, refuse_traded
from truebox.evaluation.matches.reversed_scores import reversed_scores
from truebox.records import Finding
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.fitting import Fit, OtherReading
    from truebox.records import Predictions, Source, Truth

__all__ = [
    "LEAST_ROWS",
    "LEAST_SHARE",
    "SUSPICIOUS",
    "TIMES_BETTER",
    "judged_by",
    "refuse_misfit",
    "refuse_shapes",
    "with_other_readings",
]

SUSPICIOUS = 0.15
"""Above this no reading is wrong for most boxes: looking for a better one costs good results nothing."""
TIMES_BETTER = 3
_TIMES_BETTER_COUNTED = 1.1  # numbers taken to count the names of a truth (W-455) may fit some classes only
LEAST_ROWS = 3
"""Fewer say nothing about all."""
LEAST_SHARE = 0.3
"""Of the most confident detections, so many must lie on an object of another truth or scale."""
_LEAST_PIXELS = 4
_MOVED = 0.02
"""By so much a reading must better some metric to be worth a word."""
_AT_ONE_THRESHOLD = ("AP50", "AP75")
_CORNERS = "x_min, y_min, x_max, y_max"


def refuse_misfit(result: Result, evaluate_again: Callable[[Predictions], Result]) -> Finding | None:
    """Raise E-470 where AP is near zero as read and far better under another reading of boxes or classes.

    Returns what is to be said of classes (W-322).

    Parameters
    ----------
    result : Result
        Of boxes.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    _refuse_corners_of_truth(result)
    as_given = _headline(result)
    numbers = any(finding.code == "W-455" for finding in result.predictions.findings)
    if as_given is None or len(result.predictions) == 0:
        return None
    if as_given[1] >= SUSPICIOUS and not numbers:
        _refuse_corners(result, as_given[0], evaluate_again)
        return refuse_traded(result, evaluate_again)
    fit = fitting.fit_of(result.truth, result.predictions)
    if not fit.better and as_given[1] >= SUSPICIOUS:
        return None
    if not fit.better:
        _refuse_other_split(result, fit)
        _refuse_boxes_of_truth(result)
        _refuse_file_numbers(result, fit)
        _refuse_fractions(result, as_given[0])
        _refuse_corners(result, as_given[0], evaluate_again)
        return refuse_traded(result, evaluate_again)
    otherwise = _headline(evaluate_again(fitting.read_so(result.truth, result.predictions, fit)))
    least = max(SUSPICIOUS, (_TIMES_BETTER_COUNTED if numbers else TIMES_BETTER) * as_given[1])
    if otherwise is None or otherwise[1] < least:
        _refuse_corners(result, as_given[0], evaluate_again)
        return None
    raise InputError(
        "E-470",
        result.predictions.source.name,
        f"{judged_by(result)} {as_given[0]:.2f} as given; {otherwise[0]:.2f} if the {fit.about} were "
        f"{fit.better}",
        f"{fit.fix}, or {'' if fit.flag else 'rerun '}with --no-fit-test if they are right",
    )


def refuse_shapes(result: Result, evaluate_again: Callable[[Predictions], Result]) -> Finding | None:
    """Raise E-470 where keypoints or masks sit on the truth in other units or under other classes.

    Units are looked at where AP is near zero. Returns what is to be said of classes (W-322).

    Parameters
    ----------
    result : Result
        Of keypoints or masks.
    evaluate_again : callable
        Evaluates other predictions in the same way; asked for keypoints.
    """
    as_given, found = _headline(result), result.predictions
    if as_given is None or len(found) == 0:
        return None
    if as_given[1] < SUSPICIOUS:
        _refuse_units(result, as_given, evaluate_again)
    return refuse_classes(result, evaluate_again, suspicious=as_given[1] < SUSPICIOUS)


def _refuse_units(
    result: Result, as_given: tuple[float, float], evaluate_again: Callable[[Predictions], Result]
) -> None:
    found = result.predictions
    called = "corners" if result.geometry in ROTATED else "masks"
    fit = fitting.fit_of_shapes(result.truth, found, masks_are=called)
    if not fit.better:
        return
    if found.keypoints is None:
        said = f"{fit.share:.0%} of {fit.sampled:,} overlap an object by half; {fit.better_share:.0%} would"
    else:
        otherwise = _headline(evaluate_again(fitting.shapes_read_so(result.truth, found, fit)))
        if otherwise is None or otherwise[1] < max(SUSPICIOUS, TIMES_BETTER * as_given[1]):
            return
        said = f"{otherwise[0]:.2f}"
    raise InputError(
        "E-470",
        found.source.name,
        f"{judged_by(result)} {as_given[0]:.2f} as given; {said} if the {fit.about} were {fit.better}",
        f"{fit.fix}, or rerun with --no-fit-test if they are right",
    )


def with_other_readings(
    result: Result,
    evaluate_again: Callable[[Predictions], Result],
    readings: Iterable[OtherReading],
) -> Result:
    """The result with what parts of its boxes would fit far better as, and what that does to it (W-321).

    Parameters
    ----------
    result : Result
        Of boxes in space, marks, segments or rotated boxes.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    readings : iterable of OtherReading
        What fits better.

    Raises
    ------
    InputError
        E-470: a metric is near zero as read, and good so.
    """
    findings, name = [], result.predictions.source.name
    for other in readings:
        if other.read is None and reversed_scores(result) is not None:
            continue  # the best are the worst
        if other.read is None:
            findings.append(Finding("W-321", f"{name}: {other.what}; {other.fix}"))
            continue
        again = evaluate_again(other.read(result.predictions))
        key = _most_moved(result, again)
        if key is None:
            continue
        before, after = result.metrics[key] or 0.0, again.metrics[key] or 0.0
        fit = (
            f"{key} {before:.3f} as given; {after:.3f} if the {other.about} were {other.what}, which fits "
            f"{other.better:,} of {other.sampled:,} that tell"
        )
        mended = before < SUSPICIOUS and after >= max(SUSPICIOUS, TIMES_BETTER * before)
        if mended and _may_refuse(result, key, other):
            raise InputError(
                "E-470", name, fit, f"{other.fix}, or rerun with --no-fit-test if they are right"
            )
        findings.append(Finding("W-321", f"{name}: {fit}; to mend it {other.fix}"))
    return replace(result, warnings=(*result.warnings, *findings)) if findings else result


def _may_refuse(result: Result, key: str, other: OtherReading) -> bool:
    """Whether a metric near zero is reason enough: one where more is better, and not AP75 while AP is not."""
    if key in result.less_is_better or other.refused == "none":
        return False
    if key == result.headline:
        return True
    if other.refused == "headline":
        return False
    return key not in _AT_ONE_THRESHOLD or (result.metrics.get("AP") or 0.0) < SUSPICIOUS


def _most_moved(result: Result, again: Result) -> str | None:
    """The metric that is bettered most, or the headline if a quarter as much; None where hardly any is."""
    gains = {}
    for key, before in result.metrics.items():
        after = again.metrics.get(key)
        if before is not None and after is not None:
            gains[key] = (before - after) if key in result.less_is_better else (after - before)
    if not gains or max(gains.values()) < _MOVED:
        return None
    best = max(gains, key=lambda key: gains[key])
    return result.headline if 4 * gains.get(result.headline, 0.0) >= gains[best] else best


def _refuse_corners_of_truth(result: Result) -> None:
    """Raise E-470 where edges of images, or stated areas, show that the boxes of the truth are corners."""
    truth = result.truth
    found, areas = fitting.meant_as_corners(truth, truth), fitting.areas_of_corners(truth)
    if found is not None:
        boxes = counted(found.looked_at, "box", "boxes")
        problem = f"{found.out:,} of {boxes} reach far out of their image, and none would"
    elif areas is not None:
        problem = f"{areas.out:,} of {areas.looked_at:,} areas are not those of their boxes, and would be"
    else:
        return
    words, layout = _CORNERS, _as_corners(truth, truth.source)[1]
    fit = fitting.fit_of_truth(truth, result.predictions)
    if fit.flag.endswith(" yxyx"):
        words, layout = fit.better, "yxyx"
    both = fitting.meant_as_corners(truth, result.predictions) is not None
    more = f" --box-format {_as_corners(truth, result.predictions.source)[1]}" if both else ""
    _refuse_truth(truth, f"{problem} if they were {words}", layout, more)


def _as_corners(truth: Truth, source: Source) -> tuple[str, str]:
    """What corners are called in words and as an option, of boxes in fractions or not."""
    scale = source.boxes.rpartition("_")[0]
    if not scale or truth.units == "fractions":
        return _CORNERS, "xyxy"
    return f"{_CORNERS}, {'percent' if scale == 'pct' else 'fractions'} of the image", f"{scale}_xyxy"


def _refuse_truth(truth: Truth, problem: str, layout: str, more: str = "") -> NoReturn:
    fix = f"rerun with --truth-box-format {layout}{more}, or "
    if truth.source.path is None:  # data in memory states its own format
        fix = "write them as x, y, width, height, or rerun "
    raise InputError("E-470", truth.source.name, problem, f"{fix}with --no-fit-test if they are right")


def _refuse_boxes_of_truth(result: Result) -> None:
    """Raise E-470 where detections lie on the truth under another reading of its boxes."""
    fit = fitting.fit_of_truth(result.truth, result.predictions)
    if fit.better_share < max(LEAST_SHARE, TIMES_BETTER * fit.share):
        return
    problem = (
        f"{fit.share:.0%} of {fit.sampled:,} detections lie on an object, but {fit.better_share:.0%} if its "
        f"boxes were {fit.better}"
    )
    _refuse_truth(result.truth, problem, fit.flag.rpartition(" ")[2])


def _refuse_corners(result: Result, as_given: float, evaluate_again: Callable[[Predictions], Result]) -> None:
    """Raise E-470 where predictions leave their images, would lie inside as corners, and fit better so."""
    found = fitting.meant_as_corners(result.truth, result.predictions)
    if found is None:
        return
    words, layout = _as_corners(result.truth, result.predictions.source)
    read = fitting.Fit(sampled=found.looked_at, share=0, better=words, about="boxes")
    otherwise = _headline(evaluate_again(fitting.read_so(result.truth, result.predictions, read)))
    if otherwise is None or otherwise[0] <= as_given:
        return
    raise InputError(
        "E-470",
        result.predictions.source.name,
        f"{judged_by(result)} {as_given:.2f} as given; {otherwise[0]:.2f} if the boxes were {words}, and "
        f"{found.out:,} of {found.looked_at:,} reach far out of their image as they are",
        f"rerun with --box-format {layout}, or with --no-fit-test if they are right",
    )


def _refuse_other_split(result: Result, fit: Fit) -> None:
    """Raise E-417 where detections lie on the truth of another split whose images have the same ids."""
    if result.truth.source.path is None or fit.sampled < LEAST_ROWS:
        return
    for name, truth, rerun in datasets.other_splits(result.truth):
        other = fitting.fit_of(truth, result.predictions)
        if other.sampled < LEAST_ROWS or other.share < max(LEAST_SHARE, TIMES_BETTER * fit.share):
            continue
        raise InputError(
            "E-417",
            result.predictions.source.name,
            f"{fit.share:.0%} of {fit.sampled:,} detections lie on an object of {result.truth.source.name}, "
            f"but {other.share:.0%} of {other.sampled:,} on one of split {name}, whose images have the "
            "same ids",
            f"{rerun}, or with --no-fit-test if the truth is right",
        )


def _refuse_file_numbers(result: Result, fit: Fit) -> None:
    """Raise E-470 where image ids are the numbers of files to which the truth gives other ids."""
    read = fitting.by_file_numbers(result.truth, result.predictions)
    if read is None:
        return
    other = fitting.fit_of(result.truth, read.predictions)
    if other.sampled < LEAST_ROWS or other.share < max(LEAST_SHARE, TIMES_BETTER * fit.share):
        return
    raise InputError(
        "E-470",
        result.predictions.source.name,
        f"{fit.share:.0%} of {fit.sampled:,} detections lie on an object of their image, but "
        f"{other.share:.0%} of {other.sampled:,} if image ids were the numbers in the names of files "
        f"({read.number} is {read.file_name})",
        "give each detection the id of its image, or the whole file name, or rerun with --no-fit-test if "
        "they are right",
    )


def _refuse_fractions(result: Result, score: float) -> None:
    """Raise E-470 for boxes between 0 and 1 and a truth in pixels; without sizes no reading can be tried."""
    true, found = result.truth.boxes, result.predictions.boxes
    if result.truth.units == "fractions" and len(found) >= LEAST_ROWS and found.max() > _LEAST_PIXELS:
        raise InputError(
            "E-470",
            result.predictions.source.name,
            f"{judged_by(result)} {score:.2f} as given; its boxes reach {found.max():g}, and those of "
            f"{result.truth.source.name} are fractions of their images",
            "divide them by width and height of their images (percent by 100), or rerun with --no-fit-test "
            "if they are right",
        )
    boxed = result.predictions.boxed  # else they are the boxes of masks, which have pixels
    if not boxed or result.truth.units != "pixels" or len(true) == 0 or len(found) < LEAST_ROWS:
        return
    reach = float((true[:, :2] + true[:, 2:]).max())
    if found.min() < 0 or found.max() > 1 or reach <= _LEAST_PIXELS:
        return
    raise InputError(
        "E-470",
        result.predictions.source.name,
        f"{judged_by(result)} {score:.2f} as given; every number of its boxes lies between 0 and 1, and the "
        f"boxes of {result.truth.source.name} reach {reach:g}: they seem to be fractions of their images",
        "multiply them by width and height of their images, or rerun with --no-fit-test if they are right",
    )


def judged_by(result: Result) -> str:
    """AP; where that is undefined, as of words without scores, the headline, if more of it is better."""
    if result.metrics.get("AP") is None and result.headline not in result.less_is_better:
        return result.headline
    return "AP"


def _headline(result: Result) -> tuple[float, float] | None:
    """AP, and AP at IoU .5 where that threshold was asked for."""
    overall, loose = result.metrics.get(judged_by(result)), result.metrics.get("AP50")
    if overall is None:
        return None
    return overall, overall if loose is None else loose
