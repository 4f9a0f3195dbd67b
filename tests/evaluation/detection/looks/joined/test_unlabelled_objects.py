"""Objects that the truth does not hold are told by detections that are sure of them; other errors are not."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(kept=1.0, seed=0, images=60, scores=None):
    """Eight objects an image, of which a share is annotated; seven found, and six wrong boxes, less sure."""
    chance = np.random.default_rng(seed)
    truth, found = [], []
    for _ in range(images):
        corner = 100.0 * np.stack([np.arange(14) % 4, np.arange(14) // 4], axis=1)
        boxes = np.concatenate([corner, corner + 60], axis=1)
        held = chance.random(8) < kept
        truth.append({"boxes": boxes[:8][held], "labels": ["cat"] * int(held.sum())})
        near = boxes[np.r_[0:7, 8:14]] + chance.normal(0, 2, (13, 4))
        sure = np.r_[chance.beta(5, 2, 7), chance.beta(1, 5, 6)] if scores is None else scores(chance)
        found.append({"boxes": near, "labels": ["cat"] * 13, "scores": sure})
    return truth, found


def messages(truth, found, **how):
    return [each.message for each in tb.evaluate(truth, found, **how).warnings if each.code == "W-333"]


@pytest.mark.parametrize("kept", [0.3, 0.5])
def test_a_truth_that_lacks_many_objects(kept):
    truth, found = sides(kept)
    given = tb.evaluate(truth, found).metrics["AP"]
    (message,) = messages(truth, found)
    alone, certain = (int(word.replace(",", "")) for word in (message.split()[0], message.split()[2]))
    assert 1 - kept == pytest.approx(alone / certain, abs=0.1)
    assert f"instead of {given:.4f} if these detections did not count" in message
    assert messages(truth, found, fit_test=False) == []


@pytest.mark.parametrize("seed", range(4))
def test_of_a_whole_truth_nothing_is_said(seed):
    assert messages(*sides(seed=seed)) == []


@pytest.mark.parametrize("seed", range(4))
def test_of_scores_that_tell_nothing_nothing_is_said(seed):
    assert messages(*sides(seed=seed, scores=lambda chance: chance.beta(3, 2, 13))) == []


def test_of_images_that_are_mixed_up_nothing_is_said():
    truth, found = sides()
    assert (
        messages(truth, [*found[:30], *({**each, "boxes": each["boxes"] + 500} for each in found[30:])]) == []
    )
