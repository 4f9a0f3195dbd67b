"""The Triton kernel itself; `test_cuda_pairwise` compares its numbers through the public functions."""

from __future__ import annotations

import numpy as np
import pytest

from measure_cases import random_pairs
from truebox import formulas

torch = pytest.importorskip("torch")
pytest.importorskip("triton")
if not torch.cuda.is_available():
    pytest.skip("needs a CUDA device", allow_module_level=True)


@pytest.mark.parametrize("name", ["iou", "ioa", "giou", "diou"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_kernel_agrees_with_the_formula(name, dtype):
    from truebox.overlap.triton_pairwise import pairwise

    a, b = random_pairs(300, 2, dtype)
    columns = [torch.tensor(boxes.T.copy()).cuda() for boxes in (a, b)]
    answer = pairwise(name, *columns, columns[0].dtype).cpu().numpy()
    expected = getattr(formulas, name)(np, a[:, None].astype(np.float64), b.astype(np.float64))
    assert answer == pytest.approx(expected, abs=2e-6 if dtype == np.float32 else 1e-13)
