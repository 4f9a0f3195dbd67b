"""What the names of metrics and columns say."""

from __future__ import annotations

import pytest

from truebox.evaluation.metric_texts import metric_text


@pytest.mark.parametrize("column", ["P", "R", "F1", "score", "interval"])
def test_the_columns_of_the_table_are_explained(column):
    assert metric_text(column).endswith(".")


def test_an_interval_is_of_all_images_of_this_kind():
    assert "another set of the same size differs more" in metric_text("interval")


def test_a_threshold_is_read_from_the_name():
    assert metric_text("AP60").endswith("at IoU 0.6.")
    assert metric_text("PQth").endswith(", of things.")


def test_no_metric_is_called_so():
    assert metric_text("XY") is None
