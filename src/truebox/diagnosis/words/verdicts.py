"""Whether one model is better than another, in one sentence: in brief, or with all that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.diagnosis.certainty.difference import p_text

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.comparison import PairComparison
    from truebox.diagnosis.certainty.difference import Difference

__all__ = ["comparison_sentence", "conclusion", "interval_text"]


def comparison_sentence(pair: PairComparison, names: tuple[str, str] | None = None) -> str:
    """Return whether the second is better than the first by AP, or that the data cannot tell."""
    first, second = names or (pair.first, pair.second)
    entry = pair.metrics[pair.main]
    if not _is_judged(entry):
        return _not_compared(pair, first, second)
    numbers = f"{pair.main} {entry.value:+.3f}, interval {entry.low:+.3f} to {entry.high:+.3f}"
    if entry.verdict in ("better", "worse"):
        return f"{second} is {entry.verdict} than {first}: {numbers}."
    return f"The data cannot tell {second} from {first}: {numbers}, not significant."


def conclusion(pair: PairComparison, names: tuple[str, str]) -> str:
    """Return the same with the p-value, and what this data could show where it shows nothing."""
    first, second = names
    entry = pair.metrics[pair.main]
    if not _is_judged(entry):
        return _not_compared(pair, first, second)
    numbers = f"{pair.main} {entry.value:+.3f} [{interval_text(entry)}], p {p_text(entry.p, bare=False)}"
    if entry.verdict in ("better", "worse"):
        return f"{second} is {entry.verdict} than {first}: {numbers}."
    smallest = (
        f" This data shows differences of {entry.detectable:.3f} or more (four times in five)."
        if entry.detectable is not None
        else ""
    )
    return f"The difference of {second} and {first} is not significant: {numbers}.{smallest}"


def interval_text(entry: Difference) -> str:
    """Return both ends, such as ``-0.019, -0.009``."""
    return "n/a" if entry.low is None or entry.high is None else f"{entry.low:+.3f}, {entry.high:+.3f}"


def _is_judged(entry: Difference) -> bool:
    return None not in (entry.value, entry.p, entry.low, entry.high)


def _not_compared(pair: PairComparison, first: str, second: str) -> str:
    entry = pair.metrics[pair.main]
    return f"{second} and {first} cannot be compared by {pair.main}: {entry.reason or 'it is undefined'}."
