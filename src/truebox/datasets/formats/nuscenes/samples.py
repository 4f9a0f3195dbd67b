"""Boxes by sample, of a file or in memory, as records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from truebox.datasets.columns.box_reading import ground_boxes
from truebox.datasets.formats.nuscenes.boxes import SampleBox, are_sound, box_of, columns_of, problem_of
from truebox.datasets.formats.nuscenes.format import CLASSES, RACK
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.texts.json_text import check_text, parse
from truebox.errors import InputError
from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions
    from truebox.typing import AnyArray

__all__ = ["checked_samples", "predictions_of_boxes", "samples_of_file", "truth_of_boxes", "walked_samples"]


class _Listed(msgspec.Struct, gc=False):
    results: dict[str, list[SampleBox]]


def samples_of_file(
    path: Path, source: Source, options: ReadOptions, role: Role
) -> dict[str, list[SampleBox]]:
    text = read_bytes(path)
    check_text(text, str(path))
    try:
        samples = msgspec.json.decode(text, type=_Listed).results
    except msgspec.ValidationError:  # anew, box by box, for the place of the fault
        samples = walked_samples(parse(text, str(path)), source, options)
    if are_sound(samples, role):  # what is wrong with which box is looked for where anything is
        return samples
    return checked_samples(samples, source, options, role)


def walked_samples(parsed: Any, source: Source, options: ReadOptions) -> dict[str, list[SampleBox]]:
    results = JsonObject(parsed, source.name).object("results")
    samples: dict[str, list[SampleBox]] = {}
    for sample in results.values:
        kept = samples.setdefault(sample, [])
        for row, value in enumerate(results.listed(sample)):
            try:
                kept.append(box_of(value, _place(source, sample, row)))
            except InputError as error:
                options.errors.refuse(error)
    return samples


def _place(source: Source, sample: str, row: int) -> str:
    return f"{source.name} results[{sample!r}][{row}]"


def checked_samples(
    samples: dict[str, list[SampleBox]], source: Source, options: ReadOptions, role: Role
) -> dict[str, list[SampleBox]]:
    """Without the boxes that are refused."""
    found = {}
    for sample, boxes in samples.items():
        kept = []
        for row, box in enumerate(boxes):
            problem = problem_of(box, sample, _place(source, sample, row), role)
            if problem is None:
                kept.append(box)
            else:
                options.errors.refuse(problem)
        found[sample] = kept
    return found


def predictions_of_boxes(
    samples: dict[str, list[SampleBox]], source: Source, options: ReadOptions
) -> Predictions:
    boxes = [box for held in samples.values() for box in held]
    columns = columns_of(boxes)
    return Predictions(
        source=source,
        image=_of_samples(samples),  # its names tell those without detections too
        category=Ids(_classes(boxes), CLASSES),
        boxes=ground_boxes(columns),
        scores=np.array([box.detection_score for box in boxes], dtype=np.float64),
        findings=options.errors.findings(),
        category_by="name",
        attributes=columns,
    )


def truth_of_boxes(
    samples: dict[str, list[SampleBox]],
    source: Source,
    options: ReadOptions,
    images: Mapping[str, AnyArray] | None = None,
) -> Truth:
    """Records of boxes by sample; `images` are attributes of the samples."""
    boxes = [box for held in samples.values() for box in held]
    columns, tokens, count = columns_of(boxes), tuple(samples), len(boxes)
    extents = ground_boxes(columns)
    classes = _classes(boxes)
    names = (*CLASSES, RACK) if (classes == len(CLASSES)).any() else CLASSES
    return Truth(
        source=source,
        images=Images(
            ids=Ids(np.arange(len(tokens), dtype=np.int64), tokens),
            sizes=np.zeros((len(tokens), 2), dtype=np.int64),
            file_names=Strings.of([""] * len(tokens)),
            attributes=dict(images or {}),
        ),
        categories=Categories(
            ids=Ids(np.arange(1, len(names) + 1, dtype=np.int64)), names=names, numbered=False
        ),
        image=_of_samples(samples),
        category=Ids(classes + 1),
        ids=Ids(np.arange(1, count + 1, dtype=np.int64)),
        boxes=extents,
        area=extents[:, 2] * extents[:, 3],
        crowd=np.zeros(count, dtype=np.uint8),
        ignore=np.zeros(count, dtype=np.uint8),
        findings=options.errors.findings(),
        attributes=columns,
    )


def _of_samples(samples: dict[str, list[SampleBox]]) -> Ids:
    counts = [len(held) for held in samples.values()]
    return Ids(np.repeat(np.arange(len(counts), dtype=np.int64), counts), tuple(samples))


def _classes(boxes: list[SampleBox]) -> AnyArray:
    """Places of the classes in the task's list."""
    place = {name: k for k, name in enumerate((*CLASSES, RACK))}
    return np.array([place[box.detection_name] for box in boxes], dtype=np.int64)
