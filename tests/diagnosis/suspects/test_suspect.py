"""Ranked suspects as a sequence, as plain values and as a page's table."""

from __future__ import annotations

import json

from truebox.diagnosis import LabelErrors, Suspect


def suspect(kind: str, suspicion: float) -> Suspect:
    return Suspect(
        kind=kind,  # type: ignore[arg-type]
        suspicion=suspicion,
        image_id="a<b",
        row=None if kind == "missing" else 3,
        other_row=None,
        written=None,
        proposed="cat",
        box=(1.0, 2.0, 3.0, 4.0),
        agreeing=2,
    )


def test_a_sequence_of_suspects() -> None:
    listed = LabelErrors((suspect("missing", 0.9), suspect("box", 0.5), suspect("missing", 0.4)), 2)
    assert len(listed) == 3
    assert [each.suspicion for each in listed] == [0.9, 0.5, 0.4]
    assert [each.suspicion for each in listed.of_kind("missing")] == [0.9, 0.4]
    assert listed[1].kind == "box"


def test_plain_values_and_a_table_for_notebooks() -> None:
    listed = LabelErrors((suspect("box", 0.5),), 1)
    document = json.loads(json.dumps(listed.to_dict()))
    assert document["suspects"][0]["box"] == [1.0, 2.0, 3.0, 4.0]
    assert document["results"] == 1
    assert "a&lt;b" in listed._repr_html_()
