from __future__ import annotations

import numpy as np
import pytest

from truebox import overlap


@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")  # of PyTorch's own compiler
@pytest.mark.parametrize("name", ["pairwise_iou", "elementwise_iou"])
def test_an_exported_measure_takes_any_number_of_boxes(name):
    torch = pytest.importorskip("torch")
    measure = getattr(overlap, name)

    class Measured(torch.nn.Module):
        def forward(self, a, b):
            return measure(a, b)

    boxes = np.array(
        [[0, 0, 4, 4], [1, 1, 3, 5], [2, 0, 6, 4], [0, 0, 8, 8], [3, 3, 4, 9], [1, 0, 2, 7]], "f4"
    )
    first, many = torch.export.Dim("first"), torch.export.Dim("many")
    second = many if name == "pairwise_iou" else first
    a, b = torch.from_numpy(boxes), torch.from_numpy(boxes[::-1].copy())
    exported = torch.export.export(
        Measured(), (a, b[:5] if second is many else b), dynamic_shapes=({0: first}, {0: second})
    ).module()
    for count in range(6):  # 4 among them, which is how many numbers a box has
        expected = measure(boxes[:count], boxes[::-1][:count])
        assert exported(a[:count], b[:count]).numpy() == pytest.approx(expected, abs=1e-6)
