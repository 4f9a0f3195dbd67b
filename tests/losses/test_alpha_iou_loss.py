from __future__ import annotations

import numpy as np
import pytest
from measure_cases import all_pairs, exact_parts

from truebox.errors import ArgumentError
from truebox.losses import alpha_iou_loss, ciou_loss


@pytest.mark.parametrize("alpha", [1.0, 2.0, 3.0])
def test_the_papers_definition(alpha):
    # He et al. 2021: 1 - IoU**a, plus (uncovered hull)**a, or plus (distance**2 / diagonal**2)**a.
    for a, b in all_pairs():
        parts = exact_parts(a, b)
        plain = 1 - float(parts.iou) ** alpha
        hull = parts.hull_width * parts.hull_height
        uncovered = float((hull - parts.area_a - parts.area_b + parts.shared) / hull)
        boxes = np.array([a], float), np.array([b], float)
        assert alpha_iou_loss(*boxes, alpha=alpha)[0] == pytest.approx(plain, abs=1e-13)
        with_hull = alpha_iou_loss(*boxes, alpha=alpha, base="giou")[0]
        assert with_hull == pytest.approx(plain + uncovered**alpha, abs=1e-13)
        with_distance = alpha_iou_loss(*boxes, alpha=alpha, base="diou")[0]
        assert with_distance == pytest.approx(plain + float(parts.distance) ** alpha, abs=1e-13)


def test_the_power_one_is_the_base():
    a, b = (np.array(boxes, float) for boxes in zip(*all_pairs(), strict=True))
    assert alpha_iou_loss(a, b, alpha=1.0, base="ciou") == pytest.approx(ciou_loss(a, b), abs=1e-13)


def test_options_are_checked():
    box = np.ones((1, 4))
    with pytest.raises(ArgumentError, match="base is 'siou'"):
        alpha_iou_loss(box, box, base="siou")
    with pytest.raises(ArgumentError, match="alpha is 0"):
        alpha_iou_loss(box, box, alpha=0)
