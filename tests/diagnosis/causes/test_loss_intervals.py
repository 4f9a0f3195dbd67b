"""Losses drawn anew: with every image once they are those of the breakdown."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis import errors
from truebox.diagnosis.causes import loss_intervals as module
from truebox.diagnosis.certainty.drawn_units import DrawnUnits


@pytest.mark.parametrize("variant", ["tide", "coco"])
def test_every_image_once_gives_the_losses(made, monkeypatch, variant):
    def once(self, replicates, seed):
        return self.spread_out(np.ones((replicates, self.count), dtype=np.uint8))

    monkeypatch.setattr(DrawnUnits, "draws", once)
    monkeypatch.setattr(module, "estimate", lambda value, drawn, **more: (value, float(drawn[0])))
    found = errors(made, variant, replicates=100)
    for name, (value, drawn) in found.intervals.items():
        assert max(drawn, 0.0) == pytest.approx(value, abs=1e-9), name
    assert set(found.intervals) == set(found.loss)


def test_an_interval_holds_its_loss(made):
    found = errors(made, replicates=200, seed=3)
    for name, entry in found.intervals.items():
        assert entry.value == found.loss[name]
        assert entry.low <= entry.value <= entry.high
    assert errors(made, replicates=200, seed=3).intervals == found.intervals
    assert errors(made).intervals == {}
    assert "intervals" not in errors(made).to_dict()
