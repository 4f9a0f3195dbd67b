"""The kernels of suppression by Triton's interpreter; `test_cuda.py` runs them on a device."""

from __future__ import annotations

import numpy as np
import pytest
from interpreted_kernels import take_tensors_in_memory, words_printed

torch = pytest.importorskip("torch")
pytest.importorskip("triton")


def test_the_interpreted_kernels_keep_the_rows_of_the_processor():
    assert words_printed(__file__) == ["24"]


def compared(number: int) -> None:
    from truebox.suppression import diou_nms, nms
    from truebox.suppression.cuda import threshold_bits
    from truebox.suppression.triton import kept_rows

    chance = np.random.default_rng(number)
    count, dtype = int(chance.integers(1, 300)), (np.float32, np.float64)[number % 2]
    corner = chance.uniform(0, 120, (count, 2))
    boxes = np.concatenate([corner, corner + chance.uniform(0, 40, (count, 2))], axis=1)
    # On a coarse grid many measures are exactly the threshold.
    boxes = (np.round(boxes / 5) * 5 if number % 3 == 0 else boxes).astype(dtype)
    scores = (chance.integers(0, 50, count) / 50).astype(dtype)
    labels = chance.integers(0, 3, count) if number % 4 == 0 else None
    limit, lowest = float(chance.choice([0, 1 / 3, 0.5, 1])), 0.2 if number % 5 == 0 else None
    tensors = torch.from_numpy(boxes), torch.from_numpy(scores)
    for function, name in ((nms, "iou_threshold"), (diou_nms, "diou_threshold")):
        kept = kept_rows(
            tensors[0],
            tensors[1],
            None if labels is None else torch.from_numpy(labels),
            None if lowest is None else tensors[1].double() >= lowest,
            threshold_bits(limit, str(boxes.dtype)),
            function is diou_nms,
        )
        assert kept is not None
        expected = function(boxes, scores, labels=labels, score_threshold=lowest, **{name: limit})
        assert kept.tolist() == expected.tolist(), number


if __name__ == "__main__":
    from truebox.suppression import triton as kernels

    take_tensors_in_memory()
    for number in range(24):
        kernels._SWEPT, kernels._FEW = (100, 4096)[number % 2], (5, 1 << 17)[number // 2 % 2]
        compared(number)
    print(24)
