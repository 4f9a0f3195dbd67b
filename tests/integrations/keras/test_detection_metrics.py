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


def test_fit_and_evaluate_measure_once_each():
    """One of two objects is found, at IoU 1: AP is that of recall up to a half, 51 of 101 points."""
    pytest.importorskip("tensorflow")
    from truebox.integrations.keras import DetectionMetrics

    corners = np.array([[0, 0, 1, 1], [2, 2, 5, 5]], dtype=np.float32)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(4, kernel_initializer="identity")])
    model.compile(keras.optimizers.SGD(0.0), "mse")
    asked = []

    def entries(batch, model):
        asked.append(len(batch))
        found = model.predict_on_batch(batch)
        truth = [{"boxes": row[None], "labels": [0]} for row in batch]
        kept = [row[None][: int(row[0] < 1)] for row in found]
        return truth, [
            {"boxes": each, "labels": [0] * len(each), "scores": [0.9] * len(each)} for each in kept
        ]

    callback = DetectionMetrics([corners[:1], corners[1:]], entries, categories=[0])
    both = {"x": corners, "y": corners, "verbose": 0, "callbacks": [callback]}
    history = model.fit(**both, validation_data=(corners, corners), epochs=2).history
    assert history["val_AP"] == [pytest.approx(51 / 101)] * 2
    assert asked == [1] * 4
    callback.evaluator.reset()
    model.evaluate(**both)
    assert callback.evaluator.metrics()["AP"] == pytest.approx(51 / 101)
    assert asked == [1] * 6


def test_a_fit_that_was_broken_off_does_not_silence_evaluate():
    pytest.importorskip("tensorflow")
    from truebox.integrations.keras import DetectionMetrics

    class Stop(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            raise KeyboardInterrupt

    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    box = {"boxes": np.array([[0.0, 0, 9, 9]]), "labels": [0]}
    callback = DetectionMetrics([0], lambda batch, model: ([box], [{**box, "scores": [0.5]}]), categories=[0])
    numbers = np.zeros((2, 1))
    with pytest.raises(KeyboardInterrupt):
        model.fit(numbers, numbers, verbose=0, callbacks=[callback, Stop()])
    callback.evaluator.reset()
    model.evaluate(numbers, numbers, verbose=0, callbacks=[callback])
    assert len(callback.evaluator) == 1
