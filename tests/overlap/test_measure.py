from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest
from measure_cases import LIBRARIES, MEASURES, elementwise, pairwise, random_pairs
from overlap_samples import random_boxes

from truebox import Box, overlap
from truebox.errors import ArgumentError, InputError
from truebox.overlap.area_measures import IOU
from truebox.overlap.ways import in_order as engine
from truebox.overlap.ways import stepwise


@pytest.fixture(params=list(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


@pytest.mark.parametrize("name", ["iou", "ioa"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_answers_are_those_of_numpy(library, name, dtype):
    a, b = random_boxes(30, 1, dtype), random_boxes(20, 2, dtype)
    for function, right in ((f"pairwise_{name}", b), (f"elementwise_{name}", b[[*range(20), *range(10)]])):
        measure = getattr(overlap, function)
        answer = measure(library.array(a), library.array(right))
        assert type(answer) is type(library.array(a))
        values = library.numpy(answer)
        assert values.dtype == dtype
        assert values == pytest.approx(measure(a, right), abs=1e-6 if dtype == np.float32 else 1e-15)


@pytest.mark.parametrize("name", ["pairwise_iou", "elementwise_nwd"])
def test_a_compiler_may_be_the_first_to_ask(name):
    pytest.importorskip("torch")
    first = (
        "import torch; from truebox import overlap\n"
        "boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0]])\n"
        f"measure = torch.compile(overlap.{name}, fullgraph=True, backend='eager')\n"
        "print(measure(boxes, boxes).tolist())"
    )
    asked = subprocess.run([sys.executable, "-c", first], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() in ("[[1.0]]", "[1.0]")


def forbidden(*_arguments, **_options):
    raise AssertionError("the formula was asked")


def test_tensors_in_memory_go_to_the_kernel_and_back_without_a_copy(monkeypatch):
    torch = pytest.importorskip("torch")
    seen = []

    def kernel(*arguments):
        seen.append(arguments[0])
        return native(*arguments)

    native = IOU.pairwise_kernel
    monkeypatch.setattr(IOU, "pairwise_kernel", kernel)
    monkeypatch.setattr(engine, "measured_pairs", forbidden)
    monkeypatch.setattr(stepwise, "pair_boxes", forbidden)
    boxes = torch.tensor([[0.0, 0.0, 4.0, 4.0], [2.0, 2.0, 6.0, 6.0]])
    answer = overlap.pairwise_iou(boxes, boxes)
    assert seen[0].ctypes.data == boxes.data_ptr()
    assert torch.equal(answer, torch.tensor([[1, 4 / 28], [4 / 28, 1]]))


def test_views_of_any_layout_and_any_number_of_threads(library):
    a, b = random_boxes(30, 4), random_boxes(20, 5)
    expected = overlap.pairwise_iou(a, b)
    for options in ({}, {"threads": 2}, {"threads": 1, "box_format": "xyxy"}):
        found = overlap.pairwise_iou(library.array(a), library.array(b), **options)
        assert library.numpy(found) == pytest.approx(expected, abs=1e-15)
    if library.name == "torch":
        turned = library.array(np.ascontiguousarray(a.T)).T
        assert not turned.is_contiguous()
        assert np.array_equal(overlap.pairwise_iou(turned, library.array(b)).numpy(), expected)
        assert np.array_equal(overlap.pairwise_iou(library.array(a)[::2], library.array(b)), expected[::2])


def test_variables_of_keras_count():
    keras = pytest.importorskip("keras")
    variable = keras.Variable(np.array([[0, 0, 4, 4]], np.float32))
    answer = overlap.pairwise_iou(variable, variable)
    assert np.asarray(keras.ops.convert_to_numpy(answer)).tolist() == [[1]]


def test_a_tensor_that_asks_for_gradients_does_not_go_to_the_kernel():
    torch = pytest.importorskip("torch")
    a, b = (torch.tensor(boxes, requires_grad=True) for boxes in random_pairs(5, 3))
    overlap.elementwise_iou(a, b).sum().backward()
    assert torch.isfinite(a.grad).all()
    assert a.grad.abs().sum() > 0
    with torch.no_grad():
        assert not overlap.elementwise_iou(a, b).requires_grad


# PyTorch's own rules for tangents are still made by its old compiler.
@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
def test_a_tangent_is_not_lost():
    torch = pytest.importorskip("torch")
    a, b = (torch.tensor(boxes) for boxes in random_pairs(5, 3))
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(a, torch.ones_like(a))
        answer = overlap.elementwise_iou(dual, b)
        assert torch.autograd.forward_ad.unpack_dual(answer).tangent is not None


BAD = {
    "E-190": [[0.0, 0.0, 4.0, 4.0], [math.nan, 0.0, 4.0, 4.0]],
    "E-191": [[0.0, 0.0, 4.0, 4.0], [5.0, 5.0, 4.0, 4.0]],
}
GOOD = [[0.0, 0.0, 4.0, 4.0], [2.0, 0.0, 6.0, 4.0]]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("code", BAD)
@pytest.mark.parametrize("name", MEASURES)
def test_bad_values_in_memory_are_refused_as_of_numpy(library, name, code, dtype):
    good, bad = (library.array(np.array(boxes, dtype)) for boxes in (GOOD, BAD[code]))
    for way in (pairwise, elementwise):
        with pytest.raises(InputError, match=rf"{code} boxes_b\[1\].*in 1 of 2 boxes"):
            way(name, good, bad)


def test_sizes_read_as_corners_are_told_so_in_any_library(library):
    boxes = library.array(np.array([[40.0, 10.0, 30.0, 20.0]]))
    with pytest.raises(InputError, match="these look like xywh: pass box_format='xywh'"):
        overlap.pairwise_iou(boxes, boxes)


def test_nothing_is_refused_where_that_is_switched_off(library):
    good, broken, reversed_box = (
        library.array(np.array(boxes)) for boxes in (GOOD, BAD["E-190"], [[4.0, 4.0, 0.0, 0.0]])
    )
    with overlap.unchecked():
        assert library.numpy(overlap.pairwise_iou(reversed_box, good)).tolist() == [[0, 0]]
        values = library.numpy(overlap.elementwise_iou(broken, good))
    assert values[0] == 1
    assert np.isnan(values[1])
    with pytest.raises(InputError, match="E-190"):
        overlap.elementwise_iou(broken, good)


def test_what_is_differentiated_or_traced_is_not_looked_at():
    torch = pytest.importorskip("torch")
    boxes, good = torch.tensor(BAD["E-191"], requires_grad=True), torch.tensor(GOOD)
    assert overlap.elementwise_iou(boxes, good).tolist() == [1, 0]
    with torch.no_grad(), pytest.raises(InputError, match="E-191"):
        overlap.elementwise_iou(boxes, good)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_computed_in_float32(dtype):
    torch = pytest.importorskip("torch")
    # The area of 400 x 304 is beyond float16; the sides are not, and both are exact in bfloat16.
    boxes = torch.tensor([[0, 0, 400, 304], [0, 0, 400, 152]], dtype=getattr(torch, dtype))
    answer = overlap.pairwise_iou(boxes, boxes)
    assert answer.dtype == getattr(torch, dtype)
    assert answer.tolist() == [[1.0, 0.5], [0.5, 1.0]]


def test_whole_numbers_become_the_librarys_floats(library):
    boxes = library.array(np.array([[0, 0, 4, 4]]))
    assert float(library.numpy(overlap.pairwise_iou(boxes, boxes))[0, 0]) == 1


def test_lists_and_box_objects_go_with_every_library(library):
    boxes = library.array(np.array([[0.0, 0.0, 4.0, 4.0]], np.float32))
    for other in ([[0, 0, 4, 2]], [Box(0, 0, 4, 2)], np.array([[0, 0, 4, 2]])):
        answer = library.numpy(overlap.pairwise_iou(boxes, other))
        assert (answer.dtype, answer.tolist()) == (np.float32, [[0.5]])
    assert tuple(overlap.pairwise_giou(boxes, []).shape) == (1, 0)
    for one in ((0, 0, 4, 2), Box(0, 0, 4, 2), library.array(np.array([0.0, 0.0, 4.0, 2.0], np.float32))):
        answer = library.numpy(overlap.pairwise_iou(one, boxes))
        assert (answer.dtype, answer.tolist()) == (np.float32, [[0.5]])
        assert library.numpy(overlap.elementwise_giou(boxes, one)).tolist() == [0.5]


def test_options_are_checked_for_every_library(library):
    boxes = library.array(np.ones((2, 4)))
    with pytest.raises(ArgumentError, match="threads is 0"):
        overlap.pairwise_iou(boxes, boxes, threads=0)
    with pytest.raises(ArgumentError, match="box_format is 'corners'"):
        overlap.pairwise_iou(boxes, boxes, box_format="corners")
    with pytest.raises(ArgumentError, match=r"boxes_a has shape \(2,\)"):
        overlap.pairwise_iou(boxes[0][:2], boxes)


def test_no_boxes_give_no_answers(library):
    none, some = library.array(np.zeros((0, 4))), library.array(np.ones((3, 4)))
    assert tuple(overlap.pairwise_iou(none, some).shape) == (0, 3)
    assert tuple(overlap.pairwise_giou(some, none).shape) == (3, 0)
