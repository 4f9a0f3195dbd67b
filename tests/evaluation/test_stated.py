"""A truth that says which protocol it was made for is evaluated by it, and says so."""

from __future__ import annotations

import gzip
import json

import pytest

import truebox as tb
from made.panoptic_scenes import scene
from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.evaluation.registry import PROTOCOLS, protocol_named, protocol_stated

BOX = {"image_id": 1, "category_id": 5, "bbox": [10, 10, 40, 40]}
FOUND = [{**BOX, "score": 0.5}, {"image_id": 2, "category_id": 5, "bbox": [1, 1, 9, 9], "score": 0.9}]
STATED = {"neg_category_ids": [], "not_exhaustive_category_ids": []}


def truth(**of_images):
    """One cat in two images; nobody looked for one in the second."""
    return {
        "images": [{"id": number, "width": 99, "height": 99, **of_images} for number in (1, 2)],
        "annotations": [{"id": 1, "area": 1600, "iscrowd": 0, **BOX}],
        "categories": [{"id": 5, "name": "cat", "frequency": "r"}],
    }


def written(tmp_path, data, how):
    text = json.dumps(data).encode()
    path = tmp_path / f"truth.json{how}"
    path.write_bytes(gzip.compress(text) if how else text)
    return path


def test_lvis_in_memory_is_not_evaluated_as_coco():
    with pytest.warns(TrueboxWarning, match="W-311 <truth> states neg_category_ids and not_exhaustive"):
        found = tb.evaluate(truth(**STATED), FOUND)
    named = tb.evaluate(truth(**STATED), FOUND, protocol="lvis")
    assert (found.protocol, found.metrics) == ("lvis", named.metrics)
    assert found.to_dict()["protocol"]["name"] == "lvis"
    assert "W-311" not in {finding.code for finding in named.warnings}


@pytest.mark.parametrize("geometry", ["boxes", "masks"])
@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("how", ["", ".gz"])
def test_every_way_of_reading_a_file_sees_it(tmp_path, geometry, lenient, how):
    data = truth(**STATED)
    data["annotations"][0]["segmentation"] = [[10, 10, 50, 10, 50, 50, 10, 50]]
    path = written(tmp_path, data, how)
    read = tb.read_truth(path, geometry=geometry, lenient=lenient)
    assert read.states == tuple(STATED)
    assert tb.read_truth(written(tmp_path, truth(), how), lenient=lenient).states == ()


@pytest.mark.parametrize("key", STATED)
def test_one_key_of_one_image_suffices(tmp_path, key):
    data = truth()
    data["images"][1][key] = []
    assert tb.read_truth(written(tmp_path, data, "")).states == tb.read_truth(data).states == (key,)


def test_what_is_named_counts():
    found = tb.evaluate(truth(**STATED), FOUND, protocol="coco")
    # The false positive of image 2 counts for COCO alone: precision is 1/2 at every recall.
    assert found.protocol == "coco"
    assert found.metrics["AP"] == pytest.approx(0.5)
    assert tb.evaluate(truth(), FOUND).protocol == "coco"


def test_an_argument_that_it_does_not_take_is_refused_with_the_reason():
    with pytest.raises(ArgumentError, match=r"class_agnostic: .* The truth states neg_category_ids"):
        tb.evaluate(truth(**STATED), FOUND, class_agnostic=True)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_panoptic_is_evaluated_as_such():
    true, found = scene(5, images=6)
    result = tb.evaluate(true, found)
    assert (result.protocol, result.warnings[0].code) == ("panoptic", "W-311")
    assert result.metrics == tb.evaluate(true, found, protocol="panoptic").metrics
    with pytest.raises(InputError, match="segments of panoptic images"):
        tb.evaluate(true, found, protocol="coco")
    with pytest.raises(ArgumentError, match="geometry"):
        tb.evaluate(true, found, geometry="masks")


def test_a_check_says_it():
    report = tb.check(truth(**STATED), FOUND)
    assert ("W-311", "<truth>") in {(item.code, item.source) for item in report.items}
    assert [item.code for item in tb.check(scene(5, images=6)[0]).items] == ["W-311"]


def test_a_key_states_one_protocol_at_most():
    keys = [key for name in PROTOCOLS for key in protocol_named(name).stated_by]
    assert len(keys) == len(set(keys))
    assert all(protocol_stated((key,)) is not None for key in keys)
