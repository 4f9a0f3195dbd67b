"""The rows people read when models are compared: metrics, classes, and what it means in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_terminal
from truebox.report.blocks.result import SHOWN_BEST, SHOWN_WEAKEST, ClassRows, metric_text

if TYPE_CHECKING:
    from truebox.diagnosis import ClassDifferences, Comparison, Difference, Mover, PairComparison

__all__ = [
    "class_differences",
    "conclusion",
    "interval_text",
    "metric_differences",
    "moved_images",
    "mover_lines",
    "p_text",
    "setting",
]

_MOST = SHOWN_BEST + SHOWN_WEAKEST
_MOVERS_SHOWN = 5
_LEAST_P = 0.001


def metric_differences(pair: PairComparison, letters: tuple[str, str]) -> ClassRows:
    """Return one row per headline metric."""
    header = ("Metric", *letters, f"{letters[1]} - {letters[0]}", "interval", "p", "detectable", "verdict")
    rows = tuple(
        (key, *_cells(entry), p_text(entry.p), _plain(entry.detectable), entry.verdict)
        for key, entry in pair.metrics.items()
    )
    return ClassRows(header, rows)


def class_differences(pair: PairComparison, letters: tuple[str, str], *, all_classes: bool) -> ClassRows:
    """Return one row per class with the difference of its AP, the most certain first.

    Of more than thirty classes the first thirty are shown.
    """

    def key(entry: ClassDifferences) -> tuple[float, float]:
        difference = entry.metrics["AP"]
        unsure = 2.0 if difference.corrected_p is None else difference.corrected_p
        return unsure, -abs(difference.value or 0.0)

    judged = [entry for entry in pair.per_class if "AP" in entry.metrics]
    ordered = sorted(judged, key=key)
    shown = ordered if all_classes else ordered[:_MOST]
    rows: list[tuple[str, ...] | None] = [
        (
            entry.name,
            f"{entry.truths:,}",
            *_cells(entry.metrics["AP"]),
            p_text(entry.metrics["AP"].corrected_p),
            entry.metrics["AP"].verdict,
        )
        for entry in shown
    ]
    hidden = len(ordered) - len(shown)
    header = (
        "Class",
        "Truth",
        f"AP {letters[0]}",
        f"AP {letters[1]}",
        f"{letters[1]} - {letters[0]}",
        "interval",
        "corrected p",
        "verdict",
    )
    return ClassRows(header, (*rows, *([None] if hidden else [])), hidden)


def conclusion(pair: PairComparison, letters: tuple[str, str]) -> str:
    """Return what the comparison says of AP, in one sentence."""
    first, second = letters
    entry = pair.metrics["AP"]
    if entry.value is None or entry.p is None:
        return f"{second} and {first} cannot be compared by AP: {entry.reason}."
    numbers = f"AP {entry.value:+.3f} [{interval_text(entry)}], p {p_text(entry.p, bare=False)}"
    if entry.verdict == "not significant":
        smallest = (
            f" This data shows differences of {entry.detectable:.3f} or more (four times in five)."
            if entry.detectable is not None
            else ""
        )
        return f"The difference of {second} and {first} is not significant: {numbers}.{smallest}"
    return f"{second} is {entry.verdict} than {first}: {numbers}."


def moved_images(pair: PairComparison, letters: tuple[str, str]) -> str:
    """Return how many images got better and worse, in one sentence."""
    moved = pair.movers
    rest = f", {moved.without_truth:,} without truth" if moved.without_truth else ""
    return (
        f"Images by their own AP: {letters[1]} is better on {moved.better:,}, worse on {moved.worse:,}, "
        f"equal on {moved.same:,}{rest}."
    )


def mover_lines(pair: PairComparison, most: int = _MOVERS_SHOWN) -> list[str]:
    """Return the images that lost and gained most, a line each."""
    return [
        *(_mover_line("lost", mover) for mover in pair.movers.lost[:most]),
        *(_mover_line("gained", mover) for mover in pair.movers.gained[:most]),
    ]


def setting(comparison: Comparison) -> str:
    """Return how the intervals were made, in one sentence."""
    return (
        f"{comparison.level * 100:g} % intervals from {comparison.replicates:,} paired draws of "
        f"{comparison.images:,} images, seed {comparison.seed}; p-values of classes are corrected for "
        "looking at all of them."
    )


def interval_text(entry: Difference) -> str:
    """Return both ends, such as ``-0.019, -0.009``."""
    return "n/a" if entry.low is None or entry.high is None else f"{entry.low:+.3f}, {entry.high:+.3f}"


def p_text(p: float | None, *, bare: bool = True) -> str:
    """Return a p-value as shown: three decimals, small ones as a bound.

    Examples
    --------
    >>> p_text(0.0312), p_text(1e-9), p_text(0.0312, bare=False), p_text(None)
    ('0.031', '< 0.001', '= 0.031', 'n/a')
    """
    if p is None:
        return "n/a"
    if p < _LEAST_P:
        return f"< {_LEAST_P}"
    return f"{p:.3f}" if bare else f"= {p:.3f}"


def _cells(entry: Difference) -> Sequence[str]:
    change = "n/a" if entry.value is None else f"{entry.value:+.3f}"
    return metric_text(entry.first), metric_text(entry.second), change, interval_text(entry)


def _plain(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.3f}"


def _mover_line(word: str, mover: Mover) -> str:
    name = f" {escape_terminal(mover.file_name[:200])}" if mover.file_name else ""
    image = escape_terminal(str(mover.id)[:200])
    return f"{word:<6} {mover.change:+.3f}  {mover.first:.3f} to {mover.second:.3f}  image {image}{name}"
