"""Tracks of centers at many recalls: AMOTA and AMOTP, as nuScenes ranks trackers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.tracking.center_walk import Walked, walk
from truebox.tracking.centers import center_frames

if TYPE_CHECKING:
    from truebox.tracking.center_walk import CenterFrame
    from truebox.typing import FloatArray

__all__ = ["TracksAtRecalls", "evaluate_at_recalls"]

_SUMMED = ("MT", "ML", "TP", "FP", "FN", "IDS", "FRAG")
_WORST_FALSE_ALARMS = 500.0
_WORST_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TracksAtRecalls:
    """What `evaluate_at_recalls` found.

    Parameters
    ----------
    metrics : dict of str to float or None
        AMOTA and AMOTP; and, each class at the score of its best MOTA, recall, MOTAR, GT, MOTA, MOTP, MT, ML,
        FAF, TP, FP, FN, IDS, FRAG, TID, LGD. Counts but GT are sums over classes, all else means; a class
        without truth is no part of either.
    per_class : dict of str to such dict
        None where a number is not defined.
    recalls : float64 array [R]
        Asked for, falling.
    curves : dict of str to dict of str to float64 array [R]
        Of each class with truth the score at each recall and every metric there, NaN where it is not reached.

    Examples
    --------
    >>> truth = {"frames": [0, 1], "ids": ["a", "a"], "centers": [[0, 0], [1, 0]]}
    >>> evaluate_at_recalls(truth, truth | {"scores": [0.9, 0.9]}).metrics["AMOTA"]
    1.0
    """

    metrics: dict[str, float | None]
    per_class: dict[str, dict[str, float | None]]
    recalls: FloatArray
    curves: dict[str, dict[str, FloatArray]]


@refuses_other_kinds
def evaluate_at_recalls(
    truth: Any, predictions: Any, *, limit: float = 2.0, recalls: int = 40, least_recall: float = 0.1
) -> TracksAtRecalls:
    """AMOTA and AMOTP of tracks in space, identical to nuscenes-devkit's tracking evaluation.

    Tracks are cut at the scores that reach each recall; MOTAR and MOTP of the cuts are averaged, and a recall
    that no score reaches counts as the worst, 0 and `limit`.

    Parameters
    ----------
    truth, predictions : mapping, or mapping of scene to such
        ``frames`` (whole numbers), ``ids``, ``centers`` [N, 2] in metres, ``labels`` where there are several
        classes, and of predictions ``scores``; one row per object and frame, in lists or arrays of any
        library. The score of a track is the mean of its rows, as the kit has it.
    limit : float
        Metres at which centers are too far apart to be one object.
    recalls : int
        How many, evenly from `least_recall` to 1.
    least_recall : float
        Below it nothing is averaged.

    Returns
    -------
    TracksAtRecalls

    Raises
    ------
    ArgumentError
        A column is missing or has another length, a value is masked, missing or not finite, an id occurs
        twice in a frame, one side alone has labels or a scene, there is no truth, or an option cannot be
        taken.

    Notes
    -----
    The numbers are those of nuscenes-devkit 1.2.0 with motmetrics 1.4.0 for rows as it has them after its own
    selection: within the range of their class, with points on them, without bicycle racks, and with the gaps
    of tracks filled. That selection needs its tables of samples and is not made here. TID and LGD are in
    seconds, at two frames a second; frames in which nothing of the class is left are passed over. Where
    several ways of joining are equally near, the kit's depends on the solver that is installed.

    References
    ----------
    Caesar et al., nuScenes: A Multimodal Dataset for Autonomous Driving, CVPR 2020; Weng et al., 3D
    Multi-Object Tracking, IROS 2020.

    Examples
    --------
    >>> truth = {"frames": [0, 1, 2], "ids": ["a"] * 3, "centers": [[0, 0], [1, 0], [2, 0]]}
    >>> found = {"frames": [0, 1, 2], "ids": [7, 7, 8], "centers": [[0, 1], [1, 1], [2, 1]]}
    >>> found["scores"] = [0.5] * 3
    >>> result = evaluate_at_recalls(truth, found)
    >>> result.metrics["AMOTP"], result.metrics["IDS"], result.metrics["recall"]
    (1.375, 1.0, 1.0)
    """
    if not (np.isfinite(limit) and limit > 0):
        raise ArgumentError(f"limit: {limit!r} is no distance. Fix: pass metres above 0.")
    if recalls < 1 or not 0 < least_recall <= 1:
        raise ArgumentError(
            f"recalls, least_recall: {recalls!r} recalls from {least_recall!r} on cannot be asked for. "
            "Fix: pass at least 1, from above 0 to 1 on."
        )
    scenes = center_frames(truth, predictions)
    asked = np.linspace(least_recall, 1, recalls).round(12)
    per_class: dict[str, dict[str, float | None]] = {}
    curves = {}
    for name, of_class in scenes.items():
        measured = _measured(of_class, limit, asked)
        if measured is not None:
            curves[name] = measured
        per_class[name] = {key: _defined(value) for key, value in _of_class(measured, limit).items()}
    if not curves:
        raise ArgumentError("truth: there is no object. Fix: pass the objects that are to be found.")
    return TracksAtRecalls(
        metrics=_of_all(list(per_class.values())), per_class=per_class, recalls=asked[::-1], curves=curves
    )


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _measured(
    scenes: Sequence[Sequence[CenterFrame]], limit: float, asked: FloatArray
) -> dict[str, FloatArray] | None:
    """Every metric at every recall, the highest first; None of a class without truth."""
    whole = walk(scenes, limit)
    if whole.objects == 0:
        return None
    scores = np.sort(np.array(whole.scores))[::-1]
    cuts = np.full(len(asked), np.nan)
    if len(scores):
        reached = np.arange(1, len(scores) + 1) / whole.objects
        cuts = np.interp(asked, reached, scores, right=0)
        cuts[asked > reached[-1]] = np.nan
    cuts = cuts[::-1]
    at = {cut: _metrics(walk(scenes, limit, cut)) for cut in sorted(set(cuts[~np.isnan(cuts)].tolist()))}
    # The kit tells tracks of two scenes with one id not apart here.
    ids = {each for frames in scenes for frame in frames for each in frame.truth}
    worst = _worst(whole.objects, len(ids), limit)
    missing = dict.fromkeys(worst, np.nan) if at else worst
    rows = [at.get(cut, missing) for cut in cuts.tolist()]
    return {"score": cuts} | {name: np.array([row[name] for row in rows], dtype=np.float64) for name in worst}


def _metrics(walked: Walked) -> dict[str, float]:
    wrong = walked.misses + walked.switches + walked.false
    found, objects = walked.matches + walked.switches, walked.objects
    recall = walked.matches / objects
    weight = recall * objects
    return {
        "recall": found / objects,
        "MOTAR": float(max(0.0, 1 - 1.0 * (wrong - (1 - recall) * objects) / weight)) if weight else np.nan,
        "GT": objects,
        "MOTA": max(0.0, 1.0 - wrong / objects),
        "MOTP": walked.distance / found if found else np.nan,
        "MT": walked.mostly_tracked,
        "ML": walked.mostly_lost,
        "FAF": walked.false / walked.frames * 100,
        "TP": walked.matches,
        "FP": walked.false,
        "FN": walked.misses,
        "IDS": walked.switches,
        "FRAG": walked.fragmentations,
        "TID": walked.first_found,
        "LGD": walked.longest_gap,
    }


def _worst(objects: int, tracks: int, limit: float) -> dict[str, float]:
    """What a class has of which nothing is found."""
    none = dict.fromkeys(("recall", "MOTAR", "GT", "MOTA", "MOTP", "MT", "ML", "FAF", "TP"), 0.0)
    return none | {
        "GT": objects,
        "MOTP": limit,
        "ML": tracks,
        "FAF": _WORST_FALSE_ALARMS,
        "FP": np.nan,
        "FN": objects,
        "IDS": np.nan,
        "FRAG": np.nan,
        "TID": _WORST_SECONDS,
        "LGD": _WORST_SECONDS,
    }


def _of_class(measured: Mapping[str, FloatArray] | None, limit: float) -> dict[str, float]:
    if measured is None:
        return dict.fromkeys(("AMOTA", "AMOTP", *_worst(0, 0, limit)), np.nan)
    averages = {}
    for name, read, worst in (("AMOTA", "MOTAR", 0.0), ("AMOTP", "MOTP", limit)):
        values = measured[read]
        known = np.where(np.isnan(values), worst, values)
        averages[name] = np.nan if np.isnan(values).all() else float(np.mean(known))
    best = int(np.nanargmax(measured["MOTA"]))
    return averages | {name: float(measured[name][best]) for name in _worst(0, 0, limit)}


def _of_all(classes: Sequence[Mapping[str, float | None]]) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for name in classes[0]:
        values = np.array([each[name] for each in classes if each[name] is not None], dtype=np.float64)
        if name in _SUMMED:
            found[name] = float(values.sum())
        else:
            found[name] = float(np.mean(values)) if len(values) else None
    return found
