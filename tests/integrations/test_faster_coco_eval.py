from __future__ import annotations

import copy
import json

import numpy as np
import pytest
from coco_worlds import world
from shape_worlds import keypoint_world, mask_world

from truebox.errors import ArgumentError
from truebox.integrations import faster_coco_eval as ours


def _evaluated(tool, truth, found, kind, changes=(), **options):
    loaded = tool.COCO(copy.deepcopy(truth))
    evaluation = tool.COCOeval_faster(loaded, loaded.loadRes(copy.deepcopy(found)), kind, **options)
    for name, value in dict(changes).items():
        setattr(evaluation.params, name, value)
    evaluation.run()
    return evaluation


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        ("bbox", lambda rng: world(rng, irregular=False)),
        ("segm", lambda rng: mask_world(rng, boxed=False)),
        ("keypoints", keypoint_world),
    ],
)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore")
def test_the_numbers_have_the_names_and_values_of_that_tool(kind, made, seed):
    theirs = pytest.importorskip("faster_coco_eval")
    truth, found = made(np.random.default_rng(seed))
    expected = _evaluated(theirs, truth, found, kind).stats_as_dict
    evaluation = _evaluated(ours, truth, found, kind)
    assert list(evaluation.stats_as_dict) == list(expected)
    np.testing.assert_allclose(list(evaluation.stats_as_dict.values()), list(expected.values()), rtol=1e-13)


_CHANGES = [
    {"changes": {"maxDets": [1, 5, 7]}},
    {"changes": {"maxDets": [100]}},
    {"changes": {"maxDets": [300, 1, 100, 2]}},
    {"changes": {"maxDets": [3], "iouThrs": np.array([0.3, 0.6])}},
    {"ranges": {"tiny": [0, 900], "rest": [900, 1e10]}},
    {"ranges": {}, "rle_iou_max_workers": 2, "use_area": True, "boundary_cpu_count": 1},
    {"changes": {"recThrs": np.linspace(0, 1, 11)}, "separate_eval": True},
]


@pytest.mark.parametrize(
    ("kind", "made"),
    [("bbox", lambda rng: world(rng, irregular=False)), ("keypoints", keypoint_world)],
)
@pytest.mark.parametrize("options", _CHANGES, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_limits_and_ranges_of_any_number_count_as_in_that_tool(kind, made, options):
    theirs = pytest.importorskip("faster_coco_eval")
    truth, found = made(np.random.default_rng(5))
    said = [[], []]
    expected, evaluation = (
        _evaluated(tool, truth, found, kind, print_function=lines.append, **options)
        for tool, lines in zip((theirs, ours), said, strict=True)
    )
    assert list(evaluation.stats_as_dict) == list(expected.stats_as_dict)
    np.testing.assert_allclose(evaluation.all_stats, expected.all_stats, rtol=1e-13)
    np.testing.assert_allclose(evaluation.stats, expected.stats, rtol=1e-13)
    assert evaluation.eval["precision"].shape == expected.eval["precision"].shape
    told = [[line for line in lines if line.startswith(" Average")] for lines in said]
    assert told[0] == told[1]
    assert told[0]


def test_nothing_is_told_before_it_is_accumulated():
    with pytest.raises(Exception, match="run accumulate"):
        ours.COCOeval_faster(iouType="bbox").summarize()


def test_it_is_quiet_unless_it_is_told_to_print(capsys):
    truth, found = world(np.random.default_rng(1), irregular=False)
    _evaluated(ours, truth, found, "bbox")
    assert capsys.readouterr().out == ""
    said = []
    _evaluated(ours, truth, found, "bbox", print_function=said.append)
    assert sum(line.startswith(" Average") for line in said) == 14  # with recall at two thresholds
    _evaluated(ours, truth, found, "bbox", print_function=print)
    assert capsys.readouterr().out.count(" Average") == 14


def test_no_detections_are_a_result_too():
    truth, _ = world(np.random.default_rng(1), irregular=False)
    assert _evaluated(ours, truth, [], "bbox").stats_as_dict["AP_all"] == 0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("as_file", [False, True])
def test_scores_below_a_limit_are_left_out(tmp_path, as_file):
    theirs = pytest.importorskip("faster_coco_eval")
    truth, found = world(np.random.default_rng(6), irregular=False)
    if as_file:
        (tmp_path / "found.json").write_text(json.dumps(found))
        found = tmp_path / "found.json"
    rows = []
    for tool in (theirs, ours):
        loaded = tool.COCO(copy.deepcopy(truth)).loadRes(copy.deepcopy(found), min_score=0.5)
        rows.append(
            [(row["image_id"], row["bbox"], row["score"]) for row in loaded.load_anns(loaded.get_ann_ids())]
        )
    assert rows[0] == rows[1]
    assert 0 < len(rows[0]) < len(ours.COCO.load_json(found))


def test_a_path_is_a_file_of_results(tmp_path):
    truth, found = world(np.random.default_rng(7), irregular=False)
    (tmp_path / "found.json").write_text(json.dumps(found))
    loaded = ours.COCO(truth).loadRes(tmp_path / "found.json")
    assert [row["score"] for row in loaded.load_anns(loaded.get_ann_ids())] == [row["score"] for row in found]


def test_questions_have_names_in_snake_case_too():
    truth, _ = world(np.random.default_rng(1), irregular=False)
    coco = ours.COCO(truth, use_deepcopy=True)
    first = truth["annotations"][0]
    assert coco.get_ann_ids(img_ids=[first["image_id"]]) == coco.getAnnIds(imgIds=[first["image_id"]])
    assert coco.load_anns([first["id"]]) == [first]
    assert coco.get_cat_ids() == [category["id"] for category in truth["categories"]]
    assert coco.load_cats(coco.get_cat_ids()) == truth["categories"]
    assert coco.load_imgs(coco.get_img_ids()) == truth["images"]
    assert coco.img_ann_map is coco.imgToAnns
    assert coco.cat_img_map is coco.catToImgs


def test_what_only_that_tool_has_is_refused():
    with pytest.raises(ArgumentError, match="lvis_style"):
        ours.COCOeval_faster(lvis_style=True)
    ours.COCOeval_faster(iouType="bbox", extra_calc=False)
