"""torchvision, main at 00673be, ``test/test_ops.py``: published values, as facts, in each library."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox import overlap
from truebox.boxes import box_area, convert_boxes

WHOLE = np.array([[0, 0, 100, 100], [0, 0, 50, 50], [200, 200, 300, 300], [0, 0, 25, 25]])
BROKEN = np.array(
    [
        [285.3538, 185.5758, 1193.5110, 851.4551],
        [285.1472, 188.7374, 1192.4984, 851.0669],
        [279.2440, 197.9812, 1189.4746, 849.2019],
    ]
)
NEAR = [[1.0, 0.9933, 0.9673], [0.9933, 1.0, 0.9737], [0.9673, 0.9737, 1.0]]
DISTANCE = [
    [1.0, 0.1875, -0.4444],
    [0.1875, 1.0, -0.5625],
    [-0.4444, -0.5625, 1.0],
    [-0.0781, 0.1875, -0.6267],
]
PUBLISHED = {
    "iou": [[1.0, 0.25, 0.0], [0.25, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0625, 0.25, 0.0]],
    "giou": [[1.0, 0.25, -0.7778], [0.25, 1.0, -0.8611], [-0.7778, -0.8611, 1.0], [0.0625, 0.25, -0.8819]],
    "diou": DISTANCE,
    "ciou": DISTANCE,
}


@pytest.fixture(params=LIBRARIES)
def tested(request):
    return LIBRARIES[request.param]()


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.int64, np.float32, np.float64])
def test_whole_numbers(tested, name, dtype):
    boxes = tested.array(WHOLE.astype(dtype))
    found = tested.numpy(getattr(overlap, f"pairwise_{name}")(boxes, boxes[:3]))
    assert found == pytest.approx(np.array(PUBLISHED[name]), abs=1e-4)


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize(("dtype", "few"), [(np.float16, 2e-3), (np.float32, 1e-3), (np.float64, 1e-3)])
def test_nearly_equal_boxes(tested, name, dtype, few):
    boxes = tested.array(BROKEN.astype(dtype))
    found = tested.numpy(getattr(overlap, f"pairwise_{name}")(boxes, boxes))
    assert found.astype(float) == pytest.approx(np.array(NEAR), abs=few)


def test_areas(tested):
    assert tested.numpy(box_area(tested.array(WHOLE))).tolist() == [10000, 2500, 10000, 625]
    published = [604723.0806, 600965.4666, 592761.0085]
    assert tested.numpy(box_area(tested.array(BROKEN))) == pytest.approx(np.array(published), abs=1e-4)
    small = np.array(
        [[2.825, 1.8625, 3.9, 4.85], [2.825, 4.875, 19.2, 5.1], [2.925, 1.8, 8.9, 4.9]], np.float16
    )
    assert tested.numpy(box_area(tested.array(small))).astype(float) == pytest.approx(
        np.array([3.2170, 3.7108, 18.5071]), abs=0.01
    )


@pytest.mark.parametrize(
    ("target", "published"),
    [
        ("xywh", [[0, 0, 100, 100], [0, 0, 0, 0], [10, 15, 20, 20], [23, 35, 70, 60]]),
        ("cxcywh", [[50, 50, 100, 100], [0, 0, 0, 0], [20, 25, 20, 20], [58, 65, 70, 60]]),
    ],
)
def test_conversion_and_back(tested, target, published):
    boxes = np.array([[0, 0, 100, 100], [0, 0, 0, 0], [10, 15, 30, 35], [23, 35, 93, 95]], np.float32)
    found = convert_boxes(tested.array(boxes), "xyxy", target)
    assert type(found) is type(tested.array(boxes))
    assert tested.numpy(found).tolist() == published
    assert tested.numpy(convert_boxes(found, target, "xyxy")).tolist() == boxes.tolist()
