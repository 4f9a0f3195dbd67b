"""Losses with a transform of IoU in them, against the papers."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import all_pairs, elementwise, exact_parts, random_pairs

from truebox import formulas
from truebox.errors import ArgumentError
from truebox.losses import alpha_iou_loss, ciou_loss, focaler_iou_loss, inner_iou_loss


@pytest.mark.parametrize("alpha", [1.0, 2.0, 3.0])
def test_powers_as_in_the_paper(alpha):
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


def test_options_of_powers_are_checked():
    box = np.ones((1, 4))
    with pytest.raises(ArgumentError, match="base is 'siou'; expected one of iou, giou"):
        alpha_iou_loss(box, box, base="siou")
    with pytest.raises(ArgumentError, match="alpha is 0"):
        alpha_iou_loss(box, box, alpha=0)


@pytest.mark.parametrize("base", ["iou", "giou", "siou"])
def test_stretched_intervals_as_in_the_paper(base):
    # Zhang and Zhang 2024: L_Focaler-X = L_X + IoU - IoU_focaler.
    a, b = random_pairs(30, 4)
    overlap = elementwise("iou", a, b)
    focaler = np.clip((overlap - 0.1) / (0.6 - 0.1), 0, 1)
    expected = 1 - elementwise(base, a, b) + overlap - focaler
    assert focaler_iou_loss(a, b, low=0.1, high=0.6, base=base) == pytest.approx(expected, abs=1e-15)


def test_the_interval_is_one():
    with pytest.raises(ArgumentError, match=r"low is 0.5 and high 0.5"):
        focaler_iou_loss(np.ones((1, 4)), np.ones((1, 4)), low=0.5, high=0.5)


@pytest.mark.parametrize("base", ["iou", "giou", "ciou"])
def test_resized_boxes_as_in_the_paper(base):
    # Zhang et al. 2023: L_Inner-X = L_X + IoU - IoU_inner.
    a, b = random_pairs(30, 3)
    expected = 1 - elementwise(base, a, b) + elementwise("iou", a, b) - formulas.inner_iou(np, a, b, 0.8)
    assert inner_iou_loss(a, b, ratio=0.8, base=base) == pytest.approx(expected, abs=1e-15)


def test_the_ratio_is_above_nothing():
    with pytest.raises(ArgumentError, match="ratio is 0"):
        inner_iou_loss(np.ones((1, 4)), np.ones((1, 4)), ratio=0)


@pytest.mark.parametrize("loss", [focaler_iou_loss, inner_iou_loss])
def test_a_base_is_one_of_those(loss):
    with pytest.raises(ArgumentError, match="base is 'nwd'; expected one of iou, giou"):
        loss(np.ones((1, 4)), np.ones((1, 4)), base="nwd")
