"""Made folders of labels for the question about reading formats: made once, kept in the cache folder."""

from __future__ import annotations

import os
import random
import shutil
import struct
from pathlib import Path

from benchmarks.made_data import cache_folder

# A new number makes new files; it changes when this module's output does.
_EDITION = 1
_NAMES = ("person", "cat", "boat", "car", "dog", "bus", "bird", "sheep")


def label_folders(images: int) -> Path:
    """A folder with ``voc`` and ``yolo``: the same 1 to 6 objects an image, pictures as bare JPEG headers."""
    root = cache_folder() / f"labels-{_EDITION}-{images}"
    if not root.exists():
        unfinished = root.with_name(f"{root.name}.{os.getpid()}")
        for folder in ("voc/Annotations", "voc/JPEGImages", "yolo/images", "yolo/labels"):
            (unfinished / folder).mkdir(parents=True)
        try:
            _write(unfinished, images)
            unfinished.rename(root)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return root


def _write(root: Path, images: int) -> None:
    chance = random.Random(1)
    for image in range(images):
        width, height = chance.randint(300, 640), chance.randint(300, 640)
        objects, rows = [], []
        for _ in range(chance.randint(1, 6)):
            number = chance.randrange(len(_NAMES))
            x0, y0 = chance.randint(1, width - 20), chance.randint(1, height - 20)
            x1, y1 = chance.randint(x0 + 5, width), chance.randint(y0 + 5, height)
            objects.append(_voc_object(_NAMES[number], x0, y0, x1, y1))
            centre = (x0 - 1 + x1) / 2 / width, (y0 - 1 + y1) / 2 / height
            size = (x1 - x0 + 1) / width, (y1 - y0 + 1) / height
            rows.append(f"{number} {centre[0]:.6f} {centre[1]:.6f} {size[0]:.6f} {size[1]:.6f}\n")
        name = f"{image:06}"
        text = _voc_file(name, width, height, objects)
        (root / "voc/Annotations" / f"{name}.xml").write_text(text, encoding="utf-8")
        (root / "yolo/labels" / f"{name}.txt").write_text("".join(rows), encoding="utf-8")
        for folder in ("voc/JPEGImages", "yolo/images"):
            (root / folder / f"{name}.jpg").write_bytes(_jpeg(width, height))
    names = ", ".join(_NAMES)
    description = f"path: .\ntrain: images\nval: images\nnames: [{names}]\n"
    (root / "yolo/data.yaml").write_text(description, encoding="utf-8")
    (root / "yolo/classes.txt").write_text("\n".join(_NAMES) + "\n", encoding="utf-8")


def _voc_file(name: str, width: int, height: int, objects: list[str]) -> str:
    tags = {"width": width, "height": height, "depth": 3}
    inside = "".join(f"\t\t<{tag}>{value}</{tag}>\n" for tag, value in tags.items())
    source = "\t<source>\n\t\t<database>The VOC2007 Database</database>\n\t</source>\n"
    head = f"\t<folder>JPEGImages</folder>\n\t<filename>{name}.jpg</filename>\n{source}"
    rest = f"\t<size>\n{inside}\t</size>\n\t<segmented>0</segmented>\n{''.join(objects)}"
    return f"<annotation>\n{head}{rest}</annotation>\n"


def _voc_object(name: str, *corners: int) -> str:
    tags = zip(("xmin", "ymin", "xmax", "ymax"), corners, strict=True)
    box = "".join(f"\t\t\t<{tag}>{value}</{tag}>\n" for tag, value in tags)
    flags = "\t\t<pose>Unspecified</pose>\n\t\t<truncated>0</truncated>\n\t\t<difficult>0</difficult>\n"
    return f"\t<object>\n\t\t<name>{name}</name>\n{flags}\t\t<bndbox>\n{box}\t\t</bndbox>\n\t</object>\n"


def _jpeg(width: int, height: int) -> bytes:
    head = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xdb\0\x43" + bytes(65)
    frame = b"\xff\xc0\0\x11\x08" + struct.pack(">HH", height, width) + b"\3\1\x22\0\2\x11\1\3\x11\1"
    return head + frame + b"\xff\xda" + bytes(500) + b"\xff\xd9"
