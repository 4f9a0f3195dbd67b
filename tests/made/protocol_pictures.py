"""The same scene in pictures of instances, segments and labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from protocol_scene import HEIGHT, SIDES, WIDTH, json_in, lines_in, name_of, scene


def cityscapes(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    from PIL import Image

    made, labels = scene(2), (26, 24)
    for image in range(made.images):
        name = f"ulm_{name_of(image)}_000019"
        ids = np.full((HEIGHT, WIDTH), 7, np.uint16)
        for place, (held, kind, box) in enumerate(made.truth):
            if held == image:
                left, top, right, bottom = map(int, box)
                ids[top:bottom, left:right] = labels[kind] * 1000 + place % 100
        at = folder / "gtFine" / "ulm" / f"{name}_gtFine_instanceIds.png"
        at.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(ids).save(at)
        for side, rows in zip(SIDES, made.found, strict=True):
            lines = []
            (folder / side / "masks").mkdir(parents=True, exist_ok=True)
            for place, (held, kind, box, score) in enumerate(rows):
                if held != image:
                    continue
                left, top, right, bottom = (max(int(each), 0) for each in box)
                mask = np.zeros((HEIGHT, WIDTH), np.uint8)
                mask[top:bottom, left:right] = 255
                Image.fromarray(mask).save(folder / side / "masks" / f"{name}_{place}.png")
                lines.append(f"masks/{name}_{place}.png {labels[kind]} {score}")
            lines_in(folder / side / f"{name}.txt", lines)
    return folder / "gtFine", (folder / SIDES[0], folder / SIDES[1])


def segment_pictures(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    """Panoptic PNGs and their JSON."""
    from PIL import Image

    made = scene(2)
    sides: tuple[tuple[str, list[Any]], ...] = (
        ("truth", [(*row, 1.0) for row in made.truth]),
        *zip(SIDES, made.found, strict=True),
    )
    paths = []
    for side, rows in sides:
        held: dict[str, Any] = {"images": [], "annotations": [], "categories": []}
        held["categories"] = [
            {"id": 1, "name": "person", "isthing": 1},
            {"id": 2, "name": "cat", "isthing": 1},
            {"id": 3, "name": "grass", "isthing": 0},
        ]
        (folder / side).mkdir()
        for image in range(made.images):
            ids = np.full((HEIGHT, WIDTH), 1, np.uint32)
            kinds = {1: 3}
            for place, (at, kind, box, _) in enumerate(rows):
                if at == image:
                    left, top, right, bottom = (max(int(each), 0) for each in box)
                    ids[top:bottom, left:right] = place + 10
                    kinds[place + 10] = kind + 1
            seen, counts = np.unique(ids, return_counts=True)
            segments = [
                {
                    "id": int(k),
                    "category_id": kinds[int(k)],
                    "iscrowd": 0,
                    "area": int(n),
                    "bbox": [0, 0, 1, 1],
                }
                for k, n in zip(seen, counts, strict=True)
            ]
            name = f"{name_of(image)}.png"
            held["images"].append({"id": image, "file_name": name, "width": WIDTH, "height": HEIGHT})
            held["annotations"].append({"image_id": image, "file_name": name, "segments_info": segments})
            colours = np.stack([ids % 256, ids // 256 % 256, ids // 65536], axis=-1).astype(np.uint8)
            Image.fromarray(colours).save(folder / side / name)
        paths.append(json_in(folder / f"{side}.json", held))
    return paths[0], (paths[1], paths[2])


def label_maps(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    from PIL import Image

    made = scene(2)
    sides = (("SegmentationClass", [(*row, 1.0) for row in made.truth]), *zip(SIDES, made.found, strict=True))
    for side, rows in sides:
        (folder / side).mkdir()
        for image in range(made.images):
            labels = np.zeros((HEIGHT, WIDTH), np.uint8)
            for at, kind, box, _ in rows:
                if at == image:
                    left, top, right, bottom = (max(int(each), 0) for each in box)
                    labels[top:bottom, left:right] = (15, 8)[kind]
            Image.fromarray(labels).save(folder / side / f"2007_{name_of(image)}.png")
    return folder / "SegmentationClass", (folder / SIDES[0], folder / SIDES[1])
