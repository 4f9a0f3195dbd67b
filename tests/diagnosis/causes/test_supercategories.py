"""Supercategories come from the truth's own file, where it names them for every class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from truebox.datasets import read_truth
from truebox.diagnosis.causes.supercategories import supercategories_of

CATEGORIES = [
    {"id": 1, "name": "cat", "supercategory": "animal"},
    {"id": 2, "name": "bus", "supercategory": "vehicle"},
]


def written(folder: Path, categories: list[dict[str, Any]]) -> Path:
    path = folder / "truth.json"
    path.write_text(json.dumps({"images": [{"id": 1}], "annotations": [], "categories": categories}))
    return path


def test_they_are_read_from_the_file(tmp_path: Path) -> None:
    truth = read_truth(written(tmp_path, CATEGORIES))
    assert supercategories_of(truth) == {"cat": "animal", "bus": "vehicle"}


@pytest.mark.parametrize("wrong", [{}, {"supercategory": 7}])
def test_one_class_without_a_group_and_there_are_none(tmp_path: Path, wrong: dict[str, Any]) -> None:
    truth = read_truth(written(tmp_path, [CATEGORIES[0], {"id": 2, "name": "bus", **wrong}]))
    assert supercategories_of(truth) is None


def test_a_file_that_is_gone_or_has_become_another(tmp_path: Path) -> None:
    path = written(tmp_path, CATEGORIES)
    truth = read_truth(path)
    path.write_text("[1, 2]")
    assert supercategories_of(truth) is None
    path.unlink()
    assert supercategories_of(truth) is None


def test_data_in_memory_has_no_file() -> None:
    assert supercategories_of(read_truth({"images": [], "annotations": [], "categories": CATEGORIES})) is None
