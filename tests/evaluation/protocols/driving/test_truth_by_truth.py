"""What each detection adds, against the rule taken at its word at every cut."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.truth_by_truth import FALSE, HIT, ImageSides, match_image

THRESHOLD = 0.5


def a_world(seed: int) -> ImageSides:
    rng = np.random.default_rng(seed)
    found, truths = rng.integers(1, 8), rng.integers(0, 7)
    counting = rng.random(found) < 0.8
    return ImageSides(
        score=rng.integers(0, 6, found) / 5,
        overlap=rng.integers(0, 11, (found, truths)) / 10,
        counting=counting,
        neutral=~counting & (rng.random(found) < 0.5),
        excused=rng.random(found) < 0.2,
        ignored=rng.random(truths) < 0.3,
        likeness=rng.random((found, truths)),
    )


def counted_at(sides: ImageSides, cut: float) -> tuple[int, int, float]:
    """True and false positives and the sum of likeness: truth after truth takes the greatest overlap."""
    there = sides.score >= cut
    free, hits, likeness = set(np.flatnonzero(there & sides.counting).tolist()), 0, 0.0
    rest = set(np.flatnonzero(there & sides.neutral).tolist())
    for truth, ignored in enumerate(sides.ignored.tolist()):
        good = [each for each in sorted(free) if sides.overlap[each, truth] > THRESHOLD]
        if good:
            best = max(good, key=lambda each: sides.overlap[each, truth])
            free.remove(best)
            hits += not ignored
            likeness += 0 if ignored else float(sides.likeness[best, truth])
            continue
        neutral = [each for each in sorted(rest) if sides.overlap[each, truth] > THRESHOLD]
        if neutral:
            rest.remove(neutral[0])
    return hits, sum(not sides.excused[each] for each in free), likeness


@pytest.mark.parametrize("seed", range(200))
def test_sums_are_the_counts_at_every_cut(seed: int) -> None:
    sides = a_world(seed)
    outcome = match_image(sides, THRESHOLD)
    for cut in np.unique(sides.score):
        there = sides.score >= cut
        hits, false, likeness = counted_at(sides, cut)
        assert np.count_nonzero(outcome.kind[there] == HIT) == hits
        assert np.count_nonzero(outcome.kind[there] == FALSE) == false
        assert outcome.likeness[there].sum() == pytest.approx(likeness, abs=1e-12)
