"""Batches are answered as their rows are one by one; the numbers are worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES, MEASURES, elementwise, pairwise, random_pairs

from truebox import overlap
from truebox.errors import ArgumentError, InputError
from truebox.overlap.ways.batches import by_batches

# Areas 16 and 16 that share 4; the second pair of a batch shares nothing, the third everything.
SQUARE, MOVED, FAR = [0.0, 0, 4, 4], [2.0, 2, 6, 6], [10.0, 10, 14, 14]
DEGREES = {"unit": "degrees", "direction": "clockwise"}


@pytest.fixture(params=LIBRARIES)
def tested(request):
    return LIBRARIES[request.param]()


def test_every_batch_has_its_matrix():
    first, second = np.array([[SQUARE], [FAR]]), np.array([[MOVED, SQUARE, FAR]])
    found = overlap.pairwise_iou(first, second)
    assert found.shape == (2, 1, 3)
    assert found.tolist() == [[[4 / 28, 1, 0]], [[0, 0, 1]]]


def test_one_list_of_boxes_goes_with_every_batch():
    found = overlap.pairwise_iou([[SQUARE], [FAR]], [MOVED, FAR])
    assert found.tolist() == [[[4 / 28, 0]], [[0, 1]]]


def test_box_by_box_a_written_one_stretches():
    column, row = np.array([SQUARE, FAR])[:, None], np.array([MOVED, SQUARE, FAR])[None]
    assert overlap.elementwise_iou(column, row).tolist() == [[4 / 28, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batches_are_as_their_rows(tested, name, dtype):
    a, b = (side.reshape(2, 3, 4) for side in random_pairs(6, 5, dtype))
    found = tested.numpy(pairwise(name, tested.array(a), tested.array(b)))
    assert found.dtype == dtype
    rows = np.stack([pairwise(name, a[k], b[k]) for k in range(2)])
    few = 1e-6 if dtype == np.float32 else 1e-14
    assert found == pytest.approx(rows, abs=few)
    found = tested.numpy(elementwise(name, tested.array(a), tested.array(b)))
    assert found == pytest.approx(np.stack([elementwise(name, a[k], b[k]) for k in range(2)]), abs=few)


@pytest.mark.parametrize("name", MEASURES)
def test_compiled_batches_are_as_their_rows(tested, name):
    a, b = (side.reshape(2, 3, 4) for side in random_pairs(6, 5, np.float32))
    found = tested.compiled(lambda one, other: pairwise(name, one, other))(tested.array(a), tested.array(b))
    rows = np.stack([pairwise(name, a[k], b[k]) for k in range(2)])
    assert tested.numpy(found) == pytest.approx(rows, abs=1e-5)


def test_rotated_batches_are_as_their_rows(tested):
    # A square of side 2 and itself turned by 45 degrees share 8 (√2 - 1) of 8 - 8 (√2 - 1): 1 / √2.
    boxes = np.array([[[0.0, 0, 2, 2, 0]], [[5.0, 5, 2, 2, 90]]])
    others = np.array([[0.0, 0, 2, 2, 45], [5, 5, 2, 2, 0]])
    found = tested.numpy(overlap.pairwise_rotated_iou(tested.array(boxes), tested.array(others), **DEGREES))
    assert found == pytest.approx(np.array([[[2**-0.5, 0]], [[0, 1]]]), abs=1e-12)


def test_gradients_flow_through_batches():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[SQUARE], [FAR]], requires_grad=True)
    overlap.pairwise_iou(boxes, torch.tensor([[MOVED]])).sum().backward()
    # d(4/28)/dx_max: shared 2 (x_max - 2), union 4 x_max + 16 - shared: (2 * 28 - 4 * 2) / 28².
    assert boxes.grad[0, 0, 2].item() == pytest.approx(48 / 784)
    assert boxes.grad[1].abs().max().item() == 0


def test_no_batches_and_no_boxes():
    assert overlap.pairwise_iou(np.zeros((0, 3, 4)), np.zeros((0, 2, 4))).shape == (0, 3, 2)
    assert overlap.pairwise_iou(np.zeros((2, 0, 4), np.float32), np.zeros((3, 4), np.float32)).shape == (
        2,
        0,
        3,
    )
    assert overlap.elementwise_iou(np.zeros((2, 0, 4)), np.zeros((2, 0, 4))).shape == (2, 0)


def test_a_bad_box_is_named_with_its_batch():
    boxes = np.array([[SQUARE, SQUARE], [SQUARE, [3.0, 0, 1, 4]]])
    for measure in (overlap.pairwise_iou, overlap.elementwise_iou):
        with pytest.raises(InputError, match=r"E-191 boxes_a\[1, 1\]: x_max 1 < x_min 3"):
            measure(boxes, boxes[:1])
        with pytest.raises(InputError, match=r"E-191 boxes_b\[1, 1\]: x_max 1 < x_min 3"):
            measure(boxes[:1], boxes)


def test_what_does_not_fit_is_refused():
    two, three = np.ones((2, 1, 4)), np.ones((3, 1, 4))
    with pytest.raises(ArgumentError, match="before the last two must be the same"):
        overlap.pairwise_iou(two, three)
    with pytest.raises(ArgumentError, match="as many dimensions, each the same or 1"):
        overlap.elementwise_iou(np.ones((5, 1, 4)), np.ones((5, 4)))
    with pytest.raises(ArgumentError, match=r"boxes_b has shape \(2, 1, 5\); expected batches"):
        overlap.pairwise_iou(two, np.ones((2, 1, 5)))
    with pytest.raises(ArgumentError, match="out goes with boxes"):
        overlap.pairwise_iou(two, two, out=np.empty((2, 1, 1)))
    with pytest.raises(ArgumentError, match="rows of different lengths"):
        overlap.pairwise_iou([[SQUARE], [SQUARE, FAR]], [SQUARE])


def test_rows_alone_are_no_batches():
    assert by_batches([SQUARE], np.ones((1, 4)), None, None, numbers=4, pairwise=True) is None
