from __future__ import annotations

import numpy as np
import pytest
from drop_in_pair import assert_same
from shape_worlds import mask_world

_BOXES = [[0, 0, 2, 2.0], [1, 1, 2, 2]]
_STACK = np.zeros((3, 4, 2), np.uint8)
_EYE = {"size": [3, 3], "counts": b"013000"}
_CROWDS = [0, 1]


def _of_values(*values):
    mask = np.zeros((3, 4, 1), np.uint8, order="F")
    mask[: len(values), 0, 0] = values
    return mask


@pytest.mark.parametrize(
    "given",
    [
        _STACK,
        np.asfortranarray(_STACK),
        np.asfortranarray(_STACK.astype(bool)),
        np.asfortranarray(_STACK.astype(int)),
        np.asfortranarray(_STACK.astype(np.int8)),
        _STACK[:, :, 0],
        np.asfortranarray(_STACK[:, :, 0]),
        _STACK[0, :, 0],
        _STACK[None],
        [[0, 1]],
        np.zeros((3, 4, 0), np.uint8, order="F"),
        np.zeros((0, 4, 1), np.uint8, order="F"),
        _of_values(1, 2, 2),
        _of_values(255, 255, 255),
        _of_values(7, 0, 7),
        _of_values(0, 3, 1),
    ],
    ids=range(16),
)
def test_dense_masks_are_encoded_or_refused_as_by_the_reference(given):
    assert_same(lambda tools: tools.mask.encode(given))


@pytest.mark.parametrize(
    "given",
    [
        _EYE,
        [_EYE],
        [_EYE, _EYE],
        {"size": [3, 3], "counts": "013000"},
        {"size": np.array([3, 3]), "counts": b"013000"},
        {"size": [3.0, 3.0], "counts": b"013000"},
        {"size": [2, 2], "counts": b"9"},
        {"size": [2, 2], "counts": [1, 3]},
        {"size": [2, 2]},
        {"counts": b"13"},
        {"size": [-2, 2], "counts": b"13"},
        {"size": ["2", "2"], "counts": b"13"},
        [{"size": [2, 2], "counts": b"13"}, {"size": [3, 3], "counts": b"18"}],
        (_EYE, _EYE),
        None,
    ],
    ids=range(15),
)
def test_run_lengths_are_decoded_measured_and_merged_as_by_the_reference(given):
    assert_same(lambda tools: tools.mask.decode(given))
    assert_same(lambda tools: tools.mask.area(given))
    assert_same(lambda tools: tools.mask.toBbox(given))
    assert_same(lambda tools: tools.mask.merge(given if isinstance(given, list | tuple) else [given]))


def test_nothing_is_measured_as_nothing():
    assert_same(lambda tools: tools.mask.area([]))
    assert_same(lambda tools: tools.mask.toBbox([]))
    assert_same(lambda tools: tools.mask.merge([]))


def test_runs_that_end_early_are_refused_where_the_reference_reads_what_nobody_wrote():
    from truebox.integrations.pycocotools import mask

    short = {"size": [5, 5], "counts": b"23"}
    with pytest.raises(ValueError, match="decoded 5 of 25"):
        mask.decode(short)
    with pytest.raises(ValueError, match="decoded 5 of 25"):
        mask.iou([short], [short], [0])
    # What only counts runs needs no more of them.
    assert_same(lambda tools: (tools.mask.area(short), tools.mask.toBbox(short)))


@pytest.mark.parametrize(
    ("found", "true", "crowd"),
    [
        (_BOXES, _BOXES, _CROWDS),
        (np.array(_BOXES), np.array(_BOXES), _CROWDS),
        (np.array(_BOXES), _BOXES, np.array(_CROWDS)),
        (np.array(_BOXES).astype(int), _BOXES, _CROWDS),
        ([_EYE], _BOXES, _CROWDS),
        ([], _BOXES, _CROWDS),
        ([], [], []),
        (_BOXES, _BOXES, [0]),
        ([(0, 0, 1, 1)], _BOXES, _CROWDS),
        ([[0, 0, 1]], _BOXES, _CROWDS),
        (np.zeros((2, 3)), _BOXES, _CROWDS),
        (np.zeros((0, 4)), _BOXES, _CROWDS),
        ([np.array([0, 0, 1, 1])], _BOXES, _CROWDS),
        (_BOXES, _BOXES, [-1, 0]),
        (_BOXES, _BOXES, [0.0, 1.0]),
        ([[np.nan, 0, 1, 1]], _BOXES, _CROWDS),
        ([[0, 0, np.inf, 1]], _BOXES, _CROWDS),
        ([[0, 0, 0, 0]], [[0, 0, 0, 0]], [0]),
        ([[3, 3, -2, -2]], _BOXES, _CROWDS),
        ([[0, 0, 1e-200, 1e-200]], [[0, 0, 1e-200, 1e-200]], [0]),
        ([_EYE, _EYE], [_EYE], [1]),
        ([_EYE], [{"size": [2, 2], "counts": b"04"}], [0]),
        ([_EYE], [{"size": [2, 2], "counts": b"04"}, _EYE], [0, 1]),
        ({"size": [2, 2], "counts": b"04"}, _BOXES, _CROWDS),
    ],
    ids=range(24),
)
def test_overlaps_are_those_of_the_reference(found, true, crowd):
    assert_same(lambda tools: tools.mask.iou(found, true, crowd))


@pytest.mark.parametrize("seed", range(20))
def test_masks_of_every_form_make_the_round(seed):
    truth, found = mask_world(np.random.default_rng(seed), boxed=False, same_size=True)
    sizes = {image["id"]: (image["height"], image["width"]) for image in truth["images"]}

    def program(tools):
        rles = []
        for entry in truth["annotations"]:
            made = (
                tools.mask.frPyObjects(entry["segmentation"], *sizes[entry["image_id"]])
                if (
                    isinstance(entry["segmentation"], list)
                    or isinstance(entry["segmentation"]["counts"], list)
                )
                else entry["segmentation"]
            )
            rles.append(tools.mask.merge(made) if isinstance(made, list) else made)
        results = [entry["segmentation"] for entry in found]
        dense = tools.mask.decode(rles) if rles else None
        return (
            rles,
            dense,
            None if dense is None else (dense.flags.f_contiguous, tools.mask.encode(dense)),
            tools.mask.area(rles),
            tools.mask.toBbox(results),
            tools.mask.iou(results, rles, [seed % 2] * len(rles)),
            tools.mask.merge(results[:5], intersect=seed % 2),
        )

    assert_same(program)


def _noise(count, height, width):
    return np.asfortranarray(np.random.default_rng(count).random((height, width, count)) < 0.5)


@pytest.mark.parametrize("count", [1, 3, 12])
def test_long_texts_are_read_as_by_the_reference_on_threads_too(count):
    # 12 masks of noise have more characters than one thread is given.
    stack = _noise(count, 180, 170)
    assert_same(lambda tools: tools.mask.area(tools.mask.encode(stack)))
    assert_same(lambda tools: tools.mask.toBbox(tools.mask.encode(stack)))
    assert_same(lambda tools: tools.mask.merge(tools.mask.encode(stack)))
    assert_same(lambda tools: tools.mask.merge(tools.mask.encode(stack), intersect=True))
    assert_same(lambda tools: tools.mask.decode(tools.mask.encode(stack)))


@pytest.mark.parametrize(
    ("found", "true", "crowd"),
    [
        ([_EYE], [_EYE], [True]),
        ([_EYE, _EYE], [_EYE], np.array([1], np.uint8)),
        ([_EYE], [_EYE], np.array([1], np.int64)),
        ([_EYE], [_EYE], [2]),
        ([_EYE], [_EYE], [0, 1]),
        ([_EYE], [{"size": [4, 4], "counts": b"0`0"}], [0]),
        ([{"size": (3, 3), "counts": "013000"}], [_EYE], [0]),
        (_BOXES, np.array(_BOXES), [0, 1]),
        (np.array(_BOXES, np.float32), _BOXES, [0, 1]),
        ([[0, 0, 2, 2]], [[np.float32(0.5), 0, 2, 2]], [0]),
        ([[0, 0, True, 2]], [[0, 0, 2, 2]], [0]),
        ([(0, 0, 2, 2)], [[0, 0, 2, 2]], [0]),
        ([[0, 0, 2]], [[0, 0, 2, 2]], [0]),
        ([_EYE], _BOXES[:1], [0]),
    ],
    ids=range(14),
)
def test_overlaps_of_every_kind_are_those_of_the_reference(found, true, crowd):
    assert_same(lambda tools: tools.mask.iou(found, true, crowd))


@pytest.mark.parametrize(
    "given",
    [
        [[1, 1, 8, 1, 8, 8]],
        [[1, 1, 8, 1, 8, 8, 3]],
        [[1.5, 1, 8, 1, 8, 8.25, 2, 9], [0, 0, 3, 0, 3, 3]],
        [[1, 1, 8, 1, 8]],
        [[True, 1, 8, 1, 8, 8]],
        [[-50, -50, 90, 1, 8, 99]],
        [np.array([1.0, 1, 8, 1, 8, 8])],
        [{"size": [3, 4], "counts": [2, 3, 7]}],
        [{"size": [3, 4], "counts": [2, 3]}],
        [{"size": (3, 4), "counts": (2, 3, 70)}],
        [{"size": [3, 4], "counts": np.array([2, 3, 7])}],
        [{"size": [3, 4], "counts": [2, 3.0, 7]}],
        {"size": [3, 4], "counts": [0, 12]},
    ],
    ids=range(13),
)
def test_outlines_and_plain_counts_are_encoded_as_by_the_reference(given):
    assert_same(lambda tools: tools.mask.frPyObjects(given, 10, 12))
