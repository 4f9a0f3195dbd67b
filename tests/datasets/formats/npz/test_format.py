"""NumPy archives."""

from __future__ import annotations

import io
import random
import zipfile

import numpy as np
import pytest
from format_rounds import check_round, refused

import truebox as tb
from truebox.datasets.registry import all_formats

COLUMNS = {
    "image": np.array(["a.jpg", "b.jpg"]),
    "boxes": np.array([[1.0, 2, 3, 4], [5, 6, 7, 9]]),
    "labels": np.array([3, 3]),
}


def saved(tmp_path, **changes):
    columns = {name: column for name, column in (COLUMNS | changes).items() if column is not None}
    np.savez(tmp_path / "truth.npz", **columns)
    return tmp_path / "truth.npz"


def test_arrays_are_columns(tmp_path):
    truth = tb.read_truth(saved(tmp_path), box_format="xyxy")
    assert truth.boxes.tolist() == [[1, 2, 2, 2], [5, 6, 2, 3]]
    assert (truth.images.ids.tolist(), truth.category.tolist()) == (["a", "b"], [3, 3])


def test_the_archive_can_say_its_box_format(tmp_path):
    path = saved(tmp_path, box_format=np.array("cxcywh"))
    assert tb.read_truth(path).boxes[0].tolist() == [-0.5, 0, 3, 4]


def test_nothing_is_guessed(tmp_path):
    message = refused("E-423", tb.read_truth, saved(tmp_path))
    assert "as xyxy: possible" in message


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"labels": None}, "no array labels"),
        ({"boxes": np.zeros((2, 5))}, "(2, 5)"),
        ({"image": np.array(["a"])}, "2 boxes"),
        ({"boxes": np.array([["a"] * 4] * 2)}, "need numbers"),
        ({"image": np.array([{}, {}], dtype=object)}, "allow_pickle"),
        ({"labels": np.array([1.5, 2])}, "whole numbers"),
    ],
)
def test_wrong_arrays_are_refused(tmp_path, changes, word):
    assert word in refused("E-428", tb.read_truth, saved(tmp_path, **changes), box_format="xyxy")


def test_numbers_that_are_none_are_refused(tmp_path):
    boxes = np.array([[1.0, 2, 3, 4], [5, np.inf, 7, 9]])
    assert "row 1" in refused("E-121", tb.read_truth, saved(tmp_path, boxes=boxes), box_format="xywh")


def test_a_truncated_archive_is_refused(tmp_path):
    path = saved(tmp_path)
    path.write_bytes(path.read_bytes()[:300])
    refused("E-428", tb.read_truth, path, box_format="xyxy")


def test_an_archive_out_of_proportion_is_refused(tmp_path):
    np.savez_compressed(tmp_path / "bomb.npz", boxes=np.zeros(20_000_000))
    assert "grows to" in refused("E-428", tb.read_truth, tmp_path / "bomb.npz", box_format="xyxy")


def test_written_archives_come_back(tmp_path):
    check_round("npz", tmp_path, "boxes.npz")


def with_header(tmp_path, **headers):
    """The archive with other headers before the same bytes; the sums of the archive are right."""
    path = tmp_path / "truth.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for name, column in COLUMNS.items():
            kind = np.lib.format.dtype_to_descr(column.dtype)
            head = {"descr": kind, "fortran_order": False, "shape": column.shape} | headers.get(name, {})
            member = io.BytesIO()
            np.lib.format.write_array_header_1_0(member, head)
            archive.writestr(f"{name}.npy", member.getvalue() + column.tobytes())
    return path


@pytest.mark.parametrize(
    "head",
    [
        {"shape": (10**15, 4)},
        {"shape": (10**30,)},
        {"shape": (1, 4)},
        {"shape": (-2, -4)},
        {"descr": "<f4"},
    ],
)
def test_a_header_that_lies_is_refused_before_memory_is_set_aside(tmp_path, head):
    path = with_header(tmp_path, boxes=head)
    assert "the header of boxes.npy says" in refused("E-428", tb.read_truth, path, box_format="xyxy")


def test_texts_beyond_unicode_are_refused(tmp_path):
    labels = np.array([0x7FFFFFFF, 5], dtype=np.uint32).view("<U1")
    refused("E-428", tb.read_truth, saved(tmp_path, labels=labels), box_format="xyxy")


def test_numbers_that_64_bits_do_not_hold_are_refused(tmp_path):
    labels = np.array([2**63, 3], dtype=np.uint64)
    assert str(2**63) in refused("E-428", tb.read_truth, saved(tmp_path, labels=labels), box_format="xyxy")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"image_width": np.array([9.0, 2.0**31]), "image_height": np.array([9.0, 9.0])}, "E-427"),
        ({"image_width": np.array([9.0, np.inf]), "image_height": np.array([9.0, 9.0])}, "E-427"),
        ({"track": np.array([1.0, 1e300])}, "E-422"),
        ({"track": np.array([1.0, 1.5])}, "E-422"),
    ],
)
def test_sizes_and_tracks_are_whole_numbers(tmp_path, changes, code):
    assert "row 1" in refused(code, tb.read_truth, saved(tmp_path, **changes), box_format="xyxy")


def test_no_changed_byte_of_a_header_ends_in_another_error(tmp_path):
    rng = random.Random(7)
    codes = set()
    held = {name: io.BytesIO() for name in COLUMNS}
    for name, stream in held.items():
        np.save(stream, COLUMNS[name])
    for _ in range(300):
        lying = rng.choice([*held])
        with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
            for name, stream in held.items():
                data = bytearray(stream.getvalue())
                if name == lying:
                    data[rng.randrange(80)] = rng.choice([0, 48, 255])
                archive.writestr(f"{name}.npy", bytes(data))
        try:
            codes.add(len(tb.read_truth(tmp_path / "a.npz", box_format="xywh")))
        except tb.errors.InputError as error:
            codes.add(error.code)
    assert codes == {
        "E-428",
        2,
    }  # refused in words, or, where the byte is one that says nothing, read as it was


def test_images_without_objects_are_kept(tmp_path):
    size = {"width": 640, "height": 480}
    box = {"boxes": [[0, 0, 5, 10]], "labels": ["cat"], "file_name": "a.jpg", **size}
    truth = tb.read_truth([{"boxes": [], "labels": [], "file_name": "b.jpg", **size}, box])
    all_formats()["npz"].write_truth(truth, tmp_path / "t.npz")
    again = tb.read_truth(tmp_path / "t.npz")
    assert (list(again.images.file_names), again.image.tolist()) == (["b.jpg", "a.jpg"], ["a"])
    assert (again.images.sizes.tolist(), again.images.listed) == ([[640, 480]] * 2, True)


@pytest.mark.parametrize(
    "arrays",
    [
        {"all_images": [1, 2], "all_image_sizes": [[1, 1]] * 2},
        {"all_images": ["a", "a"], "all_image_sizes": [[1, 1]] * 2},
        {"all_images": ["a", "b"], "all_image_sizes": [[1, 1]]},
        {"all_images": ["b", "c"], "all_image_sizes": [[1, 1]] * 2},
    ],
)
def test_a_list_of_images_that_does_not_fit_is_refused(tmp_path, arrays):
    held = {"image": ["a"], "labels": ["cat"], "boxes": [[1.0, 2, 3, 4]], "box_format": "xywh"}
    np.savez(tmp_path / "t.npz", **held, **arrays)
    refused("E-428", tb.read_truth, tmp_path / "t.npz")


@pytest.mark.parametrize("name", ["image", "labels", "box_format", "all_images"])
@pytest.mark.parametrize("order", ["<", ">"])
def test_texts_with_characters_beyond_unicode_are_refused(tmp_path, name, order):
    held = {"image": ["a"], "labels": ["cat"], "boxes": [[1.0, 2, 3, 4]], "box_format": "xywh"}
    held |= {"all_images": ["a"], "all_image_sizes": [[9, 9]]}
    arrays = {key: np.array(value) for key, value in held.items()}
    np.savez(tmp_path / "t.npz", **arrays)
    assert len(tb.read_truth(tmp_path / "t.npz")) == 1
    damaged = arrays[name].astype(arrays[name].dtype.newbyteorder(order))
    damaged.reshape(-1).view(f"{order}u4")[0] = 0x110000
    np.savez(tmp_path / "t.npz", **arrays | {name: damaged})
    assert f"{name} holds no text" in refused("E-428", tb.read_truth, tmp_path / "t.npz")


def test_an_archive_whose_entry_ends_too_early_says_so(tmp_path, monkeypatch):
    def cut(*_, **__):
        raise EOFError  # as of a truncated entry: without a word of its own

    np.savez(tmp_path / "t.npz", boxes=np.zeros((0, 4)))
    monkeypatch.setattr(np, "load", cut)
    assert "an entry ends too early" in refused("E-428", tb.read_truth, tmp_path / "t.npz")
