"""`write_world`: whole files, and nothing of anybody else's is touched."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from PIL import Image

from truebox.errors import ArgumentError, MissingExtraError
from truebox.generation import make_world, to_coco_results, write_world


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_files_hold_the_world(tmp_path: Path) -> None:
    world = make_world(3)
    folder = write_world(world, tmp_path / "some" / "demo")
    pictures = [f"images/{number:06d}.jpg" for number in (1, 2, 3)]
    assert names(folder) == ["detector_a.json", "detector_b.json", *pictures, "truth.json", "world.json"]
    assert json.loads((folder / "truth.json").read_text("utf-8")) == world.to_coco()
    assert json.loads((folder / "detector_b.json").read_bytes()) == to_coco_results(world.predictions[1])
    facts = json.loads((folder / "world.json").read_bytes())
    assert facts["planted"] == json.loads(json.dumps(world.planted.to_dict()))
    with Image.open(folder / "images" / "000001.jpg") as picture:
        assert picture.size == world.size


def test_a_smaller_world_leaves_nothing_of_the_larger(tmp_path: Path) -> None:
    write_world(make_world(4), tmp_path)
    write_world(make_world(2), tmp_path)
    assert [name for name in names(tmp_path) if "images" in name] == [
        "images/000001.jpg",
        "images/000002.jpg",
    ]
    (tmp_path / "images" / "mine.jpg").write_bytes(b"x")
    write_world(make_world(1), tmp_path, pictures=False)
    assert [name for name in names(tmp_path) if "images" in name] == ["images/mine.jpg"]


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text("precious")
    with pytest.raises(
        ArgumentError, match=r"holds files that no demo wrote, and is left alone; give the path"
    ):
        write_world(make_world(1), tmp_path)
    assert names(tmp_path) == ["truth.json"]
    assert (tmp_path / "truth.json").read_text() == "precious"


@pytest.mark.parametrize("mark", ["", "[]", '{"made_by": "me"}'])
def test_a_mark_of_somebody_else_does_not_count(tmp_path: Path, mark: str) -> None:
    (tmp_path / "world.json").write_text(mark)
    with pytest.raises(ArgumentError, match="no demo wrote"):
        write_world(make_world(1), tmp_path)


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_file_is_no_folder(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("precious")
    with pytest.raises(ArgumentError, match=r"is, or lies below, a file; give the path of a new folder"):
        write_world(make_world(1), tmp_path / "file" / below)
    assert (tmp_path / "file").read_text() == "precious"


def test_a_folder_that_cannot_be_made_is_told_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"cannot write: .*nnn"):
        write_world(make_world(1), tmp_path / ("n" * 300))


def test_a_full_disk_is_said_and_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: str, destination: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="cannot write: No space left on device"):
        write_world(make_world(1), tmp_path)
    assert names(tmp_path) == []


def test_without_pillow_all_but_the_pictures_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "truebox.generation.scenes.pictures", raising=False)
    with pytest.raises(MissingExtraError, match="Pillow"):
        write_world(make_world(2), tmp_path)
    assert names(tmp_path) == ["detector_a.json", "detector_b.json", "truth.json", "world.json"]


def test_progress_counts_every_picture(tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []
    write_world(make_world(3), tmp_path, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(1, 3), (2, 3), (3, 3)]
