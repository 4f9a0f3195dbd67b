"""Labels stay in the picture and off each other."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.drawing.lettering.label_places import LabelPlace, place_labels

_NUMBER = st.integers(-50, 250)
_BOX = st.tuples(_NUMBER, _NUMBER, st.integers(0, 120), st.integers(0, 120))
_LABEL = st.tuples(st.integers(1, 90), st.integers(1, 30))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(_BOX, _LABEL), min_size=1, max_size=12))
def test_inside_and_apart(labels):
    anchors = np.array([(x, y, x + w, y + h) for (x, y, w, h), _ in labels], float)
    forms = [[size] for _, size in labels]
    places = place_labels(forms, anchors, (200, 150), 2)
    covered = np.zeros((150, 200), int)
    for place, ((width, height),) in zip(places, forms, strict=True):
        if place is not None:
            assert 0 <= place.x <= 200 - width
            assert 0 <= place.y <= 150 - height
            covered[place.y : place.y + height, place.x : place.x + width] += 1
    assert covered.max() <= 1


def test_the_first_place_is_above_the_upper_left_corner():
    (place,) = place_labels([[(40, 12)]], np.array([[50.0, 60.0, 120.0, 110.0]]), (200, 200), 2)
    assert place == LabelPlace(48, 46, 0)


def test_at_the_upper_edge_it_goes_below():
    (place,) = place_labels([[(40, 12)]], np.array([[50.0, 3.0, 120.0, 80.0]]), (200, 200), 2)
    assert place == LabelPlace(48, 82, 0)


def test_a_label_lies_on_its_own_box_only_where_no_side_is_free():
    # A box as high as the picture and wider than what is left on the left of it: the right is free.
    (beside,) = place_labels([[(40, 12)]], np.array([[20.0, 0.0, 100.0, 90.0]]), (150, 90), 2)
    assert beside.x >= 100
    (within,) = place_labels([[(40, 12)]], np.array([[20.0, 0.0, 140.0, 90.0]]), (150, 90), 2)
    assert within.x < 100  # 20 pixels on the left and 10 on the right are no room for 40
    assert within.x + 40 > 20


def test_other_boxes_do_not_drive_a_label_onto_its_own():
    # Edges above and below, as those of the other side's box are: beside is better than within.
    own = [50.0, 60.0, 120.0, 110.0]
    around = [48.0, 40.0, 118.0, 130.0]
    place = place_labels([[(40, 12)], [(1, 1)]], np.array([own, around]), (300, 200), 2)[0]
    assert place.x + 40 <= own[0] or place.x >= own[2] or place.y + 12 <= own[1] or place.y >= own[3]


def test_at_the_upper_edge_it_goes_below_where_the_edge_of_another_box_lies():
    # The first two places, at y = 0, cover the other box's edge (4 places each); the third is below: 80 + 2.
    anchors = np.array([[50.0, 3.0, 120.0, 80.0], [40.0, 2.0, 125.0, 9.0]])
    assert place_labels([[(40, 12)], [(1, 1)]], anchors, (200, 200), 2)[0] == LabelPlace(48, 82, 0)


def test_a_label_avoids_the_edges_of_other_boxes():
    anchors = np.array([[50.0, 60.0, 120.0, 110.0], [40.0, 40.0, 90.0, 55.0]])
    place = place_labels([[(40, 12)], [(1, 1)]], anchors, (200, 200), 2)[0]
    assert not (place.x < 90 and place.y < 55 and place.x + 40 > 40 and place.y + 12 > 40)


def test_a_shorter_form_is_tried_when_the_long_one_has_no_place():
    (place,) = place_labels([[(500, 12), (60, 12)]], np.array([[5.0, 40.0, 60.0, 60.0]]), (100, 100), 1)
    assert place.form == 1


def test_without_room_there_is_no_place():
    box = np.array([[5.0, 5.0, 15.0, 15.0]])
    assert place_labels([[(30, 30)]], box, (20, 20), 1) == [None]
    assert place_labels([[(20, 20)], [(20, 20)]], np.repeat(box, 2, axis=0), (20, 20), 1)[1] is None
