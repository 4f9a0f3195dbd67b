"""Rotated boxes and boxes in space on tensors: by the kernel in plain memory, by formula with gradients."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_samples import random_rotated

from truebox import formulas, overlap
from truebox.boxes.rotated.rotation import Rotation
from truebox.errors import ArgumentError, InputError
from truebox.overlap.pairs.row_library import rows_of_library
from truebox.overlap.pairs.row_pairs import RowOptions

torch = pytest.importorskip("torch")

MEASURES = ["rotated_iou", "probiou", "gwd", "kld"]
OPTIONS = RowOptions(
    columns=("cx", "cy", "width", "height", "angle"), rotation=Rotation(True, False), pairwise=True
)
DIRECTIONS = [
    {"unit": "degrees", "direction": "counterclockwise"},
    {"unit": "radians", "direction": "clockwise"},
]


def sides(options: dict[str, str]) -> tuple[np.ndarray, np.ndarray]:
    a, b = random_rotated(30, 1, 20.0), random_rotated(20, 2, 20.0)
    if options["unit"] == "radians":
        a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    return a, b


@pytest.mark.parametrize("options", DIRECTIONS)
@pytest.mark.parametrize("measure", MEASURES)
def test_tensors_have_the_values_of_numpy_with_and_without_gradients(measure, options):
    pairwise, elementwise = (
        getattr(overlap, f"pairwise_{measure}"),
        getattr(overlap, f"elementwise_{measure}"),
    )
    a, b = sides(options)
    for gradient in (False, True):
        left = torch.tensor(a, requires_grad=gradient)
        found = pairwise(left, torch.tensor(b), **options)
        assert found.requires_grad is gradient
        assert found.detach().numpy() == pytest.approx(pairwise(a, b, **options), abs=1e-11)
        rows = elementwise(left[:20], b, **options)  # the other side as NumPy
        assert rows.detach().numpy() == pytest.approx(elementwise(a[:20], b, **options), abs=1e-11)
        if gradient:
            rows.sum().backward()
            assert bool(torch.isfinite(left.grad).all())
            assert bool((left.grad != 0).any(dim=0).all())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_dtypes_are_kept(dtype):
    boxes = torch.tensor([[100, 100, 40, 20, 30.0], [101, 100, 40, 20, 30.0]], dtype=dtype)
    for gradient in (False, True):
        rows = boxes.clone().requires_grad_(gradient)
        found = overlap.pairwise_rotated_iou(rows, rows, **DIRECTIONS[0])
        assert found.dtype == dtype
        expected = overlap.pairwise_rotated_iou(boxes.double(), boxes.double(), **DIRECTIONS[0])
        assert found.detach().double().numpy() == pytest.approx(expected.numpy(), abs=4e-3)


def test_plain_memory_takes_the_kernel_and_is_validated():
    def fail(*_: object) -> None:
        raise AssertionError("the formula ran")

    boxes = torch.tensor(random_rotated(5, 3))
    found = rows_of_library(fail, lambda a, b: np.full((len(a), len(b)), 0.5), boxes, boxes, OPTIONS)
    assert found.tolist() == [[0.5] * 5] * 5
    with pytest.raises(InputError, match=r"E-192 boxes_b\[1\]: height"):
        overlap.pairwise_rotated_iou(
            boxes, torch.tensor([[0, 0, 1, 1, 0.0], [0, 0, 1, -1, 0]]), **DIRECTIONS[0]
        )


def test_numpy_is_left_to_numpy():
    boxes = random_rotated(3, 4)
    assert rows_of_library(formulas.gwd, None, boxes, boxes, OPTIONS) is None


def test_shapes_are_checked():
    good, bad = torch.zeros(2, 5, requires_grad=True), torch.zeros(2, 4)
    with pytest.raises(ArgumentError, match=r"boxes_b has shape \(2, 4\); expected \[N, 5\]"):
        overlap.pairwise_rotated_iou(good, bad, **DIRECTIONS[0])
    with pytest.raises(ArgumentError, match="boxes_a has 2 boxes and boxes_b has 1"):
        overlap.elementwise_rotated_iou(good, good[:1], **DIRECTIONS[0])


def upright(count: int, seed: int) -> np.ndarray:
    flat, chance = random_rotated(count, seed, 20.0), np.random.default_rng(seed)
    depth = np.column_stack([chance.uniform(0, 8, count), chance.uniform(1, 9, count)])
    return np.column_stack([flat[:, :2], depth[:, 0], flat[:, 2:4], depth[:, 1], flat[:, 4]])


def corners(count: int, seed: int) -> np.ndarray:
    low, size = np.random.default_rng(seed).uniform(0, 8, (2, count, 3))
    return np.column_stack([low, low + size])


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_upright_boxes_in_space(direction):
    options = {"unit": "degrees", "direction": direction}
    a, b = upright(20, 1), upright(15, 2)
    left = torch.tensor(a, requires_grad=True)
    found = overlap.pairwise_rotated_iou_3d(left, torch.tensor(b), **options)
    assert found.detach().numpy() == pytest.approx(
        overlap.pairwise_rotated_iou_3d(a, b, **options), abs=1e-11
    )
    rows = overlap.elementwise_rotated_iou_3d(left[:15], b, **options)
    assert rows.detach().numpy() == pytest.approx(np.diag(found.detach()), abs=1e-14)
    found.sum().backward()
    assert bool(torch.isfinite(left.grad).all())
    assert bool((left.grad != 0).any(dim=0).all())
    plain = overlap.pairwise_rotated_iou_3d(left.detach().float(), torch.tensor(b).float(), **options)
    assert plain.dtype == torch.float32


def test_axis_aligned_boxes_in_space():
    a, b = corners(20, 3), corners(15, 4)
    left = torch.tensor(a, requires_grad=True)
    found = overlap.pairwise_iou_3d(left, torch.tensor(b))
    assert found.detach().numpy() == pytest.approx(overlap.pairwise_iou_3d(a, b), abs=1e-15)
    found.sum().backward()
    assert bool((left.grad != 0).any(dim=0).all())
    rows = overlap.elementwise_iou_3d(left[:15].detach(), torch.tensor(b))
    assert rows.numpy() == pytest.approx(np.diag(found.detach()), abs=1e-15)
    with pytest.raises(ArgumentError, match=r"boxes_b has shape \(3, 4\); expected \[N, 6\]: x_min"):
        overlap.pairwise_iou_3d(left, torch.zeros(3, 4))
