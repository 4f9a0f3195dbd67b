"""COCO is recognised by its first bytes."""

from __future__ import annotations

import gzip

import pytest

from truebox.datasets.formats.coco.head import coco_evidence, path_looks_like_coco


@pytest.mark.parametrize(
    ("head", "role", "said"),
    [
        (b'{"info": {}, "licenses": []', "truth", "begins as COCO"),
        (b'\xef\xbb\xbf {"images": [], "annotations": []}', "truth", '"images", "annotations"'),
        (b'[{"image_id": 1, "category_id": 2, "bbox": [1', "predictions", '"image_id" and "category_id"'),
        (b" [ ] ", "predictions", "an empty list"),
    ],
)
def test_coco_is_seen(head, role, said):
    assert said in coco_evidence(head, role)


@pytest.mark.parametrize(
    ("head", "role"),
    [
        (b'{"version": "5.0", "shapes": []}', "truth"),
        (b'[{"image": "a.jpg", "annotations": []}]', "truth"),
        (b'[{"image_id": 1, "category_id": 2}]', "truth"),
        (b'{"images": []}', "predictions"),
        (b'[{"label": "cat"}]', "predictions"),
        (b'[{"a": 1}, {"image_id": 1, "category_id": 1}]', "predictions"),
        (b"", "truth"),
    ],
)
def test_what_is_not_coco_is_not_taken_for_it(head, role):
    assert coco_evidence(head, role) == ""


def test_a_file_is_looked_into_gzip_too(tmp_path):
    text = b'{"images": [], "annotations": [], "categories": []}'
    plain, packed = tmp_path / "a.json", tmp_path / "b.bin"
    plain.write_bytes(text)
    packed.write_bytes(gzip.compress(text))
    assert path_looks_like_coco(plain, "truth")
    assert path_looks_like_coco(packed, "truth")
    assert not path_looks_like_coco(plain, "predictions")
    assert not path_looks_like_coco(tmp_path, "truth")
