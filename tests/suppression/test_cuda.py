"""Suppression on a CUDA device: run where there is one, skipped visibly elsewhere."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from truebox.arrays import has_triton
from truebox.errors import ArgumentError, InputError
from truebox.suppression import cuda, diou_nms, nms
from truebox.suppression.cuda import kept_on_cuda, threshold_bits

torch = pytest.importorskip("torch")
on_cuda = pytest.mark.skipif(not torch.cuda.is_available() or not has_triton(), reason="needs a CUDA device")
HOW = {
    "by_distance": False,
    "threshold": 0.5,
    "name": "iou_threshold",
    "score_threshold": None,
    "max_detections": None,
    "box_format": "xyxy",
    "pixels": "continuous",
}


@pytest.fixture
def few_boxes_too(monkeypatch):
    """Few boxes are else fetched, which is as quick."""
    monkeypatch.setattr(cuda, "FEW_BOXES", 0)


def crowd(count: int, field: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    chance = np.random.default_rng(seed)
    corner = chance.uniform(0, field, (count, 2))
    boxes = np.concatenate([corner, corner + chance.uniform(0, 60, (count, 2))], axis=1)
    # Many equal scores: their order is that of the rows.
    return boxes, chance.integers(0, 50, count) / 50 - 0.3, chance.integers(0, 4, count)


def test_what_is_elsewhere_is_left_to_the_processor():
    boxes, scores, _ = crowd(5, 50, 0)
    for rows, points in ((boxes, scores), (torch.tensor(boxes), torch.tensor(scores)), ([], [])):
        assert kept_on_cuda(rows, points, None, **HOW) is None


@pytest.mark.parametrize("threshold", [0.0, 0.1, 1 / 3, 0.5, 0.7, 1.0])
def test_a_single_exceeds_the_bits_exactly_where_it_exceeds_the_threshold(threshold):
    (limit,) = struct.unpack("d", struct.pack("q", threshold_bits(threshold, "float32")))
    near = np.float32(threshold)
    for value in (np.nextafter(near, np.float32(-1)), near, np.nextafter(near, np.float32(2))):
        assert (value > np.float32(limit)) == (float(value) > threshold)
    assert np.float32(limit) == limit
    assert struct.unpack("d", struct.pack("q", threshold_bits(threshold, "float64"))) == (threshold,)


@on_cuda
@pytest.mark.parametrize("count", [1, 63, 65, 1000, 5000, 20_000])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_rows_are_those_of_the_processor(count, dtype, few_boxes_too):
    boxes, scores, labels = (array.astype(dtype) for array in crowd(count, 300 if count < 5000 else 2000, 1))
    labels = labels.astype(np.int64)
    tensors = [torch.tensor(array).cuda() for array in (boxes, scores, labels)]
    for function, named in ((nms, "iou_threshold"), (diou_nms, "diou_threshold")):
        for more in ({}, {"score_threshold": 0.1}, {"max_detections": 5}, {"pixels": "inclusive"}):
            how = {named: 0.3, **more}
            assert kept_on_cuda(*tensors, **HOW) is not None
            kept = function(tensors[0], tensors[1], labels=tensors[2], **how)
            assert kept.is_cuda
            assert kept.tolist() == function(boxes, scores, labels=labels, **how).tolist()


@on_cuda
def test_few_boxes_are_fetched_and_give_the_same():
    boxes, scores, labels = crowd(1500, 300, 3)
    tensors = [torch.tensor(array).cuda() for array in (boxes, scores, labels)]
    assert kept_on_cuda(*tensors, **HOW) is None
    kept = nms(tensors[0], tensors[1], labels=tensors[2])
    assert kept.is_cuda
    assert kept.tolist() == nms(boxes, scores, labels=labels).tolist()


@on_cuda
@pytest.mark.parametrize("box_format", ["xywh", "cxcywh", "yxyx", "rel_cxcywh"])
def test_formats(box_format, few_boxes_too):
    boxes, scores, _ = crowd(500, 200, 2)
    if box_format != "yxyx":
        boxes[:, 2:] -= boxes[:, :2]
    kept = nms(torch.tensor(boxes).cuda(), torch.tensor(scores).cuda(), box_format=box_format)
    assert kept.tolist() == nms(boxes, scores, box_format=box_format).tolist()


@on_cuda
def test_what_must_be_refused_is_refused_in_the_words_of_the_processor(few_boxes_too):
    boxes, scores = torch.tensor([[0.0, 0, 1, float("nan")]]).cuda(), torch.tensor([0.5]).cuda()
    with pytest.raises(InputError, match="E-190"):
        nms(boxes, scores)
    with pytest.raises(InputError, match="E-191"):
        nms(torch.tensor([[4.0, 0, 1, 1]]).cuda(), scores)
    with pytest.raises(ArgumentError, match=r"scores\[0\] is inf"):
        nms(torch.ones((1, 4)).cuda(), torch.tensor([float("inf")]).cuda())
    with pytest.raises(ArgumentError, match="iou_threshold is 2"):
        nms(torch.ones((1, 4)).cuda(), scores, iou_threshold=2)


@on_cuda
def test_more_pairs_than_one_block_resolves_and_than_the_list_holds(few_boxes_too):
    same = torch.tensor([[0.0, 0, 9, 9]]).cuda()
    assert nms(same.repeat(600, 1), torch.linspace(0, 1, 600).cuda()).tolist() == [599]
    assert nms(same.repeat(4000, 1), torch.linspace(0, 1, 4000).cuda()).tolist() == [3999]


@on_cuda
def test_a_chain_in_which_every_box_decides_on_the_next():
    left = torch.arange(3000).double() * 4
    boxes = torch.stack([left, left * 0, left + 10, left * 0 + 10], dim=1).cuda()
    assert nms(boxes, -left.cuda(), iou_threshold=0.3).tolist() == list(range(0, 3000, 2))
