"""Which scenes belong to which split."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.datasets.formats.nuscenes.scenes import scenes_of_split, splits_of, tables_folder
from truebox.errors import InputError

NAMES = ("scene-0001", "scene-0003", "scene-0103", "scene-0916")


def test_the_kits_lists(tmp_path: Path) -> None:
    assert scenes_of_split(tmp_path, "val", NAMES) == {"scene-0003", "scene-0103", "scene-0916"}
    assert scenes_of_split(tmp_path, "train", NAMES) == {"scene-0001"}
    assert scenes_of_split(tmp_path, "mini_val", NAMES) == {"scene-0103", "scene-0916"}


def test_own_lists_come_first(tmp_path: Path) -> None:
    (tmp_path / "splits.json").write_text('{"val": ["scene-0001", "scene-9999"], "broken": 1}')
    assert scenes_of_split(tmp_path, "val", NAMES) == {"scene-0001"}
    with pytest.raises(InputError, match=r"E-440.*'broken' is no list of scenes"):
        scenes_of_split(tmp_path, "broken", NAMES)


def test_two_versions_must_be_chosen_from(tmp_path: Path) -> None:
    for version in ("v1.0-mini", "v1.0-trainval"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "sample.json").write_text("[]")
        (tmp_path / version / "scene.json").write_text("[]")
    with pytest.raises(InputError, match=r"E-102.*v1.0-mini, v1.0-trainval"):
        tables_folder(tmp_path)
    found = splits_of(tmp_path / "v1.0-mini")
    assert found is not None
    assert list(found.paths) == ["mini_train", "mini_val"]
