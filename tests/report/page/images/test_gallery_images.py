"""Images of the page: the useful ones, the worst first."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.report.page.images.gallery_images import gallery_images
from truebox.report.page.side import Side


@pytest.fixture(scope="module")
def side() -> Side:
    return Side.of(made_result())


def wrong_on(side: Side) -> np.ndarray:
    """Missed truths and false detections of each image at the score of the best F1, one by one."""
    table, count = side.result.matches, np.zeros(len(side.result.state.images))
    for row in range(len(table.detections)):
        if side.outcome[row] == 0 and table.detections.score[row] >= side.cut:
            count[table.detections.image[row]] += 1
    for row in range(len(table.truths)):
        holder = table.truths.matched_detection[row, 0]
        found = holder >= 0 and table.detections.score[holder] >= side.cut
        if not table.truths.ignored[row] and not found:
            count[table.truths.image[row]] += 1
    return count


def test_all_images_the_worst_first(side: Side) -> None:
    choice = gallery_images([side], 300)
    assert choice.reason == "All images"
    assert sorted(choice.places.tolist()) == list(range(40))
    worth = wrong_on(side)[choice.places]
    assert (np.diff(worth) <= 0).all()


def test_a_budget_keeps_wanted_ones_and_one_of_each_confusion(side: Side) -> None:
    worth = wrong_on(side)
    best = int(np.argmin(worth))
    wanted = [side.result.state.images[best], "no such image"]
    choice = gallery_images([side], 20, wanted)
    assert len(choice.places) == 20
    assert best in choice.places
    assert choice.reason.startswith("20 of 40 images: ")
    matrix = side.matrix
    rows = np.flatnonzero((matrix.partner >= 0) & (side.result.state.score >= side.cut))
    shown = np.isin(side.result.matches.detections.image[rows], choice.places)
    pairs = [(int(matrix.true[matrix.partner[row]]), int(matrix.predicted[row])) for row in rows]
    confused = {pair for pair in pairs if pair[0] != pair[1]}
    seen = {pair for pair, held in zip(pairs, shown, strict=True) if held and pair[0] != pair[1]}
    assert len(confused) > 3
    assert len(seen) >= min(len(confused), 9)  # half of the budget, one of which is the wanted one
