"""Label Studio's tasks as records; the facts relied on stand in `format`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.counted import agreeing, grouped
from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.picture_name import picture_name
from truebox.datasets.formats.label_studio.format import FORMAT
from truebox.datasets.formats.label_studio.regions import region_geometry, region_label
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import LeftOut, refuse_keypoints, with_findings
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Finding, Source

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["read_predictions", "read_truth"]
_PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".webp", ".tif", ".tiff")


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    rows = TruthRows(Source(str(path), "label-studio", FORMAT.title, path), options)
    out, keys, skipped = LeftOut(), ImageKeys(), 0
    for task in _tasks(path):
        chosen = _annotation(task)
        if chosen is None:
            skipped += 1
            continue
        name = _picture(task)
        if name in keys:
            raise InputError("E-448", task.place, f'"{name}" is listed twice', "export each picture once")
        width, height = _size(task, chosen)
        image = rows.image(keys.of(name), width=width, height=height, file_name=name)
        for region, label, held in _regions(chosen, options, out):
            rows.add(image, rows.category(label), held.pop("box"), region.place, **held)
    found = with_findings(rows.truth(), *out.findings())
    if not skipped:
        return found
    return with_findings(
        found,
        Finding(
            "W-441",
            f"{grouped(skipped, 'task')} {agreeing(skipped, 'is', 'are')} not annotated and left out",
            skipped,
        ),
    )


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    rows = PredictionRows(Source(str(path), "label-studio", FORMAT.title, path), options)
    out = LeftOut()
    for task in _tasks(path):
        held_by_task = list(task.objects("predictions", optional=True))
        if len(held_by_task) > 1:
            raise _several(task, "predictions", len(held_by_task))
        for prediction in held_by_task:
            for region, label, held in _regions(list(prediction.objects("result")), options, out):
                scored = region if "score" in region else prediction
                try:
                    score = scored.number("score")
                except InputError as error:
                    fix = "give every region or every prediction a score"
                    options.errors.refuse(InputError("E-123", region.place, error.problem, fix))
                    continue
                rows.add(_picture(task), label, held.pop("box"), score, region.place, **held)
    return with_findings(rows.predictions(), *out.findings())


def _tasks(path: Path) -> Iterator[JsonObject]:
    document = read_json(path)
    for row, value in enumerate(document if isinstance(document, list) else [document]):
        yield JsonObject(value, f"{path} task {row}")


def _annotation(task: JsonObject) -> list[JsonObject] | None:
    """The regions of the annotation to believe; None where there is none."""
    if "data" not in task:  # the short export
        keys = [key for key, value in task.values.items() if _are_regions(value)]
        return [
            JsonObject({"value": region, "type": ""}, f"{task.place} {key}[{row}]")
            for key in keys
            for row, region in enumerate(task.listed(key))
        ]
    key = "annotations" if "annotations" in task else "completions"
    annotations = [
        each
        for each in task.objects(key, optional=True)
        if not each.values.get("was_cancelled") and not each.values.get("skipped")
    ]
    believed = [each for each in annotations if each.values.get("ground_truth") is True]
    chosen = believed or annotations
    if len(chosen) > 1:
        raise _several(task, key, len(chosen))
    return list(chosen[0].objects("result")) if chosen else None


def _several(task: JsonObject, key: str, count: int) -> InputError:
    fix = "mark one as ground truth, or export one per task"
    return InputError("E-447", task.place, f"{count} {key} of one picture; all would count", fix)


def _are_regions(value: Any) -> bool:
    return isinstance(value, list) and any(
        isinstance(each, dict) and "original_width" in each for each in value
    )


def _picture(task: JsonObject) -> str:
    data = task.object("data") if "data" in task else task
    texts = {key: value for key, value in data.values.items() if isinstance(value, str)}
    named = [key for key, value in texts.items() if value.lower().split("?")[0].endswith(_PICTURES)]
    chosen = "image" if "image" in texts else named[0] if len(named) == 1 else None
    if chosen is None:
        raise InputError("E-441", data.place, "no picture is named", 'write its address under "image"')
    name = picture_name(texts[chosen])
    if not name:
        raise InputError("E-441", f"{data.place} {chosen}", "the picture has no name", "write its address")
    return name


def _size(task: JsonObject, regions: list[JsonObject]) -> tuple[int, int]:
    data = task.object("data") if "data" in task else task
    holders = [data, *regions]
    holders += [
        JsonObject(each.values["value"], each.place)
        for each in regions
        if isinstance(each.values.get("value"), dict)
    ]
    for holder in holders:
        if "original_width" in holder and "original_height" in holder:
            return holder.whole("original_width"), holder.whole("original_height")
    return 0, 0


def _regions(
    found: list[JsonObject], options: ReadOptions, out: LeftOut
) -> Iterator[tuple[JsonObject, str, dict[str, Any]]]:
    labels: dict[str, str] = {}
    for region in found:
        value = region.values.get("value")
        if region.values.get("type") == "labels" and isinstance(value, dict) and value.get("labels"):
            labels[str(region.values.get("id"))] = str(value["labels"][0])
    for region in found:
        try:
            value = region.object("value")
            if not any(key in value for key in ("x", "points", "rle", "sequence")):
                continue  # choices, texts, labels of a region: no shape
            held = region_geometry(region)
            if held is None:
                out.note(str(region.values.get("type")))
                continue
            label = region_label(region, labels)
        except InputError as error:
            options.errors.refuse(error)
            continue
        yield region, label, held
