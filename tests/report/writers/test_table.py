"""The whole table, as a person reads it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from diagnosed_results import made_result
from made_comparisons import make_comparison, make_hostile_comparison, make_pair
from made_results import MadeResult, make_class, make_many, make_undefined
from project_tree import TESTS

from truebox.diagnosis import diagnose
from truebox.report import to_comparison_table, to_diagnosis_table, to_table


def test_one_result_to_the_letter() -> None:
    result = MadeResult(per_class=(make_class(1, "cat", 0.25), make_class(2, "dog", 0.75)))
    assert to_table(result) == (
        "Class | Images | Truth | Detections |    AP |  AP50 |  AP75 | AR100\n"
        "------+--------+-------+------------+-------+-------+-------+------\n"
        "all   |    100 |    22 |         26 | 0.500 | 0.501 | 0.502 | 0.508\n"
        "dog   |      7 |    11 |         13 | 0.750 | 0.750 | 0.750 | 0.750\n"
        "cat   |      7 |    11 |         13 | 0.250 | 0.250 | 0.250 | 0.250\n"
        "\n"
        "APs 0.503 · APm 0.504 · APl 0.505   by truth area: s ≤ 32² ≤ m ≤ 96² ≤ l\n"
        "ARs 0.509 · ARm 0.510 · ARl 0.511\n"
        "AR1 0.506 · AR10 0.507 · AR100 0.508   best 1, 10, 100 per image and class\n"
    )


def test_a_list_of_one_is_one_result() -> None:
    assert to_table([make_many(3)]) == to_table(make_many(3))


def test_undefined_says_why() -> None:
    text = to_table(make_undefined())
    assert "n/a APs, ARs: no truth of small size" in text
    assert "-1" not in text
    assert "nan" not in text.lower()


def test_a_note_shared_by_all_files_is_said_once() -> None:
    text = to_table([make_undefined(), make_undefined()])
    assert text.count("no truth of small size") == 1
    assert "A: n/a" not in text


def test_a_note_of_one_file_names_it() -> None:
    assert "B: n/a APs, ARs: no truth of small size" in to_table([MadeResult(), make_undefined()])


def test_reasons_are_escaped() -> None:
    assert "\x1b" not in to_table(MadeResult(undefined={"AP": "\x1b[31mred"}))


def test_plain_text_does_not_load_rich() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from made_results import make_many\nfrom truebox.report import to_table\n"
        "to_table(make_many(3)); plain = 'rich' in sys.modules\n"
        "to_table(make_many(3), styled=True); print(plain, 'rich' in sys.modules)"
    )
    tests = str(TESTS / "made")
    done = subprocess.run([sys.executable, "-c", code, tests], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_comparison_to_the_letter() -> None:
    assert to_comparison_table(make_comparison()).splitlines() == [
        "A a.json",
        "B b.json",
        "",
        "B is better than A: AP +0.050 [+0.020, +0.080], p < .001.",
        "",
        "Metric |     A |     B |  B - A |       interval |      p | detectable |         verdict",
        "-------+-------+-------+--------+----------------+--------+------------+----------------",
        "AP     | 0.400 | 0.450 | +0.050 | +0.020, +0.080 | < .001 |      0.042 |          better",
        "AP50   | 0.400 | 0.410 | +0.010 | -0.020, +0.040 |   .500 |      0.042 | not significant",
        "APs    |   n/a |   n/a |    n/a |            n/a |    n/a |        n/a |       undefined",
        "",
        "Class | Truth |  AP A |  AP B |  B - A |       interval | corrected p |         verdict",
        "------+-------+-------+-------+--------+----------------+-------------+----------------",
        "cat   |    10 | 0.400 | 0.410 | +0.010 | -0.020, +0.040 |       1.000 | not significant",
        "dog   |    11 | 0.400 | 0.410 | +0.010 | -0.020, +0.040 |       1.000 | not significant",
        "",
        "Images by their own AP: B is better on 3, worse on 2, equal on 1, 4 without truth.",
        "lost   -0.500  0.500 to 0.000  image 7 a.jpg",
        "gained +0.250  0.500 to 0.750  image 7 a.jpg",
        "",
        "95 % intervals from 1,000 random swaps of both models in 100 images, seed 3; p-values of classes "
        "are corrected for looking at all of them, those of metrics are not.",
    ]


def test_names_cannot_leave_their_place() -> None:
    text = to_comparison_table(make_hostile_comparison())
    assert "\x1b" not in text
    assert "\x9b" not in text
    assert "\u202e" not in text


def test_three_models_are_two_comparisons() -> None:
    text = to_comparison_table(make_comparison(make_pair(), make_pair(second="c.json")))
    assert "C c.json" in text
    assert "B is better than A" in text
    assert "C is better than A" in text


def test_without_classes_there_is_no_table_of_them() -> None:
    assert "Class" not in to_comparison_table(make_comparison(make_pair(per_class=())))


def test_styled_has_styles() -> None:
    text = to_comparison_table(make_comparison(), styled=True, width=100)
    assert "\x1b[1m" in text
    assert "not significant" in text


@pytest.mark.parametrize(("classes", "shown"), [(30, 30), (31, 30), (80, 30)])
def test_of_more_than_thirty_classes_thirty_are_shown_unless_all_are_asked_for(
    classes: int, shown: int
) -> None:
    names = [f"class {number} " for number in range(classes)]
    for how, count in (({}, shown), ({"all_classes": False}, shown), ({"all_classes": True}, classes)):
        text = to_table(make_many(classes), **how)
        assert sum(line.startswith(tuple(names)) for line in text.splitlines()) == count


def _plain(text: str) -> list[str]:
    """Lines without the styles of a terminal."""
    return re.sub("\x1b\\[[0-9;]*m", "", text).splitlines()


@pytest.mark.parametrize("styled", [False, True])
def test_one_diagnosis_has_a_table_of_its_own_and_several_have_not(styled: bool) -> None:
    """Its first row are AP, the interval, and precision, recall and F1 where F1 is best."""
    found = diagnose(made_result(), replicates=100)
    best, ap = found.points.overall, found.intervals.metrics["AP"]
    lines = _plain(to_diagnosis_table([found], styled=styled))
    numbers = [f"{value:.3f}" for value in (ap.value, ap.low, ap.high, best.precision, best.recall, best.f1)]
    row = next(line for line in lines if line.strip().startswith("all"))
    places = [row.index(number) for number in numbers]
    assert places == sorted(places)
    several = _plain(to_diagnosis_table([found, found], styled=styled))
    assert not any(line.strip().startswith("all") for line in several)
    assert to_diagnosis_table([], styled=styled) == ""
