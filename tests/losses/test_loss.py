from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES, LOSSES, columns_of, loss, random_pairs

from truebox.boxes import Box
from truebox.errors import ArgumentError

PAIRS = [((0, 0, 4, 4), (0, 0, 4, 4)), ((0, 0, 4, 4), (0, 0, 4, 2)), ((0, 0, 4, 4), (8, 8, 9, 9))]


@pytest.fixture(params=["numpy", *LIBRARIES])
def array(request):
    return np.asarray if request.param == "numpy" else LIBRARIES[request.param]().array


def test_reductions(array):
    # IoUs 1, 1/2 and 0, so losses 0, 1/2 and 1.
    prediction, target = (array(boxes) for boxes in columns_of(PAIRS))
    assert np.asarray(loss("iou_loss", prediction, target)).tolist() == [0, 0.5, 1]
    assert float(loss("iou_loss", prediction, target, reduction="sum")) == 1.5
    assert float(loss("iou_loss", prediction, target, reduction="mean")) == 0.5


def test_weights(array):
    prediction, target = (array(boxes) for boxes in columns_of(PAIRS))
    for weights in ([3, 2, 0], np.array([3.0, 2.0, 0.0]), array(np.array([3.0, 2.0, 0.0]))):
        assert np.asarray(loss("iou_loss", prediction, target, weights=weights)).tolist() == [0, 1, 0]
        assert float(loss("iou_loss", prediction, target, weights=weights, reduction="sum")) == 1
        assert float(loss("iou_loss", prediction, target, weights=weights, reduction="mean")) == 0.2


@pytest.mark.parametrize("name", LOSSES)
def test_no_boxes_and_no_weight_have_a_mean_of_nothing(array, name):
    none = array(np.zeros((0, 4)))
    assert float(loss(name, none, none, reduction="mean")) == 0
    one = array(np.array([[0.0, 0.0, 4.0, 4.0]]))
    assert float(loss(name, one, one, reduction="mean", weights=[0.0])) == 0


@pytest.mark.parametrize("name", LOSSES)
def test_any_leading_shape(name):
    a, b = random_pairs(6, 1)
    flat = loss(name, a, b)
    assert np.array_equal(loss(name, a.reshape(2, 3, 4), b.reshape(2, 3, 4)), flat.reshape(2, 3))
    if "v2" not in name and "v3" not in name:  # those compare with the mean of the batch
        assert loss(name, a[0], b[0]) == pytest.approx(flat[0], rel=1e-15)


def test_what_does_not_fit_is_refused():
    a = np.ones((2, 4))
    with pytest.raises(ArgumentError, match="reduction is 'average'"):
        loss("iou_loss", a, a, reduction="average")
    with pytest.raises(ArgumentError, match=r"prediction has shape \(2, 4\) and target \(1, 4\)"):
        loss("iou_loss", a, a[:1])
    with pytest.raises(ArgumentError, match=r"prediction has shape \(2, 5\)"):
        loss("iou_loss", np.ones((2, 5)), np.ones((2, 5)))
    with pytest.raises(ArgumentError, match="needs image_size"):
        loss("ciou_loss", a, a, box_format="rel_cxcywh")
    assert loss("giou_loss", a, a, box_format="rel_cxcywh").tolist() == [0, 0]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_reduced_in_float32(dtype):
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[0.0, 0.0, 400.0, 304.0]], dtype=getattr(torch, dtype)).repeat(70000, 1)
    moved = boxes + torch.tensor([1000.0, 0.0, 1000.0, 0.0], dtype=boxes.dtype)
    mean = loss("iou_loss", boxes, moved, reduction="mean")
    assert mean.dtype == boxes.dtype
    assert mean.item() == 1
    total = loss("iou_loss", boxes, moved, reduction="sum")
    assert (total.dtype, total.item()) == (torch.float32, 70000)


def test_every_prediction_beside_every_target():
    predictions, targets = np.array([[0.0, 0, 4, 4], [2, 2, 6, 6]]), np.array([[2.0, 2, 6, 6]])
    found = loss("iou_loss", predictions[:, None], targets[None])
    assert found == pytest.approx(np.array([[1 - 4 / 28], [0]]), abs=1e-15)
    for one, other in ((predictions[:, None], predictions), (predictions, targets)):
        with pytest.raises(ArgumentError, match="a 1 stretches"):
            loss("iou_loss", one, other)


def test_box_objects_and_nothing():
    box, row = Box(0, 0, 4, 4), [0.0, 0.0, 4.0, 2.0]
    assert loss("iou_loss", [box], [row]).tolist() == [0.5]
    assert loss("iou_loss", box, row) == 0.5
    assert loss("iou_loss", [], np.zeros((0, 4))).shape == (0,)
    torch = pytest.importorskip("torch")
    assert loss("iou_loss", [box], torch.tensor([row])).tolist() == [0.5]
    assert loss("iou_loss", torch.zeros(0), []).shape == (0,)


def slopes_of(library, name, prediction, target, **options):
    """The gradient of the sum of a loss, compiled by XLA where that can be."""
    if library == "torch":
        torch = pytest.importorskip("torch")
        boxes = torch.tensor(prediction, requires_grad=True)
        total = loss(name, boxes, torch.tensor(target), reduction="sum", **options)
        return torch.autograd.grad(total, boxes)[0].numpy()
    if library == "jax":
        jax = pytest.importorskip("jax")

        def total(boxes, others):
            return loss(name, boxes, others, reduction="sum", **options)

        return np.asarray(jax.jit(jax.grad(total))(prediction, target))
    tf = pytest.importorskip("tensorflow")

    @tf.function(jit_compile=True)
    def slopes(boxes, others):
        with tf.GradientTape() as tape:
            tape.watch(boxes)
            total = loss(name, boxes, others, reduction="sum", **options)
        return tape.gradient(total, boxes)

    return slopes(tf.constant(prediction), tf.constant(target)).numpy()


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", ["iou_loss", "giou_loss", "ciou_loss", "eiou_loss", "siou_loss"])
def test_the_slope_of_scaled_boxes_is_scaled_back(library, name):
    # The square of an area of 2**-80 is nothing in float32, that of one of 2**80 infinite.
    prediction, target = columns_of([((0, 0, 4, 4), (1, 0, 5, 3)), ((0, 0, 1, 2), (2, 3, 4, 9))], "float32")
    expected = slopes_of(library, name, prediction, target)
    for scale in np.float32([2.0**-40, 2.0**40]):
        found = slopes_of(library, name, prediction * scale, target * scale) * scale
        np.testing.assert_allclose(found, expected, rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", LOSSES)
def test_tiny_predictions_beside_padding_have_a_slope(library, name):
    prediction = np.float32([[0, 0, s, s] for s in (1e-6, 1e-9, 1e-12, 1e-15, 1e-18)])
    found = slopes_of(library, name, prediction, np.zeros_like(prediction))
    assert np.isfinite(found).all()
