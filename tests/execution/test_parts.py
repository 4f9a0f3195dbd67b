"""Shards to parts, and parts to a result."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest
from streamed_worlds import coco

from truebox.errors import InputError
from truebox.evaluation import evaluate
from truebox.execution import merge, part


def test_files_of_shards_give_the_numbers_of_the_whole(tmp_path: Path) -> None:
    paths = []
    for number, images in enumerate(([0, 1, 2], [3, 4], [5, 6, 7])):
        truth, found = coco(images, 100 * number + 1)
        files = tmp_path / f"truth-{number}.json", tmp_path / f"found-{number}.json"
        for path, data in zip(files, (truth, found), strict=True):
            path.write_text(json.dumps(data))
        paths.append(tmp_path / f"{number}.tbx")
        assert part(*files, save=paths[-1]) == paths[-1].read_bytes()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = evaluate(*coco(list(range(8)), 1))
        result = merge(reversed(paths), expect=range(8))
    assert dict(result.metrics) == dict(alone.metrics)
    assert result.precision.tobytes() == alone.precision.tobytes()


def test_shards_that_number_annotations_from_one_are_refused() -> None:
    parts = [part(*coco(images, 1)) for images in ([0, 1], [2, 3])]
    with pytest.raises(InputError, match="E-573"):
        merge(parts)
