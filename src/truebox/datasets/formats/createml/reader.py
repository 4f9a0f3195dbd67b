"""CreateML's annotations as records; the facts relied on stand in `format`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.folder_files import files_in
from truebox.datasets.formats.createml.format import FORMAT
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.datasets.texts.json_document import read_json
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Source

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    rows = TruthRows(Source(str(path), "createml", FORMAT.title, path, boxes_alone=True), options)
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
