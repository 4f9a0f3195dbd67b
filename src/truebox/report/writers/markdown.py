"""The result as a Markdown table, for pull requests, issues and job summaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_markdown
from truebox.report.blocks.notes import other_metrics, undefined_notes
from truebox.report.blocks.result import ClassRows, class_rows
from truebox.report.blocks.side_by_side import class_comparison, file_comparison
from truebox.report.writers.plain import NAME_COLUMNS

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["markdown_grid", "to_markdown"]


def to_markdown(results: Result | Sequence[Result], *, all_classes: bool = False) -> str:
    """Return one result, or several of one truth side by side, as GitHub-flavoured Markdown.

    The rows are those of `to_table`; names are escaped, so that they show as they are.

    Parameters
    ----------
    results : Result or sequence of Result
        Several must share the truth.
    all_classes : bool
        Show every class; otherwise at most thirty.

    Returns
    -------
    str

    Examples
    --------
    >>> print(to_markdown(result))                                        # doctest: +SKIP
    | Class | Images | Truth | Detections | AP | AP50 | AP75 | AR100 |
    | :-- | --: | --: | --: | --: | --: | --: | --: |
    | **all** | 100 | 839 | 734 | 0.505 | 0.697 | 0.573 | 0.595 |
    """
    many = list(results) if isinstance(results, Sequence) else [results]
    first = many[0]
    if len(many) == 1:
        blocks = [markdown_grid(class_rows(first, all_classes=all_classes), bold_rows=1)]
        notes = [*other_metrics(first), *undefined_notes(first)]
    else:
        classes = class_comparison(many, all_classes=all_classes)
        blocks = [markdown_grid(file_comparison(many), bold_rows=0), markdown_grid(classes, bold_rows=1)]
        notes = undefined_notes(first)
    notes.append(f"Protocol {first.protocol}, {first.geometry}, mode {first.mode}.")
    blocks.append("\n".join(f"- {escape_markdown(note)}" for note in notes))
    return "\n\n".join(blocks) + "\n"


def markdown_grid(table: ClassRows, *, bold_rows: int) -> str:
    """Return rows as a Markdown table, the first `bold_rows` of them in bold."""
    lines = [_line(map(escape_markdown, table.header)), _line([":--", *["--:"] * (len(table.header) - 1)])]
    for index, row in enumerate(table.rows):
        if row is None:
            lines.append(_line([escape_markdown(table.hidden_text), *[""] * (len(table.header) - 1)]))
            continue
        name = escape_markdown(cut(row[0], NAME_COLUMNS) or "(no name)")
        lines.append(_line([f"**{name}**" if index < bold_rows else name, *row[1:]]))
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
