"""Numbers of masks and keypoints, and of files that were left in a letterbox: a planted cause is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.reconciling.trials import Trials
from truebox.evaluation import Rules, rules_of_tools
from truebox.generation import make_dataset, make_shape_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module", params=["masks", "keypoints"])
def shapes(request: pytest.FixtureRequest) -> tuple[str, tuple[Any, Any]]:
    return request.param, make_shape_dataset(request.param, images=5, categories=2, seed=5, crowds=0.1)


def reported(pair: tuple[Any, Any], geometry: Any, rules: Rules, digits: int = 6) -> dict[str, str]:
    metrics = Trials(*pair, 1, geometry=geometry).metrics(rules)
    return {key: f"{value:.{digits}f}" for key, value in metrics.items() if value is not None}


def test_the_first_row_is_what_coco_gives(shapes: tuple[str, tuple[Any, Any]]) -> None:
    geometry, pair = shapes
    found = tb.diagnosis.reconcile(*pair, geometry=geometry)  # type: ignore[arg-type]
    metrics = tb.evaluate(*pair, geometry=geometry, protocol="coco", fit_test=False).metrics  # type: ignore[call-overload]
    assert found.tools[0].metrics == {key: metrics[key] for key in ("AP", "AP50", "AP75")}
    assert [each.name for each in found.tools] == list(rules_of_tools(geometry))


@pytest.mark.parametrize(
    ("geometry", "rules", "said"),
    [
        ("masks", Rules(polygons="edges filled"), "polygons: edges filled"),
        ("masks", Rules(polygons="pixel centres"), "polygons: pixel centres"),
        ("masks", Rules(mask_pixels="half"), "pixels of masks: half"),
        ("masks", Rules(mask_pixels="quarter, smoothed"), "pixels of masks: quarter, smoothed"),
        ("masks", Rules(found_masks="of boxes"), "masks of detections: of boxes"),
        ("masks", Rules(shapes="boxes"), "what is compared: boxes"),
        ("masks", Rules(shapes="narrow boxes of masks"), "what is compared: narrow boxes of masks"),
        ("masks", Rules(crowd="plain"), "crowds and ignored truths: plain"),
        ("keypoints", Rules(most=20, sigmas="even"), "sigmas: even"),
        ("keypoints", Rules(most=20, areas="0.53 of boxes"), "areas of truths: 0.53 of boxes"),
        ("keypoints", Rules(most=20, points="all"), "keypoints that count: all"),
        ("keypoints", Rules(most=20, unlabelled_truths="missed"), "truths without keypoints: missed"),
        (
            "keypoints",
            Rules(most=20, found_points="half a pixel on"),
            "keypoints of detections: half a pixel on",
        ),
    ],
)
def test_one_changed_rule_is_named(geometry: Any, rules: Rules, said: str) -> None:
    pair = make_shape_dataset(geometry, images=5, categories=2, seed=5, crowds=0.1)
    found = tb.diagnosis.reconcile(
        *pair, reported=reported(pair, geometry, rules), tool="coco", geometry=geometry
    )
    assert (said,) in [each.changes for each in found.explanations]
    assert f"{found.steps[0].rule}: {found.steps[0].after}" in [
        c for e in found.explanations for c in e.changes
    ]


def test_two_changed_rules_are_named_and_add_up() -> None:
    pair = make_shape_dataset("masks", images=6, categories=1, seed=5)
    rules = Rules(polygons="edges filled", lowest_score=0.5)
    numbers = reported(pair, "masks", rules)
    found = tb.diagnosis.reconcile(*pair, reported=numbers, tool="coco", geometry="masks")
    assert ("lowest score: 0.5", "polygons: edges filled") in [each.changes for each in found.explanations]
    for key, text in numbers.items():
        total = (found.first[key] or 0) + sum(step.cumulative[key] or 0 for step in found.steps)
        assert total == pytest.approx(float(text), abs=1e-6)


@pytest.mark.parametrize("geometry", ["masks", "keypoints"])
def test_every_pair_of_tools_ends_at_the_second(geometry: Any) -> None:
    pair = make_shape_dataset(geometry, images=3, categories=2, seed=5, crowds=0.1)
    tools = {each.name: each.metrics for each in tb.diagnosis.reconcile(*pair, geometry=geometry).tools}
    for start in tools:
        for end, numbers in tools.items():
            if start == end:
                continue  # refused
            found = tb.diagnosis.reconcile(*pair, between=(start, end), geometry=geometry)
            assert (found.steps[-1].metrics if found.steps else found.first) == numbers


def test_what_nothing_explains_is_left(shapes: tuple[str, tuple[Any, Any]]) -> None:
    geometry, pair = shapes
    found = tb.diagnosis.reconcile(*pair, reported={"AP50": "0.987654"}, tool="coco", geometry=geometry)  # type: ignore[arg-type]
    assert (found.explanations, found.unproven) == ((), ())
    assert "is left unexplained" in found.sentences[0]


@pytest.mark.parametrize(
    ("size", "padding", "undone"),
    [
        # 500 x 333 in 640: 1.28 times, 426 high; 11 up to 448, 107 up to 640.
        ((500, 333), (0, 11), "taken off of 640, multiples of 32"),
        ((500, 333), (0, 107), "taken off of 640, whole square"),
        ((500, 333), (0, 0), "scale taken off of 640"),
    ],
)
def test_predictions_that_were_left_in_a_letterbox(
    size: tuple[int, int], padding: tuple[int, int], undone: str
) -> None:
    truth, found = make_dataset(30, 2, 10, 3.0, 4)
    truth = replace(truth, images=replace(truth.images, sizes=np.tile(size, (len(truth.images), 1))))
    value = tb.evaluate(truth, found, fit_test=False).metrics
    left_in = found.boxes * 1.28 + np.array([*padding, 0, 0])
    numbers = {key: f"{value[key]:.4f}" for key in ("AP", "AP50", "AP75")}
    seen = tb.diagnosis.reconcile(truth, replace(found, boxes=left_in), reported=numbers, tool="coco")
    assert [each.changes for each in seen.explanations] == [(f"letterbox: {undone}",)]


def test_another_reading_that_fits_is_said_and_not_refused() -> None:
    truth, found = make_dataset(30, 2, 10, 3.0, 4)
    boxes = found.boxes.copy()
    boxes[:, 2:] += boxes[:, :2]
    seen = tb.diagnosis.reconcile(truth, replace(found, boxes=boxes))
    assert seen.sentences[0].startswith("Another reading fits: AP ")
    value = tb.evaluate(truth, found, fit_test=False).metrics["AP"]
    named = tb.diagnosis.reconcile(
        truth, replace(found, boxes=boxes), reported={"AP": f"{value:.6f}"}, tool="coco"
    )
    assert ("boxes of detections: sizes as corners",) in [each.changes for each in named.explanations]


def test_other_geometries_and_tools_are_refused(shapes: tuple[str, tuple[Any, Any]]) -> None:
    geometry, pair = shapes
    with pytest.raises(ValueError, match="geometry: 'boundary' is not reconciled"):
        tb.diagnosis.reconcile(*pair, geometry="boundary")
    with pytest.raises(ValueError, match=r"tool: 'voc' is unknown\. Fix: pass one of 'coco'"):
        tb.diagnosis.reconcile(*pair, tool="voc", geometry=geometry)  # type: ignore[arg-type]


def test_tools_of_masks_and_keypoints_as_they_were_run() -> None:
    """torchmetrics 1.9.0 (``iou_type="segm"``) lists no image without a mask; supervision has COCO's 20."""
    masks, points = (
        {name: rules for name, (_, rules) in rules_of_tools(geometry).items()}
        for geometry in ("masks", "keypoints")
    )
    assert masks["torchmetrics"].unlabelled_images == "skipped"
    assert points["supervision"] == replace(points["coco"], crowd="removed")
    truth, found = make_shape_dataset("masks", images=5, categories=1, seed=5)
    bare = replace(
        truth, ignore=truth.ignore, crowd=np.where(truth.image.values == truth.image.values[0], 1, 0)
    )
    trials = Trials(bare, found, 1, geometry="masks")
    counted, passed = (trials.metrics(masks[name])["AP"] for name in ("supervision", "torchmetrics"))
    assert counted is not None
    assert passed is not None
    assert passed > counted
