"""Tables that are no wider than the text of a paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from latex_reader import read_tables

from truebox.report.writers.latex_tables.fitting_size import fitting_size
from truebox.report.writers.latex_tables.table import latex_table

DOCUMENT = r"""\documentclass{article}
\usepackage{booktabs}
\usepackage{graphicx}
\begin{document}
%s
\end{document}
"""


def table_of(columns: int, cell: str = "0.284") -> str:
    return latex_table(
        caption="c",
        label="t",
        columns="l" + "r" * columns,
        header=["Class", *["AP50"] * columns],
        rows=[["traffic\\_light", *[cell] * columns]],
    )


def test_letters_become_smaller_with_the_columns() -> None:
    sizes = [fitting_size([["0.284"] * columns])[0].split("\n")[0] for columns in (9, 10, 12, 14)]
    assert sizes == ["", r"\small", r"\footnotesize", r"\scriptsize"]


def test_what_is_too_wide_at_any_size_is_shrunk_and_the_package_is_named() -> None:
    assert "resizebox" not in table_of(8)
    assert r"\resizebox{\linewidth}{!}{% needs \usepackage{graphicx}" in table_of(40)
    assert [len(table["rows"]) for table in read_tables(table_of(40))] == [2]


def test_markup_has_no_width() -> None:
    plain, marked = [["Class", "0.284 25 %"] * 4], [["Class", r"0.284 25 \%"] * 4]
    assert fitting_size(plain) == fitting_size(marked)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this system")
@pytest.mark.parametrize("columns", [6, 8, 9, 10, 11, 12, 13, 14, 15, 40])
@pytest.mark.parametrize("cell", ["0.284", r"\textbf{0.284} [.278, .293]"])
def test_latex_finds_no_line_overfull(columns: int, cell: str, tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(DOCUMENT % table_of(columns, cell), encoding="utf-8")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "paper.tex"], cwd=tmp_path, capture_output=True, check=False
    )
    said = run.stdout.decode(errors="replace")
    assert "Output written" in said
    assert re.findall(r"Overfull.*", said) == []
