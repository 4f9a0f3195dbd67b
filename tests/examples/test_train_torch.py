"""The PyTorch example learns, also at the small size."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")


def test_the_network_learns_to_find_the_rectangle(quick_training):
    history = quick_training("train_torch.py")
    for name in ("training", "validation"):
        assert history[name][-1] > history[name][0] + 0.2, history
        assert history[name][-1] > 0.45, history
    assert set(history["by_ground"]) == {"plain", "textured"}
