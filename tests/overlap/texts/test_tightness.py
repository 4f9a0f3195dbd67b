"""TIoU by hand and against a count of pixels."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.overlap import pairwise_tiou


def test_a_word_cut_off():
    # Half the word is found: IoU 1/2, and half of that again.
    found = pairwise_tiou([(0, 0, 10, 4)], [(0, 0, 5, 4)])
    assert found.recall.tolist() == [[0.25]]
    assert found.precision.tolist() == [[0.5]]  # background costs nothing but IoU


def test_other_words_count_once_and_not_where_this_one_lies():
    # The detection 20 x 10 holds the word 10 x 10; two others cover 12..18 together, one of them also 8..10.
    words = [(0, 0, 10, 10), (12, 0, 16, 10), (14, 0, 18, 10), (8, 0, 11, 10), (30, 0, 40, 10)]
    found = pairwise_tiou(words, [(0, 0, 20, 10)])
    # Foreign to the first word: 10..11 and 12..18, 7 of 20.
    np.testing.assert_allclose(found.precision[0], [0.5 * (1 - 7 / 20)], rtol=1e-15)
    # Foreign to the fourth (8..11): 0..8 and 12..18, 14 of 20.
    np.testing.assert_allclose(found.precision[3], [3 / 20 * (1 - 14 / 20)], rtol=1e-15)
    assert found.precision[4].tolist() == [0]


def test_up_to_a_hundredth_is_forgiven():
    word, box = [(0, 0, 100, 10)], [(1, 0, 100, 10)]
    assert pairwise_tiou(word, box).recall.tolist() == [[0.99]]
    np.testing.assert_allclose(pairwise_tiou(word, box, forgiven=0).recall, [[0.99**2]], rtol=1e-15)
    np.testing.assert_allclose(pairwise_tiou(word, [(2, 0, 100, 10)]).recall, [[0.98**2]], rtol=1e-15)


def test_as_pixels_have_it():
    chance = np.random.default_rng(5)

    def boxes(count):
        corner = chance.integers(0, 30, (count, 2))
        return np.concatenate([corner, corner + chance.integers(1, 20, (count, 2))], axis=1)

    def drawn(box):
        picture = np.zeros((50, 50), bool)
        picture[box[1] : box[3], box[0] : box[2]] = True
        return picture

    words, found = boxes(7), boxes(9)
    value = pairwise_tiou(words, found, forgiven=0)
    pictures = [drawn(box) for box in words]
    for row, word in enumerate(pictures):
        others = np.any([each for k, each in enumerate(pictures) if k != row], axis=0)
        for column, box in enumerate(drawn(each) for each in found):
            iou = (word & box).sum() / (word | box).sum()
            recall = iou * (word & box).sum() / word.sum()
            precision = iou * (1 - (box & others & ~word).sum() / box.sum())
            assert value.recall[row, column] == pytest.approx(recall, abs=1e-15)
            assert value.precision[row, column] == pytest.approx(precision, abs=1e-15)


def test_formats_and_nothing():
    found = pairwise_tiou([(0, 0, 10, 4)], [(0, 0, 5, 4)], box_format="xywh")
    assert found.recall.tolist() == [[0.25]]
    relative = pairwise_tiou([(0, 0, 1, 0.5)], [(0, 0, 0.5, 0.5)], box_format="rel_xyxy")
    assert relative.recall.tolist() == [[0.25]]
    assert pairwise_tiou([], [(0, 0, 1, 1)]).recall.shape == (0, 1)
    assert pairwise_tiou([(0, 0, 0, 1)], [(0, 0, 0, 1)]).precision.tolist() == [[0]]


def test_refusals():
    with pytest.raises(ArgumentError, match="forgiven is 2"):
        pairwise_tiou([(0, 0, 1, 1)], [(0, 0, 1, 1)], forgiven=2)
    with pytest.raises(InputError, match="E-19"):
        pairwise_tiou([(0, 0, np.nan, 1)], [(0, 0, 1, 1)])


@pytest.mark.parametrize("place", [0, 1])
def test_boxes_of_several_images_are_refused(place):
    """Words of one image are no others of those in the next."""
    sides = [np.array([[0.0, 0, 9, 9]]), np.array([[0.0, 0, 9, 9]])]
    sides[place] = np.tile(sides[place], (2, 3, 1))
    with pytest.raises(
        ArgumentError, match=r"has shape \(2, 3, 4\); expected \[N, 4\], the boxes of one image"
    ):
        pairwise_tiou(*sides)
    assert pairwise_tiou([0, 0, 9, 9], [0, 0, 9, 9]).recall.tolist() == [[1.0]]
