"""One data set after another, and what is said of each."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from benchmarks.statistics.worlds import Drawn, World, draw, harder
from truebox.diagnosis import compare, intervals, slices
from truebox.errors import TrueboxWarning
from truebox.evaluation import Result, evaluate

__all__ = ["Counted", "Tally", "equal_detectors", "evaluated", "harder_images", "unequal_detectors"]

_METRICS = ("AP", "AP50")
_OF_CLASSES = ("AP", "AP50", "AP75")
_LEVEL = 0.95


@dataclass
class Counted:
    """How often something happened."""

    happened: int = 0
    of: int = 0

    def add(self, happened: bool) -> None:
        """One more."""
        self.happened += bool(happened)
        self.of += 1

    @property
    def share(self) -> float:
        """Of all."""
        return self.happened / max(self.of, 1)

    @property
    def error(self) -> float:
        """One binomial standard error of the share."""
        return (max(self.share * (1 - self.share), 0.25 / max(self.of, 1)) / max(self.of, 1)) ** 0.5

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.error:.1f}" if self.of else "-"


@dataclass
class Tally:
    """Of one world and number of images: name of what is counted to the count."""

    counts: dict[str, Counted] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Counted:
        return self.counts.setdefault(name, Counted())


def equal_detectors(
    world: World, images: int, worlds: int, *, groups: bool = False, replicates: int = 1000, seed: int = 0
) -> Tally:
    """Two equally good detectors: coverage of intervals, and false alarms of `compare` and of a slice."""
    tally = Tally()
    seen: dict[str, list[tuple[float, float, float]]] = {key: [] for key in _METRICS}
    for drawn, results in evaluated(world, images, worlds, seed, (0.0, 0.0)):
        belonging = drawn.group if groups else None
        pair = compare(*results, groups=belonging, replicates=replicates, threads=1).pairs[0]
        for key in _METRICS:
            if pair.metrics[key].p is not None:
                tally[f"compare {key}"].add(pair.metrics[key].p <= 1 - _LEVEL)
        for key in _OF_CLASSES:
            named = [each.metrics[key].verdict in ("better", "worse") for each in pair.per_class]
            tally[f"class named by {key}"].add(any(named))
        made = intervals(results[0], groups=belonging, replicates=replicates, threads=1)
        tally["warned of few"].add(bool(made.few))
        for key in _METRICS:
            entry = made.metrics[key]
            if entry.low is not None:
                seen[key].append((entry.value, entry.low, entry.high))
        random = _random_columns(drawn, seed + tally["compare AP"].of)
        named_slices = slices(results[0], list(random), columns=random, groups=belonging).worst
        tally["a random slice named"].add(bool(named_slices))
    for key, found in seen.items():
        # What an interval is to contain: the mean over data sets of this size.
        mean = float(np.mean([value for value, *_ in found]))
        for _, low, high in found:
            tally[f"coverage {key}"].add(low <= mean <= high)
    return tally


def _random_columns(drawn: Drawn, seed: int) -> dict[str, np.ndarray]:
    """Two columns of images (of whole videos) and two of objects that mean nothing."""
    rng = np.random.default_rng([seed, 7])
    videos = drawn.group[-1] + 1
    return {
        "coin": (rng.permutation(videos) % 2)[drawn.group],
        "die": (rng.permutation(videos) % 3)[drawn.group],
        "half": rng.integers(0, 2, len(drawn.truth)),
        "tenth": (rng.random(len(drawn.truth)) < 0.1).astype(int),
    }


def unequal_detectors(
    world: World, images: int, worlds: int, skill: float, *, replicates: int = 1000, seed: int = 0
) -> tuple[Tally, float]:
    """A better second detector: how often it is found, how often the interval has the true difference."""
    tally = Tally()
    seen = []
    for _, results in evaluated(world, images, worlds, seed, (0.0, skill)):
        entry = compare(*results, replicates=replicates, threads=1).pairs[0].metrics["AP"]
        tally["better"].add(entry.verdict == "better")
        seen.append((entry.value, entry.low, entry.high))
    mean = float(np.mean([value for value, *_ in seen]))
    for _, low, high in seen:
        tally["coverage of the difference"].add(low <= mean <= high)
    return tally, mean


def harder_images(world: World, images: int, worlds: int, by: float, *, seed: int = 0) -> Tally:
    """Images of the night are harder: how often the slice is named, alone and among all."""
    tally = Tally()
    for _, results in evaluated(harder(world, by), images, worlds, seed, (0.0,)):
        alone = slices(results[0], ["night"]).worst
        tally["alone"].add(any(row.label == "True" for row in alone))
        tally["among all"].add(any(row.label == "True" for row in slices(results[0]).worst))
    return tally


def evaluated(
    world: World, images: int, worlds: int, seed: int, skills: tuple[float, ...]
) -> Iterator[tuple[Drawn, list[Result]]]:
    """Data sets of a world, and what each detector reaches on them."""
    for number in range(worlds):
        drawn = draw(world, images, seed + number, skills)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            yield drawn, [evaluate(drawn.truth, found, mode="corrected", threads=1) for found in drawn.found]
