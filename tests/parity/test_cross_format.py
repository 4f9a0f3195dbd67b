"""One law for all formats: the same truth and detections give the same AP, whatever file they were in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from label_samples import folder_of, png

import truebox as tb
from truebox.datasets import read_predictions, read_truth
from truebox.datasets.formats.voc.format import FORMAT as VOC
from truebox.datasets.formats.voc_results.format import FORMAT as VOC_RESULTS
from truebox.datasets.formats.yolo.format import FORMAT as YOLO
from truebox.generation import make_dataset


@pytest.fixture(scope="module")
def world():
    truth, found = make_dataset(40, 5, 8.0, 4.0, 11, crowds=0.0, ids="strings")
    # Neither format holds areas of its own.
    return replace(truth, area=truth.boxes[:, 2] * truth.boxes[:, 3]), found


@pytest.fixture(scope="module")
def folders(world, tmp_path_factory):
    """The world as YOLO and as VOC, with pictures for the sizes that YOLO does not hold."""
    truth, predictions = world
    root = tmp_path_factory.mktemp("world")
    YOLO.write_truth(truth, root / "yolo")
    YOLO.write_predictions(truth, predictions, root / "yolo_found")
    VOC.write_truth(truth, root / "voc")
    VOC_RESULTS.write_predictions(truth, predictions, root / "voc_found")
    names = [
        path.relative_to(root / "voc").with_suffix(".png").as_posix()
        for path in sorted((root / "voc").rglob("*.xml"))
    ]
    sizes = truth.images.sizes[0].tolist()
    folder_of(root / "pictures", dict.fromkeys(names, png(*sizes)))
    return root


@pytest.mark.parametrize("truth_name", ["yolo", "voc"])
@pytest.mark.parametrize("found_name", ["yolo_found", "voc_found"])
def test_ap_does_not_depend_on_the_format(world, folders, truth_name, found_name):
    expected = tb.evaluate(*world, mode="corrected").metrics
    truth = read_truth(folders / truth_name, images=folders / "pictures")
    origin = {"pixel_origin": 1} if found_name == "voc_found" else {}  # fractions have no first pixel
    found = read_predictions(folders / found_name, truth=truth, **origin)
    assert len(truth) == len(world[0])
    assert len(found) == len(world[1])
    metrics = tb.evaluate(truth, found, mode="corrected").metrics
    assert metrics.keys() == expected.keys()
    for name, value in expected.items():
        assert metrics[name] == pytest.approx(value, abs=1e-9), name
