"""Objects of protobuf: what is read, what is refused, and what is recognised."""

from __future__ import annotations

import gzip
import math
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from waymo_worlds import labelled, waymo_world

import truebox as tb
from truebox._writing.streams import keeping_streams
from truebox.datasets.formats.waymo import objects
from truebox.errors import InputError

BOX = (10.0, 2.0, 1.0, 4.0, 2.0, 1.5, 0.0)
ROW = {"box": BOX, "type": 1, "points": 9, "level": 2, "context": "a", "time": 1550083467346370}


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(*objects: dict[str, Any], cut: int = 0) -> Path:
        message = labelled(*objects)
        path = tmp_path / "objects.bin"
        path.write_bytes(message[: len(message) - cut])
        return path

    return write


def test_truth(written: Any) -> None:
    truth = tb.read_truth(written(ROW, ROW | {"type": 4, "context": "b"}))
    assert truth.source.format == "waymo"
    assert truth.image.tolist() == ["a/1550083467346370", "b/1550083467346370"]
    assert truth.categories.names == ("VEHICLE", "PEDESTRIAN", "SIGN", "CYCLIST")
    assert truth.category.tolist() == [1, 4]
    assert truth.boxes.tolist() == [[8, 1, 4, 2]] * 2
    held = {
        name: truth.attributes[name].tolist()[0]
        for name in ("z_3d", "height_3d", "points", "level", "heading")
    }
    assert held == {"z_3d": 1, "height_3d": 1.5, "points": 9, "level": 2, "heading": 0}


def test_a_footprint_is_turned(written: Any) -> None:
    box = (*BOX[:6], math.pi / 2)
    assert tb.read_truth(written(ROW | {"box": box})).boxes[0].tolist() == pytest.approx([9, 0, 2, 4])


def test_predictions(written: Any) -> None:
    found = tb.read_predictions(written(ROW | {"score": 0.25, "zone": True}, ROW | {"score": 1.0, "type": 2}))
    assert found.scores.tolist() == [0.25, 1]
    assert found.category.tolist() == ["VEHICLE", "PEDESTRIAN"]
    assert found.attributes["in_unlabelled_zone"].tolist() == [True, False]


def test_cameras(written: Any) -> None:
    """Centre in pixels; length is along x."""
    camera = ROW | {"camera": 2, "box": (100.0, 50.0, 0.0, 40.0, 20.0, 0.0, 0.0)}
    truth = tb.read_truth(written(camera))
    assert truth.image.tolist() == ["a/1550083467346370/FRONT_LEFT"]
    assert truth.boxes.tolist() == [[80, 40, 40, 20]]
    assert "x_3d" not in truth.attributes


def test_objects_of_no_type_are_left_out(written: Any) -> None:
    assert len(tb.read_truth(written(ROW, ROW | {"type": 0}))) == 1


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"type": 9}, "E-131"),
        ({"box": (math.nan, *BOX[1:])}, "E-121"),
        ({"box": (*BOX[:3], -1.0, *BOX[4:])}, "E-122"),
        ({"camera": 99}, "E-440"),
        ({"score": math.nan}, "E-124"),
    ],
)
def test_refused(written: Any, row: dict[str, Any], code: str) -> None:
    good = ROW | {"score": 0.5}
    with pytest.raises(InputError, match=f"{code}.*object 2"):
        tb.read_predictions(written(good, good | row))
    assert len(tb.read_predictions(written(good, good | row), lenient=True)) == 1


def test_no_score(written: Any) -> None:
    with pytest.raises(InputError, match=r"E-123.*object 1"):
        tb.read_predictions(written(ROW))


@pytest.mark.parametrize("cut", [1, 9, 60])
def test_a_file_that_ends_early(written: Any, cut: int) -> None:
    with pytest.raises(InputError, match=r"E-460.*object 2"):
        tb.read_truth(written(ROW, ROW, cut=cut))


@pytest.mark.parametrize("seed", range(5))
def test_recognised(tmp_path: Path, seed: int) -> None:
    for name, message in zip(("truth", "found"), waymo_world(seed, camera=seed == 4), strict=True):
        (tmp_path / name).write_bytes(message)
    assert tb.read_truth(tmp_path / "truth").source.format == "waymo"
    assert tb.read_predictions(tmp_path / "found").source.format == "waymo"


def test_a_pipe_a_compressed_file_and_one_that_cannot_be_mapped_have_their_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that the system does not map, or that is none, must not count as one without objects."""
    data = waymo_world(3)[0]
    plain, packed = tmp_path / "a.bin", tmp_path / "a.bin.gz"
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    wanted = tb.read_truth(plain, format="waymo")
    assert len(wanted) > 10
    found = [tb.read_truth(packed, format="waymo")]
    if hasattr(os, "mkfifo"):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        threading.Thread(target=pipe.write_bytes, args=(data,), daemon=True).start()
        with keeping_streams():
            found.append(tb.read_truth(pipe, format="waymo"))
    monkeypatch.setattr(objects._kernels, "read_labelled_objects", lambda path: None)
    found.append(tb.read_truth(plain, format="waymo"))
    for truth in found:
        assert truth.boxes.tolist() == wanted.boxes.tolist()
        assert truth.image.tolist() == wanted.image.tolist()
