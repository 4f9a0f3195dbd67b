"""What each true track adds to HOTA and Identity of its sequence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = ["TrackParts", "track_parts"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackParts:
    """Sums of one sequence and class by its true tracks: added up, they are those of the whole.

    A predicted track follows the true one that it is matched with most (the first of equal ones); its false
    boxes are counted there. Tracks that follow none stand by themselves.

    Parameters
    ----------
    lengths : float64 array [G]
        Boxes of each true track.
    found, wrong : float64 arrays [G, A]
        Matches, and false boxes of the tracks that follow it, by alpha.
    kept, kept_of_truth, kept_of_prediction : float64 arrays [G, A]
        Sums over matches of the share of both tracks, the true one, the predicted one.
    together, astray : float64 arrays [G]
        IDTP, and IDFP of the tracks that follow it.
    alone, alone_astray : float64 arrays [N]
        Of each track that follows none its boxes, and its IDFP.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> truth = {"frames": [1, 2, 3, 4], "ids": [7] * 4, "boxes": [[0, 0, 9, 9]] * 4}
    >>> found = {"frames": [1, 2, 4], "ids": [1, 1, 2], "boxes": [[0, 0, 9, 9]] * 3}
    >>> parts = evaluate_tracks(truth, found).matched[0].parts
    >>> parts.found[:, 0].tolist(), parts.together.tolist(), parts.astray.tolist()
    ([3.0], [2.0], [1.0])
    """

    lengths: FloatArray
    found: FloatArray
    wrong: FloatArray
    kept: FloatArray
    kept_of_truth: FloatArray
    kept_of_prediction: FloatArray
    together: FloatArray
    astray: FloatArray
    alone: FloatArray
    alone_astray: FloatArray


def track_parts(outcome: Mapping[str, Any], alphas: int) -> TrackParts:
    """The parts of one cell, from what was measured natively.

    Examples
    --------
    >>> nothing = dict.fromkeys(("true_lengths", "found_lengths", "identity_together"), np.empty(0))
    >>> nothing |= dict.fromkeys(("follows", "identity_partner"), np.empty(0, dtype=np.int32))
    >>> nothing |= dict.fromkeys(("found_of_track", "wrong_of_track", "kept_of_track"), np.empty(0))
    >>> nothing |= dict.fromkeys(("kept_of_truth_of_track", "kept_of_prediction_of_track"), np.empty(0))
    >>> track_parts(nothing, 19).found.shape
    (0, 19)
    """

    def by_alpha(name: str) -> FloatArray:
        found: FloatArray = outcome[name].reshape(-1, alphas)
        return found

    lengths = np.asarray(outcome["true_lengths"], dtype=np.float64)
    together = np.asarray(outcome["identity_together"], dtype=np.float64)
    partner: AnyArray = outcome["identity_partner"]
    astray = np.array(outcome["found_lengths"], dtype=np.float64)
    np.subtract.at(astray, partner[partner >= 0], together[partner >= 0])
    follows: AnyArray = outcome["follows"]
    alone = follows < 0
    return TrackParts(
        lengths=lengths,
        found=by_alpha("found_of_track"),
        wrong=by_alpha("wrong_of_track"),
        kept=by_alpha("kept_of_track"),
        kept_of_truth=by_alpha("kept_of_truth_of_track"),
        kept_of_prediction=by_alpha("kept_of_prediction_of_track"),
        together=together,
        astray=np.bincount(follows[~alone], astray[~alone], minlength=len(lengths)).astype(np.float64),
        alone=np.asarray(outcome["found_lengths"], dtype=np.float64)[alone],
        alone_astray=astray[alone],
    )
