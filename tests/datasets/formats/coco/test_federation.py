"""What LVIS adds, from a file and from parsed content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from truebox.datasets import read_truth
from truebox.datasets.formats.coco.federation import read_federation
from truebox.errors import InputError


def _truth(**image: Any) -> dict[str, Any]:
    return {
        "info": {"images": [1, 2]},
        "images": [
            {"id": 8, "neg_category_ids": [5, 2, 99], "not_exhaustive_category_ids": []},
            {"id": 3, "neg_category_ids": [], "not_exhaustive_category_ids": [5], **image},
        ],
        "annotations": [],
        "categories": [
            {"id": 5, "name": "cat", "frequency": "r"},
            {"id": 2, "name": "dog", "frequency": "f"},
        ],
    }


def test_a_file_and_its_content_say_the_same(tmp_path: Path) -> None:
    data = _truth()
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(data, indent=1))
    for source in (data, path, str(path)):
        stated = read_federation(source, read_truth(source))
        assert stated.image.tolist() == [0, 0, 1]
        assert stated.category.tolist() == [0, 1, 0]  # 99 is not listed
        assert stated.negative.tolist() == [True, True, False]
        assert stated.frequency == ("r", "f")


@pytest.mark.parametrize("value", [None, 5, "5"])
def test_an_image_without_its_lists_is_refused(value: Any) -> None:
    data = _truth(neg_category_ids=value)
    with pytest.raises(InputError, match=r"E-145.*images\[1\].neg_category_ids") as refused:
        read_federation(data, read_truth(data))
    assert refused.value.row == 1


@pytest.mark.parametrize("value", [[[]], [None], [True]])
def test_a_list_of_something_else_than_ids_is_refused(value: Any) -> None:
    data = _truth(neg_category_ids=value)
    with pytest.raises(InputError, match=r"E-145.*images\[1\].neg_category_ids"):
        read_federation(data, read_truth(data))


def test_ids_beyond_64_bits_are_found() -> None:
    data = _truth()
    wide = {5: 2**63, 2: 2}
    for image in data["images"]:
        image["id"] += 2**64
        for key in ("neg_category_ids", "not_exhaustive_category_ids"):
            image[key] = [wide.get(value, value) for value in image[key]]
    for category in data["categories"]:
        category["id"] = wide[category["id"]]
    stated = read_federation(data, read_truth(data))
    assert (stated.image.tolist(), stated.category.tolist()) == ([0, 0, 1], [0, 1, 0])


def test_of_an_image_listed_twice_the_last_lists_count() -> None:
    """lvis.LVIS keeps one image per id: the last."""
    image = {"id": 1, "width": 9, "height": 9, "file_name": "a.jpg"}
    data = {
        "images": [
            {**image, "neg_category_ids": [5, 6], "not_exhaustive_category_ids": [6]},
            {**image, "neg_category_ids": [6], "not_exhaustive_category_ids": [5]},
        ],
        "annotations": [],
        "categories": [{"id": n, "name": f"c{n}", "frequency": "r"} for n in (5, 6)],
    }
    found = read_federation(data, read_truth(data))
    rows = zip(found.image.tolist(), found.category.tolist(), found.negative.tolist(), strict=True)
    assert sorted(rows) == [(0, 0, False), (0, 1, True)]
