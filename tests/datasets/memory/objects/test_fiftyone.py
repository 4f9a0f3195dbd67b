"""FiftyOne's detections and samples, by stand-ins."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from format_worlds import metrics

import truebox as tb
from truebox.errors import InputError


def detections(confidence=0.5):
    one = SimpleNamespace(label="cat", bounding_box=[0.1, 0.2, 0.25, 0.5], confidence=confidence)
    return SimpleNamespace(detections=[one])


def sample(width=200, **more):
    metadata = None if width is None else SimpleNamespace(width=width, height=100)
    held = {"filepath": "/data/a.jpg", "metadata": metadata, "ground_truth": detections(None)}
    return SimpleNamespace(**{**held, "predictions": detections(), **more})


def test_samples_know_their_size():
    truth, found = tb.read_truth([sample()]), tb.read_predictions([sample()])
    np.testing.assert_allclose(truth.boxes, [[20, 20, 50, 50]])
    assert (truth.images.sizes.tolist(), truth.units, found.scores.tolist()) == (
        [[200, 100]],
        "pixels",
        [0.5],
    )
    assert metrics(truth, found)["AP"] > 0.999


def test_detections_alone_are_fractions():
    found = tb.read_predictions([detections()])
    assert found.units == "fractions"
    np.testing.assert_allclose(found.boxes, [[0.1, 0.2, 0.25, 0.5]])
    truth = tb.read_truth([{"boxes": [[20, 20, 70, 70]], "labels": ["cat"], "width": 200, "height": 100}])
    assert metrics(truth, [detections()])["AP"] > 0.999


def test_a_field_that_is_none_is_a_picture_on_which_nothing_was_found():
    found = tb.read_predictions([sample(), sample(predictions=None)])
    assert len(found) == len(tb.read_predictions([sample()]))
    truth = tb.read_truth([None, detections(), None])
    assert len(truth.images) == 3
    assert truth.image.tolist() == [1]


@pytest.mark.parametrize(
    "crowd",
    [
        {"iscrowd": True},
        {"iscrowd": 1},
        {"iscrowd": 1.0},
        {"IsGroupOf": True},
        {"attributes": {"iscrowd": SimpleNamespace(value=True)}},
    ],
)
def test_crowds_are_regions(crowd):
    """FiftyOne 1.22.1 itself gives 1.0: of two detections one is the cat's, and one lies in the crowd."""
    cat = {"label": "cat", "bounding_box": [0.1, 0.2, 0.25, 0.5]}
    herd = {"label": "cat", "bounding_box": [0.5, 0.0, 0.5, 1.0]}
    in_herd = {"label": "cat", "bounding_box": [0.6, 0.1, 0.125, 0.25], "confidence": 0.9}
    both = sample(
        ground_truth=SimpleNamespace(detections=[SimpleNamespace(**cat), SimpleNamespace(**herd, **crowd)]),
        predictions=SimpleNamespace(
            detections=[SimpleNamespace(**cat, confidence=0.5), SimpleNamespace(**in_herd)]
        ),
    )
    assert tb.read_truth([both]).crowd.tolist() == [0, 1]
    assert metrics(tb.read_truth([both]), [both])["AP"] == pytest.approx(1.0, abs=1e-12)
    plain = sample(ground_truth=SimpleNamespace(detections=[SimpleNamespace(**cat, attributes={})]))
    assert tb.read_truth([plain]).crowd.tolist() == [0]


def test_what_is_refused():
    with pytest.raises(InputError, match=r"E-453 fiftyone Detections: confidence is missing"):
        tb.read_predictions([detections(None)])
    other = sample()
    del other.predictions
    with pytest.raises(InputError, match=r"E-453 .*the field predictions holds no Detections"):
        tb.read_predictions([other])
    with pytest.raises(InputError, match=r"E-450 .*compute_metadata"):
        tb.read_predictions([sample(), sample(None)])
    with pytest.raises(InputError, match=r"E-453 .*masks are not read"):
        tb.read_truth([sample()], geometry="masks")
