from __future__ import annotations

import numpy as np
import pytest
from measure_cases import random_pairs
from rotated_samples import random_rotated

from truebox import losses

keras = pytest.importorskip("keras")

FUNCTIONS = {
    "AlphaIoULoss": ("alpha_iou_loss", {"alpha": 2.0, "base": "giou"}),
    "CIoULoss": ("ciou_loss", {}),
    "DIoULoss": ("diou_loss", {}),
    "EIoULoss": ("eiou_loss", {}),
    "FocalerIoULoss": ("focaler_iou_loss", {"low": 0.1, "high": 0.8, "base": "ciou"}),
    "GIoULoss": ("giou_loss", {}),
    "InnerIoULoss": ("inner_iou_loss", {"ratio": 1.2, "base": "diou"}),
    "IoULoss": ("iou_loss", {}),
    "LogIoULoss": ("log_iou_loss", {"least": 1e-3}),
    "MPDIoULoss": ("mpdiou_loss", {"image_size": (640, 480)}),
    "NWDLoss": ("nwd_loss", {"constant": 5.0}),
    "SIoULoss": ("siou_loss", {}),
    "WiseIoUV1Loss": ("wise_iou_v1_loss", {}),
}
ROTATED = {
    "GWDLoss": "gwd_loss",
    "KLDLoss": "kld_loss",
    "ProbIoULoss": "probiou_loss",
    "RotatedIoULoss": "rotated_iou_loss",
}


def objects():
    from truebox.integrations import keras as integration

    return integration


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_loss_is_its_function_and_survives_saving(name):
    function, options = FUNCTIONS[name]
    predicted, true = (boxes.astype(np.float32) for boxes in random_pairs(10, 1))
    made = getattr(objects(), name)(box_format="cxcywh", reduction="sum", **options)
    expected = getattr(losses, function)(predicted, true, box_format="cxcywh", reduction="sum", **options)
    for loss in (made, keras.saving.deserialize_keras_object(keras.saving.serialize_keras_object(made))):
        assert type(loss) is type(made)
        assert float(loss(true, predicted)) == pytest.approx(float(expected), rel=1e-5)


@pytest.mark.parametrize("name", ROTATED)
def test_a_loss_of_rotated_boxes_is_its_function(name):
    predicted, true = (random_rotated(20, seed).astype(np.float32) for seed in (1, 2))
    angles = {"unit": "degrees", "direction": "counterclockwise"}
    expected = getattr(losses, ROTATED[name])(predicted, true, reduction="mean", **angles)
    made = getattr(objects(), name)(**angles)
    for loss in (made, keras.saving.deserialize_keras_object(keras.saving.serialize_keras_object(made))):
        assert float(loss(true, predicted)) == pytest.approx(float(expected), rel=1e-4)


def test_every_loss_is_tested():
    others = {"BoxIoU", "DetectionMetrics", "WiseIoULoss", "WiseIoUV2Loss"}
    assert set(objects().__all__) == {*FUNCTIONS, *ROTATED, *others}


def test_sample_weights_count():
    loss = objects().IoULoss(reduction="sum")
    true = np.array([[0, 0, 4, 4], [0, 0, 4, 4]], np.float32)
    predicted = np.array([[0, 0, 4, 2], [8, 8, 9, 9]], np.float32)
    assert float(loss(true, predicted, sample_weight=np.array([2.0, 0.0], np.float32))) == 1


# Keras' own saving still uses an old protocol of NumPy.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
def test_a_model_is_compiled_trained_saved_and_loaded(tmp_path):
    keras.utils.set_random_seed(0)
    inputs = np.random.default_rng(0).random((32, 3)).astype(np.float32)
    boxes = np.tile(np.array([[0.2, 0.3, 0.6, 0.9]], np.float32), (32, 1))
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="sigmoid")])
    box_format = "cxcywh"
    model.compile(
        optimizer=keras.optimizers.Adam(0.05),
        loss=objects().GIoULoss(box_format=box_format),
        metrics=[objects().BoxIoU(box_format=box_format)],
    )
    history = model.fit(inputs, boxes, epochs=15, batch_size=8, verbose=0).history
    assert history["loss"][-1] < 0.3 * history["loss"][0]
    assert history["box_iou"][-1] > 0.8
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    assert loaded.evaluate(inputs, boxes, verbose=0) == pytest.approx(
        model.evaluate(inputs, boxes, verbose=0), rel=1e-5
    )
