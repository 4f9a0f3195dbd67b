"""Whatever is a picture becomes a new one in RGB; nothing else does."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from truebox.drawing.pictures.picture import as_canvas, as_picture
from truebox.errors import ArgumentError, InputError

WHITE = (255, 255, 255)


def test_the_callers_picture_is_never_the_answer():
    mine = Image.new("RGB", (8, 6), (10, 20, 30))
    found = as_picture(mine, WHITE)
    found.putpixel((0, 0), (1, 2, 3))
    assert mine.getpixel((0, 0)) == (10, 20, 30)


def test_the_callers_array_stays_as_it_is():
    mine = np.full((6, 8, 3), 7, np.uint8)
    as_picture(mine, WHITE).putpixel((0, 0), (1, 2, 3))
    assert (mine == 7).all()


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr", "HSV", "LAB", "RGBX"])
def test_every_mode_becomes_rgb(mode):
    found = as_picture(Image.new("RGB", (8, 6), (200, 200, 200)).convert("L").convert("RGB").convert(mode)
                       if mode != "LAB" else Image.new("LAB", (8, 6)), WHITE)  # fmt: skip
    assert (found.mode, found.size) == ("RGB", (8, 6))


def test_transparent_pixels_show_the_canvas():
    picture = Image.new("RGBA", (4, 4), (255, 0, 0, 0))
    assert as_picture(picture, (9, 8, 7)).getpixel((1, 1)) == (9, 8, 7)


def test_sixteen_bits_keep_their_upper_half():
    picture = Image.fromarray(np.full((4, 4), 0x8040, np.uint16))
    assert as_picture(picture, WHITE).getpixel((0, 0)) == (0x80, 0x80, 0x80)


def test_floats_of_a_picture_are_spread():
    picture = Image.fromarray(np.array([[-1.0, 1.0], [0.0, np.nan]], np.float32))
    found = np.asarray(as_picture(picture, WHITE))[..., 0]
    assert found.tolist() == [[0, 255], [127, 127]]


@pytest.mark.parametrize("shape", [(6, 8), (6, 8, 1), (6, 8, 3), (6, 8, 4)])
def test_arrays(shape):
    assert as_picture(np.zeros(shape, np.uint8), WHITE).size == (8, 6)


@pytest.mark.parametrize(
    ("array", "fix"),
    [
        (np.zeros((3, 20, 30), np.uint8), r"image\.transpose\(1, 2, 0\)"),
        (np.zeros((20, 30, 3), np.float32), "255 \\* image"),
        (np.zeros((2, 20, 30, 3), np.uint8), "height, width, 3"),
        (np.zeros((0, 30, 3), np.uint8), "height, width, 3"),
    ],
)
def test_arrays_that_are_no_picture(array, fix):
    with pytest.raises(InputError, match=f"E-560 image: an array .* is no picture.*{fix}"):
        as_picture(array, WHITE)


def test_a_file(tmp_path):
    Image.new("RGB", (8, 6), (10, 20, 30)).save(tmp_path / "a.png")
    assert as_picture(tmp_path / "a.png", WHITE).getpixel((0, 0)) == (10, 20, 30)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "PPM"])
def test_kinds_of_files(tmp_path, kind):
    Image.new("RGB", (8, 6), (200, 100, 50)).save(tmp_path / "a", kind)
    assert as_picture(tmp_path / "a", WHITE).size == (8, 6)


def test_a_picture_that_is_a_program_is_not_opened(tmp_path):
    (tmp_path / "a.eps").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 6\n%%EndComments\n")
    with pytest.raises(InputError, match=r"E-560 .*not a picture of a known kind"):
        as_picture(tmp_path / "a.eps", WHITE)


def test_a_picture_that_would_fill_the_memory(tmp_path, monkeypatch):
    Image.new("RGB", (80, 60)).save(tmp_path / "a.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    with pytest.raises(InputError, match=r"E-560 .*MAX_IMAGE_PIXELS"):
        as_picture(tmp_path / "a.png", WHITE)


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_a_file_that_is_no_picture(tmp_path, content):
    path = tmp_path / "a.png"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"E-560 .*a.png: "):
        as_picture(path, WHITE)


def test_a_file_cut_short(tmp_path):
    path = tmp_path / "a.png"
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (64, 64, 3), dtype=np.uint8)).save(path)
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(InputError, match=r"E-560 .*cannot be read"):
        as_picture(path, WHITE)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"E-560 .*there is no such file"):
        as_picture(tmp_path / "a.png", WHITE)


@pytest.mark.parametrize("size", [(0, 5), (5, -1), (5.5, 5), ("5", 5), (10**6, 5)])
def test_sizes_that_are_none(size):
    with pytest.raises(ArgumentError, match="is no size of a canvas"):
        as_picture(size, WHITE)


def test_a_canvas_that_would_fill_the_memory():
    with pytest.raises(ArgumentError, match="at most 200,000,000 are drawn"):
        as_picture((30_000, 30_000), WHITE)


def test_a_canvas_around_points():
    assert as_picture(None, WHITE, np.array([[10.0, 20.0], [100.0, 200.0]])).size == (110, 220)
    assert as_picture(None, WHITE, np.array([[1.0, 2.0]])).size == (64, 64)


@pytest.mark.parametrize("extent", [None, np.empty((0, 2))])
def test_a_canvas_around_nothing(extent):
    with pytest.raises(ArgumentError, match="image=None needs something to draw"):
        as_picture(None, WHITE, extent)


def test_a_canvas_for_points_too_far():
    with pytest.raises(ArgumentError, match="too far for a canvas"):
        as_picture(None, WHITE, np.array([[1e9, 5.0]]))


def test_something_else():
    with pytest.raises(ArgumentError, match="image is a dict"):
        as_picture({}, WHITE)


def test_blue_first_is_turned_round_where_it_is_said():
    blue_first = np.zeros((2, 3, 3), dtype=np.uint8)
    blue_first[:, :, 0] = 255
    assert as_picture(blue_first, (0, 0, 0), order="bgr").getpixel((0, 0)) == (0, 0, 255)
    assert as_picture(blue_first, (0, 0, 0)).getpixel((0, 0)) == (255, 0, 0)
    with_alpha = np.dstack([blue_first, np.full((2, 3), 255, dtype=np.uint8)])
    assert as_picture(with_alpha, (0, 0, 0), order="bgr").getpixel((2, 1)) == (0, 0, 255)
    with pytest.raises(ArgumentError, match="order is 'gbr'; expected 'rgb' or"):
        as_picture(blue_first, (0, 0, 0), order="gbr")


@pytest.mark.parametrize("order", ["rgb", "bgr"])
@pytest.mark.parametrize(
    "kind", ["array", "grey", "alpha", "turned", "picture", "palette", "file", "blank", "tensor"]
)
def test_a_canvas_holds_the_same_pixels_as_the_picture(kind, order, tmp_path):
    values = np.random.default_rng(0).integers(0, 256, (6, 8, 4), np.uint8)
    rgb = values[..., :3]
    Image.fromarray(rgb).save(tmp_path / "a.png")
    image = {
        "array": rgb,
        "grey": values[..., 0],
        "alpha": values,
        "turned": rgb.transpose(1, 0, 2)[::-1],
        "picture": Image.fromarray(rgb),
        "palette": Image.fromarray(rgb).convert("P"),
        "file": tmp_path / "a.png",
        "blank": (8, 6),
        "tensor": pytest.importorskip("torch").from_numpy(rgb.transpose(2, 0, 1).copy()),
    }[kind]
    canvas = as_canvas(image, (1, 2, 3), order=order)
    assert np.array_equal(canvas.pixels, np.asarray(as_picture(image, (1, 2, 3), order=order)))
    assert canvas.store.flags["C_CONTIGUOUS"]
    assert not np.shares_memory(canvas.store, values)


def test_a_canvas_refuses_what_a_picture_does():
    with pytest.raises(ArgumentError, match="order is"):
        as_canvas((8, 6), WHITE, order="gbr")
    with pytest.raises(ArgumentError, match="image=None"):
        as_canvas(None, WHITE)
    with pytest.raises(InputError, match="E-560"):
        as_canvas(np.zeros((6, 8, 5), np.uint8), WHITE)
