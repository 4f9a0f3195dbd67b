"""A diagnosis in three to five sentences, each from its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.diagnosis.words.error_sentences import FEWEST, confusion_sentence, loss_sentence

if TYPE_CHECKING:
    from truebox.diagnosis.diagnosed import Diagnosis

__all__ = ["sentences"]

MOST = 5

_LEAST_TIE_RANGE = 5e-4
_LEAST_SHARE = 0.05
_LEAST_GAP = 0.05
_FEWEST_TRUTHS = 30
_SURE = 0.9
_KINDS = {
    "missing": "unlabelled objects",
    "class": "wrong classes",
    "box": "badly drawn boxes",
    "duplicate": "duplicates",
}


def sentences(found: Diagnosis) -> tuple[str, ...]:
    """Return what to know first: how sure, what costs most, what is confused, where to cut, and what else."""
    score = found.points.overall.score
    loss = None if found.errors is None else loss_sentence(found.errors, score)
    confused = None if found.errors is None else confusion_sentence(found.errors, score)
    more = [_ties(found), _slice(found, loss or ""), _labels(found)]
    if found.errors is not None and found.errors.largest == "background":
        more.insert(0, more.pop())  # the detections may be right
    first = [_interval(found), loss, confused, _threshold(found)]
    return tuple(sentence for sentence in (*first, *more) if sentence)[:MOST]


def _interval(found: Diagnosis) -> str:
    value = found.result.metrics.get("AP")
    if value is None:
        return f"AP is undefined: {found.result.undefined.get('AP', 'it was not asked for')}."
    estimate = None if found.intervals is None else found.intervals.metrics.get("AP")
    if found.intervals is None or estimate is None:
        return f"AP {value:.3f}."
    if estimate.low is None or estimate.high is None:
        return f"AP {value:.3f}; how sure it is cannot be said: {estimate.reason}."
    span, level = f"{estimate.low:.3f} to {estimate.high:.3f}", f"{100 * found.intervals.level:g} %"
    return (
        f"AP {value:.3f}; over all images of this kind {span} "
        f"({level} confidence interval; another set of the same size differs more)."
    )


def _threshold(found: Diagnosis) -> str | None:
    best = found.points.overall
    if best.score is None or not best.f1 or found.curves.overall.truths < FEWEST:
        return None
    return (
        f"Best threshold {best.score:.2f}: precision {best.precision:.3f}, recall {best.recall:.3f}, "
        f"F1 {best.f1:.3f} (all classes together, IoU {found.points.iou:g})."
    )


def _ties(found: Diagnosis) -> str | None:
    ap = None if found.ties is None else found.ties.metrics.get("AP")
    if found.ties is None or ap is None or not found.ties.findings or ap.best - ap.worst < _LEAST_TIE_RANGE:
        return None
    ends = None if found.intervals is None else found.intervals.metrics["AP"]
    low, high = (None, None) if ends is None else (ends.low, ends.high)
    if low is not None and high is not None and ap.best - ap.worst < _LEAST_SHARE * (high - low):
        return None  # which images there are matters far more
    return (
        f"Equal scores leave the order of {found.ties.tied:,} detections to the file: AP is anything from "
        f"{ap.worst:.4f} to {ap.best:.4f}."
    )


def _slice(found: Diagnosis, said: str) -> str | None:
    for row in () if found.slices is None else found.slices.worst:
        if row.recall is None or row.elsewhere is None or row.elsewhere - row.recall < _LEAST_GAP:
            continue
        if (
            row.truths < _FEWEST_TRUTHS
            or row.images < FEWEST
            or (row.by == "size" and f" {row.label} " in said)
        ):
            continue
        return (
            f"Worst slice: {row.by} {row.label!r}, recall {row.recall:.3f} at the best threshold against "
            f"{row.elsewhere:.3f} elsewhere ({row.truths:,} objects)."
        )
    return None


def _labels(found: Diagnosis) -> str | None:
    sure = [each for each in found.label_errors or () if each.suspicion >= _SURE]
    if len(sure) < FEWEST:
        return None
    counts = {kind: sum(each.kind == kind for each in sure) for kind in _KINDS}
    listed = ", ".join(f"{count:,} {_KINDS[kind]}" for kind, count in counts.items() if count)
    return (
        f"The labels may be wrong in {len(sure):,} places that are worth a look ({listed}), "
        f"first in image {sure[0].image_id}."
    )
