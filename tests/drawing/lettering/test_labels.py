"""Labels on a picture."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.drawing.lettering.labels import labels_of
from truebox.drawing.painting.canvas import Canvas
from truebox.drawing.painting.marks import Mark
from truebox.drawing.painting.strokes import Strokes
from truebox.drawing.theme import Theme

GREEN, CANVAS = (46, 204, 64), (200, 210, 220)
SIZES = Strokes(2, 1, 12, 3)


def _labelled(*marks, size=(200, 150), sizes=SIZES):
    canvas = Canvas.blank(size, CANVAS)
    labels_of(marks, size, Theme(), sizes)(canvas)
    return canvas.pixels


def _mark(box, *caption, colour=GREEN):
    return Mark(colour=colour, anchor=np.array(box, float), caption=caption)


def test_the_field_has_the_colour_of_the_mark_and_lies_above_the_box():
    picture = _labelled(_mark((50, 60, 120, 110), "cat"))
    rows, columns = np.nonzero((picture == GREEN).all(axis=-1))
    assert rows.max() < 60
    assert 40 < columns.min() < 55


def test_text_is_dark_on_a_light_field():
    picture = _labelled(_mark((50, 60, 120, 110), "cat"))
    assert (picture.reshape(-1, 3).max(axis=1) < 60).any()


def test_nothing_outside_of_the_field_changes():
    picture = _labelled(_mark((50, 60, 120, 110), "Ågjpq|_"))
    changed = (picture != CANVAS).any(axis=-1)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    field = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    # All four edges of the changed part are the field's own colour: no letter reaches beyond it.
    for edge in (field[0], field[-1], field[:, 0], field[:, -1]):
        assert (edge == GREEN).all()


@pytest.mark.parametrize("size", [(30, 20), (12, 12), (200, 150), (5, 5)])
def test_every_size_of_picture(size):
    assert _labelled(_mark((1, 1, 9, 9), "a very long name", "IoU: 0.5"), size=size).shape[:2] == size[::-1]


def test_without_captions_nothing_is_drawn():
    assert (_labelled(_mark((50, 60, 120, 110))) == CANVAS).all()


def test_two_labels_of_one_box_do_not_meet():
    red = (255, 65, 54)
    both = _labelled(_mark((50, 60, 120, 110), "cat"), _mark((50, 60, 120, 110), "cat", colour=red))
    alone = _labelled(_mark((50, 60, 120, 110), "cat"))
    green = (alone != CANVAS).any(axis=-1)
    assert (both[green] == alone[green]).all()
    assert (both == red).all(axis=-1).any()


def test_a_label_beside_keypoints_covers_none_of_their_dots():
    dots = np.array([[60.0, 70.0], [110.0, 100.0], [60.0, 100.0], [110.0, 70.0]])
    for line in (2, 3, 7, 12):
        sizes = Strokes(line, max(1, line // 4), 12, 3)
        mark = Mark(colour=GREEN, anchor=np.array([60.0, 70.0, 110.0, 100.0]), dots=dots, caption=("cat",))
        rows, columns = np.nonzero((_labelled(mark, sizes=sizes) != CANVAS).any(axis=-1))
        # The corner of a pixel that is nearest to the middle of a dot.
        across = np.maximum(np.abs(columns[:, None] + 0.5 - dots[:, 0]) - 0.5, 0)
        down = np.maximum(np.abs(rows[:, None] + 0.5 - dots[:, 1]) - 0.5, 0)
        assert len(rows) > 100
        assert np.hypot(across, down).min() >= sizes.dot
