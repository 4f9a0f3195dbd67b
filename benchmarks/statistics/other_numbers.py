"""Coverage of the intervals beside those of AP, and the sentence about labels where all labels are right."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import numpy as np

from benchmarks.statistics.trials import Counted, evaluated
from benchmarks.statistics.worlds import World
from truebox.diagnosis import calibration, errors, label_errors, operating_points, optimal_lrp
from truebox.diagnosis.certainty.bootstrap_arguments import Draws
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.estimate import Estimate
from truebox.diagnosis.thresholds.point_intervals import best_f1_intervals, calibration_interval
from truebox.diagnosis.words.label_sentence import label_sentence

__all__ = ["NUMBERS", "Covered", "labels_doubted", "other_numbers"]

NUMBERS = (
    "best F1", "its score", "ECE", "oLRP", "oLRP localisation", "oLRP false positive", "oLRP false negative",
    "lost: class", "lost: location", "lost: both", "lost: duplicate", "lost: background", "lost: missed",
)  # fmt: skip
_LRP = ("lrp", "localisation", "false_positive", "false_negative")
_LOSSES = ("class", "location", "both", "duplicate", "background", "missed")
_FEWER = 200


@dataclass
class Covered:
    """Of one number in one world: how often its interval holds the mean, with a doubt and without."""

    intervals: list[Estimate] = field(default_factory=list)

    def holding(self, *, doubted: bool | None = None) -> Counted:
        """Of the intervals given; of those alone that come with a doubt, or without."""
        mean = float(np.mean([each.value for each in self.intervals]))
        count = Counted()
        for each in self.intervals:
            if each.low is not None and doubted in (None, each.reason is not None):
                count.add(each.low <= mean <= each.high)
        return count

    def __str__(self) -> str:
        doubted, sure = self.holding(doubted=True), self.holding(doubted=False)
        least = 0.1 * len(self.intervals)
        cells = [str(sure)] if sure.of > least else []
        return " ".join(cells + ([f"({doubted})"] if doubted.of > least else [])) or "-"


def other_numbers(
    world: World, images: int, worlds: int, *, groups: bool = False, seed: int = 0
) -> dict[str, Covered]:
    """Intervals of all numbers of `NUMBERS` over many data sets."""
    found = {name: Covered() for name in NUMBERS}
    for drawn, (result,) in evaluated(world, images, worlds, seed, (0.0,)):
        belonging = drawn.group if groups else None
        units = drawn_units(result, np.arange(images, dtype=np.int32), belonging)
        draws = Draws(replicates=_FEWER, level=0.95, seed=0)
        best, reliable = operating_points(result).overall, calibration(result)
        lrp = optimal_lrp(result, replicates=_FEWER, groups=belonging)
        lost = errors(result, replicates=_FEWER, groups=belonging, threads=1)
        made = (
            *best_f1_intervals(result, 0.5, (best.f1, best.score), units, draws),
            calibration_interval(result, reliable, units, draws),
            *(lrp.intervals[part] for part in _LRP),
            *(lost.intervals[name] for name in _LOSSES),
        )
        for name, each in zip(NUMBERS, made, strict=True):
            if each.value is not None:
                found[name].intervals.append(each)
    return found


def labels_doubted(world: World, images: int, worlds: int, *, decimals: int | None, seed: int = 0) -> Counted:
    """How often labels that are all right are said to be wrong."""
    count = Counted()
    for _, (result,) in evaluated(replace(world, decimals=decimals), images, worlds, seed, (0.0,)):
        suspects, typed = label_errors(result, least=0.8), errors(result, threads=1)
        found = SimpleNamespace(label_errors=suspects, errors=typed, result=result)
        count.add(label_sentence(found) is not None)  # type: ignore[arg-type]
    return count
