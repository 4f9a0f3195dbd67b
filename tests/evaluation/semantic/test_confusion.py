"""The confusion matrix against ``numpy.add.at``, in every dtype, and the labels it refuses."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import LabelConfusion
from truebox.evaluation.semantic.confusion import class_names, label_confusion

DTYPES = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", ">i2", ">u8"]


def counted(truth, predicted, classes):
    matrix = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(matrix, (truth.astype(np.int64), predicted.astype(np.int64)), 1)
    return matrix


@pytest.mark.parametrize(
    ("truth_dtype", "predicted_dtype"), list(itertools.product(DTYPES, ["uint8", "int16", ">i4", "uint64"]))
)
def test_every_pair_of_dtypes(truth_dtype, predicted_dtype):
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, (17, 23)).astype(truth_dtype)
    predicted = random.integers(0, 2, (17, 23)).astype(predicted_dtype)
    assert np.array_equal(label_confusion(truth, predicted, classes=2).matrix, counted(truth, predicted, 2))


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 31, 33, 40, 41, 64, 1000])
@pytest.mark.parametrize("smooth", [True, False])
def test_every_length_smooth_and_noisy(size, smooth):
    random = np.random.default_rng(size)
    for dtype in ("uint8", "uint16", "uint32", "uint64"):
        truth = random.integers(0, 5, size).astype(dtype)
        predicted = random.integers(0, 5, size).astype(dtype)
        if smooth:
            truth, predicted = (np.repeat(labels, 40)[:size] for labels in (truth, predicted))
        assert np.array_equal(
            label_confusion(truth, predicted, classes=5).matrix, counted(truth, predicted, 5)
        )


def test_large_maps_are_shared_among_threads():
    random = np.random.default_rng(1)
    truth = np.repeat(random.integers(0, 9, 70_000), 50).astype(np.uint8)
    predicted = np.repeat(random.integers(0, 9, 50_000), 70).astype(np.uint8)
    expected = counted(truth, predicted, 9)
    for threads in (1, 2, 3, None):
        assert np.array_equal(label_confusion(truth, predicted, classes=9, threads=threads).matrix, expected)
    predicted[3_100_000] = predicted[2_000_001] = 200
    with pytest.raises(InputError, match=r"E-179 predicted_map\[2000001\]: label 200"):
        label_confusion(truth, predicted, classes=9, threads=2)


@pytest.mark.parametrize("layout", ["F", "strided", "reversed"])
def test_any_memory_layout(layout):
    random = np.random.default_rng(2)
    base = random.integers(0, 4, (20, 30))
    other = random.integers(0, 4, (20, 30))
    shown = {
        "F": np.asfortranarray,
        "strided": lambda a: np.repeat(a, 2, 1)[:, ::2],
        "reversed": lambda a: a[::-1][::-1],
    }
    assert np.array_equal(
        label_confusion(shown[layout](base), other, classes=4).matrix, counted(base, other, 4)
    )


def test_negative_labels_and_what_is_ignored():
    truth, predicted = np.array([-1, 0, 1], dtype=np.int8), np.array([1, 0, 1], dtype=np.int8)
    assert label_confusion(truth, predicted, classes=2, ignore_label=-1).matrix.tolist() == [[1, 0], [0, 1]]
    with pytest.raises(InputError, match=r"E-179 truth_map\[0\]: label -1 is none of the 2 classes"):
        label_confusion(truth, predicted, classes=2)
    with pytest.raises(InputError, match=r"label 255 is none"):  # 255 in uint8 is not the -1 of int8
        label_confusion(truth.view(np.uint8), predicted, classes=2, ignore_label=-1)


def test_labels_beyond_64_signed_bits():
    truth = np.array([2**64 - 1, 0], dtype=np.uint64)
    for ignored in (None, -1, 2**64 - 1):
        with pytest.raises(InputError, match=r"truth_map\[0\]: label 18446744073709551615"):
            label_confusion(truth, np.array([0, 0]), classes=1, ignore_label=ignored)


def test_an_ignored_class_within_the_range():
    # Keras: only the true label decides; a prediction of the ignored class elsewhere is still wrong.
    found = label_confusion(np.array([0, 1, 1]), np.array([1, 1, 0]), classes=2, ignore_label=0)
    assert found.matrix.tolist() == [[0, 0], [1, 1]]
    assert found.iou == (0.0, 0.5)


def test_confusions_add():
    one = LabelConfusion(np.array([[1, 2], [3, 4]]), ("a", "b"))
    assert (one + one).matrix.tolist() == [[2, 4], [6, 8]]
    with pytest.raises(ArgumentError, match="different classes do not add"):
        one + LabelConfusion(np.array([[1]]), ("a",))
    assert one.__add__(3) is NotImplemented


def test_scores_and_colours_are_no_labels():
    with pytest.raises(ArgumentError, match="predicted_map: expected whole numbers, got dtype float64"):
        label_confusion(np.zeros(3, dtype=int), np.zeros(3), classes=2)


@pytest.mark.parametrize("classes", [0, -1, True, 2.0, "ab", [], [1, 2], 10**9, None])
def test_impossible_classes(classes):
    with pytest.raises(ArgumentError, match="classes: expected"):
        class_names(classes)


@pytest.mark.parametrize("ignored", ["255", 1.5, True])
def test_impossible_ignored_label(ignored):
    with pytest.raises(ArgumentError, match="ignore_label: "):
        label_confusion([0], [0], classes=1, ignore_label=ignored)


def test_empty_maps():
    assert label_confusion(np.empty((0, 4), dtype=np.uint8), np.empty((0, 4)), classes=2).mean_iou is None
