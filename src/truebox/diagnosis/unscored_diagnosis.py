"""What is found out about a result without scores: words, and how sure every number is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from truebox.diagnosis.certainty.bootstrap_arguments import check_bootstrap
from truebox.diagnosis.certainty.intervals import ClassIntervals
from truebox.diagnosis.certainty.unscored.drawn_parts import part_intervals
from truebox.diagnosis.certainty.unscored.kinds import parts_of

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.diagnosis.certainty.unscored.kinds import Unscored
    from truebox.diagnosis.words.reading import Reading

__all__ = ["PartIntervals", "UnscoredDiagnosis", "intervals_of_parts"]

_OF_SCORES = ("errors", "ties", "calibration", "slices", "confusion", "label_errors")
_WHY = "it is of scored detections"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartIntervals:
    """The metrics of tracks, of one object over time, of label maps or of segments, with their intervals.

    Parameters
    ----------
    metrics : mapping of name to Estimate
        As ``result.metrics``, as far as draws give them.
    per_class : tuple of ClassIntervals
    drawn : str
        What was drawn with replacement: ``"images"``, ``"sequences"``, ``"blocks of 25 frames"``.
    count : int
        How many of these.
    level, replicates, seed
        As in `Intervals`.

    Examples
    --------
    >>> from truebox.diagnosis import diagnose
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> found = diagnose(evaluate_tracks(side, side)).intervals
    >>> found.drawn, found.count, found.metrics["HOTA"].low is None
    ('blocks of 25 frames', 1, True)
    """

    metrics: Mapping[str, Estimate]
    per_class: tuple[ClassIntervals, ...] = field(repr=False)
    drawn: str
    count: int
    level: float
    replicates: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "method": f"expanded percentiles of a bootstrap over {self.drawn}",
            "level": self.level,
            "replicates": self.replicates,
            "seed": self.seed,
            "drawn": self.drawn,
            "count": self.count,
            "metrics": {key: entry.to_dict() for key, entry in self.metrics.items()},
            "per_class": [entry.to_dict() for entry in self.per_class],
        }


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnscoredDiagnosis:
    """Tracks, one object over time, label maps or panoptic segments, diagnosed.

    Parameters
    ----------
    result : any result without scores
        What was diagnosed.
    words : Reading
        In sentences.
    intervals : PartIntervals

    Examples
    --------
    >>> from truebox.diagnosis import diagnose
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> found = diagnose(evaluate_tracks(side, side))
    >>> found.words.sentences[0], found.intervals.metrics["HOTA"].value
    ('HOTA is 1.000: nothing is lost.', 1.0)
    """

    result: Unscored
    words: Reading
    intervals: PartIntervals

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: the keys of `Diagnosis`; what is of scores is None, as `skipped` says."""
        return {
            "words": list(self.words),
            "points": {},
            **dict.fromkeys(_OF_SCORES),
            "intervals": self.intervals.to_dict(),
            "skipped": dict.fromkeys((*_OF_SCORES, "points"), _WHY),
        }


def intervals_of_parts(
    result: Unscored, *, replicates: int = 1000, level: float = 0.95, seed: int = 0
) -> PartIntervals:
    """Intervals of every metric that draws give, of all and of each class.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> found = intervals_of_parts(evaluate_tracks(side, side))
    >>> found.drawn, found.count, found.metrics["IDF1"].reason
    ('blocks of 25 frames', 1, 'only 1 true track; 6 are needed')
    """
    check_bootstrap(replicates, level, seed)
    parts = parts_of(result)
    assert parts is not None  # every kind without scores has some
    found = part_intervals(parts, replicates=replicates, level=level, seed=seed)
    of_class: dict[int, dict[str, Estimate]] = {}
    for key, each in found.items():
        if not isinstance(key, str):
            of_class.setdefault(key[1], {})[key[0]] = each
    classes = result.per_class
    return PartIntervals(
        metrics={key: each for key, each in found.items() if isinstance(key, str)},
        per_class=tuple(
            ClassIntervals(id=classes[place].id, name=classes[place].name, metrics=metrics)
            for place, metrics in sorted(of_class.items())
        ),
        drawn=parts.counted,
        count=parts.count,
        level=level,
        replicates=replicates,
        seed=seed,
    )
