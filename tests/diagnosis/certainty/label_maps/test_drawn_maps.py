"""Label maps whose images are swapped or drawn, beside evaluations of folders with these images."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.certainty.label_maps.drawn_maps import _iou, _weighed
from truebox.diagnosis.certainty.unscored.drawn_parts import mean_of_defined
from truebox.errors import ArgumentError

image_library = pytest.importorskip("PIL.Image")
IMAGES = 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("maps")
    chance = np.random.default_rng(3)
    for name in range(IMAGES):
        labels = chance.integers(0, 3 + name % 3, (6, 8)).astype(np.uint8)
        sides = {"truth": labels.copy()}
        sides["truth"][0, 0] = 255
        for side, wrong in (("near", 0.1), ("far", 0.4)):
            sides[side] = np.where(chance.random(labels.shape) < wrong, 1, labels).astype(np.uint8)
        for side, held in sides.items():
            (made / side).mkdir(exist_ok=True)
            image_library.fromarray(held).save(made / side / f"{name}.png")
    return made


def evaluated(folder: Path, side: str) -> tb.evaluation.SemanticResult:
    return tb.evaluate(folder / "truth", folder / side, protocol="voc_segmentation")


def test_a_draw_is_a_folder_with_these_images(folder: Path, tmp_path: Path) -> None:
    result = evaluated(folder, "far")
    chance = np.random.default_rng(0)
    for trial in range(5):
        weights = chance.multinomial(IMAGES, np.full(IMAGES, 1 / IMAGES))
        for side in ("truth", "far"):
            (tmp_path / f"{trial}" / side).mkdir(parents=True)
            for place, name in enumerate(result.truth.files):
                for copy in range(weights[place]):
                    target = tmp_path / f"{trial}" / side / f"{place}_{copy}.png"
                    shutil.copy(folder / side / f"{name}.png", target)
        repeated = evaluated(tmp_path / f"{trial}", "far")
        drawn = mean_of_defined(_iou(_weighed(weights[None], result.of_images)))
        assert drawn[0] == pytest.approx(repeated.metrics["IoU"], abs=1e-15)


def test_the_nearer_one_is_better_and_the_interval_holds_its_number(folder: Path) -> None:
    far, near = evaluated(folder, "far"), evaluated(folder, "near")
    found = tb.compare(far, near, replicates=400)
    assert (found.unit, found.images) == ("label maps", IMAGES)
    difference = found.pairs[0].metrics["IoU"]
    assert difference.value == pytest.approx(near.metrics["IoU"] - far.metrics["IoU"], abs=1e-15)
    assert difference.verdict == "better"
    assert tb.compare(far, far, replicates=100).pairs[0].metrics["IoU"].p == 1.0
    estimate = tb.diagnosis.map_intervals(far)["IoU"]
    assert estimate.low < far.metrics["IoU"] < estimate.high
    sure, weakest = tb.diagnosis.in_words(far)
    assert f"lies in {estimate.low:.3f} to {estimate.high:.3f}" in sure
    assert weakest.startswith("Weakest of 5 classes: ")


def test_other_images_are_refused(folder: Path) -> None:
    far = evaluated(folder, "far")
    part = tb.evaluate(folder / "truth", folder / "near", protocol="voc_segmentation", images=["1", "2"])
    with pytest.raises(ArgumentError, match="other images or classes"):
        tb.compare(far, part)
    with pytest.raises(ArgumentError, match="at least 2"):
        tb.compare(far)
