"""Tables in notebooks: escaped, and never endless."""

from __future__ import annotations

from truebox._writing.html_table import html_number, html_table


def test_cells_by_type():
    assert html_number(True) == "yes"
    assert html_number(False) == "no"
    assert html_number(1234567) == "1,234,567"
    assert html_number(0.123456) == "0.1235"
    assert html_number(None) == "n/a"


def test_titles_cells_and_captions_are_escaped():
    shown = html_table(["<a>"], [["<b>"]], "<c>")
    assert shown == (
        "<table><caption>&lt;c&gt;</caption><tr><th>&lt;a&gt;</th></tr><tr><th>&lt;b&gt;</th></tr></table>"
    )


def test_long_tables_say_what_they_leave_out():
    shown = html_table(["class", "AP"], [[str(row), 0.5] for row in range(100)])
    assert "and 60 more rows" in shown
    assert shown.count("<tr>") == 42  # header, 40 rows, the note
