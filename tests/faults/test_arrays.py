"""Arrays as other programs hand them over, and arguments nobody means."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import evaluate, masks, overlap, suppression
from truebox.boxes import clip_boxes
from truebox.errors import ArgumentError, TrueboxError
from truebox.evaluation import evaluate_single_object
from truebox.losses import giou_loss

BOXES = np.array([[0.0, 0, 10, 10], [5, 5, 15, 15]])
STRANGE = {
    "big-endian": BOXES.astype(">f8"),
    "misaligned": np.frombuffer(b"x" + BOXES.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(2, 4),
    "Fortran order": np.asfortranarray(BOXES),
    "every other row": np.repeat(BOXES, 2, axis=0)[::2],
    "backwards": BOXES[::-1].copy()[::-1],
    "overlapping": np.lib.stride_tricks.as_strided(np.arange(10.0), (2, 4), (8, 8)),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_arrays_in_any_memory_give_the_same(kind):
    given = STRANGE[kind]
    plain = np.array(given.tolist())
    for measure in (overlap.pairwise_iou, overlap.pairwise_giou, overlap.elementwise_iou):
        assert (measure(given, BOXES) == measure(plain, BOXES)).all()
    kept = suppression.nms(given, [0.5, 0.4], iou_threshold=0.5)
    assert (kept == suppression.nms(plain, [0.5, 0.4], iou_threshold=0.5)).all()


@pytest.mark.parametrize("threads", [10**30, 2**31, 65_537, -1, 1.5])
def test_absurd_threads_are_refused(threads):
    side = {"boxes": BOXES, "labels": [1, 1]}
    with pytest.raises(ArgumentError, match="threads"):
        evaluate([side], [{**side, "scores": [0.5, 0.4]}], threads=threads)
    with pytest.raises(ArgumentError, match="threads"):
        masks.polygons_to_masks([[[1, 1, 5, 1, 5, 5]]], (9, 9), threads=threads)


@pytest.mark.parametrize(
    "given", [None, 7, "box", [[1, 2, 3, 4], [1]], [[[1, 2], [1]]], [[10**400, 0, 1, 1]], [{1}]]
)
def test_what_is_no_array_is_refused_in_words(given):
    calls = (
        lambda: overlap.pairwise_iou(given, BOXES),
        lambda: suppression.nms(given, [0.5, 0.4], iou_threshold=0.5),
        lambda: masks.polygons_to_masks(given, (9, 9)),
        lambda: evaluate([{"boxes": given, "labels": [1, 1]}], []),
    )
    for call in calls:
        with pytest.raises(TrueboxError):
            call()


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_a_matrix_is_its_numbers():
    """Columns of np.matrix have two axes, and it multiplies in another way."""
    matrix = np.matrix(BOXES)
    for measure in (overlap.pairwise_iou, overlap.pairwise_siou, overlap.elementwise_diou):
        np.testing.assert_array_equal(measure(matrix, BOXES), measure(BOXES, BOXES))
    np.testing.assert_array_equal(clip_boxes(matrix, (9, 9)), clip_boxes(BOXES, (9, 9)))
    np.testing.assert_array_equal(giou_loss(matrix, BOXES[::-1]), giou_loss(BOXES, BOXES[::-1]))


@pytest.mark.parametrize("order", ["F", "C"])
def test_one_object_may_come_in_any_order_of_memory(order):
    """As the columns of a data frame do."""
    true = np.array([[0.0, 0, 9, 9], [1, 1, 9, 9], [2, 2, 9, 9]])
    moved = true + np.array([1.0, 0, 0, 0])
    given = [{"a": np.asarray(boxes, order=order)} for boxes in (true, moved)]
    expected = evaluate_single_object({"a": true.tolist()}, {"a": moved.tolist()}, rules="otb")
    assert evaluate_single_object(*given, rules="otb").metrics == expected.metrics
