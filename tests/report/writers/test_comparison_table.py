"""A comparison as a table."""

from __future__ import annotations

from made_comparisons import make_comparison, make_hostile_comparison, make_pair

from truebox.report import to_comparison_table


def test_the_text_to_the_letter() -> None:
    assert to_comparison_table(make_comparison()).splitlines() == [
        "A a.json",
        "B b.json",
        "",
        "B is better than A: AP +0.050 [+0.020, +0.080], p < 0.001.",
        "",
        "Metric |     A |     B |  B - A |       interval |       p | detectable |         verdict",
        "-------+-------+-------+--------+----------------+---------+------------+----------------",
        "AP     | 0.400 | 0.450 | +0.050 | +0.020, +0.080 | < 0.001 |      0.042 |          better",
        "AP50   | 0.400 | 0.410 | +0.010 | -0.020, +0.040 |   0.500 |      0.042 | not significant",
        "APs    |   n/a |   n/a |    n/a |            n/a |     n/a |        n/a |       undefined",
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
        "95 % intervals from 1,000 paired draws of 100 images, seed 3; p-values of classes are corrected "
        "for looking at all of them.",
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
