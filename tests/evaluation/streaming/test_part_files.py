"""A part is read class by class."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamed_worlds import made_images, streamed

from truebox.errors import InputError
from truebox.evaluation import merge_parts
from truebox.evaluation.streaming import part_merging
from truebox.evaluation.streaming.part_files import open_part


def test_a_part_says_its_images_before_any_row_is_read(tmp_path: Path) -> None:
    truth, found = made_images(4)
    evaluator = streamed(truth, found, [4, 2, 9, 7], [[0, 1, 2, 3]])
    evaluator.save(tmp_path / "a.tbx")
    for source in (tmp_path / "a.tbx", evaluator.to_bytes()):
        part = open_part(source)
        assert part.ids.tolist() == [2, 4, 7, 9]
        assert part.given.tolist() == [len(found[i]["boxes"]) for i in (1, 0, 3, 2)]
        assert part.truths.tolist() == [len(truth[i]["boxes"]) for i in (1, 0, 3, 2)]
        assert sum(len(part.class_stream(k)) for k in range(3)) == sum(part.head.said["streams"])
        part.close()


def test_more_parts_than_files_may_be_open_are_opened_for_each_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth, found = made_images(9)
    paths = []
    for image in range(9):
        paths.append(tmp_path / f"{image}.tbx")
        streamed(truth, found, list(range(9)), [[image]]).save(paths[-1])
    apart = merge_parts(paths)
    monkeypatch.setattr(part_merging, "_MOST_OPEN", 2)
    again = merge_parts(paths)
    assert again.precision.tobytes() == apart.precision.tobytes()
    assert dict(again.metrics) == dict(apart.metrics)


def test_a_part_written_over_meanwhile_is_refused(tmp_path: Path) -> None:
    truth, found = made_images(3)
    path = tmp_path / "a.tbx"
    streamed(truth, found, [1, 2, 3], [[0, 1]]).save(path)
    part = open_part(path, stays_open=False)
    open_one = open_part(path)
    assert part.class_stream(0) == open_one.class_stream(0)
    open_one.close()
    streamed(truth, found, [1, 2, 3], [[2]]).save(path)
    with pytest.raises(InputError, match=r"E-574 .*a\.tbx: the part was written over while it was read"):
        part.class_stream(0)
