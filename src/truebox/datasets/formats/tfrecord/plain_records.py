"""Files that hold nothing unusual, read natively; of any other file the general reader says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import datasets as _kernels
from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.formats.tfrecord.picture import FLAGS
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.columns.prediction_rows import PredictionRows
    from truebox.datasets.columns.truth_rows import TruthRows
    from truebox.datasets.formats.tfrecord.labels import Labels
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["add_plain_predictions", "add_plain_truth"]


@dataclass(frozen=True, slots=True, eq=False)
class _PlainFile:
    """The pictures of a file, and one row per object or detection."""

    sizes: Sequence[Sequence[int]]
    names: Sequence[str]
    image: Int64Array
    kind: Int64Array
    boxes: FloatArray
    amounts: FloatArray
    flags: AnyArray
    classes: Sequence[tuple[int | None, str]]


def add_plain_truth(files: Sequence[Path], rows: TruthRows, labels: Labels) -> bool:
    """Add the objects of all files; where False, something is unusual and what was added means nothing."""
    plain = _read(files, detections=False)
    if plain is None or not _are_distinct(plain):
        return False
    keys = ImageKeys()
    for file in plain:
        images = [
            rows.image(keys.of(name), width=width, height=height, file_name=name)
            for name, (width, height) in zip(file.names, file.sizes, strict=True)
        ]
        try:
            named = [labels.name(label, text, "") for label, text in file.classes]
        except InputError:
            return False
        categories = [rows.category(name) for name in named]
        rows.extend(
            np.array(images, dtype=np.int64)[file.image],
            np.array(categories, dtype=np.int64)[file.kind],
            file.boxes,
            area=file.amounts,
            crowd=(file.flags[:, 0] == 1) | (file.flags[:, 2] == 1),
            ignore=file.flags[:, 1] == 1,
            attributes=list(_attributes(file.flags)),
        )
    return True


def add_plain_predictions(files: Sequence[Path], rows: PredictionRows, names: Mapping[int, str]) -> bool:
    """Add the detections of all files, as `add_plain_truth`."""
    plain = _read(files, detections=True)
    if plain is None:
        return False
    for file in plain:
        labels = [label for label, _ in file.classes if label is not None]
        if names and not names.keys() >= set(labels):
            return False
        categories = [names.get(label, label) for label in labels]
        rows.extend(
            [file.names[image] for image in file.image.tolist()],
            [categories[kind] for kind in file.kind.tolist()],
            file.boxes,
            file.amounts,
        )
    return True


def _read(files: Sequence[Path], *, detections: bool) -> list[_PlainFile] | None:
    """Every file, None as soon as one is not plain."""
    plain = []
    for path in files:
        found = _kernels.read_example_records(path, detections)
        if found is None:
            return None
        sizes, blob, ends, image, kind, boxes, amounts, flags, labels, labelled, texts = found
        stops = [0, *ends.tolist()]
        try:
            names = [blob[first:last].decode() for first, last in pairwise(stops)]
            decoded = [text.decode() for text in texts]
        except UnicodeDecodeError:
            return None
        numbers = zip(labels.tolist(), labelled.tolist(), decoded, strict=True)
        plain.append(
            _PlainFile(
                sizes=sizes.reshape(-1, 2).tolist(),
                names=names,
                image=image,
                kind=kind,
                boxes=boxes.reshape(-1, 4),
                amounts=amounts,
                flags=flags.reshape(-1, len(FLAGS)),
                classes=[(label if has_label else None, text) for label, has_label, text in numbers],
            )
        )
    return plain


def _are_distinct(plain: Sequence[_PlainFile]) -> bool:
    names = [name for file in plain for name in file.names]
    return len(set(names)) == len(names)


def _attributes(flags: AnyArray) -> Iterator[Mapping[str, Any]]:
    """What each row says of itself beside crowd and ignore, as the general reader keeps it."""
    kept = [at for at, name in enumerate(FLAGS) if name != "is_crowd"]
    none: Mapping[str, Any] = {}
    if not (flags[:, kept] >= 0).any():
        yield from [none] * len(flags)
        return
    for row in flags.tolist():
        yield {FLAGS[at]: row[at] == 1 for at in kept if row[at] >= 0}
