"""The bundle as plain values and as HTML."""

from __future__ import annotations

import json
from dataclasses import replace

from planted_faults import diagnosed

from truebox.diagnosis import compare, optimal_lrp


def test_it_becomes_json():
    found = diagnosed("class")
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert document["words"] == list(found.words)
    assert document["errors"]["loss"] == dict(found.errors.loss)
    assert document["points"]["overall"]["f1"] == found.points.overall.f1
    assert document["label_errors"]["found"] == len(found.label_errors)
    assert len(document["label_errors"]["suspects"]) <= 100


def test_a_part_that_is_missing_is_null_with_a_reason():
    found = replace(diagnosed("class"), calibration=None, skipped={"calibration": "scores above 1"})
    document = found.to_dict()
    assert document["calibration"] is None
    assert document["skipped"] == {"calibration": "scores above 1"}


def test_every_value_shows_in_a_notebook_and_nothing_runs():
    found = diagnosed("class")
    hostile = tuple(replace(entry, name="<script>alert(1)</script>") for entry in found.result.per_class)
    result = replace(found.result, per_class=hostile)
    parts = [found.errors, found.points, found.curves, found.curves.overall, found.confusion]
    parts += [found.intervals, found.ties, found.calibration, found.slices, found.label_errors]
    parts += [found.words, found, result, optimal_lrp(result), compare(result, result, replicates=100)]
    for part in parts:
        shown = part._repr_html_()
        assert "<script" not in shown, type(part)
        assert shown.startswith(("<table", "<ul", "<svg")), type(part)
