"""Detections of an image in one cell."""

from __future__ import annotations

from format_rounds import refused

import truebox as tb


def test_every_group_of_six_is_a_detection(tmp_path):
    path = tmp_path / "submission.csv"
    path.write_text("ImageId,PredictionString\na,/m/01 0.9 0.1 0.2 0.5 0.75 /m/02 0.5 0 0 1 1\nb,\n")
    found = tb.read_predictions(path)
    # The rules of the challenge: label, confidence, XMin, YMin, XMax, YMax.
    assert found.scores.tolist() == [0.9, 0.5]
    assert found.boxes.tolist() == [[0.1, 0.2, 0.4, 0.55], [0, 0, 1, 1]]
    assert (found.category.tolist(), found.image.tolist()) == (["/m/01", "/m/02"], ["a", "a"])


def test_a_group_that_is_cut_is_refused_with_its_line(tmp_path):
    path = tmp_path / "submission.csv"
    path.write_text("ImageId,PredictionString\na,/m/01 0.9 0.1 0.2 0.5\n")
    assert "submission.csv line 2" in refused("E-422", tb.read_predictions, path)
    assert len(tb.read_predictions(path, lenient=True)) == 0


def test_numbers_that_are_none_are_refused(tmp_path):
    path = tmp_path / "submission.csv"
    path.write_text("ImageId,PredictionString\na,/m/01 0.9 0.1 0.2 inf 0.5\n")
    refused("E-121", tb.read_predictions, path)
