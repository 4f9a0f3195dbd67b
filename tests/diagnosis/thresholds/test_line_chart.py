"""A chart without script, whatever the names are."""

from __future__ import annotations

from xml.dom.minidom import parseString

from truebox.diagnosis.thresholds.line_chart import line_chart


def test_points_lie_where_the_values_are():
    chart = parseString(line_chart("a", [0.0, 1.0], {"F1": [0.0, 1.0]}))
    (line,) = chart.getElementsByTagName("polyline")
    # 320 x 180 with margins of 30 left and below, 6 right, 20 above: the corners of the field.
    assert line.getAttribute("points") == "30.0,150.0 314.0,20.0"


def test_axes_and_their_ends_frame_the_field():
    chart = parseString(line_chart("a", [0.25, 0.75], {"F1": [0, 1], "recall": [1, 1]}))
    (axes,) = chart.getElementsByTagName("path")
    assert axes.getAttribute("d") == "M30 20V150H314"
    texts = {
        each.firstChild.data: (each.getAttribute("x"), each.getAttribute("y"))
        for each in chart.getElementsByTagName("text")
    }
    # Ends of the scores 12 below the axis, those of the values at its left, the legend in steps of 80.
    assert texts == {
        "a": ("30", "14"), "1": ("4", "26"), "0": ("4", "150"), "0.25": ("30", "162"), "0.75": ("314", "162"),
        "F1": ("30", "176"), "recall": ("110", "176"),
    }  # fmt: skip


def test_one_score_alone_lies_at_the_left():
    (line,) = parseString(line_chart("a", [0.5], {"F1": [0.5]})).getElementsByTagName("polyline")
    assert line.getAttribute("points") == "30.0,85.0"


def test_names_are_escaped_and_nothing_runs():
    hostile = "</text><script>alert(1)</script>"
    text = line_chart(hostile, [0.5], {hostile: [0.5]})
    assert "<script" not in text
    assert len(parseString(text).getElementsByTagName("text")) == 6


def test_no_values_make_an_empty_chart():
    assert 'points=""' in line_chart("a", [], {"F1": []})
