"""Blocks as GitHub-flavoured Markdown, for pull requests, issues and job summaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_markdown
from truebox.report.blocks.block import Block, Grid, Heading, Notes, Sentences, not_empty
from truebox.report.blocks.cells import NAME_COLUMNS
from truebox.report.blocks.comparison import comparison_blocks
from truebox.report.blocks.gates import held_text
from truebox.report.blocks.results import as_results, result_blocks

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Diagnosis, Gate
    from truebox.evaluation.any_result import AnyResult

__all__ = ["gate_markdown", "to_comparison_markdown", "to_markdown", "write_markdown"]


@refuses_other_kinds
def to_markdown(
    results: AnyResult | Sequence[AnyResult],
    *,
    diagnoses: Sequence[Diagnosis] = (),
    all_classes: bool = False,
) -> str:
    """Return one result, or several of one truth side by side, as GitHub-flavoured Markdown.

    The rows are those of `to_table`; names are escaped, so that they show as they are.

    Parameters
    ----------
    results : Result or sequence of Result
        Of any protocol; several must share the truth.
    diagnoses : sequence of Diagnosis
        Of each result, or none: one adds the columns of `to_table`, whatever its width:
        the interval of AP and the best threshold.
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
    found = diagnoses[0] if diagnoses else None
    blocks = result_blocks(
        as_results(results), all_classes=all_classes, alone=True, diagnosis=found, width=None
    )
    return write_markdown(blocks)


@refuses_other_kinds
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
    return write_markdown(comparison_blocks(comparison, all_classes=all_classes, alone=True))


def write_markdown(blocks: Iterable[Block]) -> str:
    """Return the blocks as Markdown: grids, and lists of all that is said.

    A heading is the first item of the list beneath its grids; sentences that follow each other are one list.

    Examples
    --------
    >>> print(write_markdown([Heading("B is better."), Sentences(("AP 0.412.",), ("A a.json",))]), end="")
    - B is better.
    - A a.json
    - AP 0.412.
    """
    parts: list[str] = []
    heading: tuple[str, ...] = ()
    previous: Block | None = None
    for block in not_empty(blocks):
        match block:
            case Grid():
                parts.append(_grid(block))
            case Heading(text):
                parts += [_list(heading)] if heading else []
                heading = (text,)
            case Notes(lines):
                parts.append(_list((*heading, *lines)))
                heading = ()
            case Sentences(items, above):
                said = _list((*heading, *above, *items))
                follows = isinstance(previous, Sentences)
                parts.append(f"{parts.pop()}\n{said}" if follows else said)
                heading = ()
        previous = block
    parts += [_list(heading)] if heading else []
    return "\n\n".join(parts) + "\n"


def gate_markdown(gates: Iterable[Gate]) -> str:
    """Return gates as a table of their own, for job summaries."""
    lines = ["| Gate | Predictions | Value | Outcome |", "| :-- | :-- | :-- | :-- |"]
    for gate in gates:
        outcome = "✅ ok" if gate.passed else "❌ **failed**"
        reason = f" ({gate.reason})" if gate.reason else ""
        cells = (gate.expression, gate.name, held_text(gate) + reason)
        lines.append(_row([*map(escape_markdown, cells), outcome]))
    return "\n".join(lines) + "\n"


def _grid(grid: Grid) -> str:
    """The totals stand in bold."""
    lines = [_row(map(escape_markdown, grid.header)), _row([":--", *["--:"] * (len(grid.header) - 1)])]
    for index, row in enumerate(grid.rows):
        if row is None:
            lines.append(_row([escape_markdown(grid.hidden_text), *[""] * (len(grid.header) - 1)]))
            continue
        name = escape_markdown(cut(row[0], NAME_COLUMNS) or "(no name)")
        lines.append(_row([f"**{name}**" if index < grid.totals else name, *row[1:]]))
    return "\n".join(lines)


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {escape_markdown(line)}" for line in lines)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
