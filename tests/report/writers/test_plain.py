"""Plain text tables: aligned, and free of anything a terminal acts on."""

from __future__ import annotations

from made_results import make_hostile, make_many

from truebox._writing.display_width import display_width
from truebox.report.blocks.block import Grid, Heading, Notes, Sentences
from truebox.report.blocks.cells import shown_name
from truebox.report.blocks.result import class_grid
from truebox.report.writers.plain import plain_grid, text_of, write_plain


def test_a_table_to_the_letter() -> None:
    table = Grid(("Class", "AP"), (("all", "0.500"), ("猫", "n/a"), None), hidden=2)
    assert plain_grid(table) == [
        "Class |    AP",
        "------+------",
        "all   | 0.500",
        "猫    |   n/a",
        "… 2 more classes (--all-classes)",
    ]


def test_hostile_names_stay_in_their_cells() -> None:
    lines = plain_grid(class_grid(make_hostile()))
    assert len(lines) == 2 + 1 + len(make_hostile().per_class)
    assert len({display_width(line) for line in lines}) == 1
    assert all(line.isprintable() or "\u200d" in line for line in lines)


def test_a_long_name_is_cut() -> None:
    assert shown_name("long" * 2500) == "long" * 5 + "…" + "ong" + "long" * 4


def test_a_missing_name_is_said() -> None:
    assert shown_name("") == "(no name)"


def test_numbers_line_up_over_many_classes() -> None:
    lines = plain_grid(class_grid(make_many(1000), all_classes=True))
    assert len({len(line) for line in lines}) == 1


def test_blocks_stand_apart_and_empty_ones_nowhere() -> None:
    blocks = [Notes(()), Heading("\x1b[2J"), Notes(("a", "b")), Sentences(()), Sentences(("c", "d"), ("e",))]
    assert write_plain(blocks) == "\\x1b[2J\n\na\nb\n\ne\n- c\n- d\n"


def test_who_draws_grids_is_asked_for_each() -> None:
    grid = Grid(("Class",), ())
    assert text_of([grid, grid], lambda each: [str(len(each.rows))]) == "0\n\n0\n"
