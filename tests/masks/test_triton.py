"""The kernels of run lengths by Triton's interpreter; `test_cuda.py` runs them on a device."""

from __future__ import annotations

import numpy as np
import pytest
from interpreted_kernels import take_tensors_in_memory, words_printed

torch = pytest.importorskip("torch")
pytest.importorskip("triton")


def test_the_interpreted_kernels_find_the_runs_of_the_processor():
    assert words_printed(__file__) == ["40"]


def compared(number: int) -> None:
    from truebox.masks import encode_masks
    from truebox.masks.triton import run_lengths

    chance = np.random.default_rng(number)
    shape = chance.integers(1, 5), chance.integers(1, 50), chance.integers(1, 40)
    masks = chance.random(shape) < chance.choice([0, 0.02, 0.5, 1])
    stack = torch.from_numpy(masks if number % 2 else (masks * 3).astype(np.int32))
    if number % 4 == 0:
        stack = stack.transpose(1, 2).contiguous().transpose(1, 2)
    runs, offsets = run_lengths(stack)
    expected = encode_masks(masks)
    assert runs.tolist() == expected.runs.tolist(), number
    assert offsets.tolist() == expected.offsets.tolist(), number


if __name__ == "__main__":
    from truebox.masks import triton as kernels

    take_tensors_in_memory()
    kernels._ROWS, kernels._COLUMNS = 16, 8
    for number in range(40):
        compared(number)
    print(40)
