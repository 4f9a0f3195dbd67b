"""The Keras example learns, also at the small size."""

from __future__ import annotations

import pytest

pytest.importorskip("keras")
pytest.importorskip("tensorflow")
pytest.importorskip("matplotlib")


def test_the_network_learns_to_find_the_rectangle(quick_training):
    history = quick_training("train_keras.py")
    for name in ("training", "validation"):
        assert history[name][-1] > history[name][0] + 0.1, history
        assert history[name][-1] > 0.3, history
    assert set(history["by_ground"]) == {"plain", "textured"}
