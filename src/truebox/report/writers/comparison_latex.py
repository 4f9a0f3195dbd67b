"""A comparison as LaTeX for papers: one table for each model that is compared with the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_latex
from truebox.diagnosis.certainty.difference import p_text
from truebox.errors import ArgumentError
from truebox.report.blocks.cells import change_text, metric_text
from truebox.report.blocks.comparison import correction, random_swaps
from truebox.report.blocks.letters import predictions_names
from truebox.report.blocks.notes import rules_text
from truebox.report.writers.latex_tables.table import PACKAGES, bold, latex_table

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Difference, PairComparison

__all__ = ["to_comparison_latex"]

_MARKED = ("better", "worse")


@refuses_other_kinds
def to_comparison_latex(comparison: Comparison, *, names: Sequence[str] = ()) -> str:
    r"""Return a comparison as LaTeX tables with caption and label, one for each model but the first.

    Each row is a metric with the value of both models, their difference with its interval, and its p-value.
    The better value is bold and the difference has a star where the verdict is "better" or "worse"; where the
    difference is not significant nothing is bold. The caption says how intervals were made and that p-values
    are not corrected for looking at several metrics. The tables need ``\usepackage{booktabs}``.

    Parameters
    ----------
    comparison : Comparison
        As `truebox.compare` gives it.
    names : sequence of str
        What the models are called, in their order; without, their predictions' names.

    Returns
    -------
    str

    Raises
    ------
    ArgumentError
        There are not as many names as models.

    Examples
    --------
    >>> print(to_comparison_latex(comparison, names=["Baseline", "Ours"]))     # doctest: +SKIP
    % Truebox: protocol coco, boxes, mode strict
    % needs \usepackage{booktabs}
    """
    called = list(names) or predictions_names(comparison.results)
    if len(called) != len(comparison.results):
        raise ArgumentError(
            f"names: got {len(called)} for {len(comparison.results)} models. Fix: pass one name for each."
        )
    head = f"% Truebox: {rules_text(comparison.results[0])}\n{PACKAGES}\n"
    tables = [
        _table(comparison, pair, (called[0], called[place]), place)
        for place, pair in enumerate(comparison.pairs, start=1)
    ]
    return head + "\n".join(tables)


def _table(comparison: Comparison, pair: PairComparison, names: tuple[str, str], place: int) -> str:
    first, second = map(escape_latex, names)
    level = escape_latex(f"{comparison.level * 100:g}%")
    label = "tab:comparison" if len(comparison.pairs) == 1 else f"tab:comparison-{place}"
    star = escape_latex(f"p up to {1 - comparison.level:g}")
    caption = (
        f"{second} compared with {first} ({escape_latex(rules_text(comparison.results[0]))}). "
        f"$^{{*}}$: {star}, the better value in bold. {escape_latex(_made(comparison))}"
    )
    head = ("Metric", first, second, f"Difference [{level} interval]", "$p$")
    rows = [_row(key, entry) for key, entry in pair.metrics.items()]
    return latex_table(caption=caption, label=label, columns="lrrlr", header=head, rows=rows)


def _made(comparison: Comparison) -> str:
    """How it was made, as the other reports say; classes are not in these tables."""
    level = f"{comparison.level * 100:g} %"
    return f"{level} intervals from {random_swaps(comparison)}; {correction(comparison, classes=False)}."


def _row(key: str, entry: Difference) -> list[str]:
    marked = entry.verdict in _MARKED
    values = [metric_text(entry.first), metric_text(entry.second)]
    if marked:
        better = 1 if entry.verdict == "better" else 0
        values[better] = bold(values[better])
    ends = "" if entry.low is None else f" [{_signed(entry.low)}, {_signed(entry.high)}]"
    change = "n/a" if entry.value is None else _signed(entry.value, "^{*}" if marked else "") + ends
    p = p_text(entry.p)
    shown = f"${p}$" if p.startswith("<") else p
    return [escape_latex(key), *values, change, shown]


def _signed(value: float | None, mark: str = "") -> str:
    """In mathematics, where a minus is as long as a plus."""
    return f"${change_text(value)}{mark}$"
