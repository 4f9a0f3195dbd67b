"""CreateML's annotations for object detection.

Facts, from "Building an object detector data source" (developer.apple.com) and from
``MLObjectDetector.AnnotationType.boundingBox(units:origin:anchor:)``:

- A file is a list of pictures, each with ``image`` (``imagefilename`` in some exports) and ``annotations``
  (``annotation`` in Turi Create's), each of these with ``label`` and ``coordinates``.
- ``x`` and ``y`` are the centre of the box, in pixels, from the top left. A data source may declare other
  units and anchors in code, which the file does not tell: say it with a box format. Numbers that are all
  within 0 and 1 are refused without it.
- Sizes of pictures are not in the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.whole_file import whole_file
from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in
from truebox.datasets.format import Evidence, Format, Loss, ReadOptions, Role
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.datasets.outgoing.not_held import truth_losses
from truebox.datasets.outgoing.written_images import truth_by_image
from truebox.datasets.place import Place
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["FORMAT"]

_TITLE = "CreateML JSON"


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = (place.first(".json") if place.is_folder else place.head).lstrip()
    if role != "truth" or not head.startswith(b"[") or b'"coordinates"' not in head:
        return None
    if b'"annotation' in head and b'"image' in head:
        return Evidence(3, 'pictures with "annotations" and "coordinates"')
    return None


def _read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, _TITLE)
    rows = TruthRows(Source(str(path), "createml", _TITLE, path), options)
    keys = ImageKeys()
    found: list[tuple[int, str, list[float], str]] = []
    for file, _ in files_in(path, ".json"):
        document = read_json(file)
        for row, value in enumerate(document if isinstance(document, list) else [document]):
            picture = JsonObject(value, f"{file} picture {row}")
            name = picture.text("image" if "image" in picture else "imagefilename")
            if name in keys:
                raise InputError("E-448", picture.place, f'"{name}" is listed twice', "list it once")
            image = rows.image(keys.of(name), file_name=name)
            found += [(image, *each) for each in _objects(picture, options)]
    if options.box_format is None:
        _refuse_fractions(found, path)
    for image, label, (x, y, width, height), place in found:
        box = (x - width / 2, y - height / 2, width, height)
        rows.add(image, rows.category(label), box, place)
    return with_picture_sizes(rows.truth(), options)


def _objects(picture: JsonObject, options: ReadOptions) -> list[tuple[str, list[float], str]]:
    key = "annotation" if "annotation" in picture else "annotations"
    found = []
    for each in picture.objects(key):
        try:
            numbers = each.object("coordinates").numbers("x", "y", "width", "height")
            found.append((each.text("label"), numbers, each.place))
        except InputError as error:
            options.errors.refuse(error)
    return found


def _refuse_fractions(found: list[tuple[int, str, list[float], str]], path: Path) -> None:
    if found and all(0 <= number <= 1 for _, _, numbers, _ in found for number in numbers):
        raise InputError(
            "E-446",
            str(path),
            f"all numbers of {len(found)} boxes lie within 0 and 1, but CreateML's are pixels",
            "say --box-format rel_cxcywh if they are fractions of the picture, cxcywh if they are pixels",
        )


def _write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    pictures = []
    for image in truth_by_image(truth):
        annotations = []
        for each in image.objects:
            x, y, width, height = each.box
            centre = {"x": x + width / 2, "y": y + height / 2, "width": width, "height": height}
            annotations.append({"label": each.label, "coordinates": centre})
        pictures.append({"image": image.name, "annotations": annotations})
    with whole_file(path) as stream:
        stream.write(json.dumps(pictures, ensure_ascii=False, allow_nan=False).encode() + b"\n")
    return truth_losses(truth, {"empty images"})


FORMAT = Format(
    name="createml",
    title=_TITLE,
    recognise=_recognise,
    boxes="cxcywh",
    read_truth=_read_truth,
    write_truth=_write_truth,
)
