"""One result, or several of one truth side by side, as blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox.report.blocks.block import Block, Notes
from truebox.report.blocks.diagnosed import diagnosed_grid, diagnosed_note
from truebox.report.blocks.notes import other_metrics, rules_sentence, shared_notes, undefined_notes
from truebox.report.blocks.result import class_grid
from truebox.report.blocks.side_by_side import class_comparison, file_comparison

if TYPE_CHECKING:
    from truebox.diagnosis import Diagnosis
    from truebox.evaluation.any_result import AnyResult

__all__ = ["as_results", "result_blocks"]


def as_results(results: AnyResult | Sequence[AnyResult]) -> list[AnyResult]:
    """The results as a list, one or several."""
    return list(results) if isinstance(results, Sequence) else [results]


def result_blocks(
    results: Sequence[AnyResult],
    *,
    all_classes: bool = False,
    alone: bool = False,
    diagnosis: Diagnosis | None = None,
    width: int | None = 100,
    gap: int = 3,
) -> list[Block]:
    """Return the tables of one or several results and what is beneath them.

    Parameters
    ----------
    results : sequence of AnyResult
        Several must share the truth and the protocol.
    all_classes : bool
        Show every class; otherwise at most thirty.
    alone : bool
        The text stands where no line beside it says by whose rules the numbers are: say it.
    diagnosis : Diagnosis or None
        Of a single result: adds columns, as many as `width` holds with a `gap` between two.
    width : int or None
        Columns of the terminal or of the text; None has room for all.
    gap : int
        Columns between two columns.
    """
    first = results[0]
    if len(results) > 1:
        grids = [file_comparison(results), class_comparison(results, all_classes=all_classes)]
        notes = shared_notes(results)
    else:
        also = first.layout.also
        grids = [class_grid(first, all_classes=all_classes, part=part) for part in (None, *also)]
        notes = [*other_metrics(first), *undefined_notes(first)]
        if diagnosis is not None:
            grids = [diagnosed_grid(diagnosis, all_classes=all_classes, width=width, gap=gap)]
            notes += diagnosed_note(diagnosis, grids[0])
    return [*grids, Notes((*notes, *([rules_sentence(*results)] if alone else [])))]
