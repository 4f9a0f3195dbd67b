"""The inputs of other tools' own tests of average precision, to their values or to pycocotools' 2.0.11.

Boxes, scores and expected numbers are facts taken from

- torchmetrics (commit 07f452e), ``tests/unittests/detection/test_map.py``: images 42, 73, 74 and 987 of COCO,
  its small cases and what it expects of them;
- FiftyOne (034e5c4), ``tests/unittests/evaluation_tests.py``: five samples, some with a field that is None;
- detectron2 (16ffa78), ``tests/data/test_coco_evaluation.py``: two people of image 139 of COCO, and every
  field left out in turn.
"""

from __future__ import annotations

import copy
from types import SimpleNamespace

import numpy as np
import pytest

from truebox import diagnosis, evaluate
from truebox.errors import InputError

reference_coco = pytest.importorskip(
    "reference_coco", reason="pycocotools is in the extra 'test'"
).reference_coco
pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

# torchmetrics: predicted boxes, scores and labels of an image, then its true boxes and labels.
IMAGES = [
    ([[258.15, 41.29, 606.41, 285.07]], [0.236], [4], [[214.15, 41.29, 562.41, 285.07]], [4]),
    (
        [[61.00, 22.75, 565.00, 632.42], [12.66, 3.32, 281.26, 275.23]],
        [0.318, 0.726],
        [3, 2],
        [[13.00, 22.75, 548.98, 632.42], [1.66, 3.32, 270.26, 275.23]],
        [2, 2],
    ),
    (
        [
            [87.87, 276.25, 384.29, 379.43],
            [0.00, 3.66, 142.15, 316.06],
            [296.55, 93.96, 314.97, 152.79],
            [328.94, 97.05, 342.49, 122.98],
            [356.62, 95.47, 372.33, 147.55],
            [464.08, 105.09, 495.74, 146.99],
            [276.11, 103.84, 291.44, 150.72],
        ],
        [0.546, 0.3, 0.407, 0.611, 0.335, 0.805, 0.953],
        [4, 1, 0, 0, 0, 0, 0],
        [
            [61.87, 276.25, 358.29, 379.43],
            [2.75, 3.66, 162.15, 316.06],
            [295.55, 93.96, 313.97, 152.79],
            [326.94, 97.05, 340.49, 122.98],
            [356.62, 95.47, 372.33, 147.55],
            [462.08, 105.09, 493.74, 146.99],
            [277.11, 103.84, 292.44, 150.72],
        ],
        [4, 1, 0, 0, 0, 0, 0],
    ),
    (
        [
            [72.92, 45.96, 91.23, 80.57],
            [45.17, 45.34, 66.28, 79.83],
            [82.28, 47.04, 99.66, 78.50],
            [59.96, 46.17, 80.35, 80.48],
            [75.29, 23.01, 91.85, 50.85],
            [71.14, 1.10, 96.96, 28.33],
            [61.34, 55.23, 77.14, 79.57],
            [41.17, 45.78, 60.99, 78.48],
            [56.18, 44.80, 64.42, 56.25],
        ],
        [0.532, 0.204, 0.782, 0.202, 0.883, 0.271, 0.561, 0.204, 0.349],
        [49] * 9,
        [
            [72.92, 45.96, 91.23, 80.57],
            [50.17, 45.34, 71.28, 79.83],
            [81.28, 47.04, 98.66, 78.50],
            [63.96, 46.17, 84.35, 80.48],
            [75.29, 23.01, 91.85, 50.85],
            [56.39, 21.65, 75.66, 45.54],
            [73.14, 1.10, 98.96, 28.33],
            [62.34, 55.23, 78.14, 79.57],
            [44.17, 45.78, 63.99, 78.48],
            [58.18, 44.80, 66.42, 56.25],
        ],
        [49] * 10,
    ),
]
PREDICTED = [{"boxes": np.array(b), "scores": s, "labels": c} for b, s, c, _, _ in IMAGES]
TRUE = [{"boxes": np.array(b), "labels": c} for _, _, _, b, c in IMAGES]
NOTHING = {"boxes": np.empty((0,)), "labels": []}


def sizes(boxes):
    return np.concatenate([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]], axis=1).tolist()


def as_coco(true, predicted):
    """The same as COCO data, numbers as they are; every class that either side has is a category."""
    labels = sorted({int(label) for image in (*true, *predicted) for label in image["labels"]})
    truth = {
        "images": [{"id": place} for place in range(len(true))],
        "categories": [{"id": label, "name": str(label)} for label in labels],
        "annotations": [],
    }
    found = []
    for place, (wanted, given) in enumerate(zip(true, predicted, strict=True)):
        for box, label in zip(sizes(wanted["boxes"].reshape(-1, 4)), wanted["labels"], strict=True):
            row = {
                "image_id": place,
                "category_id": label,
                "bbox": box,
                "area": box[2] * box[3],
                "iscrowd": 0,
            }
            truth["annotations"].append({"id": 1 + len(truth["annotations"]), **row})
        rows = zip(sizes(given["boxes"].reshape(-1, 4)), given["labels"], given["scores"], strict=True)
        found += [{"image_id": place, "category_id": c, "bbox": box, "score": s} for box, c, s in rows]
    return truth, found


@pytest.mark.parametrize("class_agnostic", [False, True])
def test_torchmetrics_coco_images_have_the_references_numbers(class_agnostic):
    result = evaluate(TRUE, PREDICTED, class_agnostic=class_agnostic, categories=[0, 1, 2, 3, 4, 49])
    wanted = reference_coco(*as_coco(TRUE, PREDICTED), class_agnostic=class_agnostic)
    assert np.array_equal(result.precision, wanted["precision"])
    assert np.array_equal(result.recall, wanted["recall"])
    assert np.array_equal(result.stats, wanted["stats"])


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize(
    ("predicted", "true", "value"),
    [
        # `test_missing_pred`, `test_missing_gt`: below 1, "actually it is 0.5"
        ([[[10, 20, 15, 25]], []], [[[10, 20, 15, 25]], [[10, 20, 15, 25]]], 0.5),
        ([[[10, 20, 15, 25]], [[10, 20, 15, 25]]], [[[10, 20, 15, 25]], []], 0.5),
        ([[]], [[[214.15, 41.29, 562.41, 285.07]]], 0.0),  # `test_empty_preds`
        ([[[214.15, 41.29, 562.41, 285.07]]], [[]], None),  # `test_empty_ground_truths`: -1 there
        ([], [], None),  # `test_empty_metric`
    ],
)
def test_torchmetrics_small_cases(mode, predicted, true, value):
    scores = [0.9, 0.95]
    found = [
        {"boxes": boxes, "scores": [scores[place]] * len(boxes), "labels": [0] * len(boxes)}
        for place, boxes in enumerate(predicted)
    ]
    result = evaluate([{"boxes": boxes, "labels": [0] * len(boxes)} for boxes in true], found, mode=mode)
    # 101 recalls: 51 of them are reached, so that half is 51/101 where one of two objects is found
    assert result.metrics["AP"] == (None if value is None else pytest.approx(value, abs=0.006))


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize(("box_format", "value"), [("xyxy", 1), ("xywh", 0), ("cxcywh", 0)])
def test_torchmetrics_box_formats(mode, box_format, value):
    found = [{"boxes": [[0.5, 0.5, 1, 1]], "scores": [1.0], "labels": [0]}]
    true = [{"boxes": [[0, 0, 1, 1]], "labels": [0]}]
    result = evaluate(true, found, iou_thresholds=[0.2], box_format=box_format, mode=mode)
    assert result.metrics["AP"] == pytest.approx(value)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_torchmetrics_masks_without_boxes(mode):
    masks = np.random.default_rng(0).integers(0, 2, (12, 10, 10)).astype(bool)
    labels = [0, 1, 2] * 4
    result = evaluate(
        [{"masks": masks, "labels": labels}],
        [{"masks": masks, "labels": labels, "scores": np.linspace(0.9, 0.1, 12)}],
        geometry="masks",
        mode=mode,
    )
    assert result.metrics["AP"] == pytest.approx(1)
    empty = evaluate(
        [{"masks": np.zeros((0, 10, 10), bool), "labels": []}],
        [{"masks": np.zeros((1, 10, 10), bool), "labels": [4], "scores": [0.5]}],
        geometry="masks",
        mode=mode,
    )
    assert empty.metrics["AP"] is None


def fiftyone_samples():
    box = [0.1, 0.1, 0.4, 0.4]
    metadata = SimpleNamespace(width=100, height=100)

    def held(label, confidence=None):
        found = SimpleNamespace(label=label, bounding_box=box, confidence=confidence)
        return SimpleNamespace(detections=[found])

    both = [
        (None, None),
        (held("cat"), None),
        (None, held("cat", 0.9)),
        (held("cat"), held("cat", 0.9)),
        (held("cat"), held("dog", 0.9)),
    ]
    return [
        SimpleNamespace(filepath=f"image{place}.jpg", metadata=metadata, ground_truth=true, predictions=found)
        for place, (true, found) in enumerate(both, start=1)
    ]


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_fiftyone_counts_classwise(mode):
    samples = fiftyone_samples()
    result = evaluate(samples, samples, mode=mode)
    # "support" 3; confusion of cat, dog and nothing: [[1, 0, 2], [0, 0, 0], [1, 1, 0]]
    assert result.truths == 3
    table = result.matches
    right = table.detections.matched_truth[:, 0] >= 0
    assert (right.sum(), (~right).sum(), (table.truths.matched_detection[:, 0] < 0).sum()) == (1, 2, 2)
    assert [each.name for each in result.per_class] == ["cat", "dog"]


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_fiftyone_counts_without_classes(mode):
    """Theirs pairs the dog with a cat and then counts both as wrong; pycocotools, and Truebox, as right."""
    samples = fiftyone_samples()
    result = evaluate(samples, samples, class_agnostic=True, mode=mode)
    right = result.matches.detections.matched_truth[:, 0] >= 0
    assert (right.sum(), (~right).sum()) == (2, 1)
    # As their confusion without classes: a cat is taken for a dog
    assert diagnosis.confusion_matrix(evaluate(samples, samples, mode=mode), 0.5, 0.5).counts.sum() == 4


PEOPLE = [([412.8, 157.61, 53.05, 138.01], 2913.1104), ([384.43, 172.21, 15.12, 35.74], 435.14495)]
DETECTIONS = [
    ([417.3332824707031, 159.27003479003906, 47.66064453125, 143.00193786621094], 0.9949821829795837),
    ([383.5909118652344, 172.0777587890625, 17.959075927734375, 36.94813537597656], 0.7685421705245972),
    ([457.8359069824219, 158.88027954101562, 9.89764404296875, 8.771820068359375], 0.07092753797769547),
]


def corners(box):
    x, y, width, height = box
    return [[x, y, x + width, y, x + width, y + height, x, y + height]]


def detectron2_data():
    person = {"image_id": 139, "category_id": 1}
    truth = {
        "images": [{"id": 285, "width": 586, "height": 640}, {"id": 139, "width": 640, "height": 426}],
        "categories": [{"id": 1, "name": "person"}, {"id": 65, "name": "bed"}],
        "annotations": [
            {
                "id": 230831 + k,
                "bbox": box,
                "area": area,
                "iscrowd": 0,
                "segmentation": corners(box),
                **person,
            }
            for k, (box, area) in enumerate(PEOPLE)
        ],
    }
    found = [
        {"bbox": box, "score": score, "segmentation": corners(box), **person} for box, score in DETECTIONS
    ]
    return truth, found


OMITTED = ["", "id", "image_id", "category_id", "score", "area", "iscrowd", "ignore", "bbox", "segmentation"]


@pytest.mark.parametrize(("kind", "geometry"), [("bbox", "boxes"), ("segm", "masks")])
@pytest.mark.parametrize("side", ["truth", "found"])
@pytest.mark.parametrize("field", OMITTED)
def test_detectron2_fields_left_out(field, side, kind, geometry):
    """Where pycocotools has numbers they are the same; where it raises, ours refuse or say what they took."""
    truth, found = detectron2_data()
    for row in truth["annotations"] if side == "truth" else found:
        row.pop(field, None)
    wanted, raised = outcome(reference_coco, copy.deepcopy(truth), copy.deepcopy(found), kind=kind)
    result, refused = outcome(evaluate, truth, found, geometry=geometry)
    if refused is not None:
        assert isinstance(refused, InputError)
        assert raised is not None, f"pycocotools takes it: {refused}"
    elif raised is not None:
        assert result.warnings
    else:
        assert np.array_equal(result.precision, wanted["precision"])
        assert np.array_equal(result.recall, wanted["recall"])


def outcome(function, *arguments, **options):
    """What a call gives, or the error that it raises."""
    try:
        return function(*arguments, **options), None
    except Exception as error:
        return None, error


@pytest.mark.parametrize(
    ("parameters", "emptied"),
    [({}, "truth"), ({}, "found"), ({"class_agnostic": True}, ""), ({"max_detections": [1]}, "")],
)
def test_detectron2_parameters_and_empty_sides(parameters, emptied):
    truth, found = detectron2_data()
    if emptied == "truth":
        truth["annotations"] = []
    if emptied == "found":
        result = evaluate(truth, [], **parameters)
        assert result.metrics["AP"] == 0  # `loadRes` of pycocotools 2.0.11 raises for an empty list
        return
    wanted = reference_coco(copy.deepcopy(truth), copy.deepcopy(found), **parameters)
    result = evaluate(truth, found, **parameters)
    assert np.array_equal(result.precision, wanted["precision"])
    assert np.array_equal(result.recall, wanted["recall"])
