"""A table of a paper: caption, label, and the rules of booktabs."""

from __future__ import annotations

from collections.abc import Sequence

from truebox.report.writers.latex_tables.fitting_size import fitting_size

__all__ = ["PACKAGES", "bold", "latex_table"]

PACKAGES = "% needs \\usepackage{booktabs}"
"""What stands at the top of a file with such tables."""


def bold(text: str) -> str:
    r"""Return LaTeX in bold.

    Examples
    --------
    >>> print(bold("0.450"))
    \textbf{0.450}
    """
    return rf"\textbf{{{text}}}"


def latex_table(
    *, caption: str, label: str, columns: str, header: Sequence[str], rows: Sequence[Sequence[str] | str]
) -> str:
    r"""Return a floating table; all texts are LaTeX already.

    Its letters are as large as the text width of `article` lets them be. What would be wider at
    ``\scriptsize`` too is shrunk to the line (``\resizebox`` of graphicx).

    Parameters
    ----------
    caption : str
        What stands above.
    label : str
        What the text of the paper refers to.
    columns : str
        How each column is aligned, such as ``"lrr"``.
    header : sequence of str
        Column titles.
    rows : sequence
        Cells, or a line as it is, such as ``\midrule``.

    Returns
    -------
    str

    Examples
    --------
    >>> header, rows = ["Class", "AP"], [["a", "1"]]
    >>> print(latex_table(caption="AP.", label="tab:ap", columns="lr", header=header, rows=rows))
    \begin{table}
    \centering
    \caption{AP.}
    \label{tab:ap}
    \begin{tabular}{lr}
    \toprule
    Class & AP \\
    \midrule
    a & 1 \\
    \bottomrule
    \end{tabular}
    \end{table}
    <BLANKLINE>
    """
    size, fits = fitting_size([header, *(row for row in rows if not isinstance(row, str))])
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{caption}}}",
        rf"\label{{{label}}}",
        *([size] if size else ()),
        *(() if fits else [r"\resizebox{\linewidth}{!}{% needs \usepackage{graphicx}"]),
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        _line(header),
        r"\midrule",
        *(row if isinstance(row, str) else _line(row) for row in rows),
        r"\bottomrule",
        r"\end{tabular}" if fits else r"\end{tabular}}",
        r"\end{table}",
        "",
    ]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
