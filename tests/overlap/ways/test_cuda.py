"""Pairwise measures on a CUDA device: run where there is one, skipped visibly elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import MEASURES, extra, random_pairs

from truebox import formulas, overlap
from truebox.arrays import has_triton
from truebox.boxes import BoxFormat
from truebox.overlap.pairs.box_pairs import PairOptions
from truebox.overlap.ways import cuda
from truebox.overlap.ways.question import checked

torch = pytest.importorskip("torch")
on_cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
with_triton = pytest.mark.skipif(not has_triton(), reason="needs Triton")


def cuda_pairs(rows, columns, dtype=np.float32):
    a, b = random_pairs(max(rows, columns), 9, dtype)
    return torch.tensor(a[:rows]).cuda(), torch.tensor(b[:columns]).cuda()


def test_arrays_elsewhere_are_left_to_the_formula():
    how = PairOptions(
        layout=BoxFormat.XYXY, pixels="continuous", image_size=None, pairwise=True, in_pixels=False
    )
    for boxes in (torch.ones(2, 4), np.ones((2, 4))):
        question = checked(formulas.iou, None, boxes, boxes, how, lengths={}, out=None, threads=None)
        assert cuda.on_cuda(question) is None


@on_cuda
@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("shape", [(1, 1), (3, 1000), (1000, 3), (257, 513)])
def test_values_are_those_of_the_cpu_in_float64(name, shape):
    a, b = cuda_pairs(*shape)
    answer = getattr(overlap, f"pairwise_{name}")(a, b, **extra(name))
    assert answer.device == a.device
    assert answer.dtype == torch.float32
    expected = getattr(overlap, f"pairwise_{name}")(
        a.cpu().double().numpy(), b.cpu().double().numpy(), **extra(name)
    )
    assert answer.cpu().numpy() == pytest.approx(expected, abs=2e-6)


@on_cuda
@pytest.mark.parametrize("box_format", ["xywh", "cxcywh", "yxyx"])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_formats_and_dtypes(box_format, dtype):
    a, b = (boxes.to(dtype) for boxes in cuda_pairs(20, 30))
    for name in ("iou", "ioa", "giou", "diou", "ciou"):
        measure = getattr(overlap, f"pairwise_{name}")
        answer = measure(a, b, box_format=box_format)
        expected = measure(a.cpu(), b.cpu(), box_format=box_format)
        assert answer.dtype == dtype
        assert torch.allclose(
            answer.cpu().double(), expected.double(), atol=1e-12 if dtype == torch.float64 else 1e-2
        )


@on_cuda
def test_corners_of_huge_empty_and_broken_boxes():
    boxes = torch.tensor(
        [[0, 0, 4, 4], [5, 5, 5, 5], [-1e37, -1e37, 1e37, 1e37], [4, 4, 0, 0], [float("nan"), 0, 1, 1]]
    ).cuda()
    for name in ("iou", "ioa", "giou", "diou", "ciou"):
        answer = getattr(overlap, f"pairwise_{name}")(boxes, boxes).cpu()
        assert torch.isfinite(answer[:4, :4]).all()
        assert answer[4].isnan().all()
    assert overlap.pairwise_iou(boxes, boxes).diagonal()[:4].tolist() == [1, 0, 1, 0]


@on_cuda
@with_triton
@pytest.mark.parametrize("name", ["iou", "ioa", "giou", "diou", "ciou"])
def test_the_kernel_allocates_the_answer_and_little_else(name):
    a, b = cuda_pairs(2000, 3000)
    measure = getattr(overlap, f"pairwise_{name}")
    measure(a, b)
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    answer = measure(a, b)
    torch.cuda.synchronize()
    assert torch.cuda.max_memory_allocated() - before < 1.1 * answer.numel() * 4 + 1e6


@on_cuda
def test_gradients_on_the_device_are_those_of_the_cpu():
    a, b = cuda_pairs(40, 40, np.float64)
    for device in ("cuda", "cpu"):
        leaf = a.detach().to(device).requires_grad_()
        overlap.pairwise_giou(leaf, b.to(device)).sum().backward()
        if device == "cuda":
            on_device = leaf.grad.cpu()
    assert torch.allclose(on_device, leaf.grad, atol=1e-12)


# Of PyTorch's own, while it compiles.
@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
@on_cuda
def test_compiled_without_graph_breaks():
    a, b = cuda_pairs(100, 50)
    compiled = torch.compile(overlap.pairwise_iou, fullgraph=True)
    assert torch.allclose(compiled(a, b), overlap.pairwise_iou(a, b), atol=1e-6)
