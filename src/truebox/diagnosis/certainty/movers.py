"""Images that got better or worse from one model to the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import resampling as native

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.replicates import Resampling
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Mover", "Movers", "image_scores", "movers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """One image: its AP under both models, and second minus first.

    Parameters
    ----------
    id : int or str
        Of the image, as in the truth.
    file_name : str
        Of its picture; empty where the truth names none.
    first, second : float
        Its own AP under either model, in [0, 1].
    change : float
        ``second - first``: above 0 where the second model is better.
    """

    id: int | str
    file_name: str
    first: float
    second: float
    change: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class Movers:
    """How the images moved.

    Parameters
    ----------
    better, worse, same : int
        Images whose AP rose, fell or stayed.
    without_truth : int
        Images without a truth that counts: they have no AP of their own.
    gained, lost : tuple of Mover
        Those that moved most, the largest move first.
    """

    better: int
    worse: int
    same: int
    without_truth: int
    gained: tuple[Mover, ...]
    lost: tuple[Mover, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "better": self.better,
            "worse": self.worse,
            "same": self.same,
            "without_truth": self.without_truth,
            "gained": [mover.to_dict() for mover in self.gained],
            "lost": [mover.to_dict() for mover in self.lost],
        }


def image_scores(resampling: Resampling) -> FloatArray:
    """The AP of every image evaluated alone; NaN without a truth that counts.

    That is the mean, over the classes that have truth in the image, of their AP in it, at all IoU
    thresholds and the cap of AP. Detections of other classes do not lower it, as in any AP.

    Examples
    --------
    >>> from truebox.diagnosis.certainty.replicates import Resampling
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(5, 2, 20, 3.0, 1), mode="corrected")
    >>> image_scores(Resampling(result)).shape
    (5,)
    """
    scores = np.empty(len(resampling.result.state.images))
    whole = resampling.places.get("AP")
    if whole is None:
        scores.fill(np.nan)
        return scores
    native.score_images(
        resampling.columns,
        whole.area_range,
        resampling.headline_cap,
        resampling.recalls,
        resampling.epsilon,
        scores,
    )
    return scores


def movers(first: Resampling, second: Resampling, most: int) -> Movers:
    """The images of two results of one truth, and the `most` largest moves either way."""
    before, after = image_scores(first), image_scores(second)
    change = after - before
    defined = ~np.isnan(change)
    ids = first.result.state.images
    images = first.result.truth.images
    row = {images.ids[place]: place for place in range(len(images))}

    def named(places: Int64Array) -> tuple[Mover, ...]:
        return tuple(
            Mover(
                id=ids[place],
                file_name=images.file_names[row[ids[place]]],
                first=float(before[place]),
                second=float(after[place]),
                change=float(change[place]),
            )
            for place in places.tolist()
        )

    risen, fallen = np.flatnonzero(change > 0), np.flatnonzero(change < 0)
    return Movers(
        better=len(risen),
        worse=len(fallen),
        same=int(np.count_nonzero(change == 0)),
        without_truth=int(np.count_nonzero(~defined)),
        gained=named(risen[np.argsort(-change[risen], kind="stable")][:most]),
        lost=named(fallen[np.argsort(change[fallen], kind="stable")][:most]),
    )
