"""An error breakdown as plain values and as a page's table."""

from __future__ import annotations

import json

import pytest
from match_worlds import small_result

from truebox.diagnosis import errors

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_plain_values_survive_json() -> None:
    found = errors(small_result())
    document = json.loads(json.dumps(found.to_dict()))
    assert document["counts"] == {
        "class": 1,
        "location": 0,
        "both": 0,
        "duplicate": 1,
        "background": 1,
        "missed": 0,
    }
    assert [row["name"] for row in document["per_class"]] == ["cat", "dog", "bird"]
    assert document["per_class"][2]["ap"] is None  # no bird is in the truth
    assert document["loss"] == dict(found.loss)


def test_a_table_for_notebooks() -> None:
    shown = errors(small_result())._repr_html_()
    assert shown.count("<tr>") == 7
    assert "<td>duplicate</td>" in shown
