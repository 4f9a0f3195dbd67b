"""Mean IoU against ``MeanIoU`` of TensorFlow, in float64."""

from __future__ import annotations

import os
import warnings

import numpy as np
import pytest

from truebox.evaluation import semantic_iou

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of TensorFlow's own imports
    # Keras 3 computes the mean in float32 with 1e-7 added to denominators, whatever dtype is asked for.
    keras = pytest.importorskip("tf_keras", reason="tf-keras is not installed; checked with TensorFlow 2.21")


def keras_mean(truths, predictions, classes, ignored):
    metric = keras.metrics.MeanIoU(classes, dtype="float64", ignore_class=ignored)
    for truth, predicted in zip(truths, predictions, strict=True):
        metric.update_state(truth, predicted)
    return metric.total_cm.numpy().astype(int).tolist(), float(metric.result())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(40))
def test_mean_iou_is_that_of_keras(seed):
    random = np.random.default_rng(seed)
    classes = int(random.integers(1, 20))
    ignored = [None, 255, classes - 1][seed % 3] if classes > 1 else None
    truths = [random.integers(0, classes, (9, 11)) for _ in range(3)]
    # Some classes stay away from both sides, so that the mean skips them.
    predictions = [
        np.where(random.random(t.shape) < 0.6, t, random.integers(0, classes, t.shape)) for t in truths
    ]
    if seed % 4 == 0 and classes > 4:
        truths, predictions = ([m % (classes - 2) for m in maps] for maps in (truths, predictions))
    if ignored == 255:
        for truth in truths:
            truth[random.random(truth.shape) < 0.2] = 255
    ours = semantic_iou(truths, predictions, classes=classes, ignore_label=ignored)
    matrix, mean = keras_mean(truths, predictions, classes, ignored)
    assert ours.matrix.tolist() == matrix
    assert ours.mean_iou == pytest.approx(mean, rel=4e-16, abs=0)
