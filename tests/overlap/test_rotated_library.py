"""Measures of rotated boxes on torch tensors: by the kernel in plain memory, by formula with gradients."""

from __future__ import annotations

import numpy as np
import pytest

from rotated_samples import random_rotated
from truebox import formulas, overlap
from truebox.errors import ArgumentError, InputError
from truebox.overlap.rotated_library import rotated_of_library
from truebox.overlap.rotation import Rotation

torch = pytest.importorskip("torch")

MEASURES = ["rotated_iou", "probiou", "gwd", "kld"]
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
    found = rotated_of_library(
        fail, lambda a, b: np.full((len(a), len(b)), 0.5), boxes, boxes, Rotation(True, False), pairwise=True
    )
    assert found.tolist() == [[0.5] * 5] * 5
    with pytest.raises(InputError, match=r"E-192 boxes_b\[1\]: height"):
        overlap.pairwise_rotated_iou(
            boxes, torch.tensor([[0, 0, 1, 1, 0.0], [0, 0, 1, -1, 0]]), **DIRECTIONS[0]
        )


def test_numpy_is_left_to_numpy():
    boxes = random_rotated(3, 4)
    assert rotated_of_library(formulas.gwd, None, boxes, boxes, Rotation(True, False), pairwise=True) is None


def test_shapes_are_checked():
    good, bad = torch.zeros(2, 5, requires_grad=True), torch.zeros(2, 4)
    with pytest.raises(ArgumentError, match=r"boxes_b has shape \(2, 4\); expected \[N, 5\]"):
        overlap.pairwise_rotated_iou(good, bad, **DIRECTIONS[0])
    with pytest.raises(ArgumentError, match="boxes_a has 2 boxes and boxes_b has 1"):
        overlap.elementwise_rotated_iou(good, good[:1], **DIRECTIONS[0])


def test_a_library_without_the_functions_is_refused_in_words(monkeypatch):
    class Poor:
        name, xp = "tensorflow", object()

    monkeypatch.setattr("truebox.overlap.rotated_library.common_library", lambda *_: Poor())
    with pytest.raises(ArgumentError, match="boxes of tensorflow are not taken"):
        overlap.pairwise_probiou([], [], **DIRECTIONS[0])
