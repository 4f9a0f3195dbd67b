"""Shapes on a canvas: against areas of Shapely, Pillow's own paste, and an erosion of SciPy."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from scipy import ndimage

from truebox.drawing.painting import canvas as canvas_module
from truebox.drawing.painting.canvas import Border, Canvas, flat_outlines
from truebox.masks import encode_masks

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
SIZE = (24, 18)
# Thousandths: Shapely itself is wrong about coordinates such as 5e-324.
_CORNER = st.tuples(st.integers(-8000, 32000), st.integers(-8000, 26000)).map(
    lambda place: (place[0] / 1000, place[1] / 1000)
)


def _shares(draw, size=SIZE):
    """How much of each pixel a drawing in white covers."""
    canvas = Canvas.blank(size, BLACK)
    draw(canvas)
    return canvas.pixels[..., 0] / 255


def _areas(shape, size=SIZE):
    """How much of each pixel a Shapely shape covers."""
    columns, rows = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    return shapely.area(shapely.intersection(shape, shapely.box(columns, rows, columns + 1, rows + 1)))


@settings(max_examples=60, deadline=None)
@given(st.lists(_CORNER, min_size=3, max_size=3))
def test_filled_triangles_cover_their_area_of_every_pixel(corners):
    found = _shares(lambda canvas: canvas.fill([np.array(corners)], WHITE))
    assert np.abs(found - _areas(shapely.Polygon(corners))).max() < 0.01


@pytest.mark.parametrize("seed", range(6))
def test_filled_outlines_with_dents(seed):
    chance = np.random.default_rng(seed)
    turn = np.linspace(0, 2 * np.pi, 14)[:-1]
    radius = chance.uniform(2, 14, 13)
    corners = np.stack((12 + radius * np.cos(turn), 9 + radius * np.sin(turn)), axis=1)
    found = _shares(lambda canvas: canvas.fill([corners], WHITE))
    # Where two edges cross one pixel, the sum of what they cut off is still its area.
    assert np.abs(found - _areas(shapely.Polygon(corners))).max() < 0.01


def test_polygons_at_once_are_filled_as_one_by_one():
    chance = np.random.default_rng(2)
    polygons = [chance.uniform(-5, 30, (count, 2)) for count in (3, 4, 9, 5)]
    colours = [tuple(chance.integers(0, 256, 3).tolist()) for _ in polygons]
    together, singly = Canvas.blank(SIZE, WHITE), Canvas.blank(SIZE, WHITE)
    together.fill_each(flat_outlines(polygons), colours, 0.4)
    for polygon, colour in zip(polygons, colours, strict=True):
        singly.fill([polygon], colour, 0.4)
    assert np.array_equal(together.pixels, singly.pixels)
    together.fill_each(flat_outlines([]), [], 0.4)
    assert np.array_equal(together.pixels, singly.pixels)


def test_outlines_of_one_object_are_united():
    a = np.array([[2.0, 2.0], [12.0, 2.0], [12.0, 12.0], [2.0, 12.0]])
    found = _shares(lambda canvas: canvas.fill([a, a + 4.0], WHITE, 0.5))
    both = shapely.union(shapely.Polygon(a), shapely.Polygon(a + 4.0))
    assert np.abs(found - 0.5 * _areas(both)).max() < 0.01


def test_an_outline_that_goes_round_twice_is_empty_where_it_does():
    star = [(12 + 8 * np.sin(k * 4 * np.pi / 5), 9 - 8 * np.cos(k * 4 * np.pi / 5)) for k in range(5)]
    found = _shares(lambda canvas: canvas.fill([np.array(star)], WHITE))
    assert found[9, 12] == 0
    assert found[4, 12] == pytest.approx(1, abs=0.01)


@settings(max_examples=60, deadline=None)
@given(_CORNER, _CORNER, st.floats(0.5, 7))
def test_a_line_covers_its_area_of_every_pixel(start, end, width):
    found = _shares(lambda canvas: canvas.line([np.array([start, end])], width, WHITE))
    shape = shapely.LineString([start, end]).buffer(width / 2, cap_style="flat")
    # Pixels at the four corners of the line are taken as if its sides had no ends.
    near = [shapely.Point(point).buffer(1.6 + width / 2) for point in (start, end)]
    inside = _areas(shapely.union_all(near)) == 0
    assert np.abs(found - _areas(shape))[inside].max(initial=0) < 0.01
    assert np.abs(found - _areas(shape)).max() < 0.3


@pytest.mark.parametrize("turn", [20, 60, 120, 170])
@pytest.mark.parametrize("closed", [False, True])
def test_corners_are_round(turn, closed):
    way = np.radians([0, turn])
    path = np.cumsum([[4.0, 6.0], *(9 * np.stack((np.cos(way), np.sin(way)), axis=1))], axis=0)
    found = _shares(lambda canvas: canvas.line([path], 4, WHITE, closed=closed), (40, 40))
    line = shapely.LinearRing(path) if closed else shapely.LineString(path)
    areas = _areas(line.buffer(2, cap_style="flat", join_style="round", quad_segs=64), (40, 40))
    # Where two pieces share a pixel, the larger share is taken, not their union.
    assert np.abs(found - areas).max() < 0.35
    assert np.abs(found - areas).mean() < 0.004


def test_a_border_lies_on_both_sides_of_a_line_and_is_seen_through():
    canvas = Canvas.blank(SIZE, WHITE)
    path = np.array([[2.0, 9.0], [22.0, 9.0]])
    canvas.line([path], 4, (255, 0, 0), border=Border(2, BLACK, 0.4))
    column = canvas.pixels[:, 12].tolist()
    line, border = [255, 0, 0], [153, 153, 153]  # 0.6 of white
    assert column[5:13] == [border, border, line, line, line, line, border, border]
    assert column[4] == column[13] == [255, 255, 255]


def test_lines_of_several_widths():
    paths = [np.array([[2.0, y], [22.0, y]]) for y in (4.0, 12.0)]
    found = _shares(lambda canvas: canvas.line(paths, [2.0, 4.0], WHITE))
    assert [found[:9, 12].sum(), found[9:, 12].sum()] == [2, 4]


def test_crossing_lines_are_painted_once():
    paths = [np.array([[2.0, 9.0], [22.0, 9.0]]), np.array([[12.0, 2.0], [12.0, 16.0]])]
    found = _shares(lambda canvas: canvas.line(paths, 2, WHITE, 0.5))
    assert set(np.unique(found)) == {0, 128 / 255}


def test_dashes_are_interrupted_lines():
    path = np.array([[0.0, 9.0], [24.0, 9.0]])
    row = _shares(lambda canvas: canvas.line([path], 2, WHITE, dash=(4, 4)))[9]
    # 24 + 4 hold 3.5 dashes with their gaps, so there are four, of 7 pixels each with its gap.
    assert row.tolist() == [1, 1, 1, 1, 0, 0, 0] * 3 + [1, 1, 1]


def test_a_closed_dashed_outline_goes_all_the_way_round():
    square = np.array([[3.0, 3.0], [19.0, 3.0], [19.0, 15.0], [3.0, 15.0]])
    found = _shares(lambda canvas: canvas.line([square], 2, WHITE, closed=True, dash=(4, 3)))
    sides = found[3, 4:18], found[14, 4:18], found[4:14, 3], found[4:14, 18]
    assert all(0 < side.mean() < 1 for side in sides)


def test_points_that_lie_on_each_other():
    twice = np.array([[5.0, 9.0], [5.0, 9.0], [15.0, 9.0], [15.0, 9.0]])
    found = _shares(lambda canvas: canvas.line([twice], 2, WHITE))
    assert found[8:10, 6:14].all()
    alone = np.array([[5.0, 9.0], [5.0, 9.0]])
    assert not _shares(lambda canvas: canvas.line([alone], 2, WHITE)).any()


@pytest.mark.parametrize("far", [1e6, 1e15])
@pytest.mark.parametrize("dash", [(0, 0), (4, 3)])
def test_far_points_cost_nothing(far, dash):
    path = np.array([[-far, 9.0], [far, 9.0]])
    assert _shares(lambda canvas: canvas.line([path], 2, WHITE, dash=dash))[8:10].any()
    around = np.array([[-far, -far], [far, -far], [far, far], [-far, far]])
    assert _shares(lambda canvas: canvas.fill([around], WHITE)).all()


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_what_is_no_place_is_not_drawn(wrong):
    path = np.array([[2.0, 9.0], [wrong, 9.0], [9.0, 2.0]])
    assert not _shares(lambda canvas: canvas.line([path], 2, WHITE)).any()
    assert not _shares(lambda canvas: canvas.fill([path], WHITE)).any()
    assert not _shares(lambda canvas: canvas.disc(wrong, 3.0, 4.0, WHITE)).any()


def test_nothing_at_all():
    assert not _shares(lambda canvas: canvas.fill([], WHITE)).any()
    assert not _shares(lambda canvas: canvas.line([], 2, WHITE, dash=(4, 3))).any()
    assert flat_outlines([])[0].shape == (0,)


@settings(max_examples=40, deadline=None)
@given(_CORNER, st.floats(0.6, 9))
def test_a_disc_covers_its_area_of_every_pixel(middle, radius):
    found = _shares(lambda canvas: canvas.disc(*middle, radius, WHITE))
    areas = _areas(shapely.Point(middle).buffer(radius, quad_segs=64))
    # The arc is taken as straight inside of one pixel.
    assert np.abs(found - areas).max() < 0.15 / radius + 0.02


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**31), st.floats(0, 1))
def test_colours_are_mixed_as_pillow_pastes_them(seed, opacity):
    chance = np.random.default_rng(seed)
    below = chance.integers(0, 256, (*SIZE[::-1], 3), np.uint8)
    colour = tuple(chance.integers(0, 256, 3).tolist())
    mask = ndimage.binary_dilation(chance.random(SIZE[::-1]) < 0.05, iterations=3)
    canvas = Canvas.of_array(below)
    canvas.mask(encode_masks(mask[None]), colour, opacity)
    expected = Image.fromarray(below)
    expected.paste(colour, (0, 0), Image.fromarray(np.where(mask, round(255 * opacity), 0).astype(np.uint8)))
    assert np.array_equal(canvas.pixels, np.asarray(expected))


@pytest.mark.parametrize("width", [1, 2, 3, 7])
def test_the_edge_of_a_mask_against_an_erosion_by_a_square(width):
    mask = ndimage.binary_dilation(np.random.default_rng(3).random((60, 70)) > 0.997, iterations=9)
    found = _shares(lambda canvas: canvas.mask(encode_masks(mask[None]), WHITE, edge=width), (70, 60))
    expected = mask & ~ndimage.binary_erosion(mask, np.ones((2 * width + 1, 2 * width + 1)))
    assert np.array_equal(found == 1, expected)
    assert set(np.unique(found)) <= {0, 1}


def test_a_mask_larger_than_the_canvas_is_cut():
    mask = encode_masks(np.ones((1, 30, 40), bool))
    assert _shares(lambda canvas: canvas.mask(mask, WHITE)).all()


def test_an_empty_mask_paints_nothing():
    mask = encode_masks(np.zeros((1, *SIZE[::-1]), bool))
    assert not _shares(lambda canvas: canvas.mask(mask, WHITE, edge=2)).any()


def test_pictures_come_and_go_unchanged():
    values = np.random.default_rng(0).integers(0, 256, (6, 8, 3), np.uint8)
    given = Image.fromarray(values)
    canvas = Canvas.of(given)
    picture = canvas.picture()
    assert (picture.mode, picture.size, canvas.size) == ("RGB", (8, 6), (8, 6))
    assert np.array_equal(np.asarray(picture), values)
    canvas.pixels[:] = 0
    assert not np.asarray(picture).any()
    assert np.array_equal(np.asarray(given), values)


def test_a_picture_of_a_canvas_is_like_any_other():
    values = np.random.default_rng(0).integers(0, 256, (6, 8, 3), np.uint8)
    picture, other = Canvas.of_array(values).picture(), Image.fromarray(values)
    for each in (picture, other):
        each.load()[1, 2] = (9, 8, 7)
        each.putpixel((3, 4), (1, 2, 3))
        each.paste((5, 6, 7), (5, 0, 8, 3))
    assert not picture.readonly
    assert picture == other == picture.copy() == pickle.loads(pickle.dumps(picture))
    assert np.array_equal(picture.convert("RGBA"), other.convert("RGBA"))
    assert np.array_equal(picture.resize((40, 30)), other.resize((40, 30)))


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (5, 6), (33, 65), (1100, 1000)])
def test_arrays_are_copied_however_they_are_laid_out(shape):
    wide = np.random.default_rng(0).integers(0, 256, (2 * shape[0], 3 * shape[1], 4), np.uint8)
    plain = np.ascontiguousarray(wide[: shape[0], : shape[1], :3])
    views = {
        "plain": plain,
        "blue first": plain[..., ::-1],
        "upside down": plain[::-1],
        "mirrored": plain[:, ::-1],
        "part": wide[1 : shape[0] + 1, 2 : shape[1] + 2, :3],
        "every third": wide[::2, ::3, 1:],
        "by columns": np.asfortranarray(plain),
        "colours first": plain.transpose(2, 0, 1).copy().transpose(1, 2, 0),
    }
    for name, view in views.items():
        canvas = Canvas.of_array(view)
        assert np.array_equal(canvas.pixels, view), name
        assert (canvas.store[..., 3] == 255).all()


def test_without_shared_pixels(monkeypatch):
    values = np.random.default_rng(0).integers(0, 256, (6, 8, 3), np.uint8)
    monkeypatch.setattr(canvas_module, "picture_over", lambda store: None)
    canvas = Canvas.of(Image.fromarray(values))
    assert np.array_equal(canvas.pixels, values)
    assert np.array_equal(canvas.picture(), values)
