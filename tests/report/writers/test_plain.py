"""Plain text tables: aligned, and free of anything a terminal acts on."""

from __future__ import annotations

from made_results import make_hostile, make_many

from truebox._writing.display_width import display_width
from truebox.report.blocks.result import ClassRows, class_rows
from truebox.report.writers.plain import plain_grid, shown_name


def test_a_table_to_the_letter() -> None:
    table = ClassRows(("Class", "AP"), (("all", "0.500"), ("猫", "n/a"), None), hidden=2)
    assert plain_grid(table) == [
        "Class |    AP",
        "------+------",
        "all   | 0.500",
        "猫    |   n/a",
        "… 2 more classes (--all-classes)",
    ]


def test_hostile_names_stay_in_their_cells() -> None:
    lines = plain_grid(class_rows(make_hostile()))
    assert len(lines) == 2 + 1 + len(make_hostile().per_class)
    assert len({display_width(line) for line in lines}) == 1
    assert all(line.isprintable() or "\u200d" in line for line in lines)


def test_a_long_name_is_cut() -> None:
    assert shown_name("long" * 2500) == "long" * 9 + "lon…"


def test_a_missing_name_is_said() -> None:
    assert shown_name("") == "(no name)"


def test_numbers_line_up_over_many_classes() -> None:
    lines = plain_grid(class_rows(make_many(1000), all_classes=True))
    assert len({len(line) for line in lines}) == 1
