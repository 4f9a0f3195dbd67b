"""Results as LaTeX for papers: booktabs, intervals, the best in bold, significance marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_latex
from truebox.report.blocks.block import Grid
from truebox.report.blocks.cells import NAME_COLUMNS
from truebox.report.blocks.notes import rules_text, undefined_notes
from truebox.report.blocks.results import as_results, result_blocks
from truebox.report.writers.latex_tables.several import several_tables
from truebox.report.writers.latex_tables.table import PACKAGES, latex_table

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Diagnosis
    from truebox.evaluation.any_result import AnyResult

__all__ = ["to_latex"]


@refuses_other_kinds
def to_latex(
    results: AnyResult | Sequence[AnyResult],
    *,
    diagnoses: Sequence[Diagnosis] = (),
    comparison: Comparison | None = None,
    all_classes: bool = False,
) -> str:
    r"""Return one result, or several of one truth side by side, as LaTeX tables with caption and label.

    One result has a row for each class. Several have a table with a row for each and one with a row for each
    class; there the best number is bold (numbers that read the same are equally good), and a star marks what
    differs significantly from the first. The tables need ``\usepackage{booktabs}``, and a font that has the
    letters of the class names.

    Parameters
    ----------
    results : Result or sequence of Result
        Of any protocol; several must share the truth.
    diagnoses : sequence of Diagnosis
        Of each result, or none: brings the intervals, and for one result the best threshold of each class.
    comparison : Comparison or None
        Of the results, in their order: brings the stars.
    all_classes : bool
        Show every class; otherwise at most thirty.

    Returns
    -------
    str

    Examples
    --------
    >>> print(to_latex(result))                                           # doctest: +SKIP
    % Truebox: protocol coco, boxes, mode strict
    % needs \usepackage{booktabs}
    \begin{table}
    """
    many = as_results(results)
    head = f"% Truebox: {rules_text(*many)}\n{PACKAGES}\n"
    if len(many) > 1:
        return head + "\n".join(
            several_tables(many, diagnoses=diagnoses, comparison=comparison, all_classes=all_classes)
        )
    found = diagnoses[0] if diagnoses else None
    blocks = result_blocks(many, all_classes=all_classes, diagnosis=found, width=None)
    grids = [block for block in blocks if isinstance(block, Grid)]
    reasons = "".join(f"% {' '.join(note.split())}\n" for note in undefined_notes(many[0]))
    return head + reasons + "\n".join(_table(many[0], found, grid, place) for place, grid in enumerate(grids))


def _table(result: AnyResult, found: Diagnosis | None, grid: Grid, place: int) -> str:
    spans = [title.endswith("interval") for title in grid.header]
    rows: list[Sequence[str] | str] = []
    for index, row in enumerate(grid.rows):
        if row is None:
            rows.append(rf"\multicolumn{{{len(grid.header)}}}{{l}}{{{grid.hidden:,} more classes}} \\")
            continue
        name = escape_latex(cut(row[0], NAME_COLUMNS) or "(no name)")
        cells = zip(row[1:], spans[1:], strict=True)
        rows.append([name, *(_span(cell) if spanned else escape_latex(cell) for cell, spanned in cells)])
        if index == grid.totals - 1 and len(grid.rows) > grid.totals:
            rows.append(r"\midrule")
    source = escape_latex(result.predictions.source.shown)
    caption = f"{source} ({escape_latex(rules_text(result))}).{_remarks(found, grid)}"
    return latex_table(
        caption=caption,
        label="tab:results" if place == 0 else f"tab:results-{place + 1}",
        columns="l" + "r" * (len(grid.header) - 1),
        header=[escape_latex(title) for title in grid.header],
        rows=rows,
    )


def _span(cell: str) -> str:
    """An interval as papers print it."""
    low, word, high = escape_latex(cell).partition(" to ")
    return f"[{low}, {high}]" if word else low


def _remarks(found: Diagnosis | None, grid: Grid) -> str:
    """What the columns of a diagnosis mean."""
    said = ""
    if found is not None and found.intervals is not None and any("interval" in each for each in grid.header):
        made = found.intervals
        said += (
            f" {made.level * 100:g} % intervals of AP from {made.replicates:,} bootstrap draws over "
            f"{made.images:,} images, seed {made.seed}."
        )
    if "F1" in grid.header:
        said += " P, R and F1 at the score with the best F1 of each row."
    return escape_latex(said)
