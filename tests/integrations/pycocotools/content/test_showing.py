from __future__ import annotations

import contextlib
import io

import pytest

from truebox.integrations.pycocotools import COCO

pytest.importorskip("matplotlib").use("Agg")

# Of the reference, on NumPy 2.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation")


def _axes_of(module, anns, **options):
    import matplotlib.pyplot as plt

    plt.close("all")
    coco = module()
    coco.dataset = {
        "images": [{"id": 1, "height": 8, "width": 9}],
        "categories": [{"id": 1, "name": "limb", "skeleton": [[1, 2], [2, 3]]}],
    }
    with contextlib.redirect_stdout(io.StringIO()):
        coco.createIndex()
    coco.showAnns(anns, **options)
    axes = plt.gca()
    plt.close("all")
    return axes


_ANNS = [
    {
        "image_id": 1,
        "category_id": 1,
        "segmentation": [[1, 1, 5, 1, 5, 5]],
        "iscrowd": 0,
        "bbox": [1, 1, 4, 4],
    },
    {
        "image_id": 1,
        "category_id": 1,
        "segmentation": {"size": [8, 9], "counts": [10, 62]},
        "iscrowd": 1,
        "bbox": [1, 1, 4, 4],
    },
    {
        "image_id": 1,
        "category_id": 1,
        "segmentation": [[1, 1, 5, 1, 5, 5]],
        "keypoints": [1, 1, 2, 2, 2, 1, 3, 3, 0],
        "bbox": [1, 1, 4, 4],
    },
]


@pytest.mark.parametrize("boxes", [False, True])
def test_as_much_is_drawn_as_by_the_reference(boxes):
    from pycocotools.coco import COCO as Theirs

    ours, theirs = (_axes_of(module, _ANNS, draw_bbox=boxes) for module in (COCO, Theirs))
    assert len(ours.images) == len(theirs.images) == 1
    assert [line.get_xydata().tolist() for line in ours.lines] == [
        line.get_xydata().tolist() for line in theirs.lines
    ]
    assert [[path.vertices.tolist() for path in each.get_paths()] for each in ours.collections] == [
        [path.vertices.tolist() for path in each.get_paths()] for each in theirs.collections
    ]
