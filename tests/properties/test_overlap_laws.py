"""Laws of the overlap measures that hold exactly, on every box hypothesis can think of."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from truebox.overlap import elementwise_ioa, elementwise_iou, iou, pairwise_ioa, pairwise_iou

# Magnitudes from 2^-20 to 2^20 leave room for shifts and scales by powers of two without rounding to zero.
COORDINATES = st.floats(-(2.0**20), 2.0**20, width=32).filter(
    lambda value: value == 0 or abs(value) > 2.0**-20
)
DTYPES = st.sampled_from([np.float32, np.float64])
FEW = settings(max_examples=60, deadline=None)


@st.composite
def boxes(draw, most=20, coordinates=COORDINATES):
    dtype = draw(DTYPES)
    rows = draw(arrays.arrays(dtype, (draw(st.integers(1, most)), 4), elements=coordinates))
    return np.concatenate(
        [np.minimum(rows[:, :2], rows[:, 2:]), np.maximum(rows[:, :2], rows[:, 2:])], axis=1
    )


WHOLE = st.integers(-1000, 1000).map(float)


def with_area(rows):
    return ((rows[:, 2:] - rows[:, :2]) > 0).all(axis=1)


@FEW
@given(boxes(), boxes())
def test_bounds(a, b):
    for values in (pairwise_iou(a, b), pairwise_ioa(a, b)):
        assert ((values >= 0) & (values <= 1)).all()


@FEW
@given(boxes(), boxes(), st.sampled_from(["continuous", "inclusive"]))
def test_symmetry_is_exact(a, b, pixels):
    assert np.array_equal(pairwise_iou(a, b, pixels=pixels), pairwise_iou(b, a, pixels=pixels).T)


@FEW
@given(boxes())
def test_identity_is_one(a):
    area = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    assert np.array_equal(elementwise_iou(a, a), (area > 0).astype(a.dtype))
    assert np.array_equal(elementwise_ioa(a, a), (area > 0).astype(a.dtype))
    assert (elementwise_iou(a, a, pixels="inclusive") == 1).all()


@FEW
@given(boxes(coordinates=WHOLE), boxes(coordinates=WHOLE), st.integers(0, 20), st.integers(0, 20))
def test_translation_by_powers_of_two_is_exact(a, b, x, y):
    a, b = a.astype(np.float64), b.astype(np.float64)
    shift = np.array([2.0**x, 2.0**y] * 2)
    assert np.array_equal(pairwise_iou(a + shift, b + shift), pairwise_iou(a, b))


@FEW
@given(boxes(), boxes(), st.integers(-8, 8), st.integers(-8, 8))
def test_scale_by_powers_of_two_is_exact_even_per_axis(a, b, x, y):
    a, b = a.astype(np.float64), b.astype(np.float64)
    scale = np.array([2.0**x, 2.0**y] * 2)
    assert np.array_equal(pairwise_iou(a * scale, b * scale), pairwise_iou(a, b))


@FEW
@given(boxes(), boxes())
def test_swapping_the_axes_changes_nothing(a, b):
    swapped = pairwise_iou(a[:, [1, 0, 3, 2]], b[:, [1, 0, 3, 2]])
    assert np.array_equal(swapped, pairwise_iou(a, b))
    assert np.array_equal(swapped, pairwise_iou(a[:, [1, 0, 3, 2]], b[:, [1, 0, 3, 2]], box_format="yxyx"))


@FEW
@given(boxes(), boxes())
def test_disjoint_is_zero(a, b):
    right = a[:, 2].max()
    width = b[:, 2] - b[:, 0]
    apart = b.copy()
    apart[:, 0] = right
    apart[:, 2] = np.maximum(right + width, right)
    assert not pairwise_iou(a, apart).any()
    assert not pairwise_ioa(a, apart).any()


@FEW
@given(boxes(coordinates=WHOLE), boxes(coordinates=WHOLE))
def test_iou_is_at_most_either_ioa(a, b):
    values = pairwise_iou(a, b)
    assert (values <= pairwise_ioa(a, b)).all()
    assert (values <= pairwise_ioa(b, a).T).all()


@FEW
@given(boxes(coordinates=WHOLE))
def test_a_larger_box_covers_all_of_a_smaller_one(a):
    around = a + np.array([-1, -1, 1, 1], a.dtype)
    assert np.array_equal(elementwise_ioa(a, around), with_area(a).astype(a.dtype))


@FEW
@given(boxes(most=3), boxes(most=40))
def test_one_pair_equals_its_place_among_many(a, b):
    a, b = a.astype(np.float64), b.astype(np.float64)
    expected = [[iou(one, other) for other in b.tolist()] for one in a.tolist()]
    assert pairwise_iou(a, b).tolist() == expected


@FEW
@given(boxes(), boxes())
def test_formats_with_sizes_stay_in_bounds(a, b):
    for box_format in ("xywh", "cxcywh"):
        values = pairwise_iou(np.abs(a), np.abs(b), box_format=box_format)
        assert ((values >= 0) & (values <= 1)).all()
