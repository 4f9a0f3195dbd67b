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
        print(measure)
