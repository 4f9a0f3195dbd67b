from __future__ import annotations

import contextlib
import copy
import io
import json
import pickle

import numpy as np
import pytest
from coco_worlds import world
from drop_in_pair import assert_same, own_tools
from shape_worlds import keypoint_world, mask_world

_NAMED = {
    "info": {"year": 2026, "by": "nobody"},
    "images": [{"id": 3, "height": 40, "width": 50}, {"id": 1, "height": 40, "width": 50}],
    "categories": [
        {"id": 5, "name": "cat", "supercategory": "animal"},
        {"id": 2, "name": "car", "supercategory": "thing"},
    ],
    "annotations": [
        {"id": 7, "image_id": 3, "category_id": 5, "bbox": [1, 2, 10, 9], "area": 90, "iscrowd": 0},
        {"id": 4, "image_id": 1, "category_id": 2, "bbox": [1, 2, 10, 9], "area": 70.5, "iscrowd": 1},
        {"id": 9, "image_id": 3, "category_id": 2, "bbox": [1, 2, 5, 5], "area": 25, "iscrowd": 0},
    ],
}


def _made(tools, truth=_NAMED):
    coco = tools.COCO()
    coco.dataset = copy.deepcopy(truth)
    coco.createIndex()
    return coco


@pytest.mark.parametrize(
    "ask",
    [
        lambda coco: coco.getAnnIds(),
        lambda coco: coco.getAnnIds(imgIds=3),
        lambda coco: coco.getAnnIds([3, 1, 99], [2]),
        lambda coco: coco.getAnnIds(np.array([3]), np.array([2, 5])),
        lambda coco: coco.getAnnIds(areaRng=[25, 90]),
        lambda coco: coco.getAnnIds(areaRng=[24, 91], iscrowd=False),
        lambda coco: coco.getAnnIds(iscrowd=True),
        lambda coco: coco.getCatIds(),
        lambda coco: coco.getCatIds(catNms="cat"),
        lambda coco: coco.getCatIds(catNms=["cat", "car"], supNms=["thing"]),
        lambda coco: coco.getCatIds(catIds=[2, 9]),
        lambda coco: sorted(coco.getImgIds()),
        lambda coco: sorted(coco.getImgIds(catIds=[2])),
        lambda coco: sorted(coco.getImgIds(imgIds=[1], catIds=[2, 5])),
        lambda coco: sorted(coco.getImgIds(catIds=[2, 5])),
        lambda coco: coco.getImgIds(catIds=[99]),
        lambda coco: coco.loadAnns([7, 9]),
        lambda coco: coco.loadAnns(4),
        lambda coco: coco.loadAnns(np.int64(4)),
        lambda coco: coco.loadAnns([99]),
        lambda coco: coco.loadCats(5),
        lambda coco: coco.loadImgs([1]),
        lambda coco: coco.loadImgs(),
        lambda coco: coco.info(),
        lambda coco: coco.download(),
        lambda coco: (coco.anns, coco.cats, coco.imgs, dict(coco.imgToAnns), dict(coco.catToImgs)),
        lambda coco: coco.dataset,
        lambda coco: coco.showAnns([]),
        lambda coco: coco.showAnns([{"caption": "a cat"}, {"caption": "a car"}]),
        lambda coco: coco.showAnns([{"bbox": [1, 2, 3, 4]}]),
    ],
    ids=range(30),
)
def test_questions_are_answered_as_by_the_reference(ask):
    assert_same(lambda tools: ask(_made(tools)))


@pytest.mark.parametrize(
    "dataset", [{}, {"images": []}, {"annotations": []}, {"annotations": [{"id": 1}]}, {"categories": [{}]}]
)
def test_datasets_that_lack_parts_are_indexed_or_refused_as_by_the_reference(dataset):
    def program(tools):
        coco = _made(tools, dataset)
        return coco.anns, coco.imgs, coco.cats, dict(coco.catToImgs), coco.getAnnIds(imgIds=[1])

    assert_same(program)
    assert_same(lambda tools: _made(tools, dataset).getAnnIds())
    assert_same(lambda tools: _made(tools, dataset).info())


@pytest.mark.parametrize(
    "text", ["[1]", "{", '{"images": [], "x": NaN, "y": 123456789012345678901234567890}', "\ufeff{}"]
)
def test_files_are_read_or_refused_as_by_the_reference(tmp_path, text):
    path = tmp_path / "truth.json"
    path.write_text(text, encoding="utf-8")

    def program(tools):
        dataset = tools.COCO(str(path)).dataset
        return {**dataset, "x": str(dataset["x"])}

    assert_same(program)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError), contextlib.redirect_stdout(io.StringIO()):
        own_tools().COCO(str(tmp_path / "none.json"))


def _loaded(coco):
    return coco.dataset, coco.anns, coco.cats, coco.imgs, dict(coco.imgToAnns), dict(coco.catToImgs)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", [world, mask_world, keypoint_world])
def test_results_are_completed_as_by_the_reference(tmp_path, kind, seed):
    truth, found = kind(np.random.default_rng(seed))
    if kind is world:
        truth.setdefault("categories", [])
    path = tmp_path / "found.json"
    path.write_text(json.dumps(found))

    def program(tools):
        coco, given = _made(tools, truth), copy.deepcopy(found)
        return _loaded(coco.loadRes(given)), given, _loaded(coco.loadRes(str(path)))

    assert_same(program)


@pytest.mark.parametrize(
    "found",
    [
        [],
        {},
        [{"image_id": 99, "category_id": 5, "bbox": [1, 2, 3, 4], "score": 0.5}],
        [{"image_id": 3, "category_id": 5, "score": 0.5}],
        [{"image_id": 3, "category_id": 5, "bbox": [], "score": 0.5}],
        [{"image_id": 3, "caption": "a cat"}],
        [{"category_id": 3}],
        np.array([[3, 1, 2, 3, 4, 0.5, 5], [1, 1, 2, 3, 4, 0.25, 2]]),
        np.zeros((2, 6)),
    ],
    ids=range(9),
)
def test_results_of_other_kinds_are_taken_or_refused_as_by_the_reference(found):
    assert_same(lambda tools: _loaded(_made(tools).loadRes(copy.deepcopy(found))))


def test_masks_of_annotations_are_those_of_the_reference():
    truth, _ = mask_world(np.random.default_rng(5))

    def program(tools):
        coco = _made(tools, truth)
        return [(coco.annToRLE(ann), coco.annToMask(ann)) for ann in coco.dataset["annotations"]]

    assert_same(program)


def test_what_was_read_from_a_file_is_trusted_until_someone_looks(tmp_path):
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(_NAMED))
    with contextlib.redirect_stdout(io.StringIO()):
        coco = own_tools().COCO(str(path))
    kept = coco.columns([1], truths=True)
    assert coco.columns([3], truths=True) is kept
    coco.anns[7]["area"] = 3.0
    assert coco.columns([3], truths=True).area.tolist() == [3.0, 25.0]


def test_a_dataset_is_copied_and_pickled():
    coco = _made(own_tools())
    for other in (copy.deepcopy(coco), pickle.loads(pickle.dumps(coco))):
        assert other.getAnnIds(imgIds=[3]) == [7, 9]
        assert other.anns[7] is not coco.anns[7]
