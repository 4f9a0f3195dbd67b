"""A diagnosis in three to five sentences, each from its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.diagnosis.words.error_sentences import FEWEST, confusion_sentence, loss_sentence
from truebox.diagnosis.words.label_sentence import label_sentence
from truebox.evaluation.registry import protocol_of

if TYPE_CHECKING:
    from truebox.diagnosis.diagnosed import Diagnosis
    from truebox.diagnosis.parts.slices import Slice

__all__ = ["sentences"]

MOST = 5

_LEAST_TIE_RANGE = 5e-4
_LEAST_SHARE = 0.05
_LEAST_GAP = 0.05
_FEWEST_TRUTHS = 30


def sentences(found: Diagnosis) -> tuple[str, ...]:
    """Return what to know first: how sure, what costs most, what is confused, where to cut, and what else."""
    score = found.points.overall.score
    loss = None if found.errors is None else _nothing_found(found) or loss_sentence(found.errors, score)
    confused = None if found.errors is None else confusion_sentence(found.errors, score)
    more = [_ties(found), *_slices(found, loss or ""), label_sentence(found)]
    if found.errors is not None and found.errors.largest == "background":
        more.insert(0, more.pop())  # the detections may be right
    first = [_interval(found), loss, confused, _threshold(found)]
    return tuple(sentence for sentence in (*first, *more) if sentence)[:MOST]


def _interval(found: Diagnosis) -> str:
    key = found.result.headline
    value = found.result.metrics.get(key)
    if value is None:
        return f"{key} is undefined: {found.result.undefined.get(key, 'it was not asked for')}."
    less = " (less is better)" if key in found.result.less_is_better else ""
    estimate = None if found.intervals is None else found.intervals.metrics.get(key)
    if found.intervals is None or estimate is None:
        return f"{key} {value:.3f}{less}."
    if estimate.low is None or estimate.high is None:
        return f"{key} {value:.3f}{less}; how sure it is cannot be said: {estimate.reason}."
    made, level = found.intervals, f"{100 * found.intervals.level:g} %"
    drawn = "" if made.groups is None else f" of {made.groups:,} groups"
    sets = f"{made.images:,} such {protocol_of(found.result.parameters).unit}{drawn}"
    text = (
        f"{key} {value:.3f}{less}; its mean over data sets of {sets} lies in "
        f"{estimate.low:.3f} to {estimate.high:.3f} ({level} confidence interval; one other set differs more)"
    )
    if made.warning is not None:
        text += f"; {made.warning}"
    if (
        key == "AP"
        and made.bias is not None
        and estimate.error is not None
        and made.bias > estimate.error / 2
    ):
        text += f"; on so few images AP is about {made.bias:.3f} too high"
    return text + "."


def _nothing_found(found: Diagnosis) -> str | None:
    """What no kind of error can say: mending one alone gains nothing where nothing is right."""
    overall = found.curves.overall
    if overall.truths == 0 or found.result.metrics.get("AP") != 0 or overall.true_positives.any():
        return None
    wrong = int(overall.false_positives[-1]) if len(overall) else 0
    detections = "there are no detections" if wrong == 0 else f"none of the {wrong:,} detections is right"
    return (
        f"The detector finds nothing: all {overall.truths:,} objects are missed, and {detections} "
        f"at {_overlap_text(found, found.curves.iou)}."
    )


def _overlap_text(found: Diagnosis, iou: float) -> str:
    parameters = found.result.parameters
    return protocol_of(parameters).overlap_text(parameters.geometry, iou)


def _threshold(found: Diagnosis) -> str | None:
    best = found.points.overall
    scores = found.result.state.score
    if best.score is None or not best.f1 or found.curves.overall.truths < FEWEST:
        return None
    if scores.min() == scores.max():  # one score for all, such as of text without scores, cuts nothing
        return None
    sure = found.points.intervals.get("score")
    doubt = "" if sure is None or sure.reason is None else f"; {sure.reason}"
    span = "" if sure is None or sure.low is None else f" ({sure.low:.2f} to {sure.high:.2f}{doubt})"
    return (
        f"Best threshold {best.score:.2f}{span}: precision {best.precision:.3f}, recall {best.recall:.3f}, "
        f"F1 {best.f1:.3f} (all classes together, {_overlap_text(found, found.points.iou)})."
    )


def _ties(found: Diagnosis) -> str | None:
    ap = None if found.ties is None else found.ties.metrics.get("AP")
    if found.ties is None or ap is None or not found.ties.findings or ap.best - ap.worst < _LEAST_TIE_RANGE:
        return None
    ends = None if found.intervals is None else found.intervals.metrics["AP"]
    low, high = (None, None) if ends is None else (ends.low, ends.high)
    if low is not None and high is not None and ap.best - ap.worst < _LEAST_SHARE * (high - low):
        return None  # which images there are matters far more
    likely = ""
    if ap.expected is not None and ap.spread is not None:
        likely = f"random orders give {ap.expected:.4f} ± {2 * ap.spread:.4f}, and "
    bounds = "lies" if ap.exact else "cannot leave the bounds"
    return (
        f"Equal scores leave the order of {found.ties.tied:,} detections to the file: {likely}AP {bounds} "
        f"{'anywhere from ' if ap.exact else ''}{ap.worst:.4f} to {ap.best:.4f}."
    )


def _slices(found: Diagnosis, said: str) -> list[str]:
    """Return the slice that costs most objects, and the one of the lowest recall where it is another."""
    known = [] if found.slices is None else found.slices.rows
    large = [row for row in known if row.truths >= _FEWEST_TRUTHS and row.images >= FEWEST]
    worse = [row for row in (found.slices.worst if found.slices else ()) if row in large and _gap(row)]
    worse = [row for row in worse if row.by != "size" or f" {row.label} " not in said]
    if not worse:
        return []
    lowest = min(large, key=lambda row: 1.0 if row.recall is None else row.recall)
    costly = worse[0]
    if costly is lowest:
        return [_slice_sentence("Lowest recall", costly)]
    made = [_slice_sentence("The slice that costs most objects", costly)]
    return [*made, _slice_sentence("Lowest recall", lowest)] if lowest in worse else made


def _gap(row: Slice) -> bool:
    return row.recall is not None and row.elsewhere is not None and row.elsewhere - row.recall >= _LEAST_GAP


def _slice_sentence(what: str, row: Slice) -> str:
    return (
        f"{what}: {row.by} {row.label!r}, recall {row.recall:.3f} at the best threshold against "
        f"{row.elsewhere:.3f} elsewhere ({row.truths:,} objects)."
    )
