from __future__ import annotations

import numpy as np
import pytest

keras = pytest.importorskip("keras")


def test_the_numbers_of_an_epoch_stand_in_its_logs():
    from truebox.integrations.keras import DetectionMetrics

    box = {"boxes": np.array([[0.0, 0, 9, 9]]), "labels": np.array([1])}
    callback = DetectionMetrics(
        [0, 1],
        lambda batch, model: ([box], [{**box, "scores": np.array([0.5])}]),
        categories=[1],
        mode="corrected",
    )
    logs = {"loss": 1.0}
    for epoch in range(2):
        callback.on_epoch_end(epoch, logs)
    assert logs["val_AP"] == 1.0
    assert len(callback.evaluator) == 2
