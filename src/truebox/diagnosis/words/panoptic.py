"""What to know about panoptic segments, in sentences: how sure PQ is, what costs it, the weakest classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.label_maps.drawn_segments import panoptic_intervals
from truebox.diagnosis.words.how_sure import how_sure

if TYPE_CHECKING:
    from truebox.evaluation import PanopticResult

__all__ = ["panoptic_sentences"]

_MOST = 3


@refuses_other_kinds
def panoptic_sentences(result: PanopticResult) -> list[str]:
    r"""Say how sure PQ is, whether recognition or overlap costs more of it, and which classes are weakest.

    Parameters
    ----------
    result : PanopticResult
        Of `truebox.evaluate` with the protocol ``"panoptic"``.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.evaluation import evaluate_panoptic
    >>> info = [{"id": 1, "category_id": 1}, {"id": 2, "category_id": 2}]
    >>> def side(labels):
    ...     return {"image_id": 7, "segmentation": np.array([labels]), "segments_info": info}
    >>> names = [{"id": 1, "name": "cat", "isthing": 1}, {"id": 2, "name": "sky", "isthing": 0}]
    >>> truth = {"categories": names, "annotations": [side([1, 1, 1, 1, 2, 2])]}
    >>> result = evaluate_panoptic(truth, {"annotations": [side([1, 1, 1, 2, 2, 2])]})
    >>> print(*panoptic_sentences(result)[1:], sep="\n")
    Of the 0.292 that PQ lacks, all is overlap: matched segments overlap by 0.708 on average.
    Weakest of 2 classes: sky 0.667 (0 of 1 missed, 0 wrong), cat 0.750 (0 of 1 missed, 0 wrong).
    """
    key = result.layout.main
    sentences = [how_sure(key, panoptic_intervals(result)[key], f"{len(result.state.images):,} such images")]
    sentences += _what_costs(result)
    known = [(value, each) for each in result.per_class if (value := each.metrics[key]) is not None]
    if len(known) > 1:
        weakest = sorted(known, key=lambda pair: pair[0])[:_MOST]
        named = ", ".join(
            f"{each.name} {value:.3f} ({each.false_negatives:,} of {each.truths:,} missed, "
            f"{each.false_positives:,} wrong)"
            for value, each in weakest
        )
        sentences.append(f"Weakest of {len(known)} classes: {named}.")
    return sentences


def _what_costs(result: PanopticResult) -> list[str]:
    """Whether segments that are missed or wrong cost more of PQ, or matches that overlap too little."""
    quality, overlap, recognised = (result.metrics[name] for name in ("PQ", "SQ", "RQ"))
    if quality is None or overlap is None or recognised is None or quality >= 1:
        return []
    # With every match perfect each class would have PQ = RQ.
    by_overlap = recognised - quality
    lost = 1 - quality
    start = f"Of the {lost:.3f} that PQ lacks, "
    if recognised >= 1:
        return [f"{start}all is overlap: matched segments overlap by {overlap:.3f} on average."]
    missed = sum(each.false_negatives for each in result.per_class)
    wrong = sum(each.false_positives for each in result.per_class)
    truths = sum(each.truths for each in result.per_class)
    return [
        f"{start}{1 - recognised:.3f} is recognition ({missed:,} of {truths:,} segments missed, "
        f"{wrong:,} wrong), {by_overlap:.3f} is overlap (SQ {overlap:.3f})."
    ]
