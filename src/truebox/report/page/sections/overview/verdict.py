"""A few sentences for the top of the page, used when the caller brings none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox.report.blocks.letters import short_names

if TYPE_CHECKING:
    from truebox.report.page.side import Side

__all__ = ["leading_comparison", "verdict"]


def verdict(sides: Sequence[Side], comparisons: Sequence[Mapping[str, Any]]) -> list[str]:
    """What each result reaches and loses most by, and what sets the others apart from the first.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> verdict([side], [])
    ['AP 1.000. The best F1 is 1.000, at a score of 0.500: precision 1.000, recall 1.000.']
    """
    sentences = []
    for short, side in zip(short_names([side.result for side in sides]), sides, strict=True):
        name = f"{short}: " if len(sides) > 1 else ""
        sentences.append(name + " ".join(_sentences(side)))
    return [*(_difference(each) for each in comparisons), *sentences]


def leading_comparison(comparisons: Sequence[Mapping[str, Any]]) -> str:
    """What sets three and more results apart from the first, in one sentence.

    Examples
    --------
    >>> ap = [{"key": "AP", "value": -0.0444, "verdict": "worse"}]
    >>> chance = [{"key": "AP", "value": 0.01, "verdict": "not significant"}]
    >>> b, c = ({"first": "A", "second": "BC"[i], "metrics": each} for i, each in enumerate((ap, chance)))
    >>> leading_comparison([b, c])
    'AP against A, one by one (p not corrected): worse B -0.044; not significant C +0.010.'
    """
    held: dict[str, list[str]] = {"better": [], "worse": [], "not significant": [], "undefined": []}
    for pair in comparisons:
        found = next(iter(pair["metrics"]), None)
        if found is None or found["value"] is None:
            held["undefined"].append(pair["second"])
        else:
            kind = found["verdict"] if found["verdict"] in ("better", "worse") else "not significant"
            held[kind].append(f"{pair['second']} {found['value']:+.3f}")
    told = "; ".join(f"{kind} {', '.join(names)}" for kind, names in held.items() if names)
    key = next((each["key"] for pair in comparisons for each in pair["metrics"]), "AP")
    return f"{key} against {comparisons[0]['first']}, one by one (p not corrected): {told}."


def _sentences(side: Side) -> list[str]:
    result = side.result
    key = result.headline
    value = result.metrics.get(key)
    less = " (less is better)" if key in result.less_is_better else ""
    undefined = f"{key} is undefined: {result.undefined.get(key)}."
    words = [f"{key} {value:.3f}{less}." if value is not None else undefined]
    best = side.points.overall
    if best.score is None:
        words.append(f"No score can be recommended: {best.reason}.")
    else:
        words.append(
            f"The best F1 is {best.f1:.3f}, at a score of {best.score:.3f}: "
            f"precision {best.precision:.3f}, recall {best.recall:.3f}."
        )
    losses = {kind: loss for kind, loss in (side.errors.loss if side.errors else {}).items() if loss}
    if losses:
        kind = max(losses, key=losses.__getitem__)
        lost_by = "missed truths" if kind == "missed" else f"errors of the type {kind!r}"
        words.append(f"Most AP is lost by {lost_by}: without them it would be {losses[kind]:.3f} higher.")
    return words


def _difference(pair: Mapping[str, Any]) -> str:
    found = next(iter(pair["metrics"]), None)
    both = f"{pair['second']} against {pair['first']}"
    if found is None or found["value"] is None:
        return f"{both}: {'AP' if found is None else found['key']} cannot be compared."
    moved = f"{pair['better']:,} images got better and {pair['worse']:,} worse"
    key = found["key"]
    if found["verdict"] not in ("better", "worse"):
        return f"{both}: {key} {found['value']:+.3f}, which this data cannot tell from chance; {moved}."
    return f"{both}: {key} {found['value']:+.3f}, {found['verdict']} beyond chance; {moved}."
