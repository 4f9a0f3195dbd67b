"""How results of tracks are shown."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def written(tmp_path, *names):
    return write_tracks(tmp_path, {name: make_tracks(seed, 20, 9) for seed, name in enumerate(names)})


def test_document_and_layout(tmp_path):
    result = evaluate_tracks(*written(tmp_path, "A", "B"), protocol="mot17", fit_test=False)
    document = result.to_dict()
    assert document["protocol"]["name"] == "mot17"
    assert [entry["name"] for entry in document["results"][0]["per_sequence"]] == ["A", "B"]
    assert len(document["results"][0]["per_alpha"]["HOTA"]) == 19
    layout = result.layout
    assert layout.by.title == "Sequence"
    assert layout.totals[0].metrics["HOTA"] == result.metrics["HOTA"]


def test_several_classes_have_sequences_beneath():
    side = {"frames": [0, 0], "ids": [1, 2], "boxes": [[0, 0, 9, 9], [50, 0, 9, 9]], "labels": ["cat", "dog"]}
    layout = evaluate_tracks(side, side).layout
    assert layout.by is None
    assert [part.title for part in layout.also] == ["Sequence"]
    assert [total.name for total in layout.totals] == ["all", "all boxes alike"]


def test_masks_are_called_masks():
    masks = np.ones((2, 4, 4), dtype=bool)
    side = {"frames": [0, 1], "ids": [1, 1], "masks": masks, "labels": ["cat", "dog"]}
    layout = evaluate_tracks(side, side, fit_test=False).layout
    titles = [column.title for column in layout.columns]
    assert "Masks" in titles
    assert "Boxes" not in titles
    assert layout.totals[1].name == "all masks alike"
    assert layout.held[0][1] == "2 masks"
