"""A history as a table and as a page that opens offline."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from truebox.diagnosis import History, HistoryRun
from truebox.report import to_history_page, to_history_table
from truebox.report.page.history import _round_ticks

RUNS = (
    HistoryRun(name="epoch_1", metrics={"AP": 0.25, "AP50": 0.5}),
    HistoryRun(name="<b>&", metrics={"AP": None, "AP50": None}),
    HistoryRun(name="epoch_3", metrics={"AP": 0.5, "AP50": 0.75}, interval=(0.4, 0.6)),
)
MADE = History(
    runs=RUNS,
    main="AP",
    order="as given",
    protocol={"name": "coco", "mode": "strict", "geometry": "boxes"},
    truth={"path": "</svg><script>"},
)


def test_the_table_to_the_letter() -> None:
    assert to_history_table(MADE).splitlines() == [
        "Run     |    AP | change |       interval |  AP50",
        "--------+-------+--------+----------------+------",
        "epoch_1 | 0.250 |        |            n/a | 0.500",
        "<b>&    |   n/a |    n/a |            n/a |   n/a",
        "epoch_3 | 0.500 |    n/a | 0.400 to 0.600 | 0.750",
        "",
        "Highest AP: 0.500 in epoch_3, of 3 runs.",
        "In the order given.",
    ]


def test_the_numbers_drawn_are_those_of_the_first_run() -> None:
    """A later run may lack one, or have one more."""
    runs = (
        HistoryRun(name="1", metrics={"AP": 0.25, "AP50": 0.5}),
        HistoryRun(name="2", metrics={"AP": 0.5, "AR": 0.75}),
    )
    made = History(runs=runs, main="AP", order="as given", protocol=MADE.protocol, truth=MADE.truth)
    points = re.findall(r"<title>([^<]*: [^<]*)</title>", to_history_page(made))
    assert points == ["1: AP 0.250", "2: AP 0.500", "1: AP50 0.500"]


def test_the_page_has_a_point_for_every_number_and_runs_nothing() -> None:
    page = to_history_page(MADE)
    assert "<script" not in page
    assert "default-src 'none'" in page
    drawn = re.search(r"<svg.*</svg>", page)
    assert drawn is not None
    chart = ElementTree.fromstring(drawn[0])
    points = [each for each in chart.iter("circle") if len(each)]
    assert [each[0].text for each in points] == [
        "epoch_1: AP 0.250",
        "epoch_3: AP 0.500",
        "epoch_1: AP50 0.500",
        "epoch_3: AP50 0.750",
    ]
    heights = {each[0].text: float(each.attrib["cy"]) for each in points}
    assert heights["epoch_3: AP 0.500"] == heights["epoch_1: AP50 0.500"]
    assert heights["epoch_3: AP50 0.750"] < heights["epoch_3: AP 0.500"] < heights["epoch_1: AP 0.250"]
    assert not [each for each in chart.iter("line") if each.attrib.get("stroke") == "#d97706"]  # the gap


def test_a_long_history_does_not_write_every_name() -> None:
    runs = tuple(HistoryRun(name=f"run{place}", metrics={"AP": 0.5}) for place in range(300))
    page = to_history_page(History(runs=runs, main="AP", order="their names", protocol={}, truth={}))
    assert 10 < page.count("rotate(30)") <= 24


@pytest.mark.parametrize(
    ("ends", "ticks"),
    [
        ((0.377, 0.658), [0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]),
        ((0.5, 0.5), [0.46, 0.48, 0.5, 0.52, 0.54]),
        ((-0.1, 0.9), [-0.2, 0, 0.2, 0.4, 0.6, 0.8, 1]),
    ],
)
def test_ticks_are_round_and_hold_every_number(ends: tuple[float, float], ticks: list[float]) -> None:
    assert _round_ticks(*ends) == ticks


@pytest.mark.parametrize("count", [1, 2, 5, 40])
def test_runs_stand_evenly_between_the_ends_of_the_chart_and_values_on_its_scale(count: int) -> None:
    """The first at the left end of the lines, the last at the right; a value where its scale says."""
    values = [0.25 + 0.5 * place / max(1, count - 1) for place in range(count)]
    runs = tuple(HistoryRun(name=f"r{place}", metrics={"AP": value}) for place, value in enumerate(values))
    page = to_history_page(History(runs=runs, main="AP", order="as given", protocol={}, truth={}))
    chart = ElementTree.fromstring(re.search(r"<svg.*</svg>", page)[0])  # type: ignore[index]
    lines = [each.attrib for each in chart.iter("line") if each.attrib.get("class") == "grid"]
    scale = [float(each.text) for each in chart.iter("text") if each.attrib.get("text-anchor") == "end"]  # type: ignore[arg-type]
    heights = [float(line["y1"]) for line in lines]
    assert scale == sorted(scale)
    assert scale[0] <= 0.25
    assert scale[-1] >= values[-1]
    points = [each.attrib for each in chart.iter("circle") if len(each)]
    left, right = float(lines[0]["x1"]), float(lines[0]["x2"])
    wanted = [left + (right - left) * place / max(1, count - 1) for place in range(count)]
    assert [float(each["cx"]) for each in points] == pytest.approx(wanted, abs=0.1)
    assert [float(each["cy"]) for each in points] == pytest.approx(np.interp(values, scale, heights), abs=0.1)
