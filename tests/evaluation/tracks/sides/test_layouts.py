"""The same box in other numbers."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.tracks.sides.layouts import boxes_read_as

FORMS = {"xywh": [2.0, 3.0, 8.0, 4.0], "xyxy": [2.0, 3.0, 10.0, 7.0], "cxcywh": [6.0, 5.0, 8.0, 4.0]}


@pytest.mark.parametrize("layout", ["xywh", "xyxy"])
@pytest.mark.parametrize("given", FORMS)
def test_one_box_in_all_numbers(given, layout):
    assert boxes_read_as(np.array([FORMS[given]]), given, layout).tolist() == [FORMS[layout]]
