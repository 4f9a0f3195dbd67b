"""Records as CreateML's annotations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.not_held import truth_not_held
from truebox.datasets.outgoing.written_images import truth_by_image

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
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
    return truth_not_held(truth, {"empty images"})
