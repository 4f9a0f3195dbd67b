"""Small truths for every format, and what must be the same after writing and reading them."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

import truebox as tb
from truebox.datasets.format import Format
from truebox.generation import make_dataset
from truebox.records import Predictions, Strings, Truth

# The name a person would give a target; formats that are not here write folders.
_ENDINGS = {
    "annotation-json": ".json",
    "coco": ".json",
    "createml": ".json",
    "cvat": ".xml",
    "label-studio": ".json",
    "prodigy": ".jsonl",
    "npz": ".npz",
    "openimages": ".csv",
    "scalabel": ".json",
    "table": ".csv",
    "tfod-csv": ".csv",
    "tfrecord": ".tfrecord",
}


OWN_LAWS = {"mot": "its classes are fixed, and its results have none: tests of its own"}
"""Format -> why the laws over all formats do not hold for it."""


_TOLERANCE = {"tfrecord": 1e-4}
"""Fractions in single precision (half of 2^-24) of the largest generated sizes, over a thousand pixels."""


def tolerance(form: Format) -> float:
    """How far numbers may be from those written."""
    return _TOLERANCE.get(form.name, 1e-9)


def made_pair(
    images: int = 12, seed: int = 0, *, detections: float = 30.0, truths: float = 7.4
) -> tuple[Truth, Predictions]:
    """A generated truth that every format can hold, and detections.

    Every image has an object, every name is one word, areas are those of boxes.
    """
    truth, found = make_dataset(
        images=images, categories=4, detections_per_image=detections, truths_per_image=truths, seed=seed,
        crowds=0.0, empty_images=0.0,
    )  # fmt: skip
    names = [f"{place:06d}.jpg" for place in range(1, images + 1)]
    listed = replace(truth.images, file_names=Strings.of(names))
    labels = tuple(name.replace(" ", "_") for name in truth.categories.names)
    categories = replace(truth.categories, names=labels)
    area = truth.boxes[:, 2] * truth.boxes[:, 3]
    return replace(truth, images=listed, categories=categories, area=area), found


def pictures(folder: Path, truth: Truth) -> Path:
    """A folder with a picture for every image, for formats that do not say sizes."""
    from PIL import Image

    for name, size in zip(truth.images.file_names, truth.images.sizes.tolist(), strict=True):
        path = folder / "pictures" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("L", size).save(path)
    return folder / "pictures"


def said(form: Format, images: Path) -> dict[str, Any]:
    """What a person says to read what this format holds; nothing of how its numbers are meant."""
    return {"format": form.name, "images": images}


def metrics(truth: Any, found: Any) -> dict[str, float | None]:
    """What `evaluate` gives, without its warnings: how images are joined is said each time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return dict(tb.evaluate(truth, found).metrics)


def target(folder: Path, form: Format, name: str = "written") -> Path:
    """A path as the format's files are called."""
    return folder / f"{name}{_ENDINGS.get(form.name, '')}"


def objects_by_image(truth: Truth) -> dict[str, list[tuple[str, list[float]]]]:
    """File name (or id) -> class and box of every object, in order of the numbers."""
    # Some formats know an image by its name without suffix.
    names = [
        (name or str(given)).removesuffix(".jpg")
        for name, given in zip(truth.images.file_names, truth.images.ids.tolist(), strict=True)
    ]
    key = dict(zip(truth.images.ids.tolist(), names, strict=True))
    labels = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    held: dict[str, list[tuple[str, list[float]]]] = {name: [] for name in names}
    for image, category, box in zip(
        truth.image.tolist(), truth.category.tolist(), truth.boxes.tolist(), strict=True
    ):
        held[key[image]].append((labels[category], box))
    return {name: sorted(rows, key=_rounded) for name, rows in held.items()}


def _rounded(row: tuple[str, list[float]]) -> tuple[str, list[float]]:
    return row[0], [round(number, 6) for number in row[1]]


def assert_same_objects(a: Truth, b: Truth, tolerance: float = 1e-9) -> None:
    """The same images, and in each the same classes and boxes."""
    first, second = objects_by_image(a), objects_by_image(b)
    assert sorted(first) == sorted(second)
    for name, rows in first.items():
        assert [label for label, _ in rows] == [label for label, _ in second[name]], name
        boxes = np.array([box for _, box in rows]).reshape(-1, 4)
        again = np.array([box for _, box in second[name]]).reshape(-1, 4)
        np.testing.assert_allclose(again, boxes, rtol=tolerance, atol=tolerance, err_msg=name)


_LABELS = ["cat", "traffic_light", "Über-Größe", "a<b>&'c'\"d\"", "x;y"]
# Sevenths are no binary fractions, and far enough apart that rounding never changes their order.
_NUMBER = st.integers(0, 168).map(lambda number: number / 7)
_SIZE = st.integers(4, 168).map(lambda number: number / 7)


@st.composite
def truths(draw: Any) -> Truth:
    """Up to four images of 64 x 48 with up to five boxes each; names without blanks, which some lack."""
    from truebox.datasets.columns.truth_rows import TruthRows
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source

    rows = TruthRows(Source("<made>", "made", "made"), ReadOptions())
    for place in range(draw(st.integers(1, 4))):
        name = draw(st.sampled_from(["a{}", "b-{}", "ä{}", "x.y{}"])).format(place)
        image = rows.image(name, width=64, height=48, file_name=f"{name}.jpg")
        for number in range(draw(st.integers(0, 5))):
            box = draw(st.tuples(_NUMBER, _NUMBER, _SIZE, _SIZE))
            rows.add(image, rows.category(draw(st.sampled_from(_LABELS))), box, f"made {number}")
    return rows.truth()
