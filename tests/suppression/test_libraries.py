"""Tensors in, tensors of the same library out; the rows are those of NumPy arrays."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from cupy_stand_in import make_module
from measure_cases import LIBRARIES

from truebox.arrays import ArrayLibrary, Home, fetched, home_of
from truebox.errors import ArgumentError, InputError
from truebox.suppression import (
    diou_nms,
    matrix_nms,
    matrix_nms_from_overlap,
    nms,
    nms_from_overlap,
    non_maximum_weighted,
    soft_nms,
    soft_nms_from_overlap,
    weighted_boxes_fusion,
)
from truebox.suppression.libraries import as_numpy

THREE = np.array([(0, 0, 10, 10), (1, 0, 11, 10), (20, 20, 30, 30)], np.float32)
SCORES = np.array([0.9, 0.8, 0.7], np.float32)


@pytest.fixture(params=LIBRARIES)
def tested(request):
    return LIBRARIES[request.param]()


def scene(count=400, dtype=np.float32):
    chance = np.random.default_rng(3)
    corner, extent = chance.uniform(0, 200, (count, 2)), chance.uniform(5, 40, (count, 2))
    boxes = np.concatenate([corner, corner + extent], axis=1).astype(dtype)
    # Scores k / 1024 are the same in every dtype, but the rows before are not in their order.
    return boxes, ((chance.permutation(count) + 1) / 1024).astype(dtype), chance.integers(0, 4, count)


def kept_by_torchvisions_rule(boxes, scores, labels, threshold):
    """The loop of `torchvision.ops.nms` on the CPU, one call a label, in the dtype of the boxes."""
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    order = np.argsort(-scores, kind="stable")
    gone = np.zeros(len(boxes), bool)
    kept = []
    for place, row in enumerate(order):
        if gone[row]:
            continue
        kept.append(int(row))
        for other in order[place + 1 :]:
            low, high = (
                np.maximum(boxes[row, :2], boxes[other, :2]),
                np.minimum(boxes[row, 2:], boxes[other, 2:]),
            )
            width, height = np.maximum(high - low, 0)
            shared = width * height
            if labels[row] == labels[other] and shared / (areas[row] + areas[other] - shared) > threshold:
                gone[other] = True
    return kept


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_are_torchvisions(tested, dtype):
    boxes, scores, labels = scene(200, dtype)
    tensors = tested.array(boxes), tested.array(scores), tested.array(labels)
    kept = nms(tensors[0], tensors[1], labels=tensors[2], iou_threshold=0.3)
    assert type(kept) is type(tensors[2])
    assert kept.dtype == tensors[2].dtype
    assert tested.numpy(kept).tolist() == kept_by_torchvisions_rule(boxes, scores, labels, 0.3)
    # The answer picks rows of the tensors it came from.
    assert tested.numpy(kept).dtype == np.int64


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("function", [nms, diou_nms, soft_nms, matrix_nms])
def test_of_boxes_as_of_numpy_arrays(tested, function, dtype):
    boxes, scores, labels = scene(dtype=dtype)
    compare(
        tested,
        function(boxes, scores, labels=labels),
        function(tested.array(boxes), tested.array(scores), labels=tested.array(labels)),
        dtype,
    )


@pytest.mark.parametrize("function", [nms_from_overlap, soft_nms_from_overlap, matrix_nms_from_overlap])
def test_of_overlaps_as_of_numpy_arrays(tested, function):
    matrix = np.random.default_rng(4).uniform(0, 1, (50, 50)).astype(np.float32)
    matrix = np.maximum(matrix, matrix.T)
    scores = scene(50)[1]
    compare(
        tested, function(matrix, scores), function(tested.array(matrix), tested.array(scores)), np.float32
    )


def compare(tested, expected, found, dtype):
    """Rows equal; scores equal after rounding to the dtype of the scores given."""
    if not isinstance(expected, tuple):
        assert tested.numpy(found).tolist() == expected.tolist()
        return
    rows, scores = found
    assert tested.numpy(rows).tolist() == expected[0].tolist()
    assert tested.numpy(scores).dtype == dtype
    assert np.array_equal(tested.numpy(scores), expected[1].astype(dtype))


@pytest.mark.parametrize("function", [weighted_boxes_fusion, non_maximum_weighted])
@pytest.mark.parametrize("weights", [None, [2.0, 1.0]])
def test_fusion_as_of_numpy_arrays(tested, function, weights):
    boxes, scores, labels = scene(60)
    models = [(boxes[:30], scores[:30], labels[:30]), (boxes[30:], scores[30:], labels[30:])]
    arrays = [list(column) for column in zip(*models, strict=True)]
    tensors = [[tested.array(each) for each in column] for column in arrays]
    given = None if weights is None else tested.array(np.array(weights))
    expected, found = function(*arrays, weights=weights), function(*tensors, weights=given)
    for name in ("boxes", "scores"):
        answer = tested.numpy(getattr(found, name))
        assert answer.dtype == np.float32
        assert np.array_equal(answer, getattr(expected, name).astype(np.float32)), name
    for name in ("labels", "counts"):
        assert type(getattr(found, name)) is type(tensors[0][0])
        assert tested.numpy(getattr(found, name)).tolist() == getattr(expected, name).tolist(), name


def test_one_tensor_is_enough(tested):
    for boxes, scores in ((tested.array(THREE), SCORES), (THREE.tolist(), tested.array(SCORES))):
        kept, lowered = soft_nms(boxes, scores, decay="linear")
        assert type(kept) is type(lowered) is type(tested.array(THREE))
        assert tested.numpy(kept).tolist() == [0, 2, 1]


def test_nothing_gives_nothing(tested):
    empty = tested.array(np.zeros((0, 4), np.float32)), tested.array(np.zeros(0, np.float32))
    assert tested.numpy(nms(*empty)).shape == (0,)
    rows, scores = matrix_nms(*empty)
    assert tested.numpy(rows).shape == tested.numpy(scores).shape == (0,)
    assert tested.numpy(weighted_boxes_fusion([empty[0]], [empty[1]]).boxes).shape == (0, 4)


def test_refusals_name_the_row(tested):
    with pytest.raises(InputError, match=r"E-190 boxes\[1\]: x_min is nan"):
        nms(tested.array(np.array([(0, 0, 1, 1), (np.nan, 0, 1, 1)])), tested.array(np.ones(2)))
    with pytest.raises(ArgumentError, match=r"scores has shape \(2,\); expected \(3,\)"):
        nms(tested.array(THREE), tested.array(SCORES[:2]))


def test_traced_tensors_are_refused(tested):
    if tested.name == "torch":
        traced, boxes = tested.torch.vmap(lambda boxes: nms(boxes, SCORES)), tested.array(THREE[None])
    else:
        traced, boxes = tested.compiled(lambda boxes: nms(boxes, SCORES)), tested.array(THREE)
    # TensorFlow puts an error of its own around it.
    with pytest.raises(Exception, match=r"boxes is a .* whose numbers cannot be read"):
        traced(boxes)


def test_half_precision_without_numpys_help():
    torch = pytest.importorskip("torch")
    boxes, scores = torch.tensor(THREE).bfloat16(), torch.tensor([0.5, 0.25, 0.125]).bfloat16()
    rows, lowered = soft_nms(boxes, scores, decay="linear", iou_threshold=0.9)
    assert (rows.tolist(), lowered.dtype, lowered.tolist()) == ([0, 1, 2], torch.bfloat16, [0.5, 0.25, 0.125])


def test_gradients_stay_behind_and_integers_become_floats():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor(THREE, requires_grad=True)
    rows, lowered = soft_nms(boxes, torch.tensor([9, 8, 7]), decay="linear")
    assert not rows.requires_grad
    assert (rows.dtype, lowered.dtype) == (torch.int64, torch.float32)
    assert boxes[nms(boxes, torch.tensor(SCORES))].requires_grad


def test_large_labels_are_kept_apart():
    torch = pytest.importorskip("torch")
    labels = torch.tensor([2**62, 2**62 + 1])
    assert nms(torch.tensor([[0.0, 0, 9, 9]] * 2), torch.tensor([0.9, 0.8]), labels=labels).tolist() == [0, 1]


def test_two_libraries_are_refused():
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    with pytest.raises(ArgumentError, match="boxes is of torch and labels of jax"):
        nms(torch.tensor(THREE), SCORES, labels=jax.numpy.zeros(3, int))
    with pytest.raises(ArgumentError, match=r"boxes\[0\] is of torch and boxes\[1\] of jax"):
        weighted_boxes_fusion([torch.tensor(THREE), jax.numpy.asarray(THREE)], [SCORES, SCORES])
    with pytest.raises(ArgumentError, match="boxes is on cpu and scores on meta"):
        nms(torch.tensor(THREE), torch.tensor(SCORES, device="meta"))


def test_answers_are_on_the_device():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("needs a GPU")
    rows, lowered = soft_nms(torch.tensor(THREE).cuda(), torch.tensor(SCORES).cuda())
    assert rows.is_cuda
    assert lowered.is_cuda


def test_on_a_device_of_cupy(monkeypatch):
    cupy = make_module()
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    kept = nms(cupy.asarray(THREE), cupy.asarray(SCORES))
    assert type(kept) is cupy.ndarray
    assert kept.get().tolist() == [0, 2]


def test_numpy_arrays_pass_as_they_are():
    arrays = THREE, SCORES, np.zeros(3, int)
    *passed, home = as_numpy(*arrays)
    assert all(one is other for one, other in zip(passed, arrays, strict=True))
    assert home is None
    assert home_of({"boxes": THREE, "scores": None}, SCORES) is None
    assert fetched(THREE, "boxes") is THREE
    assert Home(ArrayLibrary(), None, "float32").integers(arrays[2]) is arrays[2]
