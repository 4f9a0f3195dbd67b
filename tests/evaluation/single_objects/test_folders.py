"""Names of sequences and of their results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRUE = [[10, 10, 20, 40], [12, 10, 20, 40], [14, 10, 20, 40], [16, 10, 20, 40]]
FOUND = [[10, 10, 20, 40], [12, 10, 20, 40], [19, 10, 20, 40], [90, 10, 20, 40]]


def put(file: Path, rows: list[Any], between: str = ",") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, str) else between.join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")


def run(folder: Path, protocol: str, **how: Any) -> Any:
    return tb.evaluate(folder / "truth", folder / "found", protocol=protocol, **how)


def refusal(folder: Path, protocol: str = "otb") -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        run(folder, protocol)
    return caught.value.code, str(caught.value)


def test_several_objects_of_a_sequence(tmp_path: Path) -> None:
    """As the kit names them; its other spelling of results is read too."""
    for number in (1, 2):
        put(tmp_path / f"truth/Jogging/groundtruth_rect.{number}.txt", TRUE)
    put(tmp_path / "truth/Human4/groundtruth_rect.1.txt", [""])
    put(tmp_path / "truth/Human4/groundtruth_rect.2.txt", TRUE)
    for name in ("Jogging.1", "jogging-2", "Human4"):
        put(tmp_path / f"found/{name}.txt", FOUND)
    names = [each.name for each in run(tmp_path, "otb").per_sequence]
    assert names == ["Human4", "Jogging.1", "Jogging.2"]


def test_missing_sequences_and_folders_of_trackers(tmp_path: Path) -> None:
    put(tmp_path / "truth/walk/groundtruth_rect.txt", TRUE)
    put(tmp_path / "truth/run/groundtruth_rect.txt", TRUE)
    put(tmp_path / "found/walk.txt", FOUND)
    code, text = refusal(tmp_path)
    assert code == "E-582"
    assert "run.txt" in text
    (tmp_path / "found/walk.txt").unlink()
    put(tmp_path / "found/mine/walk.txt", FOUND)
    code, text = refusal(tmp_path)
    assert code == "E-581"
    assert str(tmp_path / "found/mine") in text


def test_a_number_behind_a_name_is_another_sequence_where_nothing_is_repeated(tmp_path: Path) -> None:
    for name in ("Car", "Car_1"):
        put(tmp_path / f"truth/{name}/groundtruth_rect.txt", TRUE)
    put(tmp_path / "found/Car_1.txt", TRUE)
    code, text = refusal(tmp_path)
    assert code == "E-582"
    assert "Car.txt" in text
    assert "rename" not in text  # it is the file of the other sequence
    put(tmp_path / "found/Car_001.txt", TRUE)  # the first run, as toolkits number repetitions
    assert run(tmp_path, "otb").metrics["success_rate"] == 1.0


def test_a_lone_run_in_the_folder_of_its_sequence(tmp_path: Path) -> None:
    for name in ("Car", "Dog"):
        put(tmp_path / f"truth/{name}/groundtruth_rect.txt", TRUE)
        put(tmp_path / f"found/{name}/{name}_1.txt", TRUE)
    assert run(tmp_path, "otb").metrics["success_rate"] == 1.0


def test_a_lone_run_beside_other_sequences_is_named(tmp_path: Path) -> None:
    for name in ("Car", "Dog", "Fox"):
        put(tmp_path / f"truth/{name}/groundtruth_rect.txt", TRUE)
    put(tmp_path / "found/Dog.txt", TRUE)
    put(tmp_path / "found/Fox.txt", TRUE)
    put(tmp_path / "found/Car_1.txt", TRUE)
    code, text = refusal(tmp_path)
    assert code == "E-582"
    assert text.endswith("Car_1.txt is there, a name that no sequence has. Fix: rename it Car.txt.")
    (tmp_path / "found/Fox.txt").unlink()
    assert "rename Car_1.txt Car.txt, and write one file for every sequence" in refusal(tmp_path)[1]
    put(tmp_path / "found/Fox.txt", TRUE)
    (tmp_path / "found/Car_1.txt").rename(tmp_path / "found/Car.txt")
    assert run(tmp_path, "otb").metrics["success_rate"] == 1.0
