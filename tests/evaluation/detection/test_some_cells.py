"""Some cells matched again tell the same as all of them do."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from truebox import evaluate
from truebox.evaluation.detection import run, some_cells
from truebox.generation import make_dataset, make_shape_dataset
from truebox.records import Ids

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def quirky(seed: int, geometry: str):
    """A world in which ties, bounds of area ranges, ignored truths and an id of 0 all occur."""
    if geometry == "boxes":
        truth, found = make_dataset(60, 4, detections_per_image=30, truths_per_image=6, seed=seed)
    else:
        truth, found = make_shape_dataset(
            geometry, images=40, categories=3 if geometry == "masks" else 1, seed=seed
        )
    chance = np.random.default_rng(seed)
    scores = found.scores.copy()
    scores[chance.random(len(scores)) < 0.02] = 0.5
    area = truth.area.copy()
    area[chance.random(len(area)) < 0.03] = 32.0**2
    boxes = found.boxes.copy()
    if geometry == "boxes":
        boxes[chance.random(len(boxes)) < 0.01, 2:] = 32.0
    ignore = (chance.random(len(area)) < 0.03).astype(np.uint8)
    ids = truth.ids.values - truth.ids.values.min()
    truth = replace(truth, area=area, ignore=ignore, ids=Ids(ids))
    return truth, replace(found, scores=scores, boxes=boxes)


@pytest.mark.parametrize("geometry", ["boxes", "masks", "keypoints"])
@pytest.mark.parametrize("seed", range(6))
def test_few_cells_matched_again_tell_what_all_tell(monkeypatch, geometry, seed):
    truth, found = quirky(seed, geometry)
    told = {}
    for near in (False, True):
        monkeypatch.setattr(some_cells, "worth_it", lambda *_, near=near: near)
        told[near] = evaluate(truth, found, geometry=geometry, fit_test=False).warnings
    assert told[True] == told[False]
    assert any(finding.code == "W-310" for finding in told[True])


@pytest.mark.parametrize("seed", range(20))
def test_rows_of_cells_are_those_that_a_walk_over_all_rows_finds(seed):
    chance = np.random.default_rng(seed)
    images, categories = (int(n) for n in chance.integers(1, 40, 2))
    of_image, of_category = chance.integers(-1, images, 3000), chance.integers(-1, categories, 3000)
    places = np.flatnonzero(chance.random(images * categories) < chance.choice([0.0, 0.02, 0.5, 1.0]))
    cells = some_cells.SomeCells(places, images, categories)
    wanted = set(places.tolist())
    inside = [
        i >= 0 and k >= 0 and k * images + i in wanted
        for i, k in zip(of_image.tolist(), of_category.tolist(), strict=True)
    ]
    for threads in (1, 2):
        held = cells.hold(of_image.astype(np.int32), of_category.astype(np.int32), threads)
        assert held.tolist() == inside

    keys = np.sort((of_category * images + of_image)[(of_image >= 0) & (of_category >= 0)])
    offsets = np.searchsorted(keys // images, np.arange(categories + 1))
    state = SimpleNamespace(image=(keys % images).astype(np.int32), category_offsets=lambda: offsets)
    begins, ends = cells.rows_of(state)
    assert begins.tolist() == np.searchsorted(keys, places).tolist()
    assert ends.tolist() == np.searchsorted(keys, places, side="right").tolist()

    chosen = np.flatnonzero(chance.random(categories) < 0.5)
    renumbered = [
        chosen.tolist().index(p // images) * images + p % images for p in places if p // images in chosen
    ]
    assert cells.of_classes(chosen).places.tolist() == renumbered


@pytest.mark.parametrize("places", [[-1], [6], [1, 1], [2, 1]])
def test_cells_that_are_none_are_refused(places):
    cells = some_cells.SomeCells(np.array(places), images=2, categories=3)
    rows = np.zeros(1, dtype=np.int32)
    with pytest.raises(ValueError, match="no such cell"):
        cells.hold(rows, rows)
    state = SimpleNamespace(image=rows, category_offsets=lambda: np.array([0, 1, 1, 1]))
    with pytest.raises(ValueError, match="no such cell"):
        cells.rows_of(state)


def test_the_way_over_few_cells_is_taken(monkeypatch):
    taken = []
    truth, found = quirky(1, "boxes")
    way = some_cells.put_into
    monkeypatch.setattr(some_cells, "worth_it", lambda *_: True)
    monkeypatch.setattr(some_cells, "put_into", lambda *given: taken.append(1) or way(*given))
    evaluate(truth, found, fit_test=False)
    assert len(taken) >= 3


@pytest.mark.parametrize("protocol", ["coco", "voc", "voc2007", "ultralytics", "open_images"])
def test_detections_beyond_the_cap_are_told_of_as_a_second_evaluation_tells(monkeypatch, protocol):
    truth, found = quirky(3, "boxes")
    asked = {"protocol": protocol, "max_detections": [3], "mode": "corrected", "fit_test": False}
    once = evaluate(truth, found, **asked)
    monkeypatch.setattr(run, "is_small", lambda truth, found: False)
    twice = evaluate(truth, found, **asked)
    assert once.warnings == twice.warnings
    assert once.stats.tolist() == twice.stats.tolist()
    if protocol == "coco":
        assert any("; with them AP would be" in finding.message for finding in once.warnings)
        assert once.state.rank.max() < 3
