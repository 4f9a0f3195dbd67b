"""Models compared: of each with the first what it means, its metrics, its classes and its images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox.diagnosis.certainty.difference import p_text
from truebox.diagnosis.words.verdicts import conclusion, interval_text
from truebox.report.blocks.block import Block, Grid, Heading, Notes
from truebox.report.blocks.cells import change_text, metric_text
from truebox.report.blocks.letters import lettered_names, short_names
from truebox.report.blocks.notes import rules_sentence
from truebox.report.blocks.shown_classes import MOST_SHOWN

if TYPE_CHECKING:
    from truebox.diagnosis import ClassDifferences, Comparison, Difference, Mover, PairComparison

__all__ = [
    "class_differences",
    "comparison_blocks",
    "metric_differences",
    "moved_images",
    "mover_lines",
    "setting",
]

_MOVERS_SHOWN = 5
_UNTOLD = "cannot tell"
_SPARE = ("detectable", "interval")  # what a narrow terminal does without, never the verdict


def comparison_blocks(
    comparison: Comparison, *, all_classes: bool = False, alone: bool = False
) -> list[Block]:
    """Return the key to the letters, the blocks of every pair, and how it was made.

    Parameters
    ----------
    comparison : Comparison
        As `truebox.compare` gives it.
    all_classes : bool
        Show every class; otherwise the thirty of which most is known.
    alone : bool
        The text stands where no line beside it says by whose rules the numbers are: it begins with the
        tables, and the key and the rules are its last notes.
    """
    names, short = lettered_names(comparison.results), short_names(comparison.results)
    blocks: list[Block] = [] if alone else [Notes(tuple(names))]
    for index, pair in enumerate(comparison.pairs, start=1):
        letters = (short[0], short[index])
        blocks += [Heading(conclusion(pair, letters)), metric_differences(pair, letters)]
        if pair.per_class:
            blocks.append(class_differences(pair, letters, all_classes=all_classes))
            blocks += [Notes((why,)) for why in _why_untold(pair)]
        if pair.movers is not None:
            blocks.append(Notes((moved_images(pair, letters), *mover_lines(pair))))
    if not alone:
        return [*blocks, Notes((setting(comparison),))]
    sources = [result.predictions.source for result in comparison.results]
    key = [f"{name} is {source.name}." for name, source in zip(short, sources, strict=True)]
    return [*blocks, Notes((*key, setting(comparison), rules_sentence(comparison.results[0])))]


def metric_differences(pair: PairComparison, letters: tuple[str, str]) -> Grid:
    """Return one row per headline metric."""
    header = ("Metric", *letters, f"{letters[1]} - {letters[0]}", "interval", "p", "detectable", "verdict")
    rows = tuple(
        (key, *_cells(entry), p_text(entry.p), metric_text(entry.detectable), _verdict_text(entry))
        for key, entry in pair.metrics.items()
    )
    return Grid(header, rows, totals=1, spare=_SPARE)


def class_differences(pair: PairComparison, letters: tuple[str, str], *, all_classes: bool) -> Grid:
    """Return one row per class with the difference of its AP, or what decides there, the most certain first.

    Of more than thirty classes the first thirty are shown.
    """
    main = _main(pair)

    def key(entry: ClassDifferences) -> tuple[float, float]:
        difference = entry.metrics[main]
        unsure = 2.0 if difference.corrected_p is None else difference.corrected_p
        return unsure, -abs(difference.value or 0.0)

    judged = [entry for entry in pair.per_class if main in entry.metrics]
    ordered = sorted(judged, key=key)
    shown = ordered if all_classes else ordered[:MOST_SHOWN]
    rows: list[tuple[str, ...] | None] = [
        (
            entry.name,
            f"{entry.truths:,}",
            *_cells(entry.metrics[main]),
            p_text(entry.metrics[main].corrected_p),
            _verdict_text(entry.metrics[main]),
        )
        for entry in shown
    ]
    hidden = len(ordered) - len(shown)
    header = (
        "Class",
        "Truth",
        f"{main} {letters[0]}",
        f"{main} {letters[1]}",
        f"{letters[1]} - {letters[0]}",
        "interval",
        "corrected p",
        "verdict",
    )
    return Grid(header, (*rows, *([None] if hidden else [])), hidden, spare=_SPARE[1:])


def _main(pair: PairComparison) -> str:
    return pair.main if any(pair.main in entry.metrics for entry in pair.per_class) else "AP"


def moved_images(pair: PairComparison, letters: tuple[str, str]) -> str:
    """Return how many images got better and worse, in one sentence."""
    moved = pair.movers
    if moved is None:
        return ""
    rest = f", {moved.without_truth:,} without truth" if moved.without_truth else ""
    return (
        f"Images by their own AP: {letters[1]} is better on {moved.better:,}, worse on "
        f"{moved.worse:,}, equal on {moved.same:,}{rest}."
    )


def mover_lines(pair: PairComparison, most: int = _MOVERS_SHOWN) -> list[str]:
    """Return the images that lost and gained most, a line each."""
    moved = pair.movers
    if moved is None:
        return []
    return [
        *(_mover_line("lost", mover) for mover in moved.lost[:most]),
        *(_mover_line("gained", mover) for mover in moved.gained[:most]),
    ]


def setting(comparison: Comparison) -> str:
    """Return how the intervals were made, in one sentence."""
    classes = any(pair.per_class for pair in comparison.pairs)
    corrected = correction(comparison, classes=classes)
    return f"{comparison.level * 100:g} % intervals from {random_swaps(comparison)}; {corrected}."


def correction(comparison: Comparison, *, classes: bool) -> str:
    """Return what p-values are corrected for, of tables with or without `classes`."""
    others = "metrics and models" if len(comparison.pairs) > 1 else "metrics"
    if classes:
        return f"p-values of classes are corrected for looking at all of them, those of {others} are not"
    return f"p-values are not corrected for looking at several {others}"


def random_swaps(comparison: Comparison) -> str:
    """Return how many swaps of what there were, and from which seed."""
    of_groups = "" if comparison.groups is None else f" of {comparison.groups:,} groups"
    fewer = " (not the usual 1,000, because there are very many detections)" if comparison.reduced else ""
    return (
        f"{comparison.replicates:,} random swaps{fewer} of both models in {comparison.images:,} "
        f"{comparison.unit}{of_groups}, seed {comparison.seed}"
    )


def _why_untold(pair: PairComparison) -> list[str]:
    """Why some classes have a difference and no verdict, in the words of the first of them."""
    entries = [
        (entry.name, entry.metrics[_main(pair)]) for entry in pair.per_class if _main(pair) in entry.metrics
    ]
    untold = [
        (name, entry.reason) for name, entry in entries if _verdict_text(entry) == _UNTOLD and entry.reason
    ]
    if not untold:
        return []
    (name, reason), more = untold[0], len(untold) - 1
    alike = f"; {more:,} other class{'es' if more > 1 else ''} likewise" if more else ""
    return [f"{_UNTOLD}: of {name} {reason}{alike}"]


def _verdict_text(entry: Difference) -> str:
    """The verdict; of a difference that is there and cannot be judged, that nobody can tell."""
    return _UNTOLD if entry.verdict == "undefined" and entry.value is not None else entry.verdict


def _cells(entry: Difference) -> Sequence[str]:
    return metric_text(entry.first), metric_text(entry.second), change_text(entry.value), interval_text(entry)


def _mover_line(word: str, mover: Mover) -> str:
    name = f" {mover.file_name[:200]}" if mover.file_name else ""
    image = str(mover.id)[:200]
    return f"{word:<6} {mover.change:+.3f}  {mover.first:.3f} to {mover.second:.3f}  image {image}{name}"
