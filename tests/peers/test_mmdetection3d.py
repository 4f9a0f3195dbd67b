"""mmdet3d, main at fe25f7a: overlap in space, KITTI, labels of points and panoptic quality, as facts.

Of ``test_box3d.py``, ``test_kitti_eval.py``, ``test_seg_eval.py`` and ``test_panoptic_seg_eval.py``.
"""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation import evaluate_panoptic, semantic_iou
from truebox.overlap import pairwise_rotated_iou_3d

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

A = [
    *([1.8, -2.5, -1.8, 1.75, 3.39, 1.65, -1.6615927], [8.9, -2.5, -1.6, 1.54, 4.01, 1.57, -1.5215927]),
    *([28.3, 0.5, -1.3, 1.47, 2.23, 1.48, -4.7115927], [31.3, -8.2, -1.6, 1.74, 3.77, 1.48, -0.35]),
]
B = [
    *([1.2, -3.0, -1.9, 1.8, 3.4, 1.7, -1.9], [8.1, -2.9, -1.8, 1.5, 4.1, 1.6, -1.8]),
    *([31.3, -8.2, -1.6, 1.74, 3.77, 1.48, -0.35], [20.1, -28.5, -1.9, 1.6, 3.5, 1.4, -5.1]),
]


def test_overlap_in_space():
    """Their z is that of the floor, and a turn from x toward y is positive."""
    lifted = [
        np.array(rows) + np.outer([row[5] / 2 for row in rows], [0, 0, 1, 0, 0, 0, 0]) for rows in (A, B)
    ]
    found = pairwise_rotated_iou_3d(*lifted, unit="radians", direction="x_to_y")
    published = np.zeros((4, 4))
    published[[0, 1, 3], [0, 1, 2]] = 0.3710, 0.3322, 1
    assert found == pytest.approx(published, abs=5e-5)


TRUE_BOXES = [
    *([674.9179, 165.48549, 693.23694, 193.42134], [676.21954, 165.70988, 691.63745, 193.83748]),
    *([389.4093, 182.48041, 421.49072, 202.13422], [232.0577, 186.16724, 301.94623, 217.4024]),
    *(
        [758.6537, 172.98509, 816.32434, 212.76743],
        [532.37, 176.35, 542.68, 185.27],
        [559.62, 175.83, 575.4, 183.15],
    ),
]
TRUE = list(
    zip(
        ("Pedestrian", "Cyclist", "Car", "Car", "Car", "DontCare", "DontCare"),
        (0, 0, 0, -1, -1, -1, -1),
        (0, 0, 3, -1, -1, -1, -1),
        (-1.57, 1.85, -1.65, -10, -10, -10, -10),
        strict=True,
    )
)
FOUND = list(
    zip(
        ("Pedestrian", "Cyclist", "Car", "Car", "Car"),
        (1.0744612, 1.2775835, 1.82563, 2.1145396, -1.7676563),
        (0.18151495, 0.57920843, 0.27795696, 0.23100418, 0.21541929),
        strict=True,
    )
)


def test_kitti(tmp_path):
    """Found at the exact place: one step of recall of eleven, one of forty for moderate and hard cyclists."""
    space = " 1.5 1.6 3.9 -1000 -1000 -1000 -10"
    sides = tmp_path / "truth", tmp_path / "found"
    lines = (
        [
            f"{n} {cut} {hid} {alpha} {' '.join(map(str, box))}{space}"
            for (n, cut, hid, alpha), box in zip(TRUE, TRUE_BOXES, strict=True)
        ],
        [
            f"{n} 0 0 {alpha} {' '.join(map(str, box))}{space} {score}"
            for (n, alpha, score), box in zip(FOUND, TRUE_BOXES[:5], strict=True)
        ],
    )
    for folder, held in zip(sides, lines, strict=True):
        folder.mkdir()
        (folder / "000000.txt").write_text("".join(f"{line}\n" for line in held))
    result = tb.evaluate(*sides, protocol="kitti", fit_test=False)
    held = {each.name: each.metrics for each in result.per_class}
    of_eleven, of_forty = ("AP[{}@11]", "AOS[{}@11]"), ("AP[{}]", "AOS[{}]")
    published = {
        "Pedestrian": ((9.09090909, 0.55020816), (0, 0)),
        "Cyclist": ((9.09090909, 8.36633862), (0, 0)),
        "Car": ((9.09090909, 8.63476893), (2.5, 1.58140643)),
    }
    for name, values in published.items():
        for keys, wanted in zip((of_eleven, of_forty), values, strict=True):
            assert [held[name][key.format("easy")] for key in keys] == [0, 0]
            for level in ("moderate", "hard"):
                assert [100 * held[name][key.format(level)] for key in keys] == pytest.approx(
                    wanted, abs=5e-9
                )


def test_labels_of_points():
    """What is unlabeled is no class of their mean; `ignore_label` says it, and it is left out by hand."""
    true = [0, 0, 0, 4, 0, 0, 1, 1, 1, 4, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4]
    found = [0, 0, 1, 0, 0, 2, 1, 3, 1, 2, 1, 0, 2, 2, 2, 2, 1, 3, 0, 3, 3, 4, 0]
    result = semantic_iou(np.array([true]), np.array([found]), classes=5, ignore_label=4)
    assert result.iou[:4] == pytest.approx((0.428571429, 0.428571429, 0.6666667, 0.5), abs=5e-8)
    assert np.mean(result.iou[:4]) == pytest.approx(0.50595238, abs=5e-9)
    assert np.trace(result.matrix) / result.matrix.sum() == pytest.approx(0.65)


def segments(parts):
    """A row of points, each part with its class, number and length; and what `evaluate_panoptic` is told."""
    ids = np.concatenate([np.full(length, 100 * label + number) for label, number, length in parts])[None]
    held = [{"id": int(each), "category_id": int(each) // 100} for each in np.unique(ids[ids > 0])]
    return [{"image_id": 1, "segmentation": ids, "segments_info": held}]


@pytest.mark.parametrize(("mode", "classes"), [("strict", 4), ("corrected", 3)])
def test_panoptic_quality(mode, classes):
    """50 points ignored, ten of grass and sky exchanged, a dog taken for a person, two of three people.

    The quality of a class without a match is 0 in their mean, as in panopticapi; `corrected` leaves it out.
    """
    true = [(0, 0, 50), (3, 1, 50), (4, 1, 50), (2, 22, 50), (1, 33, 150), (1, 42, 50), (1, 11, 100)]
    found = [
        (0, 0, 50),
        (3, 1, 40),
        (4, 1, 10),
        (4, 1, 40),
        (3, 1, 10),
        (1, 35, 50),
        (1, 8, 200),
        (1, 95, 100),
    ]
    names = ("person", "dog", "grass", "sky")
    categories = [{"id": k, "name": name, "isthing": int(k < 3)} for k, name in enumerate(names, 1)]
    truth = {"categories": categories, "annotations": segments(true)}
    result = evaluate_panoptic(truth, {"annotations": segments(found)}, mode=mode)
    assert result.metrics["PQ"] == pytest.approx(0.47916666666666663, abs=1e-15)
    assert result.metrics["RQ"] == pytest.approx(0.6666666666666666, abs=1e-15)
    assert result.metrics["SQ"] == pytest.approx(0.5520833333333333 * 4 / classes, abs=1e-15)
