"""Every number of a picture has its mask, whether the picture is read natively or by Pillow."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.tracking.masks.numbered_pictures import masks_by_number
from truebox.datasets.tracking.png_pixels import png_pixels
from truebox.masks import decode_masks

Image = pytest.importorskip("PIL.Image")

KINDS = ("grey", "deep grey", "palette")


def saved(path, pixels, *, palette=False, **how):
    picture = Image.fromarray(pixels)
    if palette:
        picture.putpalette(bytes(range(256)) * 3)
    picture.save(path, "PNG", **how)
    return path


@pytest.mark.parametrize(("dtype", "palette"), [(np.uint8, False), (np.uint8, True), (np.uint16, False)])
def test_masks_are_the_pixels_of_each_number(tmp_path, dtype, palette):
    chance = np.random.default_rng(7)
    pictures = [chance.choice([0, 3, 255], (height, 9)).astype(dtype) for height in range(1, 700)]
    files = [saved(tmp_path / f"{k}.png", each, palette=palette) for k, each in enumerate(pictures)]
    read = list(masks_by_number(files, KINDS, png_pixels))
    assert len(read) == len(pictures)  # of two batches
    for pixels, (numbers, masks) in zip(pictures, read, strict=True):
        assert numbers == np.unique(pixels).tolist()
        for number, mask in zip(numbers, decode_masks(masks), strict=True):
            assert np.array_equal(mask, pixels == number)


def test_other_pictures_are_asked_for_one_by_one_and_stay_in_order(tmp_path):
    plain = np.array([[0, 1]], dtype=np.uint8)
    files = [saved(tmp_path / f"{k}.png", plain + np.uint8(k)) for k in range(3)]
    (tmp_path / "1.png").write_bytes(b"no picture")
    asked = []

    def pixels(file):
        asked.append(file)
        return np.array([[7, 8]], dtype=np.uint8)

    read = masks_by_number(files, KINDS, pixels)
    assert [numbers for numbers, _ in read] == [[0, 1], [7, 8], [2, 3]]
    assert asked == [files[1]]
