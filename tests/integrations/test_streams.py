"""What the frameworks' metrics share, and all of them in several processes of `torch.distributed`."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from reference_coco import reference_coco  # noqa: E402  after the skip
from training_scenes import results_of, scene  # noqa: E402  after the skip

from truebox.errors import ArgumentError, InputError  # noqa: E402  after the skip
from truebox.integrations.processes import from_everyone, process  # noqa: E402  after the skip
from truebox.integrations.streams import Streams  # noqa: E402  after the skip
from truebox.integrations.tensors import corner_and_size  # noqa: E402  after the skip

SCRIPT = Path(__file__).with_name("framework_rank.py")


def rank_script():
    spec = importlib.util.spec_from_file_location("framework_rank", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("world", [2, 3])
def test_processes_give_the_numbers_of_one(world, tmp_path):
    truth, outputs = scene(13, 2)
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    ranks = [
        subprocess.Popen([sys.executable, "-W", "ignore", str(SCRIPT), str(rank), str(world), str(tmp_path)])
        for rank in range(world)
    ]
    alone = rank_script().answers(truth, outputs, tmp_path / "truth.json")
    expected = reference_coco(truth, results_of(outputs, "bbox"))["stats"]
    assert repr(expected[0].item()) in alone["torchvision"][0]
    for each in ranks:
        assert each.wait(timeout=240) == 0
    found = [json.loads((tmp_path / f"{rank}.json").read_text()) for rank in range(world)]
    for spread in ("unequal", "empty", "padded"):
        for name, (numbers, _) in alone.items():
            # detectron2 answers on the first process alone.
            others = [numbers if name != "detectron2" else "[]"] * (world - 1)
            assert [each[spread][name][0] for each in found] == [numbers, *others], (spread, name)
            said = any("W-570" in text for text in found[0][spread][name][1])
            assert said == (spread == "padded"), (spread, name)
    for name in alone:
        # One of both is kept, the same on all, and that there were two is said.
        every = {each["other"][name][0] for each in found} - {"[]"}
        assert len(every) == 1, name
        assert any("W-570" in text for text in found[0]["other"][name][1]), name


def test_alone_there_is_one_process():
    assert process() == (0, 1)
    assert from_everyone("mine") == ["mine"]
    streams = Streams(["bbox"], categories=[1])
    assert streams.gathered() is streams


def test_what_does_not_fit_is_refused():
    truth, outputs = scene(9, 2)
    for wrong in ([], ["boxes"]):
        with pytest.raises(ArgumentError, match="iou_types"):
            Streams(wrong, truth=truth)
    streams = Streams(["bbox"], truth=truth, repeated="same")
    image = next(each for each, found in outputs.items() if len(found["labels"]))
    entry = {"boxes": outputs[image]["boxes"], "labels": [1] * len(outputs[image]["labels"])}
    streams.update({image: {"bbox": {**entry, "scores": outputs[image]["scores"]}}})
    with pytest.raises(InputError, match="E-570"):
        streams.update({image: {"bbox": {**entry, "scores": outputs[image]["scores"] / 2}}})


def test_text_ids_and_images_without_objects():
    truth, outputs = scene(9, 2)
    for row in (*truth["images"], *truth["annotations"]):
        key = "image_id" if "image_id" in row else "id"
        row[key] = f"no-{row[key]}"
    rows = results_of(outputs, "bbox")
    for row in rows:
        row["image_id"] = f"no-{row['image_id']}"
    streams = Streams(["bbox"], truth=truth)
    for image, found in list(outputs.items())[:6]:
        entry = {
            "boxes": corner_and_size(found["boxes"]),
            "labels": found["labels"],
            "scores": found["scores"],
        }
        streams.update({f"no-{image}": {"bbox": entry}})
    assert streams.add_unseen() == 3
    assert len(streams) == 9
    given = {f"no-{image}" for image in list(outputs)[:6]}
    expected = reference_coco(truth, [row for row in rows if row["image_id"] in given])["stats"]
    assert np.array_equal(streams.results()["bbox"].stats, expected)


def test_a_batch_that_one_kind_refuses_is_taken_by_none():
    streams = Streams(["bbox", "segm"], categories=[1])
    mask = np.zeros((1, 20, 20), dtype=bool)
    mask[0, :9, :9] = True
    box = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    good = {"bbox": {**box, "scores": [0.5]}, "segm": {"masks": mask, "labels": [1], "scores": [0.5]}}
    true = {"bbox": box, "segm": {"masks": mask, "labels": [1]}}
    streams.update({1: good}, {1: true})
    bad = {**good, "segm": {**good["segm"], "masks": mask[:, :5, :5]}}
    with pytest.raises(InputError, match="E-164"):
        streams.update({2: bad}, {2: true})
    assert [len(each) for each in streams.evaluators.values()] == [1, 1]
    with pytest.raises(InputError, match="E-164"):
        Streams(["bbox", "segm"], categories=[1]).update_list([bad], [true])
    truth = {
        "images": [{"id": 1, "width": 20, "height": 20}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [],
    }
    known = Streams(["bbox"], truth=truth)
    other = {"boxes": [[0, 0, 9, 9]] * 2, "labels": [1, 7], "scores": [float("nan"), 0.5]}
    with pytest.raises(InputError, match="E-124"):
        known.update({1: {"bbox": other}})
    assert not known.dropped
    assert not known.seen
