"""IoU as an equation of pictures."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError, TrueboxError
from truebox.plotting import plot_equation

# The first pair of A. Rosebrock's tutorial (pyimagesearch.com, 2016), printed there as 0.7980.
A, B = (39, 63, 203, 112), (54, 66, 198, 114)


def test_the_numbers_are_those_of_the_tutorial():
    figure = plot_equation(B, A, pixels="inclusive")
    shared, covered, number = figure.axes
    assert (shared.get_title(), covered.get_title()) == ("intersection: 6,815", "union: 8,540")
    assert [text.get_text() for text in number.texts] == ["6,815\n―――――――\n8,540", "= 0.7980"]


def test_what_is_shaded_is_what_is_counted():
    shared, covered, _ = plot_equation((0, 0, 2, 2), (1, 1, 3, 3), image=np.zeros((4, 4, 3), np.uint8)).axes
    filled = [patch.get_bbox().extents.tolist() for patch in shared.patches if patch.get_fill()]
    assert filled == [[1, 1, 2, 2]]
    assert [patch.get_bbox().extents.tolist() for patch in covered.patches if patch.get_fill()] == [
        [0, 0, 2, 2],
        [1, 1, 3, 3],
    ]


def test_boxes_apart_share_nothing():
    shared, _, number = plot_equation((0, 0, 2, 2), (5, 5, 6, 6)).axes
    assert not any(patch.get_fill() for patch in shared.patches)
    assert number.texts[1].get_text() == "= 0.0000"


@pytest.mark.parametrize("box", [(0, 0, 1), (5, 5, 1, 1)])
def test_refused(box):
    with pytest.raises((InputError, TrueboxError)):
        plot_equation(box, A)
