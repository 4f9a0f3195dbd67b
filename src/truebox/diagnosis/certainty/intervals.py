"""How sure every number is: a bootstrap over the images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.html_table import html_table
from truebox.diagnosis.certainty.bootstrap_arguments import check_bootstrap, chosen_images
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.estimate import Estimate, estimate
from truebox.diagnosis.certainty.images_held import FEW_IMAGES, few_classes, images_held
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.diagnosis.certainty.replicates import Replicates
    from truebox.evaluation import Result
    from truebox.typing import BoolArray, FloatArray, Int32Array

__all__ = ["ClassIntervals", "Intervals", "intervals"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassIntervals:
    """One class: ``AP AP50 AP75``, each with its interval.

    Parameters
    ----------
    id : int or str
        As in the truth.
    name : str
        Of the class.
    metrics : mapping of str to Estimate
        By the name of the metric; its value is None, with a reason, where the class has no truth that counts.
    """

    id: int | str
    name: str
    metrics: Mapping[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        metrics = {key: entry.to_dict() for key, entry in self.metrics.items()}
        return {"id": self.id, "name": self.name, "metrics": metrics}


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervals(Plotted):
    """The metrics of a result with their intervals.

    ``plot()`` draws them (`truebox.plotting.plot_intervals`).

    Parameters
    ----------
    metrics : mapping of name to Estimate
        As ``result.metrics``.
    per_class : tuple of ClassIntervals
    level : float
        The probability that an interval contains what its metric estimates.
    replicates, seed, images : int
        How many times how many images were drawn, and what decided which.
    groups : int or None
        Of how many groups the images are, where groups were given: then these were drawn.
    bias : float or None
        How much higher AP is over the replicates than over all images: it falls with every image more, and
        AP itself is about so much higher than over very many images.
    few : tuple of str
        Classes whose truths lie on fewer than `few_images` images (or groups): they make the intervals of
        means over all classes too short.
    few_images : int
    """

    _plotted_by = "plot_intervals"

    metrics: Mapping[str, Estimate]
    per_class: tuple[ClassIntervals, ...] = field(repr=False)
    level: float
    replicates: int
    seed: int
    images: int
    groups: int | None = None
    bias: float | None = None
    few: tuple[str, ...] = ()
    few_images: int = FEW_IMAGES

    @property
    def warning(self) -> str | None:
        """Which classes lie on too few images, in a sentence; None where all have enough.

        Examples
        --------
        >>> Intervals(metrics={}, per_class=(), level=0.95, replicates=100, seed=0, images=9).warning is None
        True
        """
        counted = "images" if self.groups is None else "groups"
        return few_classes(self.few, len(self.per_class), counted, self.few_images)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "method": f"expanded percentiles of a bootstrap over {self._drawn}",
            "level": self.level,
            "replicates": self.replicates,
            "seed": self.seed,
            "images": self.images,
            **({} if self.groups is None else {"groups": self.groups}),
            "bias": self.bias,
            "few_images": {"below": self.few_images, "classes": list(self.few)},
            "metrics": {key: entry.to_dict() for key, entry in self.metrics.items()},
            "per_class": [entry.to_dict() for entry in self.per_class],
        }

    @property
    def _drawn(self) -> str:
        return "images" if self.groups is None else "groups of images"

    def _repr_html_(self) -> str:
        rows = [(key, entry.value, entry.low, entry.high) for key, entry in self.metrics.items()]
        title = f"{100 * self.level:g} % intervals over {self.images:,} images"
        return html_table(["metric", "value", "low", "high"], rows, title)


@refuses_other_kinds
def intervals(
    result: Result,
    *,
    replicates: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    within: Sequence[bool] | BoolArray | None = None,
    groups: Groups = None,
    threads: int | None = None,
) -> Intervals:
    """Intervals of every headline metric and of AP, AP50 and AP75 of every class.

    Images are drawn with replacement, as many as there are; nothing is matched again. An image drawn
    twice stands twice in the data, each detection beside its copy. What an interval contains, with the
    stated probability, is the mean of the metric over data sets of as many images from the same origin.

    Parameters
    ----------
    result : Result
        As `truebox.evaluate` gives it.
    replicates : int
        How often the images are drawn; at least 100.
    level : float
        Between 0 and 1.
    seed : int
        Decides the draws: the same seed gives the same intervals, with any number of threads.
    within : boolean array or None
        One per image in the order of ``result.state.images``: only these images, a slice of the data.
        Values are then those of the slice.
    groups : str or sequence, optional
        What belongs together, such as the frames of a video, and is drawn as one; as in `compare`.
    threads : int or None
        As in `truebox.evaluate`.

    Returns
    -------
    Intervals

    Raises
    ------
    ArgumentError
        An argument cannot be taken, or the result has over 64 IoU thresholds or area ranges.

    Notes
    -----
    A class, or a size, whose truths lie on fewer than ten images (six groups) has a value and no interval. A
    replicate averages, as the metric does, over the classes that have truth in it.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(60, 2, 20, 3.0, 1), mode="corrected")
    >>> found = intervals(result, seed=7).metrics["AP"]
    >>> found.low < found.value < found.high
    True
    """
    check_bootstrap(replicates, level, seed)
    resampling = Resampling(result)
    sampled = chosen_images(within, result)
    values = _values(result, resampling, None if within is None else sampled)
    units = drawn_units(result, sampled, groups)
    drawn = resampling.bootstrapped(replicates, seed, units, threads=threads)
    held = images_held(resampling, units)
    metrics = {
        key: estimate(
            value,
            drawn.metrics.get(key, np.empty(0)),
            images=held.of_metric.get(key, 0),
            level=level,
            counted=units.counted,
            reason=result.undefined.get(key, "no truth of it in the slice"),
        )
        for key, value in values.metrics.items()
    }
    # The replicates of one class side by side: a column of a table of all classes is read a line at a time.
    of_classes = {key: np.ascontiguousarray(table.T) for key, table in drawn.per_class.items()}
    per_class = tuple(
        ClassIntervals(
            id=entry.id,
            name=entry.name,
            metrics={
                key: estimate(
                    values.per_class[k].get(key),
                    replicates_of[k],
                    images=int(held.of_class[k]),
                    level=level,
                    counted=units.counted,
                    reason="no truth of the class",
                )
                for key, replicates_of in of_classes.items()
            },
        )
        for k, entry in enumerate(result.per_class)
    )
    return Intervals(
        metrics=metrics,
        per_class=per_class,
        level=level,
        replicates=replicates,
        seed=seed,
        images=len(sampled),
        groups=units.count if units.counted == "groups" else None,
        bias=_bias(values.metrics.get("AP"), drawn.metrics.get("AP")),
        few=tuple(
            entry.name
            for entry, count in zip(
                result.per_class, held.of_class.tolist(), strict=False
            )  # without classes none
            if 0 < count < FEW_IMAGES
        ),
    )


def _bias(value: float | None, replicates: FloatArray | None) -> float | None:
    """How much the replicates lie above the value on average."""
    if value is None or replicates is None or bool(np.isnan(replicates).all()):
        return None
    return float(np.nanmean(replicates)) - value


@dataclass(frozen=True, slots=True)
class _Values:
    metrics: Mapping[str, float | None]
    per_class: Sequence[Mapping[str, float | None]]


def _values(result: Result, resampling: Resampling, sampled: Int32Array | None) -> _Values:
    """The metrics of the result, or of the chosen images alone."""
    if sampled is None:
        return _Values(result.metrics, [entry.metrics for entry in result.per_class])
    weights = np.zeros((1, len(result.state.images)), dtype=np.uint8)
    weights[0, sampled] = 1
    found: Replicates = resampling.weighed(weights, threads=1)
    metrics = {key: _defined(found.metrics[key]) if key in found.metrics else None for key in result.metrics}
    per_class = [
        {key: _defined(column[:, k]) for key, column in found.per_class.items()}
        for k in range(len(result.per_class))
    ]
    return _Values(metrics, per_class)


def _defined(values: FloatArray) -> float | None:
    return None if np.isnan(values[0]) else float(values[0])
