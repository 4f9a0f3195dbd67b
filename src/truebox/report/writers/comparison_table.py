"""A comparison as a table for people: styled on a terminal, plain aligned text elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_terminal
from truebox.report.blocks.comparison import (
    class_differences,
    conclusion,
    metric_differences,
    moved_images,
    mover_lines,
    setting,
)
from truebox.report.blocks.side_by_side import letter
from truebox.report.writers.plain import plain_grid

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison
    from truebox.report.blocks.result import ClassRows

__all__ = ["to_comparison_table"]


def to_comparison_table(
    comparison: Comparison, *, all_classes: bool = False, styled: bool = False, width: int = 100
) -> str:
    """Return a comparison as text: per model a sentence, its metrics, its classes, its images.

    Parameters
    ----------
    comparison : Comparison
        As `truebox.compare` gives it.
    all_classes : bool
        Show every class; otherwise the thirty of which most is known.
    styled : bool
        Use terminal styles and box drawing (imports Rich); otherwise plain text with pipes.
    width : int
        Columns of the terminal; used when `styled`.

    Returns
    -------
    str

    Examples
    --------
    >>> print(to_comparison_table(comparison))                             # doctest: +SKIP
    A a.json
    B b.json
    <BLANKLINE>
    B is worse than A: AP -0.014 [-0.019, -0.009], p < 0.001.
    """

    def grid(table: ClassRows, bold_rows: int) -> list[str]:
        if not styled:
            return plain_grid(table)
        from truebox.report.writers.styled import styled_grid  # noqa: PLC0415  Rich costs 25 ms

        return styled_grid(table, width=width, bold_rows=bold_rows)

    lines = [
        f"{letter(index)} {escape_terminal(result.predictions.source.name)}"
        for index, result in enumerate(comparison.results)
    ]
    for index, pair in enumerate(comparison.pairs, start=1):
        letters = (letter(0), letter(index))
        lines += ["", conclusion(pair, letters), "", *grid(metric_differences(pair, letters), 1)]
        if pair.per_class:
            lines += ["", *grid(class_differences(pair, letters, all_classes=all_classes), 0)]
        lines += ["", moved_images(pair, letters), *mover_lines(pair)]
    return "\n".join([*lines, "", setting(comparison)]) + "\n"
