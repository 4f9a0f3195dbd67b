"""Files that the native reader declined."""

from __future__ import annotations

import gzip
import json
import warnings
from dataclasses import fields

import numpy as np
import pytest

from truebox import evaluate
from truebox.datasets.formats.coco.declined import predictions_again, truth_again
from truebox.datasets.formats.coco.general import prediction_columns
from truebox.errors import InputError

RESULTS = [{"image_id": 1, "category_id": 2, "bbox": [1, 2, 3, 4], "score": 0.5}]


def test_gzip_is_unpacked_and_read(tmp_path):
    path = tmp_path / "found.json.gz"
    path.write_bytes(gzip.compress(json.dumps(RESULTS).encode()))
    assert predictions_again(path, "found", None, "boxes").boxes.tolist() == [[1, 2, 3, 4]]


def test_what_is_wrong_is_worded(tmp_path):
    path = tmp_path / "truth.json"
    path.write_text('{"images": [{"id": 1}, {"id": "a"}], "annotations": [], "categories": []}')
    with pytest.raises(InputError, match="E-127"):
        truth_again(path, "truth", None, "boxes")


def made(call):
    """Columns, or the words of what refuses them."""
    try:
        found = call()
    except InputError as error:
        return str(error)
    shapes = found.segmentations
    return (
        *(each.tolist() for each in (found.image.values, found.category.values, found.boxes, found.scores)),
        found.boxed,
        None if shapes is None else [np.asarray(getattr(shapes, f.name)).tolist() for f in fields(shapes)],
    )


def masked_rows(rng):
    """Results with masks, of which now and then one has something else."""

    def mask():
        if rng.random() < 0.3:
            return [rng.integers(0, 9, 6).tolist()]
        return [
            {"size": [4, 5], "counts": "05?"},
            {"size": [4, 5], "counts": [3, 5, 12]},
            {"size": [2, 2], "counts": "13"},
        ][rng.integers(3)]

    rows = [
        {"image_id": int(k % 3), "category_id": 1, "score": float(rng.random()), "segmentation": mask()}
        for k in range(rng.integers(1, 6))
    ]
    for odd in ({"bbox": [1, 2, 3, 4]}, {"bbox": None}, {"bbox": []}, {"segmentation": None}, {"score": "x"}):
        if rng.random() < 0.15:
            rows[rng.integers(len(rows))] |= odd
    if rng.random() < 0.15:
        del rows[rng.integers(len(rows))]["segmentation"]
    return rows


def test_masks_without_boxes_are_read_quickly_with_the_same_answer(tmp_path):
    """The general reader of parsed rows is the reference, in what it gives and in what it refuses."""
    rng, path, quick = np.random.default_rng(4), tmp_path / "found.json", 0
    for _ in range(300):
        rows = masked_rows(rng)
        path.write_text(json.dumps(rows))
        ours = made(lambda: predictions_again(path, "found", None, "boxes"))
        assert ours == made(lambda rows=rows: prediction_columns(rows, "found", "boxes"))
        quick += not isinstance(ours, str)
    assert quick > 100


def test_boxes_of_masks_are_evaluated_as_pycocotools_does(tmp_path):
    """AP near zero is no sign of fractions there: the boxes are those of the masks."""
    pycocotools = pytest.importorskip("pycocotools.coco")
    cocoeval = pytest.importorskip("pycocotools.cocoeval")
    encode = pytest.importorskip("pycocotools.mask").encode
    rng = np.random.default_rng(3)
    images = [{"id": k, "width": 60, "height": 50} for k in range(1, 31)]
    boxes = np.concatenate((rng.integers(0, 20, (90, 2)), rng.integers(5, 25, (90, 2))), axis=1)
    true = [
        {
            "id": k + 1,
            "image_id": k % 30 + 1,
            "category_id": 1,
            "bbox": box,
            "area": box[2] * box[3],
            "iscrowd": 0,
        }
        for k, box in enumerate(boxes.tolist())
    ]
    found = []
    for row, box in zip(true, boxes, strict=True):
        for moved in (0, 30):  # half of them beside every object
            pixels = np.zeros((50, 60), np.uint8, order="F")
            x, y = box[:2] + rng.integers(-3, 4, 2) + moved
            pixels[max(y, 0) : max(y, 0) + box[3], max(x, 0) : max(x, 0) + box[2]] = 1
            if pixels.any():
                mask = encode(pixels)
                mask = {"size": mask["size"], "counts": mask["counts"].decode()}
                found.append({**{key: row[key] for key in ("image_id", "category_id")}, "segmentation": mask})
                found[-1]["score"] = float(rng.random())
    content = {"images": images, "annotations": true, "categories": [{"id": 1, "name": "cat"}]}
    files = tmp_path / "truth.json", tmp_path / "found.json"
    for kept, path in ((found, files[1]), (content, files[0])):
        path.write_text(json.dumps(kept))
    theirs = pycocotools.COCO(str(files[0]))
    reference = cocoeval.COCOeval(theirs, theirs.loadRes(str(files[1])), "bbox")
    reference.evaluate()
    reference.accumulate()
    reference.summarize()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours = evaluate(*map(str, files))
    assert ours.stats.tolist() == reference.stats.tolist()


def test_masks_beside_every_object_are_no_fractions(tmp_path):
    images = [{"id": k, "width": 100, "height": 100} for k in range(1, 41)]
    row = {"category_id": 1}
    truth = {
        "images": images,
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {**row, "id": k, "image_id": k, "bbox": [50, 50, 40, 40], "area": 1600, "iscrowd": 0}
            for k in range(1, 41)
        ],
    }
    mask = {"size": [100, 100], "counts": [0, 10, 9990]}
    found = [{**row, "image_id": k, "score": 0.5, "segmentation": mask} for k in range(1, 41)]
    files = tmp_path / "truth.json", tmp_path / "found.json"
    files[0].write_text(json.dumps(truth))
    files[1].write_text(json.dumps(found))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert evaluate(*map(str, files)).metrics["AP"] == 0
