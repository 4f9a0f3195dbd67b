"""Two folders of label maps in, a `SemanticResult` out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native.many_calls import by_all_threads
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.semantic.confusion import LabelConfusion, label_confusion
from truebox.evaluation.semantic.images_apart import images_apart
from truebox.evaluation.semantic.iou import semantic_iou
from truebox.evaluation.semantic.label_pictures import LabelPictures, label_pictures, read_labels
from truebox.evaluation.semantic.pictures_otherwise import pictures_otherwise
from truebox.evaluation.semantic.result import SemanticClass, SemanticResult
from truebox.evaluation.semantic.traded_labels import likeliest_labels, traded_labels
from truebox.records import Finding

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.typing import AnyArray, Mode

__all__ = ["semantic_result"]

_FIRST_ROWS = 5


def semantic_result(
    truth: Any,
    predictions: Any,
    *,
    protocol: str,
    mode: Mode,
    classes: Sequence[str],
    void: int,
    images: Iterable[int | str] | None,
    threads: int | None,
) -> SemanticResult:
    """Mean IoU of two folders of PNGs that have the same names.

    Raises
    ------
    ArgumentError
        A side is no folder, or `images` names what the truth lacks.
    InputError
        E-101 a folder without PNGs; E-173 a PNG without labels; E-178 an image without prediction; E-164
        one of another size; E-179 a label that is no class.
    """
    true, found = label_pictures(truth, "truth"), label_pictures(predictions, "predictions")
    names = _chosen(true, images)
    missing = [name for name in names if name not in found.files]
    if missing:
        problem = f"{len(missing)} of {len(names)} images have no prediction (such as {missing[0]!r})"
        raise InputError(
            "E-178", found.source.name, problem, "name predictions as the truth, or choose images"
        )
    total = semantic_iou([], [], classes=classes)
    of_images = np.zeros((len(names), 3, len(total.names)), dtype=np.int64)
    likeliest = np.zeros((len(names), len(total.names)), dtype=np.int64)
    count = partial(_counted, true, found, classes=classes, void=void)
    for place, one in enumerate(by_all_threads(count, names, threads)):
        of_images[place] = one.matrix.sum(axis=1), one.matrix.sum(axis=0), one.matrix.diagonal()
        likeliest[place] = likeliest_labels(one)
        total += one
    mean, traded = total.mean_iou, traded_labels(total, likeliest)
    apart = images_apart(of_images, names)
    turned = None
    if traded is None:

        def read(name: str) -> tuple[AnyArray, AnyArray]:
            return read_labels(true.files[name]), read_labels(found.files[name])

        turned = pictures_otherwise(total, names, read, void=void)
    return SemanticResult(
        protocol=protocol,
        mode=mode,
        metrics={"IoU": mean},
        undefined={} if mean is not None else {"IoU": "no pixel counts"},
        per_class=_classes(total),
        state=total,
        truth=true,
        predictions=found,
        images=len(names),
        of_images=of_images,
        image_names=tuple(names),
        void=void,
        warnings=(*_left_out(true, found, chosen=images is not None), *filter(None, [traded, turned, apart])),
    )


def _chosen(true: LabelPictures, images: Iterable[int | str] | None) -> list[str]:
    if images is None:
        return list(true.files)
    chosen = {str(each) for each in images}
    unknown = sorted(chosen - set(true.files))
    if unknown:
        raise ArgumentError(f"images: {unknown[0]!r} is not in the truth. Fix: pass names of its PNGs.")
    return [name for name in true.files if name in chosen]


def _counted(
    true: LabelPictures,
    found: LabelPictures,
    name: str,
    *,
    classes: Sequence[str],
    void: int,
) -> LabelConfusion:
    map_of_truth, predicted = read_labels(true.files[name]), read_labels(found.files[name])
    if map_of_truth.shape != predicted.shape:
        sizes = [f"{each.shape[0]} x {each.shape[1]}" for each in (predicted, map_of_truth)]
        problem = f"the map is {sizes[0]} (height x width), that of the truth {sizes[1]}"
        fix = "resize the prediction to the truth, without mixing labels"
        raise InputError("E-164", str(found.files[name]), problem, fix)
    _refuse_labels(map_of_truth, true.files[name], classes, f", or {void} where nothing counts", void)
    _refuse_labels(predicted, found.files[name], classes, "", None)
    return label_confusion(map_of_truth, predicted, classes=list(classes), ignore_label=void, place=name)


def _refuse_labels(
    labels: AnyArray, file: Path, classes: Sequence[str], besides: str, void: int | None
) -> None:
    outside = (labels < 0) | (labels >= len(classes))
    if void is not None:
        outside &= labels != void
    if outside.any():
        row, column = np.argwhere(outside)[0].tolist()
        problem = f"the pixel in row {row}, column {column} has the label {labels[row, column]}"
        fix = f"write labels from 0 to {len(classes) - 1}{besides}"
        raise InputError("E-179", str(file), problem, fix)


def _classes(total: LabelConfusion) -> tuple[SemanticClass, ...]:
    rows, columns = total.matrix.sum(axis=1).tolist(), total.matrix.sum(axis=0).tolist()
    right = total.matrix.diagonal().tolist()
    return tuple(
        SemanticClass(
            id=k,
            name=name,
            truths=rows[k],
            detections=columns[k],
            true_positives=right[k],
            metrics={"IoU": total.iou[k]},
        )
        for k, name in enumerate(total.names)
    )


def _left_out(true: LabelPictures, found: LabelPictures, *, chosen: bool) -> tuple[Finding, ...]:
    left = [name for name in found.files if name not in true.files]
    if chosen or not left:
        return ()
    text = f"{len(left)} predicted images are not in the truth and are left out (such as {left[0]!r})"
    return (Finding("W-182", text, len(left), tuple(range(min(len(left), _FIRST_ROWS)))),)
