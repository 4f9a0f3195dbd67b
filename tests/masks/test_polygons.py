from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mask_scenes import outline

from truebox.masks import decode_masks, mask_area, merge_masks, polygons_to_masks, rasterize_polygons

pytestmark = pytest.mark.filterwarnings("ignore:W-168")


@given(st.integers(0, 2**32), st.integers(-9, 9), st.integers(0, 9))
def test_moving_an_outline_by_whole_pixels_moves_its_mask(seed: int, dx: int, dy: int) -> None:
    rng = np.random.default_rng(seed)
    # Quarters, so that adding whole numbers is exact.
    xy = rng.integers(40, 120, (int(rng.integers(3, 9)), 2)) / 4
    both = polygons_to_masks([[xy], [xy + np.array((dx, dy))]], (50, 50))
    first, second = decode_masks(both)
    assert np.array_equal(np.roll(first, (dy, dx), axis=(0, 1)), second)


@given(st.integers(0, 2**32))
def test_where_an_outline_begins_does_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    xy = np.array(outline(40, 30, rng)).reshape(-1, 2)
    turned = np.roll(xy, int(rng.integers(1, len(xy))), axis=0)
    masks = polygons_to_masks([[xy], [turned]], (40, 30))
    assert masks[0] == masks[1]


def test_several_polygons_are_their_union() -> None:
    rng = np.random.default_rng(1)
    polygons = [outline(60, 80, rng) for _ in range(12)]
    one_by_one = polygons_to_masks([[polygon] for polygon in polygons], (60, 80))
    assert polygons_to_masks([polygons], (60, 80)) == merge_masks(one_by_one)


def test_threads_give_the_same_masks() -> None:
    rng = np.random.default_rng(2)
    polygons = [[outline(200, 300, rng)] for _ in range(400)]
    assert polygons_to_masks(polygons, (200, 300), threads=1) == polygons_to_masks(
        polygons, (200, 300), threads=3
    )


def test_images_without_pixels_have_masks_without_runs() -> None:
    assert mask_area(polygons_to_masks([[[0, 0, 4, 0, 4, 4]]], (0, 7))).tolist() == [0]
    assert len(polygons_to_masks([], (5, 5))) == 0


def test_a_long_zigzag_stays_small_and_exact() -> None:
    # 3,000 flat edges over 4,000 columns cross 12 million times; most crossings cancel in pairs.
    x = np.tile([0.0, 4000.0], 1500)
    y = np.repeat([1.0, 3.0], 1500)
    mask = polygons_to_masks([[np.stack([x, y], axis=1)]], (5, 4000))
    # Edges that are run along an even number of times vanish; four are left, a bow tie.
    assert mask == polygons_to_masks([[[0, 1, 4000, 1, 0, 3, 4000, 3]]], (5, 4000))
    assert mask_area(mask).tolist() == [4000]


def test_columns_report_which_objects_lie_far_outside() -> None:
    xy = np.array([0, 0, 4, 0, 4, 4, 0, 0, 900, 0, 4, 4], float)
    result = rasterize_polygons(xy, [0, 6, 12], [0, 1, 2], (10, 10))
    assert result.far_outside.tolist() == [1]
    assert len(result.masks) == 2
