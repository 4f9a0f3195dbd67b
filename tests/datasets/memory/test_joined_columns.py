"""Arrays of all images at once are what they are one by one, and otherwise not taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.columns.box_reading import BOX_READINGS, as_read
from truebox.datasets.memory.joined_columns import joined_boxes, joined_column
from truebox.errors import InputError

NONE = (None, None)


def test_rows_follow_each_other_and_are_counted() -> None:
    joined, counts = joined_column(
        [np.ones((2, 4), np.float32), np.empty(0), np.zeros((1, 4), np.float32)], 2, "f"
    )
    assert joined is not None
    assert (joined.dtype, joined.tolist(), counts) == (np.float64, [[1] * 4, [1] * 4, [0] * 4], [2, 0, 1])


@pytest.mark.parametrize(
    "values",
    [
        [],
        [np.empty(0)],
        [np.zeros(4)],  # one box alone
        [np.zeros((1, 4)), [[0, 0, 1, 1]]],
        [np.zeros((1, 4)), np.zeros((1, 4), np.float32)],
        [np.zeros((1, 4)), np.zeros((1, 5))],
        [np.zeros((1, 4)), np.zeros((1, 4, 1))],
        [np.zeros((1, 4)), np.float64(3)],
        [np.zeros((1, 4), bool)],
        [np.zeros((1, 4)), None],
        [np.ma.masked_array(np.zeros((1, 4)))],
    ],
)
def test_what_is_not_of_one_plain_kind_is_left_to_the_reader_of_single_images(values: list[Any]) -> None:
    assert joined_column(values, 2, "iuf") == NONE


def test_tensors_of_every_float_come_out_exactly() -> None:
    torch = pytest.importorskip("torch")
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        values = [torch.tensor([0.1, 0.7], dtype=dtype, requires_grad=True), torch.empty(0, dtype=dtype)]
        joined, counts = joined_column(values, 1, "f")
        assert joined is not None
        assert (joined.tolist(), counts) == (values[0].double().tolist(), [2, 0])
    mixed = [torch.zeros(1), torch.zeros(1, dtype=torch.float64)]
    assert joined_column(mixed, 1, "f") == NONE
    assert joined_column([torch.zeros(2, 4).to_sparse()], 2, "f") == NONE


def test_what_lies_in_memory_is_not_what_a_negated_tensor_means() -> None:
    torch = pytest.importorskip("torch")
    values = torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])).conj().imag
    joined, counts = joined_column([values], 1, "f")
    assert joined is not None
    assert values.is_neg()
    assert (joined.tolist(), counts) == ([-3, -4], [2])
    box = torch.complex(torch.zeros(1, 4), -torch.tensor([[1.0, 2.0, 3.0, 4.0]])).conj().imag
    boxes, _ = joined_boxes([box], "xywh")
    assert boxes is not None
    assert boxes.tolist() == [[1, 2, 3, 4]]


@pytest.mark.parametrize("kind", ["arrays", "tensors"])
def test_rows_lie_in_any_way(kind: str) -> None:
    wrap: Any = np.asarray if kind == "arrays" else pytest.importorskip("torch").as_tensor
    numbers = np.arange(24.0).reshape(4, 6)
    numbers[2:] += 50
    for dtype in (np.float32, np.float64, np.int32, np.int64):
        held = wrap(numbers.astype(dtype))
        views = [held.T, held.T[1:2], held[:, 1:5][:0], held.T[::2]]
        expected = np.concatenate([np.asarray(view, dtype=np.float64) for view in views])
        expected[:, 2:] -= expected[:, :2]
        boxes, counts = joined_boxes(views, "xyxy")
        assert boxes is not None
        assert (boxes.dtype, boxes.tolist(), counts) == (np.float64, expected.tolist(), [6, 1, 0, 3])
        joined, counts = joined_column([held[1, ::2], held[:, 3], held[0, :0]], 1, "if")
        assert joined is not None
        assert joined.dtype == (np.float64 if dtype in (np.float32, np.float64) else np.int64)
        assert (joined.tolist(), counts) == ([6, 8, 10, 3, 9, 65, 71], [3, 4, 0])


@pytest.mark.parametrize("reading", BOX_READINGS)
def test_boxes_are_read_as_one_by_one(reading: str) -> None:
    rng = np.random.default_rng(5)
    values = [rng.uniform(0, 40, (count, 4)).astype(np.float32) for count in (3, 0, 200, 1)]
    for each in values:
        each[:, 2:] += 90
    boxes, counts = joined_boxes(values, reading)
    assert boxes is not None
    assert counts == [3, 0, 200, 1]
    assert np.array_equal(
        boxes, np.concatenate([as_read(each.astype(np.float64), reading) for each in values])
    )


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1.01e100, -1.01e100])
@pytest.mark.parametrize("place", range(4))
def test_what_is_no_coordinate_is_left_to_the_reader_of_single_images(bad: float, place: int) -> None:
    box = np.array([[1e100, 1e100, 1e100, 1e100]])
    assert joined_boxes([np.zeros((70, 4)), box], "xyxy")[0] is not None
    box[0, place] = bad
    assert joined_boxes([np.zeros((70, 4)), box], "xyxy") == NONE


def _images(rng: np.random.Generator, wrap: Any) -> tuple[list[Any], list[Any]]:
    sides: tuple[list[Any], list[Any]] = ([], [])
    for side in sides:
        for image in range(7):
            count = 0 if image == 2 else int(rng.integers(1, 6))
            boxes = rng.integers(0, 40, (count, 4)).astype(np.float32)
            boxes[:, 2:] += boxes[:, :2] + 1
            entry = {"boxes": wrap(boxes), "labels": wrap(rng.integers(1, 4, count))}
            if side is sides[1]:
                entry["scores"] = wrap(rng.random(count).astype(np.float32))
            side.append(entry)
    return sides


@pytest.mark.parametrize("kind", ["arrays", "tensors"])
def test_the_same_records_as_of_lists(kind: str) -> None:
    wrap: Any = np.asarray if kind == "arrays" else pytest.importorskip("torch").as_tensor
    truth, found = _images(np.random.default_rng(3), wrap)
    plain = [
        [{key: value.tolist() for key, value in entry.items()} for entry in side] for side in (truth, found)
    ]
    for box_format in ("xyxy", "xywh", "cxcywh"):
        first, second = (
            tb.read_truth(truth, box_format=box_format),
            tb.read_truth(plain[0], box_format=box_format),
        )
        for name in ("boxes", "area", "crowd", "ignore"):
            assert np.array_equal(getattr(first, name), getattr(second, name)), name
            assert getattr(first, name).dtype == getattr(second, name).dtype
        for name in ("image", "category", "ids"):
            assert np.array_equal(getattr(first, name).values, getattr(second, name).values)
        read = [tb.read_predictions(side, box_format=box_format) for side in (found, plain[1])]
        assert np.array_equal(read[0].boxes, read[1].boxes)
        assert np.array_equal(read[0].scores, read[1].scores)
        assert np.array_equal(read[0].category.values, read[1].category.values)
        assert read[0].boxes.dtype == read[1].boxes.dtype == np.float64


@pytest.mark.parametrize(
    ("key", "row", "value", "message"),
    [
        ("boxes", 1, np.array([[5.0, 5.0, 1.0, 9.0]]), r"E-122 predictions\[1\]\.boxes\[0\]"),
        ("boxes", 1, np.array([[5.0, 5.0, np.nan, 9.0]]), r"E-121 predictions\[1\]\.boxes\[0\]"),
        ("scores", 1, np.array([np.inf]), r"E-124 predictions\[1\]\.scores\[0\]"),
        ("scores", 0, np.array([0.5, 0.5]), r"E-137 predictions\[0\]\.scores: shape"),
        ("labels", 1, np.array([0.5]), r"E-127|E-126|E-125"),
    ],
)
def test_faults_are_named_by_image_and_row(key: str, row: int, value: Any, message: str) -> None:
    one = {"boxes": np.array([[0.0, 0.0, 9.0, 9.0]]), "labels": np.array([1]), "scores": np.array([0.5])}
    found = [dict(one), dict(one)]
    found[row][key] = value
    with pytest.raises(InputError, match=message):
        tb.read_predictions(found)
