"""A comparison as Markdown, for pull requests, issues and job summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_markdown
from truebox.report.blocks.comparison import (
    class_differences,
    conclusion,
    metric_differences,
    moved_images,
    mover_lines,
    setting,
)
from truebox.report.blocks.side_by_side import letter
from truebox.report.writers.markdown import markdown_grid

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison

__all__ = ["to_comparison_markdown"]


def to_comparison_markdown(comparison: Comparison, *, all_classes: bool = False) -> str:
    """Return a comparison as GitHub-flavoured Markdown; the rows are those of the table.

    Parameters
    ----------
    comparison : Comparison
        As `truebox.compare` gives it.
    all_classes : bool
        Show every class; otherwise at most thirty.

    Returns
    -------
    str

    Examples
    --------
    >>> to_comparison_markdown(comparison).splitlines()[0]                 # doctest: +SKIP
    '| Metric | A | B | B - A | interval | p | detectable | verdict |'
    """
    blocks = []
    for index, pair in enumerate(comparison.pairs, start=1):
        letters = (letter(0), letter(index))
        blocks.append(markdown_grid(metric_differences(pair, letters), bold_rows=1))
        if pair.per_class:
            blocks.append(
                markdown_grid(class_differences(pair, letters, all_classes=all_classes), bold_rows=0)
            )
        sentences = [conclusion(pair, letters), moved_images(pair, letters), *mover_lines(pair)]
        blocks.append("\n".join(f"- {escape_markdown(sentence)}" for sentence in sentences))
    first = comparison.results[0]
    names = [
        f"{letter(index)} is {result.predictions.source.name}."
        for index, result in enumerate(comparison.results)
    ]
    notes = [
        *names,
        setting(comparison),
        f"Protocol {first.protocol}, {first.geometry}, mode {first.mode}.",
    ]
    blocks.append("\n".join(f"- {escape_markdown(note)}" for note in notes))
    return "\n\n".join(blocks) + "\n"
