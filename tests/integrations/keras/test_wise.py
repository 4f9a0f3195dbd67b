from __future__ import annotations

import numpy as np
import pytest
from measure_cases import random_pairs

from truebox import losses
from truebox.errors import ArgumentError

keras = pytest.importorskip("keras")

FUNCTIONS = {"WiseIoULoss": losses.wise_iou_v3_loss, "WiseIoUV2Loss": losses.wise_iou_v2_loss}
KEEPS_STATE = keras.backend.backend() != "jax"


def objects():
    from truebox.integrations import keras as integration

    return integration


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_mean_moves_with_every_call_and_is_saved(name):
    predicted, true = (boxes.astype(np.float32) for boxes in random_pairs(20, 1))
    made = getattr(objects(), name)(momentum=0.25, reduction="sum")
    plain = losses.iou_loss(predicted, true).mean()
    mean = 0.75 + 0.25 * plain if KEEPS_STATE else plain
    expected = FUNCTIONS[name](predicted, true, mean_loss=mean, reduction="sum")
    assert float(made(true, predicted)) == pytest.approx(float(expected), rel=1e-5)
    again = keras.saving.deserialize_keras_object(keras.saving.serialize_keras_object(made))
    assert again.get_config() == made.get_config()
    assert again.get_config()["mean_loss"] == pytest.approx(mean if KEEPS_STATE else 1, rel=1e-6)


# Keras' own saving still uses an old protocol of NumPy.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_model_is_trained_with_it_saved_and_loaded(name, tmp_path):
    keras.utils.set_random_seed(0)
    inputs = np.random.default_rng(0).random((32, 3)).astype(np.float32)
    boxes = np.tile(np.array([[0.2, 0.3, 0.6, 0.9]], np.float32), (32, 1))
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="sigmoid")])
    loss = getattr(objects(), name)(box_format="cxcywh", momentum=0.1)
    model.compile(
        optimizer=keras.optimizers.Adam(0.05), loss=loss, metrics=[objects().BoxIoU(box_format="cxcywh")]
    )
    history = model.fit(inputs, boxes, epochs=15, batch_size=8, verbose=0).history
    assert history["box_iou"][-1] > 0.8
    reached = loss.get_config()["mean_loss"]
    # 60 batches move it by a tenth each from 1 to what is lost at the end.
    assert (0 < reached < 0.5) is KEEPS_STATE
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    assert loaded.loss.get_config()["mean_loss"] == pytest.approx(reached)


def test_no_boxes_do_not_move_it():
    loss = objects().WiseIoULoss()
    none = np.zeros((0, 4), np.float32)
    assert tuple(loss.call(none, none).shape) == (0,)
    assert loss.get_config()["mean_loss"] == 1


def test_momentum_is_a_share():
    with pytest.raises(ArgumentError, match="momentum is 2"):
        objects().WiseIoULoss(momentum=2)
