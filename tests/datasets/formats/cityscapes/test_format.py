"""What is taken for Cityscapes, and the image a file is of."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.formats.cityscapes.format import FORMAT, image_of
from truebox.datasets.formats.cityscapes.labels import INSTANCES, LABELS, VOID
from truebox.datasets.place import Place


def test_names_and_lines_tell_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("masks/a.png 26 0.5\n")
    assert FORMAT.recognise(Place(tmp_path), "predictions").strength == 3
    assert FORMAT.recognise(Place(tmp_path), "truth") is None
    (tmp_path / "a.txt").write_text("26 0.5 0.5\n")
    assert FORMAT.recognise(Place(tmp_path), "predictions") is None
    (tmp_path / "ulm_0_1_gtFine_instanceIds.png").touch()
    assert FORMAT.recognise(Place(tmp_path), "truth").strength == 3


def test_image_of_a_file() -> None:
    assert image_of("x/ulm_000000_000019_anything.txt") == "ulm_000000_000019"
    assert image_of("mine.txt") == image_of("mine_instanceIds.png") == "mine"


def test_labels_are_those_of_the_data_set() -> None:
    assert len(LABELS) == 34
    assert [LABELS[k] for k in (0, 7, 23, 24, 26, 29, 33)] == [
        *("unlabeled", "road", "sky", "person", "car", "caravan", "bicycle")
    ]
    assert set(LABELS) > INSTANCES | VOID
    assert len(INSTANCES) == 8
    assert not INSTANCES & VOID
