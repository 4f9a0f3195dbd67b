"""Small truths for every format, and what must be the same after writing and reading them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from truebox.datasets.format import Format
from truebox.generation import make_dataset
from truebox.records import Predictions, Strings, Truth

# The name a person would give a target; formats that are not here write folders.
_ENDINGS = {
    "annotation_json": ".json",
    "coco": ".json",
    "createml": ".json",
    "cvat": ".xml",
    "label_studio": ".json",
    "prodigy": ".jsonl",
}


def made_pair(images: int = 12, seed: int = 0) -> tuple[Truth, Predictions]:
    """A generated truth that every format can hold (area is that of the box), and detections."""
    truth, found = make_dataset(images=images, categories=4, seed=seed, crowds=0.0, empty_images=0.1)
    names = [f"pictures/{place:04d}.jpg" for place in range(images)]
    listed = replace(truth.images, file_names=Strings.of(names))
    return replace(truth, images=listed, area=truth.boxes[:, 2] * truth.boxes[:, 3]), found


def target(folder: Path, form: Format, name: str = "written") -> Path:
    """A path as the format's files are called."""
    return folder / f"{name}{_ENDINGS.get(form.name, '')}"


def objects_by_image(truth: Truth) -> dict[str, list[tuple[str, list[float]]]]:
    """File name (or id) -> class and box of every object, in order of the numbers."""
    names = [
        name or str(given)
        for name, given in zip(truth.images.file_names, truth.images.ids.tolist(), strict=True)
    ]
    key = dict(zip(truth.images.ids.tolist(), names, strict=True))
    labels = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    held: dict[str, list[tuple[str, list[float]]]] = {name: [] for name in names}
    for image, category, box in zip(
        truth.image.tolist(), truth.category.tolist(), truth.boxes.tolist(), strict=True
    ):
        held[key[image]].append((labels[category], box))
    return {name: sorted(rows) for name, rows in held.items()}


def assert_same_objects(a: Truth, b: Truth, tolerance: float = 1e-9) -> None:
    """The same images, and in each the same classes and boxes."""
    first, second = objects_by_image(a), objects_by_image(b)
    assert first.keys() == second.keys()
    for name, rows in first.items():
        assert [label for label, _ in rows] == [label for label, _ in second[name]], name
        boxes = np.array([box for _, box in rows]).reshape(-1, 4)
        again = np.array([box for _, box in second[name]]).reshape(-1, 4)
        np.testing.assert_allclose(again, boxes, rtol=tolerance, atol=tolerance, err_msg=name)


_LABELS = ["cat", "traffic light", "Über-Größe", "a<b>&'c'\"d\"", "x,y;z"]
_NUMBER = st.floats(0, 300, allow_nan=False, width=64)


@st.composite
def truths(draw: Any) -> Truth:
    """Up to four images of 640 x 480 with up to five boxes each; file names in folders too."""
    from truebox.datasets.format import ReadOptions
    from truebox.datasets.truth_rows import TruthRows
    from truebox.records import Source

    rows = TruthRows(Source("<made>", "made", "made"), ReadOptions())
    for place in range(draw(st.integers(1, 4))):
        name = draw(st.sampled_from(["a{}", "set/b {}", "ä{}", "x.y{}"])).format(place)
        image = rows.image(name, width=640, height=480, file_name=f"{name}.jpg")
        for number in range(draw(st.integers(0, 5))):
            box = draw(st.tuples(_NUMBER, _NUMBER, st.floats(0.5, 170), st.floats(0.5, 170)))
            rows.add(image, rows.category(draw(st.sampled_from(_LABELS))), box, f"made {number}")
    return rows.truth()
