"""One table of a paper."""

from __future__ import annotations

from latex_reader import read_tables

from truebox.report.writers.latex_table import bold, latex_table


def test_rules_caption_label_and_lines_as_they_are() -> None:
    rows = [["a", bold("1")], r"\midrule", ["b", "2"]]
    text = latex_table(caption="AP.", label="tab:ap", columns="lr", header=["Class", "AP"], rows=rows)
    (table,) = read_tables(text)
    assert (table["label"], table["caption"]) == ("tab:ap", "AP.")
    assert table["rows"] == [["Class", "AP"], ["a", r"\textbf{1}"], ["b", "2"]]
    assert text.count(r"\midrule") == 2
