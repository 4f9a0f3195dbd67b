"""COCO is recognised by its first bytes."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.datasets.formats.coco.head import coco_evidence, path_lacks, path_looks_like_coco


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


BOTH = {"masks", "keypoints"}


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        (b'{"images": [], "annotations": [{"id": 1, "bbox": [0, 0, 1, 1]}]}', BOTH),
        (b' \n{"images": [{"file_name": "\\u732b.jpg"}], "annotations": []}', BOTH),
        (b'[{"image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1], "score": 1}]', BOTH),
        (b'{"images": [], "annotations": [{"id": 1, "keypoints": [1, 1, 2]}]}', {"masks"}),
        (b'{"images": [], "annotations": [{"id": 1, "segmentation": []}]}', {"keypoints"}),
        (b'{"images": [], "annotations": [{"id": 1, "keypoints": [], "segmentation": []}]}', set()),
        (b'{"images": [], "annotations": [{"id": 1, "\\u006beypoints": [1, 1, 2]}]}', set()),
        (b'{"images": [], "annotations": [{"id": 1, "ke\\u0079points": [1, 1, 2]}]}', set()),
        (b'{"images": [], "annotations": [{"id": 1, "\\u0073egmentation": []}]}', set()),
        (
            gzip.compress(b'{"images": [], "annotations": [{"id": 1, "keypoints": [1, 1, 2]}]}', mtime=0),
            set(),
        ),
        (b'{"shapes": []}', set()),
        (b"", set()),
    ],
)
def test_that_no_row_can_have_shapes_is_said_only_where_it_is_sure(text, lacks, tmp_path):
    (tmp_path / "a.json").write_bytes(text)
    assert path_lacks(tmp_path / "a.json") == lacks
    assert not path_lacks(tmp_path)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 40_000), st.sampled_from(["segmentation", "keypoints"]))
def test_a_word_is_found_wherever_it_stands(place, word):
    text = b'{"images": [], "annotations": [' + b"s k" * (place // 3) + b" " * (place % 3) + word.encode()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.json").write_bytes(text)
        held = "masks" if word == "segmentation" else "keypoints"
        assert path_lacks(Path(folder) / "a.json") == BOTH - {held}
