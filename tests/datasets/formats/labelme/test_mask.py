"""Masks of LabelMe that do not fit are refused before they are decoded."""

from __future__ import annotations

import base64
import io

import numpy as np
import pytest

from truebox.datasets.formats.labelme.mask import labelme_mask
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError

DOCUMENT = JsonObject({"imageWidth": 6, "imageHeight": 4}, "a.json")


def png(width: int, height: int) -> str:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(np.full((height, width), 255, dtype=np.uint8)).save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def test_a_mask_that_fits():
    size, text = labelme_mask(JsonObject({"mask": png(2, 1)}, "s"), DOCUMENT, (0, 0, 2, 1))
    assert size == (4, 6)
    from truebox.masks.area import mask_area
    from truebox.masks.coco import masks_from_coco

    assert mask_area(masks_from_coco([{"size": list(size), "counts": text}])).tolist() == [2]


@pytest.mark.parametrize(
    ("mask", "box", "message"),
    [
        (png(3, 3), (0, 0, 2, 1), "E-451 s mask: its PNG has 3 x 3 pixels, its points 2 x 1"),
        (png(2, 1), (5, 0, 2, 1), "E-451 s: a mask of 2 x 1 at 5, 0 leaves the picture"),
        ("%%%", (0, 0, 2, 1), "E-451 s mask: it is no PNG"),
        (base64.b64encode(b"GIF89a").decode(), (0, 0, 2, 1), "E-451 s mask: it is no PNG"),
        (png(2, 1)[:60], (0, 0, 2, 1), "E-451 s mask"),
    ],
)
def test_masks_that_do_not_fit(mask, box, message):
    with pytest.raises(InputError, match=message):
        labelme_mask(JsonObject({"mask": mask}, "s"), DOCUMENT, box)


def test_the_size_of_the_picture_is_needed():
    with pytest.raises(InputError, match="E-450"):
        labelme_mask(JsonObject({}, "s"), JsonObject({}, "a.json"), (0, 0, 2, 1))
