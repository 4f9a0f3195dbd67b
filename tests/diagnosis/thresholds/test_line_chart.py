"""A chart without script, whatever the names are."""

from __future__ import annotations

from xml.dom.minidom import parseString

from truebox.diagnosis.thresholds.line_chart import line_chart


def test_points_lie_where_the_values_are():
    chart = parseString(line_chart("a", [0.0, 1.0], {"F1": [0.0, 1.0]}))
    (line,) = chart.getElementsByTagName("polyline")
    # 320 x 180 with margins of 30 left and below, 6 right, 20 above: the corners of the field.
    assert line.getAttribute("points") == "30.0,150.0 314.0,20.0"


def test_names_are_escaped_and_nothing_runs():
    hostile = "</text><script>alert(1)</script>"
    text = line_chart(hostile, [0.5], {hostile: [0.5]})
    assert "<script" not in text
    assert len(parseString(text).getElementsByTagName("text")) == 6


def test_no_values_make_an_empty_chart():
    assert 'points=""' in line_chart("a", [], {"F1": []})
