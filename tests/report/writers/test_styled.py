"""Tables on a terminal: markup from files is text, numbers are never cut off."""

from __future__ import annotations

import re

import pytest
from made_results import make_hostile, make_many

from truebox.evaluation import evaluate_tracks
from truebox.report.blocks.block import Grid, Heading
from truebox.report.blocks.result import class_grid
from truebox.report.writers.styled import styled_grid, write_styled


def without_styles(lines: list[str]) -> list[str]:
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_the_head_and_the_total_are_bold() -> None:
    lines = styled_grid(class_grid(make_many(2)), width=100)
    assert "\x1b[1m" in lines[0]
    assert "\x1b[1m" in lines[2]
    assert "\x1b[1m" not in lines[3]


def test_markup_in_names_is_text() -> None:
    text = "\n".join(without_styles(styled_grid(class_grid(make_hostile()), width=100)))
    assert "[/x]" in text
    assert "[bold red]not markup[/]" in text
    assert "\x1b" not in text
    assert "\\x1b]0;pwned\\x07" in text


@pytest.mark.parametrize("width", [20, 50, 70, 100, 200])
def test_numbers_survive_every_width(width: int) -> None:
    lines = without_styles(styled_grid(class_grid(make_hostile()), width=width))
    assert lines[0].split()[1:] == ["Images", "Truth", "Detections", "AP", "AP50", "AP75", "AR100"]
    assert lines[3].split()[-7:] == ["7", "11", "13", "0.900", "0.900", "0.900", "0.900"]


def test_classes_left_out_are_counted() -> None:
    lines = without_styles(styled_grid(class_grid(make_many(31)), width=100))
    assert lines[-1] == "… 1 more class (--all-classes)"
    assert [line.strip() for line in lines].count("⋮") == 1


def test_blocks_stand_apart() -> None:
    lines = write_styled([Heading("B \x1b[2J is better."), class_grid(make_many(2))], width=100).split("\n")
    assert lines[:2] == ["B \\x1b[2J is better.", ""]
    assert "\x1b[1m" in lines[2]


@pytest.mark.parametrize(
    ("digits", "left"), [(60, ["Metric", "B", "verdict"]), (30, ["Metric", "B", "interval", "verdict"])]
)
def test_a_narrow_terminal_does_without_spare_columns_but_never_without_verdicts(
    digits: int, left: list[str]
) -> None:
    cells = ("0.412", "-0.060,-0.015" + digits * "0", "0.031" + 20 * "0", "not significant")
    header = ("Metric", "B", "interval", "detectable", "verdict")
    grid = Grid(header, (("AR100", *cells),), spare=("detectable", "interval"))
    lines = without_styles(styled_grid(grid, width=80))
    assert lines[0].split() == left
    assert lines[2].endswith("not significant")
    dropped = [title for title in ("detectable", "interval") if title not in left]
    assert lines[-1] == f"not shown at this width: {', '.join(dropped)}"
    whole = without_styles(styled_grid(grid, width=200))
    assert whole[0].split() == list(header)
    assert "not shown" not in whole[-1]


def test_a_table_without_spare_columns_is_wider_than_the_terminal_rather_than_cut() -> None:
    header = ("Sequence", *(f"M{number}" for number in range(20)))
    table = Grid(header, (("WALK-03", *(f"{number / 20:.3f}" for number in range(20))),))
    head, _, row = without_styles(styled_grid(table, width=80))
    assert tuple(head.split()) == header
    assert row.split()[1:] == [f"{number / 20:.3f}" for number in range(20)]


def test_tracks_on_a_common_terminal_keep_every_metric() -> None:
    side = {"frames": [0, 1], "ids": [1, 1], "boxes": [[0, 0, 5, 5]] * 2}
    result = evaluate_tracks(side, side)
    lines = without_styles(styled_grid(class_grid(result), width=80))
    assert lines[0].split()[-6:] == ["HOTA", "DetA", "AssA", "LocA", "MOTA", "IDF1"]
    assert max(map(len, lines)) <= 80
    assert lines[-1].startswith("not shown at this width: Boxes")
