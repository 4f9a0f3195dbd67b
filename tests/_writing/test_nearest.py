from __future__ import annotations

import pytest

from truebox._writing.nearest import did_you_mean


@pytest.mark.parametrize(
    ("given", "question"),
    [
        ("cco", " Did you mean 'coco'?"),
        ("COCO", " Did you mean 'coco'?"),
        ("open-images", " Did you mean 'open_images'?"),
        ("kitti", ""),
        ("yolov8", ""),
        ("", ""),
        (None, ""),
        (["coco"], " Did you mean 'coco'?"),
    ],
)
def test_the_nearest_name(given, question):
    assert did_you_mean(given, ["coco", "lvis", "open_images", "yolov5"]) == question
