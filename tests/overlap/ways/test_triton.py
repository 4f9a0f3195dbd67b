"""The Triton kernel itself: on a CUDA device where there is one, else by Triton's interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from interpreted_kernels import take_tensors_in_memory, words_printed
from measure_cases import random_pairs

from truebox import formulas

torch = pytest.importorskip("torch")
pytest.importorskip("triton")
NAMES = ("iou", "ioa", "giou", "diou", "ciou")


def assert_agreement(name: str, dtype: type, device: str) -> None:
    from truebox.overlap.ways.triton import pairwise

    a, b = random_pairs(300, 2, dtype)
    b = b[:270]  # more than one tile each way, none of them full
    corners = [torch.tensor(boxes, device=device) for boxes in (a, b)]
    answer = pairwise(name, *corners, corners[0].dtype).cpu().numpy()
    expected = getattr(formulas, name)(np, a[:, None].astype(np.float64), b.astype(np.float64))
    assert answer.shape == (300, 270)
    assert answer == pytest.approx(expected, abs=2e-6 if dtype == np.float32 else 1e-13)


def tiles_of_boxes(dtype: type) -> np.ndarray:
    """Eight rows each of kinds of boxes that take the shorter way, or do not: rows of a small tile."""
    random = np.random.default_rng(20)
    corner = random.uniform(-300, 300, (8, 2))
    side = random.exponential(80, (8, 2))
    plain = np.hstack([corner, corner + side])
    empty = np.hstack([corner, corner + side * np.tile([[0, 1], [1, 0]], (4, 1))])
    worlds = (
        plain,
        np.round(plain),
        empty,
        np.zeros((8, 4)),
        np.sort(np.abs(plain).reshape(8, 2, 2), axis=1).reshape(8, 4) / 1e3,
        np.hstack([corner, np.nextafter(corner.astype(dtype), np.inf, dtype=dtype)]),
        plain * 2.0**-30,
        plain * 2.0**30,
        plain[:, [2, 3, 0, 1]],
        np.where(np.eye(8, 4, dtype=bool), np.nan, plain),
    )
    return np.concatenate(worlds).astype(dtype)


def assert_equal_bits(name: str, dtype: type, device: str) -> None:
    from truebox import overlap
    from truebox.overlap.ways.triton import pairwise

    a = tiles_of_boxes(dtype)
    for b in (a, a[:32], a[:27]):  # the first 32 take the shorter way
        corners = [torch.tensor(boxes, device=device) for boxes in (a, b)]
        answer = pairwise(name, *corners, corners[0].dtype).cpu().numpy()
        with np.errstate(invalid="ignore"):
            np.testing.assert_array_equal(answer, getattr(formulas, name)(np, a[:, None], b[None]))
        # What is neither turned around nor broken.
        np.testing.assert_array_equal(answer[:64, :64], getattr(overlap, f"pairwise_{name}")(a[:64], b[:64]))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("name", NAMES[:4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_bit_is_that_of_the_native_kernel(name, dtype):
    assert_equal_bits(name, dtype, "cuda")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_kernel_agrees_with_the_formula(name, dtype):
    assert_agreement(name, dtype, "cuda")


def test_the_interpreted_kernel_agrees_with_the_formula():
    assert words_printed(__file__) == list(NAMES)


if __name__ == "__main__":
    take_tensors_in_memory()
    for measure in NAMES:
        assert_agreement(measure, np.float32, "cpu")
        assert_agreement(measure, np.float64, "cpu")
        if measure != "ciou":
            assert_equal_bits(measure, np.float32, "cpu")
            assert_equal_bits(measure, np.float64, "cpu")
        print(measure)
