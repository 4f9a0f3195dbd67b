"""Precision and recall of `evalImgs`, whoever made them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.integrations.pycocotools.matching.params import Params
    from truebox.typing import FloatArray

__all__ = ["Tables", "looked_up", "tables_of_entries"]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Precision and scores [T, R, K, A, M], recall [T, K, A, M]; -1 where there is no truth."""

    precision: FloatArray
    recall: FloatArray
    scores: FloatArray


def tables_of_entries(entries: Any, evaluated: Params, asked: Params) -> Tables:
    """Tables of entries made with one set of parameters, for another.

    As in the reference, what is asked for must have been evaluated, and places in the asked lists of
    categories, area ranges and images are taken for places in those that were evaluated.
    """
    recalls, classes = np.asarray(asked.recThrs), len(asked.catIds) if asked.useCats else 1
    shape = (len(asked.iouThrs), len(recalls), classes, len(asked.areaRng), len(asked.maxDets))
    tables = Tables(-np.ones(shape), -np.ones((shape[0], *shape[2:])), -np.ones(shape))
    images, ranges = len(evaluated.imgIds), len(evaluated.areaRng)
    known = set(evaluated.catIds if evaluated.useCats else [-1])
    chosen = [place for place, category in enumerate(asked.catIds) if category in known]
    known_ranges, known_caps = set(map(tuple, evaluated.areaRng)), set(evaluated.maxDets)
    chosen_ranges = [place for place, each in enumerate(asked.areaRng) if tuple(each) in known_ranges]
    caps = [cap for cap in asked.maxDets if cap in known_caps]
    known_images = set(evaluated.imgIds)
    chosen_images = [place for place, image in enumerate(asked.imgIds) if image in known_images]
    if not caps:  # no entry is looked at then: places of more ranges than were evaluated do no harm
        return tables
    for k, category in enumerate(chosen):
        for a, area_range in enumerate(chosen_ranges):
            start = (category * ranges + area_range) * images
            held = [entries[start + image] for image in chosen_images]
            held = [entry for entry in held if entry is not None]
            if held:
                _fill(tables, (k, a), held, caps, recalls)
    return tables


def _fill(tables: Tables, place: tuple[int, int], held: list[Any], caps: list[int], recalls: Any) -> None:
    truths = np.count_nonzero(np.concatenate([entry["gtIgnore"] for entry in held]) == 0)
    if truths == 0:
        return
    k, a = place
    for m, cap in enumerate(caps):
        scores = np.concatenate([entry["dtScores"][0:cap] for entry in held])
        order = np.argsort(-scores, kind="mergesort")
        matched = np.concatenate([entry["dtMatches"][:, 0:cap] for entry in held], axis=1)[:, order]
        ignored = np.concatenate([entry["dtIgnore"][:, 0:cap] for entry in held], axis=1)[:, order]
        counted = np.logical_not(ignored)
        hits = np.cumsum(np.logical_and(matched, counted), axis=1).astype(float)
        false = np.cumsum(np.logical_and(np.logical_not(matched), counted), axis=1).astype(float)
        if len(hits) > len(tables.recall):
            raise IndexError(f"{len(hits)} thresholds were evaluated, {len(tables.recall)} are asked for")
        precision = hits / (false + hits + np.spacing(1))
        envelope = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
        ordered = scores[order]
        for t in range(len(hits)):
            tables.recall[t, k, a, m] = hits[t, -1] / truths if len(ordered) else 0
            at, score_at = looked_up(hits[t] / truths, envelope[t], ordered, recalls)
            tables.precision[t, :, k, a, m] = at
            tables.scores[t, :, k, a, m] = score_at


def looked_up(recall: Any, envelope: Any, scores: Any, recalls: Any) -> tuple[Any, Any]:
    """Precision and score where each recall is first reached; 0 from the first that never is."""
    places = np.searchsorted(recall, recalls, side="left")
    beyond = places >= len(recall)
    reached = int(np.argmax(beyond)) if beyond.any() else len(places)
    found, found_scores = np.zeros(len(places)), np.zeros(len(places))
    found[:reached] = envelope[places[:reached]]
    found_scores[:reached] = scores[places[:reached]]
    return found, found_scores
