"""Shards to parts, and parts to a result."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

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


def _table(path: Path, rows: list[tuple[Any, ...]]) -> Path:
    lines = ["image,label,x1,y1,x2,y2" + (",score" if len(rows[0]) > 3 else "")]
    for image, label, left, *score in rows:
        lines.append(",".join(map(str, (image, label, left, 10, left + 30, 50, *score))))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_classes_that_a_shard_only_names_are_joined_by_name(tmp_path: Path) -> None:
    # Each table counts its names as they come: dog is the first class of one and the second of the other.
    true = [[("a", "dog", 10), ("a", "cat", 99), ("b", "cat", 99)], [("c", "cat", 10), ("c", "dog", 99)]]
    found = [[("a", "dog", 10, 0.9), ("b", "cat", 300, 0.8)], [("c", "cat", 10, 0.9), ("c", "dog", 300, 0.3)]]
    whole = evaluate(
        _table(tmp_path / "t.csv", [*true[0], *true[1]]), _table(tmp_path / "p.csv", [*found[0], *found[1]])
    )
    shards = [
        (_table(tmp_path / f"t{n}.csv", true[n]), _table(tmp_path / f"p{n}.csv", found[n])) for n in (0, 1)
    ]
    for classes in (["cat", "dog"], {4: "cat", 9: "dog"}):
        merged = merge([part(*shard, categories=classes) for shard in shards])
        assert dict(merged.metrics) == dict(whole.metrics)
        by_name = {each.name: each.metrics["AP"] for each in whole.per_class}
        assert {each.name: each.metrics["AP"] for each in merged.per_class} == by_name
    with pytest.raises(InputError, match="E-576"):
        merge([part(*shard) for shard in shards])
    with pytest.raises(InputError, match="E-131"):
        part(*shards[0], categories=["cat", "cow"])
