"""The options every array measure shares: `out`, `threads`, names."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from overlap_samples import random_boxes

from truebox.errors import ArgumentError
from truebox.overlap import elementwise_ioa, elementwise_iou, pairwise_ioa, pairwise_iou

PAIRWISE = [pairwise_iou, pairwise_ioa]
ELEMENTWISE = [elementwise_iou, elementwise_ioa]


@pytest.mark.parametrize("measure", PAIRWISE + ELEMENTWISE)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32])
def test_out_is_filled_and_returned(measure, dtype):
    a, b = random_boxes(6, 1, dtype), random_boxes(6, 2, dtype)
    expected = measure(a, b)
    out = np.full(expected.shape, -1.0, expected.dtype)
    assert measure(a, b, out=out) is out
    assert np.array_equal(out, expected)


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (np.empty((6, 5)), r"its shape is \(6, 5\)"),
        (np.empty((6, 6), np.float32), "dtype float64; its dtype is float32"),
        (np.empty((6, 6), ">f8"), "its dtype is >f8"),
        (np.empty((6, 6)).T, "it is not C-contiguous"),
        (np.empty((6, 12))[:, ::2], "it is not C-contiguous"),
        (read_only(np.empty((6, 6))), "it is read-only"),
        ([[0.0] * 6] * 6, "it is a list"),
        (np.ma.zeros((6, 6)), "it is a MaskedArray"),
    ],
)
def test_out_that_does_not_fit(out, message):
    boxes = random_boxes(6, 1)
    with pytest.raises(
        ArgumentError, match=rf"out must be .* of shape \(6, 6\) and dtype float64; .*{message[-20:]}"
    ):
        pairwise_iou(boxes, boxes, out=out)


def test_out_may_share_memory_with_the_boxes():
    boxes = random_boxes(4, 1)
    expected = pairwise_iou(boxes, boxes)
    assert np.array_equal(pairwise_iou(boxes, boxes, out=boxes), expected)


def test_an_error_leaves_pairwise_out_alone():
    out = np.full((1, 1), -1.0)
    with pytest.raises(ValueError, match="E-190"):
        pairwise_iou(np.array([[np.nan, 0, 1, 1]]), np.array([[0.0, 0, 1, 1]]), out=out)
    assert out[0, 0] == -1.0


@pytest.mark.parametrize("threads", [1, 2, 1000, 10**30, np.int64(2), None])
def test_numbers_of_threads(threads):
    boxes = random_boxes(5, 1)
    assert np.array_equal(pairwise_iou(boxes, boxes, threads=threads), pairwise_iou(boxes, boxes))


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_what_is_no_number_of_threads(threads):
    boxes = random_boxes(5, 1)
    with pytest.raises(ArgumentError, match=r"threads is .*; expected None .* or an integer of 1 or more"):
        elementwise_iou(boxes, boxes, threads=threads)


@pytest.mark.parametrize("measure", PAIRWISE + ELEMENTWISE)
def test_options_by_name(measure):
    boxes = random_boxes(3, 1)
    with pytest.raises(ArgumentError, match="box_format is 'corners'; expected one of xyxy"):
        measure(boxes, boxes, box_format="corners")
    with pytest.raises(ArgumentError, match="pixels is 'both'"):
        measure(boxes, boxes, pixels="both")
    with pytest.raises(ArgumentError, match="are not pixel indices"):
        measure(boxes, boxes, pixels="inclusive", box_format="rel_xywh")


def test_numpy_beside_a_tensor_answers_as_a_tensor():
    torch = pytest.importorskip("torch")
    answer = pairwise_iou(np.array([[0.0, 0.0, 2.0, 2.0]]), torch.tensor([[0.0, 0.0, 2.0, 1.0]]))
    assert torch.equal(answer, torch.tensor([[0.5]], dtype=torch.float64))


def test_the_kernel_reads_and_never_writes_its_input():
    a, b = random_boxes(30, 1), random_boxes(40, 2)
    before = a.copy(), b.copy()
    pairwise_iou(a, b)
    elementwise_ioa(a, b[:30])
    assert np.array_equal(a, before[0])
    assert np.array_equal(b, before[1])


def test_several_callers_at_once():
    a, b = random_boxes(1500, 3, np.float32), random_boxes(1500, 4, np.float32)
    expected = pairwise_iou(a, b, threads=1)
    results = []
    callers = [threading.Thread(target=lambda: results.append(pairwise_iou(a, b))) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(results) == 4
    assert all(np.array_equal(result, expected) for result in results)
