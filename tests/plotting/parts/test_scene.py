"""Boxes on axes."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from truebox.errors import ArgumentError, InputError
from truebox.plotting.parts.axes import as_axes
from truebox.plotting.parts.scene import corners_of, draw_rectangle, picture_of, set_scene


def test_corners():
    assert corners_of((1, 2, 3, 4), "xywh", None, "a").tolist() == [[1, 2, 4, 6]]
    assert corners_of((1, 2, 3, 4), "xyxy", None, "a", grown=1).tolist() == [[1, 2, 4, 5]]
    relative = (0.5, 0.5, 0.25, 0.5)
    assert corners_of(relative, "rel_xywh", None, "a").tolist() == [[0.5, 0.5, 0.75, 1.0]]
    assert corners_of(relative, "rel_xywh", np.zeros((100, 200, 3)), "a").tolist() == [[100, 50, 150, 100]]


def test_refused():
    with pytest.raises(InputError, match="E-191 reference"):
        corners_of((3, 3, 1, 1), "xyxy", None, "reference")
    with pytest.raises(ArgumentError, match=r"expected .4. or .N, 4."):
        corners_of(np.zeros((1, 1, 4)), "xyxy", None, "a")


def test_y_points_down_and_all_boxes_are_seen():
    ax = as_axes(None)
    set_scene(ax, np.array([[10.0, 20.0, 50.0, 60.0], [0.0, 5.0, 1.0, 90.0]]))
    assert ax.get_xlim()[0] < 0 < 50 < ax.get_xlim()[1]
    assert ax.get_ylim()[0] > 90 > 5 > ax.get_ylim()[1]
    assert ax.get_aspect() == 1


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 3)])
def test_an_image_fills_the_axes(shape):
    ax = as_axes(None)
    set_scene(ax, [], np.zeros(shape, np.uint8))
    assert ax.get_xlim() == (0, 60)
    assert ax.get_ylim() == (40, 0)
    assert tuple(ax.images[0].get_extent()) == (0, 60, 40, 0)


def test_rectangles():
    ax = as_axes(None)
    drawn = draw_rectangle(ax, (1, 2, 4, 8), edgecolor="red")
    assert drawn.get_bbox().extents.tolist() == [1, 2, 4, 8]
    assert ax.patches[0] is drawn
    assert not drawn.get_fill()


def test_an_image_may_be_a_path(tmp_path):
    values = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    Image.fromarray(values).save(tmp_path / "a.png")
    ax = as_axes(None)
    set_scene(ax, [], tmp_path / "a.png")
    assert ax.images[0].get_array().tolist() == values.tolist()
    assert picture_of(str(tmp_path / "a.png")).tolist() == values.tolist()
    (tmp_path / "b.png").write_text("text")
    for name in ("b.png", "absent.png"):
        with pytest.raises(ArgumentError, match=rf"cannot read .*{name}.*Fix"):
            picture_of(tmp_path / name)
