"""The result as a LaTeX table, for papers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_latex
from truebox.report.blocks.result import class_rows
from truebox.report.blocks.side_by_side import class_comparison, file_comparison
from truebox.report.writers.plain import NAME_COLUMNS

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.report.blocks.result import ClassRows

__all__ = ["to_latex"]


def to_latex(results: Result | Sequence[Result], *, all_classes: bool = False) -> str:
    r"""Return one result, or several of one truth side by side, as LaTeX tables.

    The rows are those of `to_table`, in plain ``tabular`` with ``\hline``: no package is needed, but a font
    that has the letters of the class names.

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
    >>> print(to_latex(result))                                           # doctest: +SKIP
    % Truebox: protocol coco, boxes, mode strict
    \begin{tabular}{lrrrrrrr}
    """
    many = list(results) if isinstance(results, Sequence) else [results]
    first = many[0]
    if len(many) == 1:
        tables = [(class_rows(first, all_classes=all_classes), 1)]
    else:
        tables = [(file_comparison(many), 0), (class_comparison(many, all_classes=all_classes), 1)]
    head = f"% Truebox: protocol {first.protocol}, {first.geometry}, mode {first.mode}\n"
    return head + "\n".join(_tabular(table, totals) for table, totals in tables)


def _tabular(table: ClassRows, totals: int) -> str:
    columns = "l" + "r" * (len(table.header) - 1)
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\hline", _line(table.header), r"\hline"]
    for index, row in enumerate(table.rows):
        if row is None:
            lines.append(rf"\multicolumn{{{len(table.header)}}}{{l}}{{{escape_latex(_left_out(table))}}} \\")
            continue
        lines.append(_line((cut(row[0], NAME_COLUMNS) or "(no name)", *row[1:])))
        if index == totals - 1:
            lines.append(r"\hline")
    return "\n".join([*lines, r"\hline", r"\end{tabular}"]) + "\n"


def _left_out(table: ClassRows) -> str:
    return f"{table.hidden:,} more classes"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(escape_latex, cells)) + r" \\"
