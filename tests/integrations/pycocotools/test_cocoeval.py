from __future__ import annotations

import copy

import numpy as np
import pytest
from coco_worlds import world
from drop_in_pair import assert_equal, assert_same, evaluation_of, everything, own_tools, reference_tools
from drop_in_worlds import drop_in_world

from truebox.integrations.pycocotools import cocoeval


@pytest.mark.parametrize("kind", ["bbox", "segm", "keypoints"])
@pytest.mark.parametrize("seed", range(40))
def test_everything_is_as_by_the_reference(kind, seed):
    truth, results, chosen = drop_in_world(kind, seed)
    looked_at = seed % 2 == 0

    def program(tools):
        return everything(evaluation_of(tools, truth, results, kind, **chosen), looked_at=looked_at)

    assert_same(program)


@pytest.mark.parametrize("kind", ["bbox", "segm", "keypoints"])
@pytest.mark.parametrize("seed", range(8))
def test_a_subclass_is_asked_cell_by_cell_and_gives_the_same(kind, seed):
    truth, results, chosen = drop_in_world(kind, seed)
    asked = []

    def program(tools):
        class Slower(tools.COCOeval):
            def evaluateImg(self, *arguments):
                asked.append(tools)
                return super().evaluateImg(*arguments)

        tools = copy.copy(tools)
        tools.COCOeval = Slower
        return everything(evaluation_of(tools, truth, results, kind, **chosen))

    assert_same(program)
    assert len({id(tools) for tools in asked}) == 2


def _plain(seed, **options):
    return world(np.random.default_rng(seed), irregular=False, **options)


@pytest.mark.parametrize(
    "change",
    [
        {"iouThrs": [0.5, 0.75]},
        {"iouThrs": np.array([0.5])},
        {"iouThrs": []},
        {"iouThrs": [-0.5, 1.5]},
        {"recThrs": []},
        {"recThrs": [2.0, -1.0, 0.5]},
        {"recThrs": [0.5, np.nan]},
        {"maxDets": [100]},
        {"maxDets": [500]},
        {"maxDets": [3, 1]},
        {"maxDets": [0, 10, 100]},
        {"maxDets": (1, 10, 100)},
        {"maxDets": np.array([1, 10, 100])},
        {"maxDets": [1, 10, 100, 1000]},
        {"areaRng": [[0, 1e10]], "areaRngLbl": ["all"]},
        {"areaRng": [[0, 1e10], [5, 2]], "areaRngLbl": ["all", "small"]},
        {"areaRng": [], "areaRngLbl": []},
        {"areaRngLbl": ["all", "all", "all", "all"]},
        {"areaRngLbl": []},
        {"useCats": 0},
        {"useCats": False},
        {"useCats": True},
        {"useCats": 2},
        {"imgIds": []},
        {"imgIds": [1]},
        {"imgIds": [1, 99999]},
        {"imgIds": np.array([1.0, 2.0])},
        {"imgIds": 1},
        {"catIds": []},
        {"catIds": [99]},
        {"catIds": [3, 1, 1]},
        {"catIds": [3, 1, 1], "useCats": 0},
        {"useSegm": 0},
        {"useSegm": 1},
        {"iouType": "nothing"},
    ],
    ids=lambda change: "-".join(f"{key}={value}" for key, value in change.items()),
)
@pytest.mark.parametrize("looked_at", [True, False])
def test_every_parameter_is_honoured(change, looked_at):
    truth, results = _plain(3)
    assert_same(lambda tools: everything(evaluation_of(tools, truth, results, **change), looked_at=looked_at))


def test_sigmas_of_keypoints_are_honoured():
    truth, results, _ = drop_in_world("keypoints", 4)
    sigmas = {"kpt_oks_sigmas": np.linspace(0.02, 0.2, 17)}
    assert_same(lambda tools: everything(evaluation_of(tools, truth, results, "keypoints", **sigmas)))


def _with(rows, place, change):
    rows = copy.deepcopy(rows)
    rows[place] = {key: value for key, value in {**rows[place], **change}.items() if value is not ...}
    return rows


_ODD_TRUTHS = [
    {"id": 0},
    {"id": -3},
    {"id": "7"},
    {"id": "seven"},
    {"iscrowd": 1, "ignore": 0},
    {"iscrowd": 0.0},
    {"iscrowd": 2},
    {"iscrowd": ...},
    {"area": ...},
    {"area": 2e10},
    {"area": np.float32(100.3)},
    {"area": "large"},
    {"area": float("nan")},
    {"bbox": ...},
    {"bbox": [1, 2, 3]},
    {"bbox": (1, 2, 3, 4)},
    {"bbox": [1, 2, -3, 4]},
    {"bbox": [1, 2, float("nan"), 4]},
    {"bbox": [1e200, 1e200, 1e200, 1e200]},
    {"bbox": [1, 2, 1e-200, 1e-200]},
    {"category_id": 99},
    {"category_id": "cat"},
    {"image_id": 9999},
]


@pytest.mark.parametrize("change", _ODD_TRUTHS, ids=str)
@pytest.mark.parametrize("looked_at", [True, False])
def test_odd_truths_are_taken_or_refused_as_by_the_reference(change, looked_at):
    truth, results = _plain(5)
    truth = {**truth, "annotations": _with(truth["annotations"], 2, change)}
    assert_same(lambda tools: everything(evaluation_of(tools, truth, results), looked_at=looked_at))


_ODD_RESULTS = [
    {"score": float("nan")},
    {"score": float("inf")},
    {"score": 2**60},
    {"score": "0.5"},
    {"score": ...},
    {"score": np.float32(0.3)},
    {"score": 1},
    {"bbox": [1, 2, 3]},
    {"bbox": [1, 2, float("nan"), 4]},
    {"bbox": [np.float32(1.1), 2, np.float32(3.3), 4]},
    {"bbox": [1, 2, -3, -4]},
    {"category_id": 99},
    {"category_id": 1.0},
    {"image_id": 9999},
]


@pytest.mark.parametrize("change", _ODD_RESULTS, ids=str)
@pytest.mark.parametrize("looked_at", [True, False])
def test_odd_results_are_taken_or_refused_as_by_the_reference(change, looked_at):
    truth, results = _plain(6)
    results = _with(results, 1, change)
    assert_same(lambda tools: everything(evaluation_of(tools, truth, results), looked_at=looked_at))


def test_ids_of_a_callers_own_detections_count_as_in_the_reference():
    truth, results = _plain(7)
    for numbers in ([0] * len(results), range(-3, len(results) - 3), [5] * len(results)):

        def program(tools, numbers=numbers):
            evaluation = evaluation_of(tools, truth, results)
            found = tools.COCO()
            rows = [
                dict(row, id=number)
                for row, number in zip(
                    copy.deepcopy(evaluation.cocoDt.dataset["annotations"]), numbers, strict=True
                )
            ]
            found.dataset = {
                "images": truth["images"],
                "categories": truth["categories"],
                "annotations": rows,
            }
            found.createIndex()
            evaluation.cocoDt = found
            return everything(evaluation)

        assert_same(program)


def test_what_changes_between_the_steps_counts_as_in_the_reference():
    truth, results = _plain(8)

    def after_evaluating(change):
        def program(tools):
            evaluation = evaluation_of(tools, truth, results)
            evaluation.evaluate()
            change(evaluation, tools)
            evaluation.accumulate()
            evaluation.summarize()
            return {key: value for key, value in evaluation.eval.items() if key != "date"}, evaluation.stats

        return program

    def set_params(**fields):
        def change(evaluation, tools):
            for name, value in fields.items():
                setattr(evaluation.params, name, value)

        return change

    def lose_entries(evaluation, tools):
        evaluation.evalImgs[0] = None

    def turn_a_match(evaluation, tools):
        entry = next(entry for entry in evaluation.evalImgs if entry and entry["dtMatches"].size)
        entry["dtIgnore"][:] = True

    changes = [
        set_params(recThrs=np.linspace(0, 1, 11)),
        set_params(maxDets=[1, 10, 100, 7]),
        set_params(maxDets=[100]),
        set_params(catIds=[2]),
        set_params(imgIds=[1]),
        set_params(areaRng=[[0, 1e10], [5, 6]]),
        set_params(iouThrs=[0.5]),
        set_params(iouThrs=np.linspace(0.5, 0.95, 12)),
        set_params(iouThrs=np.linspace(0.1, 0.9, 10)),
        set_params(useCats=0),
        set_params(maxDets=[1.0, 10.0, 100.0]),
        lambda evaluation, tools: setattr(evaluation.params, "imgIds", np.array(evaluation.params.imgIds)),
        lambda evaluation, tools: setattr(evaluation.params, "catIds", tuple(evaluation.params.catIds)),
        lose_entries,
        turn_a_match,
        lambda evaluation, tools: setattr(evaluation, "evalImgs", []),
        lambda evaluation, tools: setattr(evaluation, "_paramsEval", {}),
    ]
    for change in changes:
        assert_same(after_evaluating(change))


def test_a_limit_that_was_not_evaluated_looks_at_no_entry():
    truth, results = _plain(8)

    def after(**fields):
        def program(tools):
            evaluation = evaluation_of(tools, truth, results)
            evaluation.evaluate()
            for name, value in fields.items():
                setattr(evaluation.params, name, value)
            evaluation.accumulate()
            return evaluation.eval["precision"], evaluation.eval["recall"]

        return program

    ranges = [[0, 1e10], [0, 32**2], [32**2, 96**2], [96**2, 1e10]]
    assert_same(after(maxDets=[7], imgIds=[1, 2], areaRng=[*ranges, *ranges]))
    assert_same(after(maxDets=[], areaRng=[*ranges, *ranges]))


@pytest.mark.parametrize("fields", [{}, {"catIds": []}, {"imgIds": []}], ids=str)
def test_without_limits_evaluating_fails_also_where_nothing_is_matched(fields):
    truth, results = _plain(8)

    def program(tools):
        evaluation = evaluation_of(tools, truth, results)
        for name, value in {"maxDets": [], **fields}.items():
            setattr(evaluation.params, name, value)
        evaluation.evaluate()

    assert_same(program)


def test_other_parameters_may_be_accumulated():
    truth, results = _plain(9)

    def program(tools):
        evaluation = evaluation_of(tools, truth, results)
        evaluation.evaluate()
        asked = copy.deepcopy(evaluation.params)
        asked.recThrs = [0.0, 0.5, 1.0]
        evaluation.accumulate(asked)
        first = evaluation.eval
        evaluation.accumulate()
        return [
            {key: each[key] for key in ("precision", "recall", "scores", "counts")}
            for each in (first, evaluation.eval)
        ]

    assert_same(program)


def test_an_evaluation_is_made_again_after_its_detections_changed():
    truth, results = _plain(10)

    def program(tools):
        evaluation = evaluation_of(tools, truth, results)
        first = everything(evaluation)
        evaluation.cocoDt.dataset["annotations"][0]["score"] = 7.0
        evaluation.cocoGt.anns[truth["annotations"][0]["id"]]["iscrowd"] = 1
        evaluation.params.maxDets = [2, 5, 9]
        return first, everything(evaluation)

    assert_same(program)


def test_steps_in_another_order_fail_as_in_the_reference():
    truth, results = _plain(11)
    assert_same(lambda tools: evaluation_of(tools, truth, results).accumulate())
    assert_same(lambda tools: evaluation_of(tools, truth, results).summarize())
    assert_same(lambda tools: tools.COCOeval(iouType="boxes"))
    assert_same(lambda tools: tools.COCOeval(iouType=""))
    assert_same(lambda tools: vars(tools.COCOeval().params))

    def shown(tools):
        evaluation = evaluation_of(tools, truth, results)
        evaluation.evaluate()
        evaluation.accumulate()
        return str(evaluation)

    assert_same(shown)


def test_single_steps_are_there_for_callers():
    truth, results = _plain(12)

    def program(tools):
        evaluation = evaluation_of(tools, truth, results)
        params = evaluation.params
        params.imgIds, params.catIds = sorted(params.imgIds), sorted(params.catIds)
        evaluation._prepare()
        evaluation.ious = {
            (image, category): evaluation.computeIoU(image, category)
            for image in params.imgIds
            for category in params.catIds
        }
        return [
            evaluation.evaluateImg(image, category, [0, 5000], 3)
            for image in params.imgIds
            for category in params.catIds
        ]

    assert_same(program)


def test_plain_evaluations_are_made_at_once(monkeypatch):
    truth, results = _plain(13)
    monkeypatch.setattr(cocoeval.COCOeval, "_evaluate_cells", lambda self: pytest.fail("cell by cell"))
    ours = everything(evaluation_of(own_tools(), truth, results))
    assert_equal(ours, everything(evaluation_of(reference_tools(), truth, results)))


def test_an_object_with_questions_of_its_own_is_asked_them():
    truth, results = _plain(14)

    def program(tools):
        class Fewer(tools.COCO):
            def getAnnIds(self, *arguments, **options):
                return super().getAnnIds(*arguments, **options)[::2]

        evaluation = evaluation_of(tools, truth, results)
        fewer = Fewer()
        fewer.dataset = evaluation.cocoGt.dataset
        fewer.createIndex()
        evaluation.cocoGt = fewer
        return everything(evaluation)

    assert_same(program)


def test_datasets_of_the_reference_are_evaluated_too():
    truth, results = _plain(15)
    theirs = evaluation_of(reference_tools(), truth, results)
    ours = cocoeval.COCOeval(theirs.cocoGt, theirs.cocoDt, "bbox")
    assert_equal(everything(ours), everything(theirs))
