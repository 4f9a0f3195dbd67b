"""Columns of what is written image by image, against the records image by image."""

from __future__ import annotations

import truebox as tb
from truebox.datasets.outgoing.written_columns import columns_by_image
from truebox.datasets.outgoing.written_images import truth_by_image


def test_columns_hold_what_the_images_hold():
    images = [{"id": 4, "width": 9, "height": 9, "file_name": "b.jpg"}, {"id": 2, "width": 9, "height": 9}]
    rows = [(2, 7, 1), (4, 8, 2), (2, 8, 3), (4, 7, 4)]
    annotations = [
        {"id": given, "image_id": image, "category_id": category, "bbox": [given, 1, 2, 3]}
        for image, category, given in rows
    ]
    classes = [{"id": 7, "name": "cat"}, {"id": 8, "name": "dog"}]
    truth = tb.read_truth({"images": images, "annotations": annotations, "categories": classes})
    found = columns_by_image(truth)
    expected = truth_by_image(truth)
    assert found.names == [image.name for image in expected]
    for place, image in enumerate(expected):
        own = found.image == place
        assert found.boxes[own].tolist() == [each.box for each in image.objects]
        labels = [truth.categories.names[code] for code in found.category[own].tolist()]
        assert labels == [each.label for each in image.objects]
        assert found.firsts[own].tolist() == [1, 0]
