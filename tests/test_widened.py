"""Columns held in few bytes are int64 for whoever reads them, and copies and pickles hold what was read."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox._widened import HeldNarrow, held_values, narrow_or_not
from truebox.records import Ids

SMALL, LARGE = 2**31 - 1, 2**31


def results(ids: list[int]) -> list[dict[str, object]]:
    return [{"image_id": each, "category_id": -each, "bbox": [1, 2, 3, 4], "score": 0.5} for each in ids]


@pytest.mark.parametrize(
    "ids",
    [
        [1, SMALL, -SMALL - 1],
        [LARGE, 1, 2],
        [1, 2, LARGE, -LARGE - 1, 2**63 - 1],
        [5] * 40_000 + [2**40] + [6] * 40_000 + [-(2**40)],
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_ids_of_a_file_are_those_written_whatever_their_size(
    tmp_path: Path, ids: list[int], threads: int
) -> None:
    path = tmp_path / "results.json"
    path.write_text(json.dumps(results(ids)))
    found = tb.read_predictions(path, threads=threads)
    assert found.image.values.dtype == found.category.values.dtype == np.int64
    assert found.image.values.tolist() == ids
    assert found.category.values.tolist() == [-each for each in ids]
    assert found.image.tolist() == ids


@pytest.mark.parametrize("height", [480, 65_535, 65_536, 100_000])
def test_sizes_of_masks_are_those_written(tmp_path: Path, height: int) -> None:
    path = tmp_path / "results.json"
    rows = [
        {"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": {"size": size, "counts": "0"}}
        for size in ([480, 640], [height, 3])
    ]
    path.write_text(json.dumps(rows))
    held = tb.read_predictions(path, geometry="masks").segmentations
    assert held is not None
    assert held.sizes.dtype == np.int64
    assert held.sizes.tolist() == [[480, 640], [height, 3]]


def test_copies_and_pickles_hold_what_was_read() -> None:
    for again in (copy.copy, copy.deepcopy, lambda ids: pickle.loads(pickle.dumps(ids))):
        ids = Ids(narrow_or_not(np.array([3, 1], dtype=np.int32)))
        assert again(ids).values.dtype == np.int64
        assert again(ids).values.tolist() == [3, 1]


def test_length_rows_and_distinct_ids_do_not_widen() -> None:
    ids = Ids(narrow_or_not(np.array([3, 1, 3], dtype=np.int32)))
    assert (len(ids), ids[0], ids.tolist()) == (3, 3, [3, 1, 3])
    assert (ids.distinct().tolist(), ids.distinct().dtype) == ([1, 3], np.int64)
    assert held_values(ids, "values").dtype == np.int32
    assert ids.values is ids.values
    assert held_values(ids, "values") is ids.values


def test_what_is_wide_is_not_held_apart() -> None:
    wide = np.array([1])
    assert narrow_or_not(wide) is wide
    assert isinstance(narrow_or_not(wide.astype(np.int32)), HeldNarrow)
