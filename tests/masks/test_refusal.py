"""Bad run lengths and polygons: refused with a reason, or handled as said; nothing crashes."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest

from truebox.errors import InputError, TrueboxWarning
from truebox.masks import encode_masks, mask_area, masks_from_coco, masks_to_compressed, polygons_to_masks
from truebox.overlap.mask_iou import pairwise_mask_iou

SQUARE = [2.0, 2.0, 6.0, 2.0, 6.0, 6.0, 2.0, 6.0]


def _runs(counts: object, size: object = (10, 10)) -> list[dict]:
    return [{"size": list(size) if isinstance(size, tuple) else size, "counts": counts}]


@pytest.mark.parametrize(
    ("counts", "decoded"), [("", 0), (b"", 0), ([], 0), ([40, 10], 50), ("X1:", 50), ([0], 0)]
)
def test_runs_that_end_before_the_image(counts: object, decoded: int) -> None:
    with pytest.raises(InputError, match=rf"E-160 segmentations\[0\]: .*decoded {decoded} of 100 px"):
        masks_from_coco(_runs(counts))


@pytest.mark.parametrize(
    "counts", [[90, 11], [101], "e3", "oooo1", "ooooooooooo?", [2**32 + 90, 10], [2**70]]
)
def test_runs_beyond_the_image(counts: object) -> None:
    with pytest.raises(InputError, match=r"E-161 segmentations\[0\]: .* px in an image of 100 px"):
        masks_from_coco(_runs(counts))


def test_runs_beyond_the_image_take_no_memory() -> None:
    text = "ooooo?" * 10  # each number far beyond the image
    tracemalloc.start()
    with pytest.raises(InputError, match="E-161"):
        masks_from_coco(_runs(text))
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ("10o", "break off inside a number, after 3 characters"),
        ("X", "break off inside a number"),
        ("1/", "character '/' at position 1"),
        ("1p0", "character 'p' at position 1"),
        ("1\u20ac", "character beyond ASCII at position 1"),
        (b"\xff", "character beyond ASCII at position 0"),
        ("oooooooooooooooo", "character 'o' at position 12"),
    ],
)
def test_broken_text(counts: object, words: str) -> None:
    with pytest.raises(InputError, match=f"E-162 .*{words}"):
        masks_from_coco(_runs(counts))


@pytest.mark.parametrize(
    "size",
    [(10**9, 10**9), (2**16, 2**16), (2**63, 1), (-1, 100), (2**32, 0), (10,), "10x10", None, (10.0, 10.0)],
)
@pytest.mark.parametrize("counts", ["T3", [100]])
def test_impossible_sizes_are_refused_without_allocating(size: object, counts: object) -> None:
    tracemalloc.start()
    with pytest.raises(InputError, match="E-163"):
        masks_from_coco(_runs(counts, size))
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_large_sizes_cost_nothing_until_they_are_decoded() -> None:
    tracemalloc.start()
    masks = masks_from_coco(_runs([65535 * 65535 - 7, 7], (65535, 65535)) * 50)
    assert mask_area(masks).tolist() == [7] * 50
    assert (pairwise_mask_iou(masks, masks) == 1).all()
    assert masks_from_coco([{"size": [1, 2**32 - 1], "counts": [0, 2**32 - 1]}] * 50).sizes[0, 1] == 2**32 - 1
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_a_mask_of_another_size_than_its_image() -> None:
    with pytest.raises(
        InputError, match=r"E-164 segmentations\[1\]: the mask's size is 10 x 10 .* its image's 20 x 5"
    ):
        masks_from_coco(_runs([100], (20, 5)) + _runs([100]), (20, 5))


def test_masks_of_different_images() -> None:
    a, b = encode_masks(np.ones((4, 6), bool)), encode_masks(np.ones((6, 4), bool))
    with pytest.raises(InputError, match=r"E-164 b\[0\]: size 6 x 4 .* but a\[0\] has 4 x 6"):
        pairwise_mask_iou(a, b)


@pytest.mark.parametrize(
    "counts", [[-1, 101], [99.0, 1.0], [99.5, 0.5], ["100"], [[100]], [None], "O", "60O"]
)
def test_negative_and_fractional_counts(counts: object) -> None:
    with pytest.raises(InputError, match="E-165"):
        masks_from_coco(_runs(counts))


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", [0, 3, 7])
def test_polygons_that_are_not_finite(bad: float, place: int) -> None:
    polygon = list(SQUARE)
    polygon[place] = bad
    with pytest.raises(InputError, match=rf"E-166 polygons\[1\]\[1\]: coordinate {place} "):
        polygons_to_masks([[SQUARE], [SQUARE, polygon]], (10, 10))


def test_polygons_far_outside_are_clipped_with_a_warning() -> None:
    corner = [5.0, 5.0, 1e9, 5.0, 1e9, 1e9, 5.0, 1e9]
    with pytest.warns(TrueboxWarning, match=r"W-168 1 objects .*row 1"):
        masks = polygons_to_masks([[SQUARE], [corner]], (10, 10))
    assert mask_area(masks).tolist() == [16, 25]
    with pytest.warns(TrueboxWarning, match="W-168"):
        assert mask_area(
            polygons_to_masks([[[-1e300, -1e300, 1e300, -1e300, 0, 1e300]]], (10, 10))
        ).tolist() == [100]
    with pytest.warns(TrueboxWarning, match="W-168"):
        assert mask_area(masks_from_coco([_runs([100])[0], [corner]], (10, 10))).tolist() == [0, 25]


@pytest.mark.parametrize(
    ("polygons", "words"),
    [
        ([SQUARE[:-1]], r"polygons\[0\]\[0\]: the polygon has 7 numbers"),
        ([SQUARE, SQUARE[:4]], r"polygons\[0\]\[1\]: the polygon has 2 points"),
        ([SQUARE[:2]], "has 1 points"),
        ([[]], "has 0 points"),
        ([], r"polygons\[0\]: there is no polygon"),
        ([["1", "2"] * 4], "expected numbers"),
        ([[None] * 8], "expected numbers"),
        (SQUARE, "expected numbers"),
        ([[SQUARE]], "expected numbers"),
    ],
)
def test_what_is_no_polygon(polygons: list, words: str) -> None:
    with pytest.raises(InputError, match=f"E-167 .*{words}|E-167 {words}"):
        polygons_to_masks([polygons], (10, 10))


def test_outlines_that_cross_themselves_or_come_twice_are_accepted() -> None:
    bow_tie = [0.0, 0.0, 8.0, 8.0, 8.0, 0.0, 0.0, 8.0]
    masks = polygons_to_masks([[bow_tie], [SQUARE, SQUARE], [SQUARE + SQUARE]], (10, 10))
    # Two triangles of 16 px each, rasterised; the union of equal squares; a square run around twice.
    assert mask_area(masks)[0] == pytest.approx(32, abs=8)
    assert mask_area(masks)[1:].tolist() == [16, 0]


@pytest.mark.parametrize(
    "segmentation",
    [None, 3, "text", {"size": [10, 10]}, {"counts": "T3"}, SQUARE, {"size": [10, 10], "counts": None}],
)
def test_what_is_no_segmentation(segmentation: object) -> None:
    with pytest.raises(InputError, match=r"E-169 segmentations\[0\]: not a segmentation"):
        masks_from_coco([segmentation], (10, 10))


def test_messages_name_the_caller_s_row() -> None:
    good = {"size": [10, 10], "counts": masks_to_compressed(encode_masks(np.ones((10, 10), bool)))[0]}
    mixed = [[SQUARE], good, [SQUARE, SQUARE], {"size": [10, 10], "counts": [100]}]
    for bad, place in (
        ({"size": [10, 10], "counts": ""}, "4"),
        ({"size": [10, 10], "counts": [1]}, "4"),
        ([SQUARE, [1, 2]], "4][1"),
        ([], "4"),
    ):
        with pytest.raises(InputError) as caught:
            masks_from_coco([*mixed, bad], (10, 10))
        assert caught.value.place == f"segmentations[{place}]"
        assert caught.value.row == 4
