"""The gallery of thresholds."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_gallery

ONE = (50, 50, 150, 150)
THRESHOLDS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]  # COCO's ten


@pytest.mark.parametrize("ways", [["grow"], ["shrink", "shift"], ["grow", "shrink", "shift"]])
def test_every_box_has_the_iou_of_its_threshold(ways):
    ax = plot_gallery(ONE, ways=ways)
    *boxes, truth = [patch.get_bbox().extents for patch in ax.patches]
    assert truth.tolist() == list(ONE)
    assert np.allclose(tb.pairwise_iou(np.array(boxes), [ONE])[:, 0], THRESHOLDS * len(ways))


def test_the_legend_names_ways_and_thresholds():
    texts = [text.get_text() for text in plot_gallery(tb.Box(*ONE)).get_legend().get_texts()]
    assert texts == ["truth", "grown", "shrunk", "shifted", *(f"IoU {value:.2f}" for value in THRESHOLDS)]


def test_thresholds_are_ordered_by_lightness():
    from matplotlib.colors import to_rgb

    shades = [to_rgb(patch.get_edgecolor()) for patch in plot_gallery(ONE, ways=["grow"]).patches[:10]]
    lightness = [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in shades]
    assert lightness == sorted(lightness)


def test_on_an_image():
    ax = plot_gallery((20, 20, 40, 40), image=np.zeros((80, 90, 3), np.uint8))
    assert ax.get_xlim() == (0, 90)


@pytest.mark.parametrize("ways", [[], ["turn"]])
def test_refused(ways):
    with pytest.raises(ArgumentError, match="expected some of 'grow', 'shrink' and 'shift'"):
        plot_gallery(ONE, ways=ways)
