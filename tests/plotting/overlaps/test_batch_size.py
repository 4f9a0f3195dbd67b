"""Time against the number of boxes."""

from __future__ import annotations

import json

import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_batch_size

ROWS = [
    {"case": "1 pair", "tool": "truebox", "seconds": [2e-6, 1e-6, 9e-6]},
    {"case": "10,000 pairs", "tool": "truebox", "seconds": [1e-4]},
    {"case": "1 pair", "tool": "$other$", "seconds": [5e-6]},
    {"case": "whole file", "tool": "truebox", "seconds": [1.0]},
]


def test_medians_by_number():
    ax = plot_batch_size({"rows": ROWS})
    assert ax.lines[0].get_xydata().tolist() == [[1, 2e-6], [10_000, 1e-4]]
    assert ax.lines[1].get_xydata().tolist() == [[1, 5e-6]]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["truebox", "$other$"]


def test_a_file_as_the_benchmarks_write_it(tmp_path):
    path = tmp_path / "batch_size.json"
    path.write_text(json.dumps({"machine": {}, "answer": {"name": "batch_size", "rows": ROWS}}))
    assert len(plot_batch_size(path).lines) == 2


def test_refused(tmp_path):
    with pytest.raises(ArgumentError, match="cannot be read as JSON"):
        plot_batch_size(tmp_path / "missing.json")
    with pytest.raises(ArgumentError, match="no rows whose case begins with a number"):
        plot_batch_size({"rows": ROWS[3:]})
    with pytest.raises(ArgumentError, match="lacks 'seconds'"):
        plot_batch_size({"rows": [{"case": "1 pair", "tool": "a"}]})


def test_seconds_by_name_and_number():
    ax = plot_batch_size({"mine": {1000: [3e-5, 1e-5, 9e-5], 1: 2e-6}, "other": {1: 1e-6}})
    assert ax.lines[0].get_xdata().tolist() == [1, 1000]
    assert ax.lines[0].get_ydata().tolist() == [2e-6, 3e-5]  # in the order of the numbers; the median
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["mine", "other"]


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ({"mine": {}}, "needs numbers of boxes"),
        ({"mine": {10: 0.0}}, "above 0"),
        ({"mine": {"ten": 1.0}}, "expected seconds by number of boxes"),
        ({"mine": 3.0}, "expected seconds by number of boxes"),
    ],
)
def test_times_that_are_none_are_refused(times, said):
    with pytest.raises(ArgumentError, match=said):
        plot_batch_size(times)
