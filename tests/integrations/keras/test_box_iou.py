from __future__ import annotations

import numpy as np
import pytest

keras = pytest.importorskip("keras")

TRUE = np.array([[0, 0, 4, 4], [0, 0, 4, 4], [0, 0, 4, 4]], np.float32)
# IoUs 1, 1/2 and 0.
PREDICTED = np.array([[0, 0, 4, 4], [0, 0, 4, 2], [8, 8, 9, 9]], np.float32)


def metric(**options):
    from truebox.integrations.keras import BoxIoU

    return BoxIoU(**options)


def test_the_mean_over_all_updates():
    box_iou = metric()
    box_iou.update_state(TRUE[:1], PREDICTED[:1])
    box_iou.update_state(TRUE[1:], PREDICTED[1:])
    assert float(box_iou.result()) == pytest.approx(0.5)
    box_iou.reset_state()
    box_iou.update_state(TRUE, PREDICTED, sample_weight=np.array([0.0, 1.0, 0.0]))
    assert float(box_iou.result()) == pytest.approx(0.5)


def test_formats_shapes_and_saving():
    box_iou = metric(box_format="xywh", name="overlap")
    again = keras.saving.deserialize_keras_object(keras.saving.serialize_keras_object(box_iou))
    assert (again.box_format, again.name) == ("xywh", "overlap")
    again.update_state(TRUE[None], PREDICTED[None])
    assert float(again.result()) == pytest.approx(0.5)
