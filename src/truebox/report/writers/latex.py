"""Blocks as LaTeX, for papers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_latex
from truebox.report.blocks.block import Block, Grid, Heading, Notes, Sentences, not_empty
from truebox.report.blocks.cells import NAME_COLUMNS
from truebox.report.blocks.notes import rules_text
from truebox.report.blocks.results import as_results, result_blocks

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["to_latex", "write_latex"]


def to_latex(results: AnyResult | Sequence[AnyResult], *, all_classes: bool = False) -> str:
    r"""Return one result, or several of one truth side by side, as LaTeX tables.

    The rows are those of `to_table`, in plain ``tabular`` with ``\hline``: no package is needed, but a font
    that has the letters of the class names.

    Parameters
    ----------
    results : Result or sequence of Result
        Of any protocol; several must share the truth.
    all_classes : bool
        Show every class; otherwise at most thirty.

    Returns
    -------
    str

    Examples
    --------
    >>> print(to_latex(result))                                           # doctest: +SKIP
    % Truebox: protocol coco, boxes, mode strict
    \begin{tabular}{lrrrrrrr}
    """
    many = as_results(results)
    grids = [block for block in result_blocks(many, all_classes=all_classes) if isinstance(block, Grid)]
    return write_latex(grids, rules_text(*many))


def write_latex(blocks: Iterable[Block], comment: str) -> str:
    r"""Return the blocks as LaTeX, with a first line that says where they came from.

    Examples
    --------
    >>> print(write_latex([Heading("50 % more")], "protocol coco"), end="")
    % Truebox: protocol coco
    \noindent 50 \% more\par
    """
    return f"% Truebox: {comment}\n" + "\n".join(_written(block) for block in not_empty(blocks))


def _written(block: Block) -> str:
    match block:
        case Grid():
            return _tabular(block)
        case Heading(text):
            return _paragraphs((text,))
        case Notes(lines):
            return _paragraphs(lines)
        case Sentences(items, above):
            listed = "".join(f"\\item {escape_latex(item)}\n" for item in items)
            return _paragraphs(above) + (f"\\begin{{itemize}}\n{listed}\\end{{itemize}}\n" if items else "")


def _paragraphs(lines: Iterable[str]) -> str:
    return "".join(rf"\noindent {escape_latex(line)}\par" + "\n" for line in lines)


def _tabular(grid: Grid) -> str:
    columns = "l" + "r" * (len(grid.header) - 1)
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\hline", _line(grid.header), r"\hline"]
    for index, row in enumerate(grid.rows):
        if row is None:
            lines.append(rf"\multicolumn{{{len(grid.header)}}}{{l}}{{{grid.hidden:,} more classes}} \\")
            continue
        lines.append(_line((cut(row[0], NAME_COLUMNS) or "(no name)", *row[1:])))
        if index == grid.totals - 1:
            lines.append(r"\hline")
    return "\n".join([*lines, r"\hline", r"\end{tabular}"]) + "\n"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(escape_latex, cells)) + r" \\"
