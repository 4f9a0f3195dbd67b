"""Whether one model is better than another, or the data cannot tell: a paired swap test over images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from truebox._kinds import refuses_other_kinds
from truebox._writing.html_table import html_table
from truebox.diagnosis.certainty.bootstrap_arguments import (
    check_bootstrap,
    chosen_images,
    is_reduced,
    usual_replicates,
)
from truebox.diagnosis.certainty.compared import compared_results
from truebox.diagnosis.certainty.difference import p_text
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.frame_names import frames_hint
from truebox.diagnosis.certainty.images_held import images_held
from truebox.diagnosis.certainty.movers import Movers, movers
from truebox.diagnosis.certainty.pair_differences import SwapSettings, pair_differences
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.diagnosis.certainty.unscored.drawn_parts import part_differences
from truebox.diagnosis.certainty.unscored.kinds import parts_of, unscored_results
from truebox.errors import ArgumentError
from truebox.evaluation.document import HEAD
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.difference import Difference
    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.diagnosis.certainty.unscored.drawn_parts import Key
    from truebox.diagnosis.certainty.unscored.kinds import Unscored
    from truebox.evaluation import Result

__all__ = ["ClassDifferences", "Comparison", "PairComparison", "compare"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassDifferences:
    """One class: the differences of ``AP AP50 AP75``, or of the metrics that classes have there."""

    id: int | str
    name: str
    truths: int
    metrics: Mapping[str, Difference]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        metrics = {key: entry.to_dict() for key, entry in self.metrics.items()}
        return {"id": self.id, "name": self.name, "truths": self.truths, "metrics": metrics}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairComparison(Plotted):
    """The second model against the first.

    ``plot()`` draws every difference (`truebox.plotting.plot_intervals`).

    Parameters
    ----------
    first, second : str
        Names of their prediction files.
    metrics : mapping of name to Difference
        Every headline metric.
    per_class : tuple of ClassDifferences
    movers : Movers or None
        Images that got better and worse; not known of tracks.
    main : str
        The metric that decides.
    """

    _plotted_by = "plot_intervals"

    first: str
    second: str
    metrics: Mapping[str, Difference]
    per_class: tuple[ClassDifferences, ...] = field(repr=False)
    movers: Movers | None = field(repr=False)
    main: str = "AP"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "first": self.first,
            "second": self.second,
            "metrics": {key: entry.to_dict() for key, entry in self.metrics.items()},
            "per_class": [entry.to_dict() for entry in self.per_class],
            "movers": None if self.movers is None else self.movers.to_dict(),
        }

    def _repr_html_(self) -> str:
        rows = [
            (
                key,
                entry.first,
                entry.second,
                entry.value,
                entry.low,
                entry.high,
                p_text(entry.p),
                entry.verdict,
            )
            for key, entry in self.metrics.items()
        ]
        header = ["metric", self.first, self.second, "difference", "low", "high", "p", "verdict"]
        return html_table(header, rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Plotted):
    """Models compared on one truth, each with the first.

    ``plot()`` draws one difference for each model (`truebox.plotting.plot_comparison`).

    Parameters
    ----------
    results : tuple of Result
        What was compared, the first first.
    pairs : tuple of PairComparison
        One for every model but the first.
    level : float
    replicates, seed, images : int
        How often the models were swapped at random, what decided where, and in how many images.
    groups : int or None
        Of how many groups the images are, where groups were given.
    unit : str
        What was swapped.
    reduced : bool
        Whether fewer swaps than the usual 1,000 were made because there are very many detections; False where
        a number was named.
    """

    _plotted_by = "plot_comparison"

    results: tuple[Any, ...]
    pairs: tuple[PairComparison, ...]
    level: float
    replicates: int
    seed: int
    images: int
    groups: int | None = None
    unit: str = "images"
    reduced: bool = False

    @property
    def hint(self) -> str | None:
        """What to say of file names that look like frames of few videos, where no groups were given."""
        if self.groups is not None or parts_of(self.results[0]) is not None:
            return None
        return frames_hint(self.results[0])

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, ``format_version`` 1."""
        document = self.results[0].to_dict()
        return {
            **{key: document[key] for key in HEAD},
            "method": f"paired swap test over {self.unit if self.groups is None else 'groups of images'}",
            "level": self.level,
            "replicates": self.replicates,
            "seed": self.seed,
            "images": self.images,
            **({} if self.groups is None else {"groups": self.groups}),
            "comparisons": [pair.to_dict() for pair in self.pairs],
        }

    def _repr_html_(self) -> str:
        return "".join(pair._repr_html_() for pair in self.pairs)


@refuses_other_kinds
def compare(
    *given: Any,
    replicates: int | None = None,
    level: float = 0.95,
    seed: int = 0,
    groups: Groups = None,
    most_movers: int = 20,
    threads: int | None = None,
    **evaluation: Any,
) -> Comparison:
    """Compare models on one truth: every metric's difference, its interval, and whether it means anything.

    If the second were as good as the first, its detections of an image might as well have come from the
    first. So the models are swapped in a random half of the images, again and again, which shows what chance
    alone parts them by (a paired swap test); what makes an image hard for both does not blur it.

    Parameters
    ----------
    *given : results, or the truth and then predictions
        ``compare(result_a, result_b)`` takes results of `truebox.evaluate`; of panoptic segments and label
        maps images are swapped, of tracks sequences, or where there are few blocks of frames, and true
        tracks for HOTA, AssA and IDF1;
        ``compare(truth, a, b)`` evaluates first. Two models or more, each is compared with the first.
    replicates : int or None
        How often the models are swapped; at least 100. Where a p-value lies near its limit, ten times as
        often. None is 1,000, and fewer (at least 200) where a protocol has measures of its own and there are
        very many detections; outputs say how many.
    level : float
        Of the intervals; a p-value up to ``1 - level`` is significant.
    seed : int
        Decides the swaps.
    groups : str or sequence, optional
        What belongs together (the frames of a video, the pictures of a patient) and is swapped as one: a
        column of the truth's images, ``"folder"``, a pattern of file names such as ``"(.*)_[0-9]+"``, or
        one value per image in the order of the truth. Without it images count as independent.
    most_movers : int
        How many images to name that gained most, and that lost most.
    threads : int or None
        As in `truebox.evaluate`.
    **evaluation
        Arguments of `truebox.evaluate`, where truth and predictions are given.

    Returns
    -------
    Comparison

    Raises
    ------
    ArgumentError
        Fewer than two models, or results that do not answer one question on one truth.
    InputError
        Data was refused, as in `truebox.evaluate`.

    Notes
    -----
    The classes of one metric are corrected for looking at all of them (Holm); see `Difference`.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> truth, a = make_dataset(60, 2, 20, 3.0, 1)
    >>> result = evaluate(truth, a, mode="corrected")
    >>> found = compare(result, result).pairs[0]
    >>> found.metrics["AP"].value, found.metrics["AP"].p, found.metrics["AP"].verdict
    (0.0, 1.0, 'not significant')
    >>> found.movers.better, found.movers.worse
    (0, 0)
    """
    check_bootstrap(usual_replicates() if replicates is None else replicates, level, seed)
    if isinstance(most_movers, bool) or not isinstance(most_movers, int) or most_movers < 0:
        raise ArgumentError(
            f"most_movers: expected a whole number of at least 0, got {most_movers!r}. Fix: pass 20."
        )

    def settings(*results: Result) -> SwapSettings:
        often = usual_replicates(*results) if replicates is None else replicates
        return SwapSettings(replicates=often, level=level, seed=seed, threads=threads)

    unscored = unscored_results(given, threads, evaluation)
    if unscored:
        if groups is not None:
            raise ArgumentError(
                "groups: such results swap sequences, frames or images one by one. Fix: leave it out."
            )
        return _compared_unscored(unscored, settings())
    results = compared_results(given, threads, evaluation)
    swapping = settings(*results)
    units = drawn_units(results[0], chosen_images(None, results[0]), groups)
    prepared = [Resampling(result) for result in results]
    held = images_held(prepared[0], units)
    pairs = []
    for other in range(1, len(results)):
        found = pair_differences(results[0], results[other], units, held, swapping)
        pairs.append(
            PairComparison(
                first=results[0].predictions.source.shown,
                second=results[other].predictions.source.shown,
                metrics=found.metrics,
                per_class=_classes(results[0], found.per_class),
                movers=movers(prepared[0], prepared[other], most_movers),
                main=results[0].headline,
            )
        )
    return Comparison(
        results=tuple(results),
        pairs=tuple(pairs),
        level=level,
        replicates=swapping.replicates,
        seed=seed,
        images=len(units.sampled),
        groups=units.count if units.counted == "groups" else None,
        reduced=replicates is None and is_reduced(swapping.replicates),
    )


def _compared_unscored(results: Sequence[Unscored], settings: SwapSettings) -> Comparison:
    """What each result has more than the first, of a kind without scores, where no image moves."""
    first, *others = [parts for result in results if (parts := parts_of(result)) is not None]
    pairs = []
    for other in others:
        found = part_differences(first, other, settings)
        pairs.append(
            PairComparison(
                first=first.result.predictions.source.shown,
                second=other.result.predictions.source.shown,
                metrics={key: entry for key, entry in found.items() if isinstance(key, str)},
                per_class=_parted_classes(first.result, found),
                movers=None,
                main=first.result.layout.main,
            )
        )
    return Comparison(
        results=tuple(results),
        pairs=tuple(pairs),
        level=settings.level,
        replicates=settings.replicates,
        seed=settings.seed,
        images=first.count,
        unit=first.name_beside(others),
    )


def _parted_classes(result: Unscored, found: Mapping[Key, Difference]) -> tuple[ClassDifferences, ...]:
    """The classes with a number of their own; none where there is but one class."""
    columns: dict[int, dict[str, Difference]] = {}
    for key, entry in found.items():
        if not isinstance(key, str):
            columns.setdefault(key[1], {})[key[0]] = entry
    return tuple(
        ClassDifferences(id=each.id, name=each.name, truths=each.truths, metrics=columns[place])
        for place, each in enumerate(cast("Sequence[Any]", result.per_class))
        if place in columns
    )


def _classes(result: Result, columns: Mapping[str, Sequence[Difference]]) -> tuple[ClassDifferences, ...]:
    return tuple(
        ClassDifferences(
            id=entry.id,
            name=entry.name,
            truths=entry.truths,
            metrics={key: column[k] for key, column in columns.items()},
        )
        for k, entry in enumerate(result.per_class)
    )
