"""Files of records that were cut are refused wherever the cut lies inside one, plain and packed.

Between two records a cut file is a shorter file, which no reader of either format can tell.
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from format_worlds import made_pair
from waymo_worlds import waymo_world

import truebox as tb
from truebox.datasets.registry import all_formats
from truebox.errors import InputError


def ends_of_records(data: bytes) -> set[int]:
    """TFRecord: a length of 8 bytes, its checksum, the data, its checksum."""
    at, found = 0, set()
    while at < len(data):
        at += 16 + struct.unpack("<Q", data[at : at + 8])[0]
        found.add(at)
    return found


def ends_of_objects(data: bytes) -> set[int]:
    """Messages of protobuf: a tag of one byte, a length in sevens of bits, the message."""
    at, found = 0, set()
    while at < len(data):
        at, length, shift = at + 1, 0, 0
        while True:
            byte = data[at]
            length, shift, at = length | (byte & 127) << shift, shift + 7, at + 1
            if byte < 128:
                break
        at += length
        found.add(at)
    return found


def records(side: str, folder: Path) -> bytes:
    truth, found = made_pair(images=3, detections=3.0, truths=3.0)
    form = all_formats()["tfrecord"]
    assert form.write_truth is not None
    assert form.write_predictions is not None
    if side == "truth":
        form.write_truth(truth, folder / "made.tfrecord")
    else:
        form.write_predictions(truth, found, folder / "made.tfrecord")
    return (folder / "made.tfrecord").read_bytes()


def objects(side: str, folder: Path) -> bytes:
    return waymo_world(2)[side == "found"]


FORMS: dict[str, tuple[Callable[[str, Path], bytes], Callable[[bytes], set[int]], str]] = {
    "tfrecord": (records, ends_of_records, ".tfrecord"),
    "waymo": (objects, ends_of_objects, ".bin"),
}


def read(side: str, path: Path, form: str) -> Any:
    if side == "truth":
        return tb.read_truth(path, format=form)
    truth = made_pair(images=3, detections=3.0, truths=3.0)[0] if form == "tfrecord" else None
    return tb.read_predictions(path, format=form, truth=truth)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("side", ["truth", "found"])
@pytest.mark.parametrize("form", FORMS)
def test_a_cut_inside_a_record_is_refused(form: str, side: str, packed: bool, tmp_path: Path) -> None:
    made, ends_of, suffix = FORMS[form]
    data = made(side, tmp_path)
    ends = ends_of(data)
    assert max(ends) == len(data)
    assert len(ends) > 2
    path = tmp_path / f"cut{suffix}{'.gz' * packed}"
    whole = len(read(side, put(path, data, packed), form))
    near = {end + step for end in sorted(ends)[:6] for step in (-1, 0, 1)}
    lengths = set()
    for at in sorted(near | set(range(1, len(data), max(1, len(data) // 90)))):
        if at >= len(data):
            continue
        put(path, data[:at], packed)
        if at in ends:
            lengths.add(len(read(side, path, form)))
            continue
        with pytest.raises(InputError) as caught:
            read(side, path, form)
        assert caught.value.code in ("E-455", "E-460"), (at, str(caught.value))
    assert lengths
    assert max(lengths) < whole


def put(path: Path, data: bytes, packed: bool) -> Path:
    path.write_bytes(gzip.compress(data, 1) if packed else data)
    return path


@pytest.mark.parametrize("side", ["truth", "found"])
@pytest.mark.parametrize("form", FORMS)
def test_a_packed_file_cut_itself_and_an_empty_one_are_refused(form: str, side: str, tmp_path: Path) -> None:
    made, _, suffix = FORMS[form]
    data = gzip.compress(made(side, tmp_path), 1)
    path = tmp_path / f"cut{suffix}.gz"
    for at in range(0, len(data), len(data) // 40):
        path.write_bytes(data[:at])
        with pytest.raises(InputError) as caught:
            read(side, path, form)
        # Two bytes do not say yet that they are gzip.
        assert caught.value.code in ("E-103", "E-110") or at < 3, (at, str(caught.value))
    for name in (f"empty{suffix}", f"empty{suffix}.gz"):
        put(tmp_path / name, b"", name.endswith(".gz"))
        with pytest.raises(InputError, match="E-103"):
            read(side, tmp_path / name, form)
