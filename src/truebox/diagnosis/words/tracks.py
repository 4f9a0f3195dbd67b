"""What costs HOTA, in sentences: detection or association, which sequences, which tracks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.counted import grouped, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.evaluation import TrackResult
    from truebox.typing import FloatArray

__all__ = ["log_loss", "track_sentences"]

_MOST = 3
_LEAST = 1e-12
_NOTHING = 0.005
"""A share that would be written as 0%."""
_KEPT, _CLOSELY = 0.85, 0.8


def track_sentences(result: TrackResult) -> list[str]:
    """Say what costs HOTA, most important first.

    The split is that of logarithms: at every alpha ``-ln HOTA`` is half ``-ln DetA``, half ``-ln AssA``, and
    ``1 / DetA = 1 / DetRe + 1 / DetPr - 1``, so that the shares add up to one.

    Parameters
    ----------
    result : TrackResult
        Of any protocol of tracks.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> track_sentences(evaluate_tracks(side, side))
    ['HOTA is 1.000: nothing is lost.']
    """
    hota = result.metrics["HOTA"]
    curve = result.hota.per_alpha
    if hota is None or not hota:
        return ["HOTA is 0.000: no box of a track is found at any alpha."]
    absent, hota, curve = _without_absent(result, hota, curve)
    if hota >= 1 - _LEAST:
        return [*absent, f"{'HOTA is' if not absent else 'Of these HOTA is'} {hota:.3f}: nothing is lost."]
    sentences = [*absent, _split(hota, curve), _limits(curve), _alpha(result, curve)]
    return [
        sentence
        for sentence in (*sentences, _switches(result), _sequences(result), _tracks(result))
        if sentence
    ]


def _without_absent(
    result: TrackResult, hota: float, curve: Mapping[str, FloatArray]
) -> tuple[list[str], float, Mapping[str, FloatArray]]:
    """HOTA of the classes that any side has a box of, and a sentence where others are in the mean with 0."""
    held = [each for each in result.per_class if each.truths or each.detections]
    absent = [each.name for each in result.per_class if not (each.truths or each.detections)]
    if not absent or not held:
        return [], hota, curve
    fields = [each.fields["HOTA"] for each in held]
    others = {name: np.mean([each[name] for each in fields], axis=0) for name in curve}
    mean = float(others["HOTA"].mean())
    number = f"{len(absent)} of {len(result.per_class)} classes"
    text = (
        f"HOTA {hota:.3f} is a mean in which {number} without a box on either side count as 0, as in "
        f"TrackEval ({listed(absent)}); of the others it is {mean:.3f}."
    )
    return [text], mean, others


@refuses_other_kinds
def log_loss(values: FloatArray) -> float:
    """Mean of -ln over the alphas at which there is anything: shares of a product become a sum.

    Parameters
    ----------
    values : array [A]
        A number in [0, 1] for each alpha, such as ``DetA`` or ``AssA``.

    Returns
    -------
    float
        0 where every value is 1, larger the smaller they are; 0 too where none is above zero.

    Examples
    --------
    >>> log_loss(np.array([1.0, 0.0]))
    -0.0
    """
    held = values[values > _LEAST]
    return float(-np.log(held).mean()) if len(held) else 0.0


def _split(hota: float, curve: Mapping[str, FloatArray]) -> str:
    parts = {name: curve[name] for name in ("DetA", "AssA", "DetRe", "DetPr", "AssRe", "AssPr")}
    detection, association = log_loss(parts["DetA"]), log_loss(parts["AssA"])
    total = detection + association
    share = float(np.clip(association / total, 0, 1)) if total else 0.0  # rounded, it may be just below 0
    larger, smaller = ("association", "detection") if share >= 0.5 else ("detection", "association")
    missed, invented = _halves(parts["DetRe"], parts["DetPr"])
    split, merged = _halves(parts["AssRe"], parts["AssPr"])
    words = {
        "association": f"{split:.0%} of it broken tracks, {merged:.0%} tracks of several objects",
        "detection": f"{missed:.0%} of it missed boxes, {invented:.0%} false ones",
    }
    if min(share, 1 - share) < _NOTHING:
        return f"HOTA is {hota:.3f}: all that it loses is {larger} ({words[larger]})."
    return (
        f"HOTA is {hota:.3f}: {max(share, 1 - share):.0%} of what it loses is {larger} ({words[larger]}), "
        f"{min(share, 1 - share):.0%} is {smaller} ({words[smaller]})."
    )


def _halves(recall: FloatArray, precision: FloatArray) -> tuple[float, float]:
    """Shares of 1 / recall - 1 and 1 / precision - 1, which add up to 1 / accuracy - 1."""
    held = (recall > _LEAST) & (precision > _LEAST)
    first, second = float((1 / recall[held] - 1).sum()), float((1 / precision[held] - 1).sum())
    total = first + second
    return (first / total, second / total) if total > _LEAST else (0.0, 0.0)


def _limits(curve: Mapping[str, FloatArray]) -> str:
    det, ass = (np.sqrt(curve[name]).mean() for name in ("DetA", "AssA"))
    return (
        f"With these boxes and perfect association HOTA would be {det:.3f}, with perfect detection {ass:.3f}."
    )


def _alpha(result: TrackResult, curve: Mapping[str, FloatArray]) -> str:
    """Where the curve over alpha falls: how closely boxes fit, apart from whose they are."""
    hota, alphas = curve["HOTA"], result.state.alphas
    first, middle, last = hota[0], hota[len(hota) // 2], hota[-1]
    if first <= 0:
        return ""
    low = alphas[hota <= _KEPT * first]
    if not len(low):
        where = "it hardly falls: boxes fit closely"
    elif middle > _KEPT * first:
        how = "closely" if low[0] >= _CLOSELY else "loosely"
        where = f"it falls only from alpha {low[0]:.2f} on: boxes are found, and fit {how}"
    elif middle < 0.5 * first:
        where = "it falls before alpha 0.5: boxes fit loosely"
    else:
        where = "it falls evenly"
    return (
        f"Over alpha HOTA goes from {first:.3f} (0.05) by {middle:.3f} (0.5) to {last:.3f} (0.95): {where}."
    )


def _switches(result: TrackResult) -> str:
    counts = result.events.counts()
    parts = [(counts[kind], words) for kind, words in _KINDS]
    total = sum(count for count, _ in parts)
    if not total:
        return "No track changes its identity."
    told = ", ".join(f"{count:,} {words}" for count, words in sorted(parts, reverse=True) if count)
    return f"{grouped(total, 'identity switch', 'identity switches')}: {told}."


_KINDS = (
    ("exchange", "to a track that followed another object before"),
    ("new id", "to a new id in the middle"),
    ("return", "to a new id after a gap"),
)


def _sequences(result: TrackResult) -> str:
    """What HOTA would be without each of the sequences that cost most."""
    state = result.state
    if len(state.sequences) < 2:
        return ""
    losses = {}
    for part in result.per_sequence:
        hota = part.metrics["HOTA"] or 0.0
        losses[part.name] = part.truths * -math.log(max(hota, 1e-3))
    total = sum(losses.values())
    if total <= 0:
        return ""
    worst = sorted(losses.items(), key=lambda item: -item[1])[:_MOST]
    hotas = {part.name: part.metrics["HOTA"] or 0.0 for part in result.per_sequence}
    told = ", ".join(f"{name} {loss / total:.0%} (HOTA {hotas[name]:.3f})" for name, loss in worst)
    return f"Most is lost in {told}."


def _tracks(result: TrackResult) -> str:
    """True tracks by what they miss of a full association, over all alphas."""
    found: list[tuple[float, str, int]] = []
    total = 0.0
    for cell in result.matched:
        name = result.truth.sequences[cell.sequence].name
        lost = cell.matches - cell.kept
        total += float(lost.sum())
        found += [(float(value), name, int(track)) for value, track in zip(lost, cell.true_ids, strict=True)]
    if total <= _LEAST:
        return ""
    worst = sorted(found, key=lambda each: (-each[0], each[1], each[2]))[:_MOST]
    told = ", ".join(
        f"track {track}{f' of {name}' if name else ''} {value / total:.0%}"
        for value, name, track in worst
        if value > 0
    )
    return f"Of the association lost, {told}."
