"""The best detections of each image, by hand."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.datasets import best_of_images
from truebox.errors import ArgumentError

BOX = [0, 0, 10, 10]


def predictions(rows):
    """Rows of image, class and score."""
    return tb.read_predictions(
        [
            {"image_id": image, "category_id": category, "bbox": BOX, "score": score}
            for image, category, score in rows
        ]
    )


def test_the_best_over_all_classes_stay_in_their_order():
    given = predictions([(7, 1, 0.2), (3, 1, 0.1), (7, 2, 0.9), (7, 1, 0.5), (3, 2, 0.8)])
    best = best_of_images(given, 2)
    assert best.image.tolist() == [3, 7, 7, 3]
    assert best.scores.tolist() == [0.1, 0.9, 0.5, 0.8]
    assert best.category.tolist() == [1, 2, 1, 2]


def test_of_equal_scores_the_earlier_row_stays():
    best = best_of_images(predictions([(1, 1, 0.5), (1, 2, 0.5), (1, 3, 0.5)]), 2)
    assert best.category.tolist() == [1, 2]


def test_images_by_name_and_none_at_all():
    named = predictions([("b", 1, 0.2), ("a", 1, 0.3), ("b", 1, 0.4)])
    assert best_of_images(named, 1).image.tolist() == ["a", "b"]
    assert best_of_images(named, 5).scores.tolist() == named.scores.tolist()
    assert len(best_of_images(predictions([]), 3)) == 0


def test_an_evaluation_of_what_stays():
    """Both objects are found; with one detection an image only that of the better score is."""
    far = [50, 50, 60, 60]
    truth = [{"boxes": [far, BOX], "labels": [2, 1]}]
    read = tb.read_predictions([{"boxes": [far, BOX], "labels": [2, 1], "scores": [0.9, 0.8]}])
    for most, value in ((2, 1.0), (1, 0.5)):
        result = tb.evaluate(truth, best_of_images(read, most), fit_test=False)
        assert result.metrics["AP"] == pytest.approx(value)


@pytest.mark.parametrize("most", [0, -1, 2.5, True, None, "3"])
def test_what_is_no_count_is_refused(most):
    with pytest.raises(ArgumentError, match="most: "):
        best_of_images(predictions([(1, 1, 0.5)]), most)


def test_counts_of_numpy_are_counts():
    assert len(best_of_images(predictions([(1, 1, 0.5), (1, 1, 0.6)]), np.int64(1))) == 1
