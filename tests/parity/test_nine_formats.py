"""One truth in nine formats, written by the tools of others, is one truth after reading."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb

_DATA = "padilla_review/data/database"

# Name of the folder: how far a corner may be from that in COCO, in pixels, and why.
_FORMATS = {
    "coco_format_v2": 0,
    "pascalvoc_format": 0,
    "imagenet_format": 0,
    "labelme_format": 0,
    "cvat_format": 0,
    "yolo_format": 1e-3,  # six decimals of a fraction of at most 500 pixels, twice
    "openimages_format": 1e-3,  # ten digits, and decimal commas
    "tfrecord_format": 5e-5,  # single precision: 2^-25 of 500 pixels, twice
}


def rows(truth):
    """File name without suffix, class and corners of every object, sorted."""
    images = dict(zip(truth.images.ids.tolist(), truth.images.file_names, strict=True))
    stems = {key: (name or str(key)).rpartition("/")[2].partition(".")[0] for key, name in images.items()}
    labels = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    corners = truth.boxes + np.concatenate((np.zeros((len(truth), 2)), truth.boxes[:, :2]), axis=1)
    found = zip(truth.image.tolist(), truth.category.tolist(), corners.tolist(), strict=True)
    return sorted(
        (stems[image], labels[label], [round(each) for each in box], box) for image, label, box in found
    )


@needs_fixtures
@pytest.mark.parametrize("name", list(_FORMATS))
def test_all_are_the_same(name):
    pytest.importorskip("PIL", reason="Pillow reads the sizes of pictures")
    base = fixture(f"{_DATA}/gts")
    # The annotations of this fixture count pixels from 0 in every format (its COCO has x = xmin).
    said = {"pixel_origin": 0} if name in ("pascalvoc_format", "imagenet_format") else {}
    truth = tb.read_truth(base / name, images=fixture(f"{_DATA}/images"), **said)
    expected = rows(tb.read_truth(base / "coco_format_v1"))
    found = rows(truth)
    assert [row[:3] for row in found] == [row[:3] for row in expected]
    far = np.abs(np.array([row[3] for row in found]) - np.array([row[3] for row in expected]))
    assert far.max() <= _FORMATS[name]
    assert len(truth.images) == 100
