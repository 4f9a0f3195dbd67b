"""Results and truths of nuScenes as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from truebox.datasets.formats.nuscenes.boxes import SampleBox, box_of, columns_of, ground_boxes, problem_of
from truebox.datasets.formats.nuscenes.format import CLASSES, FORMAT, RACK
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.texts.json_text import check_text, parse
from truebox.errors import InputError
from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions
    from truebox.typing import AnyArray

__all__ = ["predictions_of", "read_predictions", "read_truth", "truth_of", "truth_of_boxes"]


class _Listed(msgspec.Struct, gc=False):
    results: dict[str, list[SampleBox]]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    if path.is_dir():
        from truebox.datasets.formats.nuscenes.tables import truth_of_tables  # noqa: PLC0415  of folders alone

        return truth_of_tables(path, source, options)
    return truth_of_boxes(_samples(path, source, options, "truth"), source, options)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return _predictions(_samples(path, source, options, "predictions"), source, options)


def truth_of(parsed: Mapping[str, Any], options: ReadOptions) -> Truth:
    """Records of a truth in memory, as the JSON file has it."""
    source = Source("<truth>", FORMAT.name, f"{FORMAT.title} data")
    return truth_of_boxes(
        _checked(_walked(parsed, source, options), source, options, "truth"), source, options
    )


def predictions_of(parsed: Mapping[str, Any], options: ReadOptions) -> Predictions:
    """Records of results in memory, as the JSON file has them."""
    source = Source("<predictions>", FORMAT.name, f"{FORMAT.title} data")
    samples = _checked(_walked(parsed, source, options), source, options, "predictions")
    return _predictions(samples, source, options)


def _samples(path: Path, source: Source, options: ReadOptions, role: Role) -> dict[str, list[SampleBox]]:
    text = read_bytes(path)
    check_text(text, str(path))
    try:
        samples = msgspec.json.decode(text, type=_Listed).results
    except msgspec.ValidationError:  # anew, box by box, for the place of the fault
        samples = _walked(parse(text, str(path)), source, options)
    return _checked(samples, source, options, role)


def _walked(parsed: Any, source: Source, options: ReadOptions) -> dict[str, list[SampleBox]]:
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


def _checked(
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


def _predictions(samples: dict[str, list[SampleBox]], source: Source, options: ReadOptions) -> Predictions:
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
